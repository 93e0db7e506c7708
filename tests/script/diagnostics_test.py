"""What `tocsin check` says of mistakes, to the byte: diagnostics.golden holds
rules, each with what is said of them over the sample archive. After a change
that is meant, `diagnostics_test.py --write` writes it anew: read the diff."""
import os
import pathlib
import re
import subprocess
import sys

SOURCE = pathlib.Path(os.environ.get(
    "TOCSIN_SOURCE", pathlib.Path(__file__).resolve().parents[2]))
BUILD = pathlib.Path(os.environ.get("TOCSIN_BUILD", SOURCE / "build/dev"))
GOLDEN = SOURCE / "tests/script/diagnostics.golden"
CASE = re.compile(r"^=== (.*)\n((?:.*\n)*?)--- said\n((?:.*\n)*?)(?=^===|\Z)",
                  re.M)


def said_of(rules):
    result = subprocess.run(
        [BUILD / "tocsin", "check", "-a", BUILD / "sample/shop", "-"],
        input=rules, text=True, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, timeout=60, check=False)
    # Where the archive lies is not the same everywhere.
    return result.stdout.replace(str(BUILD), "BUILD")


def main(write):
    if not (BUILD / "tocsin").exists():
        print(f"SKIPPED: there is no tocsin in {BUILD}")
        return 77
    cases = CASE.findall(GOLDEN.read_text(encoding="utf-8"))
    assert len(cases) > 20, "the golden file is not read right"
    failed = 0
    pages = []
    for title, rules, expected in cases:
        said = said_of(rules)
        pages.append(f"=== {title}\n{rules}--- said\n{said}")
        if said != expected:
            failed += 1
            print(f"{title}: said\n{said}instead of\n{expected}")
    if write:
        GOLDEN.write_text("".join(pages), encoding="utf-8")
    print(f"{len(cases)} cases, {failed} differ")
    return 1 if failed and not write else 0


if __name__ == "__main__":
    sys.exit(main("--write" in sys.argv[1:]))
