# ./dev run: the main job on a fresh machine: a release, the sample rules over
# a small archive of our own making (docs/sample, tests/sample), and then our
# templates over this host until Ctrl-C. Into a pipe: for three ticks.
# shellcheck shell=bash

dev_run() {
  dev_prepare
  step "building a release" build release tocsin sample
  local sample=build/release/sample
  say "TZ=UTC build/release/tocsin -a $sample/shop -c docs/sample/sample.pmie"
  TZ=UTC build/release/tocsin -a "$sample/shop" -c docs/sample/sample.pmie
  local watch=(build/release/tocsin --sets rules/sets)
  if [ -t 1 ]; then
    say "${watch[*]}    (until Ctrl-C)"
  else
    watch+=(-T 20sec)
    say "${watch[*]}"
  fi
  local status=0
  "${watch[@]}" || status=$?
  # Ctrl-C is how one ends it.
  [ "$status" -eq 2 ] || return "$status"
}
