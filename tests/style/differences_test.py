"""docs/pmie-differences.md has every switch of the specification, and every
test that a page of docs/ names exists."""
import os
import pathlib
import re
import sys

SOURCE = pathlib.Path(os.environ.get(
    "TOCSIN_SOURCE", pathlib.Path(__file__).resolve().parents[2]))
PAGE = SOURCE / "docs/pmie-differences.md"
SWITCHES = SOURCE / "tests/support/spec/switches.cc"


def missing_switches(page, switches):
    names = re.findall(r'\{"(\w+)", &Switches::', switches)
    return [name for name in names if f"`{name}`" not in page]


def missing_tests(page, tests):
    """`tests`: the texts of all files of tests, by name."""
    named = re.findall(r"`(\w+(?:\.test|_test\.cc|_test\.py))(?::(\w+))?`",
                       page)
    return [f"{file}:{case}" for file, case in named
            if not any(re.search(rf"\b{case}\b", text)
                       for text in tests.get(file, []))]


def main():
    page = PAGE.read_text()
    tests = {}
    for path in (SOURCE / "tests").rglob("*"):
        if path.is_file() and re.search(r"(\.test|_test\.(cc|py))$",
                                        path.name):
            tests.setdefault(path.name, []).append(path.read_text())
    wrong = [f"{PAGE.name} lacks the switch {name}" for name in
             missing_switches(page, SWITCHES.read_text())]
    wrong += [f"{named.name} names a test that is not there: {name}"
              for named in sorted(PAGE.parent.glob("*.md"))
              for name in missing_tests(named.read_text(), tests)]
    # That it can fail:
    assert missing_switches("`a`", '{"a", &Switches::a {"b", &Switches::b') == [
        "b"]
    assert missing_tests("`x.test:Gone`, `x.test:Case`",
                         {"x.test": ["case Case"]}) == ["x.test:Gone"]
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
