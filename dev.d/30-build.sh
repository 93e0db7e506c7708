# ./dev build: configures and builds build/<preset>, for itself and for the
# commands that need something built.
# shellcheck shell=bash

export NINJA_STATUS='[%f/%t %es] '
# Checkouts in different places share what the compiler cache holds.
export CCACHE_BASEDIR=${CCACHE_BASEDIR:-$PWD} CCACHE_NOHASHDIR=1
export CTEST_PARALLEL_LEVEL=${CTEST_PARALLEL_LEVEL:-$(nproc)}

# configure PRESET: only where it was not, or where the presets have changed.
configure() {
  local folder=build/$1
  if [ ! -e "$folder/build.ninja" ] ||
    [ CMakePresets.json -nt "$folder/CMakeCache.txt" ]; then
    cmake --preset "$1" || return
    touch "$folder/CMakeCache.txt"
  fi
}

# build PRESET [NINJA-OPTION|TARGET]...
build() {
  local preset=$1
  shift
  configure "$preset"
  ninja -C "build/$preset" -j "$(nproc)" "$@"
}

dev_build() {
  local preset=${1:-dev}
  [ $# -eq 0 ] || shift
  step "building build/$preset" build "$preset" "$@"
}
