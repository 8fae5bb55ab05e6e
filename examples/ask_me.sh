#!/usr/bin/env bash
# You are the classifier: ect asks, you answer at the terminal. Nothing is learnt, so training asks
# nothing; it only draws the tournament.
#
#     ect train fruit.csv -o me.model --learner 'command:bash examples/ask_me.sh'
#     ect predict me.model new.csv --program 'bash examples/ask_me.sh' --timeout 3600
set -u

# What stands between two marks of a line, once.
between() { [[ $line == *"$1"* ]] && { local rest=${line#*"$1"}; printf '%s' "${rest%%"$2"*}"; }; }

while IFS= read -r line; do
  id=$(between '"id":' ,)
  case $line in
    *'"do":"hello"'*) echo "{\"id\":$id,\"name\":\"a person\",\"learns\":false}" ;;
    *'"do":"ask"'*)
      {
        echo
        echo "example:  $(between '"show":[["' '"]]}' | sed 's/","/ = /g; s/"\],\["/, /g')"
        echo "left  is  $(between '"left":{"labels":[' ']')"
        echo "right is  $(between '"right":{"labels":[' ']')"
      } >/dev/tty
      answer=
      until [[ $answer == [lr]* ]]; do
        read -r -p 'left or right? ' answer </dev/tty 2>/dev/tty || exit 1
      done
      [[ $answer == l* ]] && side=left || side=right
      echo "{\"id\":$id,\"side\":\"$side\"}" ;;
    *'"do":"bye"'*) exit 0 ;;
  esac
done
