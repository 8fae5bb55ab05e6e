#!/bin/sh
# A judge for `ect select` in shell, run once for each game: the longer line is the better one.
#
#     ect select lines.txt --judge 'sh examples/judges/longest.sh -- {a} {b}'
#
# ect puts the two items in the places of {a} and {b}, as arguments, whatever they hold: no shell
# ever reads them. The last line of the output is the verdict: A for the item that was shown first,
# B for the second, tie, or a JSON object such as {"winner":"A","note":"why","cost":0.01}.
# Exit status 0 goes with a verdict, 125 abstains, 126 and above stops the whole tournament, and
# anything else is a failure: ect asks again.
#
# `--` ends the options, so that an item that begins with a dash is an item.
[ "$1" = "--" ] && shift
[ $# -eq 2 ] || { echo "usage: longest.sh -- FIRST SECOND" >&2; exit 126; }

if [ ${#1} -gt ${#2} ]; then
  echo A
elif [ ${#1} -lt ${#2} ]; then
  echo B
else
  echo tie
fi
