# ./dev run: the main job on a fresh machine: a release, and the sample rules
# over a small archive of our own making (docs/sample, tests/sample).
# shellcheck shell=bash

dev_run() {
  dev_install
  step "building a release" build release tocsin sample
  local sample=build/release/sample
  say "TZ=UTC build/release/tocsin -a $sample/shop -c docs/sample/sample.pmie"
  TZ=UTC build/release/tocsin -a "$sample/shop" -c docs/sample/sample.pmie
}
