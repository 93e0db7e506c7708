"""How many instructions replays take, beside what they took when
instructions.txt was written: seconds depend on the machine, these hardly do.
More than a tenth above is a failure; so is more than a fifth below, because a
guard that far away guards nothing. `instructions_test.py --write` writes the
file anew: say why in the commit."""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import cases

NOTED = pathlib.Path(__file__).with_name("instructions.txt")
MOST, LEAST = 1.10, 0.80


def count(command):
    """Of one run under callgrind, in thousands."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            ["valgrind", "--tool=callgrind",
             f"--callgrind-out-file={folder}/out", *map(str, command)],
            capture_output=True, text=True, check=False,
            env={"PATH": "/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC",
                 "PCP_DERIVED_CONFIG": ""})
    collected = re.search(r"Collected : (\d+)", done.stderr)
    if done.returncode != 0 or not collected:
        sys.exit(f"{command}: exit {done.returncode}\n{done.stderr}")
    return int(collected[1]) // 1000


def measure():
    # Who waits for another thread counts its looks, too.
    program = [cases.BUILD / "tocsin", "--threads", "1"]
    counts = {name: count([*program, *cases.arguments(case)])
              for name, case in cases.SMALL.items()}
    counts["events"] = count([*program, *cases.event_arguments()])
    counts["lint"] = count([cases.BUILD / "tocsin", *cases.site_arguments()])
    counts["check"] = count([*program, "-C", *cases.arguments(
        cases.SMALL["site"])])
    counts["start"] = count([*program, "-T", "1sec", *cases.arguments(
        cases.SMALL["site"])])
    return counts


def noted():
    lines = [line.split() for line in NOTED.read_text().splitlines()
             if not line.startswith("#")]
    return {name: int(number) for name, number in lines}


def write(counts):
    NOTED.write_text(
        "# Thousands of instructions a replay takes (instructions_test.py).\n"
        + "".join(f"{name} {number}\n" for name, number in counts.items()))


def main():
    if not shutil.which("valgrind"):
        print("SKIPPED: no valgrind")
        return 77
    counts = measure()
    if sys.argv[1:] == ["--write"]:
        write(counts)
        return 0
    before = noted()
    failed = before.keys() != counts.keys()
    for name, number in counts.items():
        ratio = number / before.get(name, number)
        bad = not LEAST <= ratio <= MOST
        failed |= bad
        print(f"{name:12} {number:9} thousand instructions, {ratio:5.2f} of "
              f"what is noted{'  <-- ' if bad else ''}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
