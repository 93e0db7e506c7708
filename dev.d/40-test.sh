# ./dev test: every test. Four builds take part: dev (ASan, UBSan) runs all but
# the oracle's and the bench's tests, release runs those, fuzz the fuzz targets,
# and tsan once more the tests of what has threads. One ctest goes over all of
# them; behind its summary stands what those that failed have said.
# shellcheck shell=bash

# The unit tests of the folders that start threads.
THREAD_TESTS=(unit_base_loop unit_actions_delivery unit_pmapi_archive
  unit_engine_schedule)

# The folders of tests that the given build runs, as ctest reads them.
test_folders() {
  local list
  for list in tests/*/CMakeLists.txt; do
    local area=${list#tests/}
    area=${area%/CMakeLists.txt}
    case $area in
      oracle | bench | package) echo "$PWD/build/release/tests/$area" ;;
      fuzz) echo "$PWD/build/dev/tests/fuzz"
        echo "$PWD/build/fuzz/tests/fuzz" ;;
      *) echo "$PWD/build/dev/tests/$area" ;;
    esac
  done
}

# One folder for ctest that stands for all the others.
gather_tests() {
  mkdir -p build/test
  {
    echo "# Made by ./dev test: the tests of four builds."
    echo "include(\"$PWD/tests/environment.cmake\")"
    test_folders | sed 's/.*/subdirs("&")/'
    local name
    for name in "${THREAD_TESTS[@]}"; do
      echo "add_test(\"tsan: $name\" \"$PWD/build/tsan/tests/unit/$name\")"
    done
  } >build/test/CTestTestfile.cmake
}

dev_test() {
  dev_prepare
  step "unpacking the oracle" dev_oracle
  step "building dev (ASan, UBSan)" build dev
  step "building release for the oracle's and the bench's tests" \
    build release oracle_programs make_bench_archive event_speed sample
  step "building the fuzz targets (clang)" build fuzz fuzz_programs
  step "building the tests of threads (TSan)" build tsan "${THREAD_TESTS[@]}"
  gather_tests
  say "running the tests"
  export ASAN_OPTIONS=${ASAN_OPTIONS:-strict_string_checks=1}
  export UBSAN_OPTIONS=${UBSAN_OPTIONS:-print_stacktrace=1}
  [ ! -t 1 ] || set -- --progress "$@"
  ctest --test-dir build/test --output-on-failure --output-junit junit.xml \
    "$@" || {
    python3 dev.d/failed_tests.py build/test/junit.xml
    return 1
  }
}
