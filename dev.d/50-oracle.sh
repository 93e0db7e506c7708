# ./dev oracle: PCP's own programs and the archives of its tests, unpacked (not
# installed) into build/oracle: no service starts, nothing outside build/
# changes. Sourcing build/oracle/env.sh in a subshell makes them run.
# shellcheck shell=bash

ORACLE=build/oracle
ORACLE_DEBS=(pcp pcp-conf libpcp3 libpcp-pmda3 libpcp-gui2 libpcp-import1
  libpcp-mmv1 libpcp-trace2 libpcp-web1 libpcp-archive1 pcp-testsuite)
ORACLE_FORM=1 # of what is unpacked: raised when it changes

oracle_is_there() {
  [ -L "$ORACLE" ] || [ "$(cat "$ORACLE/.form" 2>/dev/null)" = "$ORACLE_FORM" ]
}

# Absolute links would point into this machine; they stay inside the folder.
relative_links() {
  local root=$1 link target
  find "$root" -type l -lname '/*' | while read -r link; do
    target=$(readlink "$link")
    [ ! -e "$root$target" ] || ln -sfnr "$root$target" "$link"
  done
}

write_oracle_environment() {
  cat <<'ENV'
# The environment of the oracle's processes, and only theirs: source it in a
# subshell. Derived metrics are off until we have them.
O=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
export PCP_DIR=$O LD_LIBRARY_PATH=$O/usr/lib PCP_VAR_DIR=$O/var/lib/pcp
export PCP_SYSCONF_DIR=$O/etc/pcp PCP_BINADM_DIR=$O/usr/lib/pcp/bin
export PATH=$O/usr/bin:$PATH PCP_DERIVED_CONFIG=
ENV
}

unpack_oracle() {
  local new=$ORACLE.new deb version
  rm -rf "$new"
  mkdir -p "$new/debs"
  have_package_lists || as_root apt-get update
  (cd "$new/debs" && apt-get download "${ORACLE_DEBS[@]}")
  for deb in "$new"/debs/*.deb; do
    dpkg -x "$deb" "$new"
  done
  version=$(dpkg-deb -f "$new"/debs/pcp_*.deb Version)
  rm -r "$new/debs"
  relative_links "$new"
  write_oracle_environment >"$new/env.sh"
  echo "$ORACLE_FORM" >"$new/.form"
  rm -rf "$ORACLE"
  mv "$new" "$ORACLE"
  say "PCP $version is in $ORACLE"
}

# For tests against a running pmcd and for PCP's own: on this machine, for
# good. Refused where systemd would start PCP's services.
install_oracle() {
  local packages=(pcp pcp-testsuite libpcp3-dev libpcp-pmda3-dev)
  local missing quiet
  mapfile -t missing < <(missing_packages "${packages[@]}")
  [ "${#missing[@]}" -gt 0 ] || return 0
  [ ! -d /run/systemd/system ] ||
    fail "systemd runs here and would start PCP's services: not installing." \
      "If that is wanted: sudo apt-get install ${missing[*]}"
  have_root || fail "run this: sudo ./dev oracle --install"
  # pcp does not configure where systemctl is and systemd is not.
  quiet=$(mktemp -d)
  ln -s /bin/true "$quiet/systemctl"
  have_package_lists || as_root apt-get update
  as_root env DEBIAN_FRONTEND=noninteractive apt-get \
    -o "DPkg::Path=$quiet:/usr/sbin:/usr/bin:/sbin:/bin" \
    install -y --no-install-recommends "${missing[@]}"
  rm -r "$quiet"
}

dev_oracle() {
  install_packages "${ORACLE_PACKAGES[@]}" bzip2 xz-utils
  oracle_is_there || step "downloading and unpacking PCP" unpack_oracle
  case ${1:-} in
    --install) install_oracle ;;
    "") ;;
    *) fail "oracle: --install or nothing" ;;
  esac
}
