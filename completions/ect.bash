# bash completion for ect
_ect() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} verb=${COMP_WORDS[1]}
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    mapfile -t COMPREPLY < <(compgen -W "train predict test info compare select regret synth bracket bounds simulate --help --version" -- "$current")
    return
  fi
  case $previous in
    --labels) [[ $verb == info ]] || { mapfile -t COMPREPLY < <(compgen -f -- "$current"); return; } ;;
    --svg | -o | --types | --test | --html | --journal | --replay) mapfile -t COMPREPLY < <(compgen -f -- "$current"); return ;;
    --seeding)
      local seedings="listed random ranked"
      [[ $verb == train || $verb == compare ]] && seedings="similar random given:"
      mapfile -t COMPREPLY < <(compgen -W "$seedings" -- "$current")
      return ;;
    --reduction) mapfile -t COMPREPLY < <(compgen -W "ect filter-tree all-pairs all-pairs-filter-tree one-vs-all ecoc pecoc tree" -- "$current"); return ;;
    --cost-scale) mapfile -t COMPREPLY < <(compgen -W "linear log rank" -- "$current"); return ;;
    --code) mapfile -t COMPREPLY < <(compgen -W "exhaustive random:" -- "$current"); return ;;
    --expand) mapfile -t COMPREPLY < <(compgen -W "auto none quadratic fourier:2000" -- "$current"); return ;;
    --routing) mapfile -t COMPREPLY < <(compgen -W "out-of-fold own" -- "$current"); return ;;
    --finals) mapfile -t COMPREPLY < <(compgen -W "contested contested:wins contested:pairs contested:scorers contested:joint contested:paths charged" -- "$current"); return ;;
    --decode) mapfile -t COMPREPLY < <(compgen -W "scores votes" -- "$current"); return ;;
    --learner) mapfile -t COMPREPLY < <(compgen -W "auto hinge logistic logistic-batch squares c45 bayes boosted command:" -- "$current"); return ;;
    --format) mapfile -t COMPREPLY < <(compgen -W "svm csv arff vw text" -- "$current"); return ;;
    --tournament)
      mapfile -t COMPREPLY < <(
        compgen -W "single best-of-3 elimination:2 ect:2 ect:2:majority swiss:5 round-robin independent:3" -- "$current")
      return ;;
    --noise)
      local noises="none iid:0.1 adversary:0.1 referee:0.5 bradley-terry:1"
      [[ $verb == synth ]] && noises="none uniform:0.1 neighbour:0.1 split:0.04"
      mapfile -t COMPREPLY < <(compgen -W "$noises" -- "$current")
      return ;;
    --distribution)
      local distributions="words dense inconsistent"
      [[ $verb == regret ]] && distributions="inconsistent random words dense"
      mapfile -t COMPREPLY < <(compgen -W "$distributions" -- "$current")
      return ;;
    --reductions)
      local reductions="all-pairs all-pairs-filter-tree ecoc ect filter-tree one-vs-all"
      [[ $verb == regret ]] && reductions+=" ect:4 ect:contested"
      mapfile -t COMPREPLY < <(
        compgen -W "$reductions one-vs-all:votes pecoc tree" -- "$current")
      return ;;
    --learners) mapfile -t COMPREPLY < <(compgen -W "auto hinge logistic logistic-batch squares c45 bayes boosted" -- "$current"); return ;;
    --splits | --train-fraction | --folds | --figure) return ;;
    --nodes) mapfile -t COMPREPLY < <(compgen -W "exact planted learned" -- "$current"); return ;;
    --judge) mapfile -t COMPREPLY < <(compgen -W "ask votes:" -- "$current"); return ;;
    --judge-jsonl) mapfile -t COMPREPLY < <(compgen -c -- "$current"); return ;;
    --withstand | --budget | --jobs | --timeout | --retries | --id) return ;;
    -m | --contenders | --trees | --seed | --players | --trials | --threads) return ;;
    --classes | --inputs | --rate | --examples | --features | --nonzeros | --part) return ;;
    --passes | --checkpoint-every | --l2 | --label | --ignore | --nominal | --words | --chars | --bits | --top) return ;;
  esac
  local options="--help"
  case $verb in
    train)
      options+=" -o --reduction --learner -m --seeding --finals --contenders --routing --trees --fast --code --decode --passes --expand --l2 --labels --stream --format --no-header --label"
      options+=" --costs --cost-scale --costing --probing --blocks --compact --timeout"
      options+=" --cache --checkpoint --resume --checkpoint-every"
      options+=" --ignore --nominal --types --words --chars --bits --seed --threads --json --quiet" ;;
    predict) options+=" --top --probabilities --json --strict -o --format --threads --program --timeout --quiet" ;;
    test) options+=" --confusion --format --threads --program --timeout --json --quiet" ;;
    info) options+=" --labels --verify --json --quiet" ;;
    compare)
      options+=" --test --reductions --learners --splits --train-fraction --folds -m --seeding --finals --contenders --routing --expand --trees --fast --passes --l2"
      options+=" --costs --cost-scale --costing --html --figure --format --no-header --label --ignore --nominal --types --words --chars --bits"
      options+=" --seed --threads --json --quiet" ;;
    select)
      options+=" --judge --judge-jsonl -m --withstand --budget --tournament --both-orders --jobs --timeout --retries --rate"
      options+=" --journal --replay --id --html --accept-coins --plan --seed --json --quiet" ;;
    bracket) options+=" -m --seeding --seed --svg --schedule --json --quiet" ;;
    bounds) options+=" -m --json --quiet" ;;
    simulate) options+=" --players --tournament --noise --trials --seed --threads --json --quiet" ;;
    regret)
      options+=" --classes --inputs --distribution --nodes --rate --learner --examples --reductions -m"
      options+=" --costs --trials --seed --json --quiet" ;;
    synth) options+=" --classes --examples --features --nonzeros --noise --distribution --seed --part -o --json --quiet" ;;
  esac
  if [[ $current == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
  elif [[ $verb != simulate && $verb != synth && $verb != regret ]]; then
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
  fi
}
complete -o filenames -F _ect ect
