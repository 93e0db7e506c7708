# ./dev fuzz and bench: looking for what breaks, and for what is slow.
# shellcheck shell=bash

fuzz_targets() {
  local source
  for source in tests/fuzz/*_fuzz.cc; do
    source=${source##*/}
    [ "$source" = '*_fuzz.cc' ] || echo "${source%_fuzz.cc}"
  done
}

# fuzz_one TARGET SECONDS: inputs that it finds stay in build/fuzz/corpus; one
# that breaks something is kept in build/fuzz/found and ends it.
fuzz_one() {
  local grown=build/fuzz/corpus/$1 found=build/fuzz/found
  mkdir -p "$grown" "$found"
  "build/fuzz/tests/fuzz/fuzz_$1" -max_total_time="$2" -timeout=10 \
    -rss_limit_mb=2048 -print_final_stats=1 -artifact_prefix="$found/$1-" \
    "$grown" "tests/fuzz/corpus/$1"
}

dev_fuzz() {
  local seconds=${2:-60} targets target
  mapfile -t targets < <(fuzz_targets)
  [ $# -eq 0 ] || targets=("$1")
  step "building the fuzz targets" build fuzz fuzz_programs
  for target in "${targets[@]}"; do
    [ -e "tests/fuzz/${target}_fuzz.cc" ] ||
      fail "no fuzz target $target; there are: $(fuzz_targets | xargs)"
    step "fuzzing $target for $seconds s" fuzz_one "$target" "$seconds"
  done
}

dev_bench() {
  local program
  step "building a release" build release bench_programs tocsin
  for program in build/release/bench/*_bench; do
    [ -x "$program" ] || continue
    say "$program"
    "$program" ${1:+--benchmark_filter="$1"}
  done
  step "unpacking the oracle" dev_oracle
  say "beside pmie"
  TOCSIN_BUILD=$PWD/build/release python3 -B tests/bench/beside_pmie.py
  say "how costs grow (some minutes)"
  TOCSIN_BUILD=$PWD/build/release python3 -B tests/bench/growth.py
  say "one host"
  TOCSIN_BUILD=$PWD/build/release python3 -B tests/bench/one_host.py
  say "from the start to the first verdicts over this host"
  TOCSIN_BUILD=$PWD/build/release python3 -B tests/bench/first_verdict.py
  say "many hosts at once (a few minutes)"
  TOCSIN_BUILD=$PWD/build/release python3 -B tests/bench/many_hosts.py
  say "event records of many hosts"
  TOCSIN_BUILD=$PWD/build/release python3 -B tests/bench/event_hosts.py
  if command -v prometheus-alertmanager >/dev/null; then
    say "10,000 notifications of one tick"
    TOCSIN_BUILD=$PWD/build/release python3 -B tests/bench/alertmanager.py
  fi
  say "ticks beside what hangs"
  TOCSIN_BUILD=$PWD/build/release python3 -B tests/bench/lateness.py
}
