# ./dev prepare: the Debian packages that building and testing need. Installs
# what is missing, and only that. Where apt needs root it asks sudo without a
# password; where that fails it prints the line to run and stops.
# shellcheck shell=bash

# The compilers, the build, and the tools that ./dev and the tests call. With
# llvm-14 the sanitizers of clang, which fuzzing needs, name functions.
TOOL_PACKAGES=(g++ cmake ninja-build clang-14 llvm-14 libclang-rt-14-dev
  clang-format-14 clang-tidy-14 ccache pkg-config git python3 valgrind bzip2
  xz-utils zstd)
# The libraries, which cmake/dependencies.cmake names, and the generator of the
# rule language's parser, whose runtime links uuid without a dependency that
# says so.
LIBRARY_PACKAGES=(antlr4 libantlr4-runtime-dev uuid-dev libboost-dev
  libspdlog-dev libgtest-dev libgmock-dev libbenchmark-dev libre2-dev
  libarchive-dev libcli11-dev nlohmann-json3-dev libssl-dev
  libcurl4-openssl-dev libsqlite3-dev libyaml-cpp-dev libedit-dev
  libkainjow-mustache-dev zlib1g-dev)
# What makes and judges the package: 20 MB to fetch, 34 MB on the disk.
PACKAGE_PACKAGES=(dpkg-dev debhelper lintian)
# What the unpacked oracle's programs link.
ORACLE_PACKAGES=(libsasl2-2 libssl3 liblzma5 libcap2 libsystemd0 openssl)

# Peers that tests talk to, and are skipped without. Some of Debian's start when
# they are installed: --peers is for CI, and for whom that does not disturb.
PEER_PACKAGES=(prometheus-alertmanager nginx tinyproxy-bin microsocks rsyslog
  python3-aiosmtpd python3-jsonschema rabbitmq-server)

# missing_packages NAME...: those that are not installed, one a line.
missing_packages() {
  local installed
  installed=$(dpkg-query -W -f '${db:Status-Abbrev}${Package}\n' "$@" \
    2>/dev/null | sed -n 's/^ii *//p' | sort -u) || true
  printf '%s\n' "$@" | sort -u | comm -23 - <(printf '%s\n' "$installed")
}

# as_root COMMAND...: runs it as root without asking for a password.
as_root() {
  if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo -n "$@"; fi
}

have_root() {
  [ "$(id -u)" -eq 0 ] || sudo -n true 2>/dev/null
}

have_package_lists() {
  compgen -G '/var/lib/apt/lists/*_Packages*' >/dev/null
}

apt_install() {
  as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y --no-install-recommends "$@"
}

# install_packages NAME...: as ./dev prepare, for these.
install_packages() {
  if ! command -v dpkg-query >/dev/null; then
    say "not a Debian system: taking it that these are there: $*"
    return
  fi
  local missing
  mapfile -t missing < <(missing_packages "$@")
  [ "${#missing[@]}" -gt 0 ] || return 0
  local line="apt-get install -y --no-install-recommends ${missing[*]}"
  if ! have_root; then
    printf '%s\n' "Packages are missing, and installing them needs root." \
      "Run this, then start again:" "  sudo $line" >&2
    exit 1
  fi
  say "$line"
  have_package_lists || as_root apt-get update
  # Lists that are out of date name files that are gone.
  apt_install "${missing[@]}" || {
    as_root apt-get update
    apt_install "${missing[@]}"
  }
}

# What makes files of a journal, in the version of the systemd that is here: a
# newer one would have that upgraded. Tests are skipped without it.
install_journal_remote() {
  local version
  version=$(dpkg-query -W -f '${Version}' systemd 2>/dev/null) || return 0
  [ -z "$(missing_packages systemd-journal-remote)" ] ||
    apt_install "systemd-journal-remote=$version" ||
    say "there is no systemd-journal-remote $version"
}

# dev_prepare [--peers]
dev_prepare() {
  local peers=()
  [ "${1:-}" != --peers ] || peers=("${PEER_PACKAGES[@]}")
  install_packages "${TOOL_PACKAGES[@]}" "${LIBRARY_PACKAGES[@]}" \
    "${PACKAGE_PACKAGES[@]}" "${ORACLE_PACKAGES[@]}" "${peers[@]}"
  [ "${#peers[@]}" -eq 0 ] || install_journal_remote
}
