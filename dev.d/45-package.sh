# ./dev package: a Debian package of the release: what debhelper makes of it
# after packaging/debian, and what lintian has to say. Nothing is installed.
# shellcheck shell=bash

# make_package BUILD FOLDER: of the program in BUILD, into FOLDER, anew.
# debhelper wants ./debian, so it gets a place of its own there.
make_package() {
  local build folder=$2
  build=$(cd "$1" && pwd)
  rm -rf "$folder"
  mkdir -p "$folder/source"
  cp -r packaging/debian "$folder/source/debian"
  (cd "$folder/source" &&
    TOCSIN_BUILD=$build dpkg-buildpackage --build=binary --no-sign) \
    >"$folder/log" 2>&1 || { cat "$folder/log" >&2; return 1; }
  lintian --info --fail-on error,warning "$folder"/*.changes
}

dev_package() {
  local folder=${1:-build/package}
  dev_prepare
  step "building a release" build release tocsin
  step "making the package" make_package build/release "$folder"
  say "sudo apt install $(realpath "$folder")/tocsin_*.deb"
}
