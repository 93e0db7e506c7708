# ./dev fmt, tidy and look: the form of the code. What must hold is a test
# (tests/style); these mend, advise and show.
# shellcheck shell=bash

cpp_files() {
  git ls-files -co --exclude-standard '*.cc' '*.h' |
    while read -r file; do [ ! -e "$file" ] || echo "$file"; done
}

# The change at hand: what is not upstream, and what is not committed.
changed_files() {
  local base
  base=$(git merge-base HEAD '@{upstream}' 2>/dev/null || echo HEAD)
  { git diff --name-only --diff-filter=d "$base"
    git ls-files -o --exclude-standard; } | sort -u
}

dev_fmt() {
  case ${1:-} in
    --check) cpp_files | xargs clang-format-14 --dry-run -Werror ;;
    "") cpp_files | xargs clang-format-14 -i ;;
    *) fail "fmt: --check or nothing" ;;
  esac
}

dev_tidy() {
  local files=()
  case ${1:-} in
    --all) mapfile -t files < <(cpp_files | grep '\.cc$') ;;
    "") mapfile -t files < <(changed_files | grep '\.cc$' || true) ;;
    *) files=("$@") ;;
  esac
  if [ "${#files[@]}" -eq 0 ]; then
    say "no C++ file has changed; --all looks at all"
    return
  fi
  # clang-tidy needs the commands, and the generated headers.
  step "preparing build/tidy" build tidy tocsin_grammar_rules
  say "clang-tidy over ${#files[@]} files"
  printf '%s\n' "${files[@]}" |
    xargs -P "$(nproc)" -n 1 clang-tidy-14 --quiet -p build/tidy
}

dev_look() {
  python3 -B tests/style/look.py "$@"
}
