# bash completion for ect
_ect() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} verb=${COMP_WORDS[1]}
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    mapfile -t COMPREPLY < <(compgen -W "bracket bounds simulate synth --help --version" -- "$current")
    return
  fi
  case $previous in
    --svg | -o) mapfile -t COMPREPLY < <(compgen -f -- "$current"); return ;;
    --seeding) mapfile -t COMPREPLY < <(compgen -W "listed random ranked" -- "$current"); return ;;
    --tournament)
      mapfile -t COMPREPLY < <(
        compgen -W "single best-of-3 elimination:2 ect:2 swiss:5 round-robin" -- "$current")
      return ;;
    --noise)
      local noises="none iid:0.1 adversary:0.1 referee:0.5 bradley-terry:1"
      [[ $verb == synth ]] && noises="none uniform:0.1 neighbour:0.1 split:0.04"
      mapfile -t COMPREPLY < <(compgen -W "$noises" -- "$current")
      return ;;
    --distribution)
      mapfile -t COMPREPLY < <(compgen -W "words dense inconsistent" -- "$current")
      return ;;
    -m | --seed | --players | --trials | --threads) return ;;
    --classes | --examples | --features | --nonzeros | --part) return ;;
  esac
  local options="--help"
  case $verb in
    bracket) options+=" -m --seeding --seed --svg --schedule --json --quiet" ;;
    bounds) options+=" -m --json --quiet" ;;
    simulate) options+=" --players --tournament --noise --trials --seed --threads --json --quiet" ;;
    synth) options+=" --classes --examples --features --nonzeros --noise --distribution --seed --part -o --json --quiet" ;;
  esac
  if [[ $current == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
  elif [[ $verb == bracket || $verb == bounds ]]; then
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
  fi
}
complete -o filenames -F _ect ect
