# SPDX-License-Identifier: GPL-3.0-or-later
# Completion of tokplan for bash.  Options, choices and names are asked of the program itself, so that none is listed twice.

# The identifiers in the last column of a listing.
_tokplan_ids ()
{
  LC_ALL=C tokplan "$1" 2> /dev/null | awk '{ print $NF }'
}

_tokplan_options ()
{
  LC_ALL=C tokplan "$1" --help 2> /dev/null | awk '$1 ~ /^--/ { print $1 } $1 == "-o," || $1 == "-h," { print $1 "\n" $2 }' | tr -d ','
}

# The choices of option $2 of command $1: the words with bars in its line of the help and in those under it.  What stands behind
# "auto" in its own line is a unit, not a choice.
_tokplan_choices ()
{
  LC_ALL=C tokplan "$1" --help 2> /dev/null | awk -v option="$2" '
    $1 ~ /^-/ { is_it = $1 == option; sub (/^auto\|all\|.*/, "auto|all", $2) || sub (/^auto\|.*/, "auto|", $2) }
    is_it { for (i = 1; i <= NF; i++) if ($i ~ /\|/ || (NF == 1 && /^  *[^ -]/)) print $i }' | tr '|' '\n'
}

# Whether option $2 of command $1 stands before a value: its line of the help names it behind one space.
_tokplan_takes_value ()
{
  [[ $2 == --* ]] && LC_ALL=C tokplan "$1" --help 2> /dev/null | grep -q -- "$2 [^ ]"
}

_tokplan ()
{
  local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]}

  COMPREPLY=()
  compopt -o filenames 2> /dev/null
  if [ "$COMP_CWORD" -eq 1 ]; then
    mapfile -t COMPREPLY < <(compgen -W 'estimate chart import devices models --help --version' -- "$word"; compgen -f -- "$word")
    return
  fi

  case $previous in
    --device | --host) mapfile -t COMPREPLY < <(compgen -W "$(_tokplan_ids devices)" -- "$word") ;;
    --model | --draft-model) mapfile -t COMPREPLY < <(compgen -W "$(_tokplan_ids models)" -- "$word"; compgen -f -- "$word") ;;
    --kv) mapfile -t COMPREPLY < <(compgen -W "$(_tokplan_choices "$command" --kv-k)" -- "$word") ;;
    -o | --output) mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
    --*) mapfile -t COMPREPLY < <(compgen -W "$(_tokplan_choices "$command" "$previous")" -- "$word") ;;
  esac
  if [ ${#COMPREPLY[@]} -gt 0 ] || _tokplan_takes_value "$command" "$previous"; then
    return
  fi

  case $command,$word in
    *,-*) mapfile -t COMPREPLY < <(compgen -W "$(_tokplan_options "$command")" -- "$word") ;;
    chart,*) mapfile -t COMPREPLY < <(compgen -W 'context size offload' -- "$word"; compgen -f -- "$word") ;;
    estimate,* | import,*) mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
  esac
}

complete -F _tokplan tokplan
