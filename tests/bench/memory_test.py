"""Memory is not a matter of an archive's length: the most that a replay has on
its heap is the same over 8 hours and over 24 of the same metrics. Of a long
archive that many blocks are evaluated one after the other; a short one may fit
into one."""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import cases

LONGER = 3
# More than names, which have another length, and much less than a copy of
# anything that is there at each tick.
MOST = 1.01


def peak(case):
    """Units: bytes."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "out"
        done = subprocess.run(
            ["valgrind", "--tool=massif", f"--massif-out-file={out}",
             cases.BUILD / "tocsin", "--threads", "1",
             *cases.arguments(case)],
            capture_output=True, text=True, check=False,
            env={"PATH": "/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC",
                 "PCP_DERIVED_CONFIG": ""})
        if done.returncode != 0:
            sys.exit(f"{case}: exit {done.returncode}\n{done.stderr}")
        return max(map(int, re.findall(r"mem_heap_B=(\d+)", out.read_text())))


def main():
    if not shutil.which("valgrind"):
        print("SKIPPED: no valgrind")
        return 77
    failed = False
    for name, (rules, disks, minutes, words) in cases.SMALL.items():
        short = peak((rules, disks, minutes, words))
        long = peak((rules, disks, LONGER * minutes, words))
        bad = long > MOST * short
        failed |= bad
        print(f"{name:12} {short:9} bytes over {minutes} minutes, {long:9} "
              f"over {LONGER * minutes}{'  <-- ' if bad else ''}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
