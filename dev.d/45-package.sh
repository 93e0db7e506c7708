# ./dev package: a Debian package of the release: what debhelper makes of it
# after packaging/debian, and what lintian has to say. Nothing is installed.
# shellcheck shell=bash

# make_package BUILD FOLDER: of the program in BUILD; into FOLDER comes what is
# made, and nothing that is there is removed. debhelper wants ./debian, so it
# gets a place of its own.
make_package() (
  build=$(cd "$1" && pwd)
  place=$(mktemp -d)
  trap 'rm -rf "$place"' EXIT
  mkdir "$place/source"
  cp -r packaging/debian "$place/source/debian"
  (cd "$place/source" &&
    TOCSIN_BUILD=$build dpkg-buildpackage --build=binary --no-sign) \
    >"$place/log" 2>&1 || { cat "$place/log" >&2; return 1; }
  lintian --info --fail-on error,warning "$place"/*.changes
  mkdir -p "$2"
  cp "$place"/tocsin_* "$2"
)

dev_package() {
  local folder=${1:-build/package} version
  dev_prepare
  version=$(dpkg-parsechangelog -l packaging/debian/changelog -S Version)
  step "building a release" build release tocsin
  step "making the package" make_package build/release "$folder"
  say "sudo apt install $(realpath "$folder")/tocsin_${version}_*.deb"
}
