# How ./dev talks: a line before each step, its time after it.
# shellcheck shell=bash

# say WORD...: one line that stands out.
say() {
  if [ -t 1 ]; then
    printf '\033[1m==> %s\033[0m\n' "$*"
  else
    printf '==> %s\n' "$*"
  fi
}

# step TITLE COMMAND...: says the title, runs the command, says its time.
step() {
  local title=$1 start=$SECONDS
  shift
  say "$title"
  "$@"
  local took=$((SECONDS - start))
  [ "$took" -lt 2 ] || say "$title: done in $took s"
}

# fail WORD...: why it cannot go on; ends with status 1.
fail() {
  printf './dev: %s\n' "$*" >&2
  exit 1
}
