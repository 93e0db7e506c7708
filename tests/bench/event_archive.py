"""Event records of an archive, counted: by a program that only walks over them
(the floor), by tocsin, and by pmdumplog with grep. CPU is of all processes of a
line; the file is in memory. No test: it depends on the machine.
    event_archive.py [RECORDS [ROUNDS]]"""
import os
import resource
import subprocess
import sys
import time

import cases

sys.path.insert(0, str(cases.SOURCE / "tests/oracle"))
import oracle

ERROR = "I/O error, dev sd[a-z]"


def tocsin(where):
    return [cases.BUILD / "tocsin", "events", "--count", "-a", BASE,
            f"bench.lines where {where}"]


RECORDS = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000_000
ROUNDS = int(sys.argv[2]) if len(sys.argv) > 2 else 3
BASE = cases.event_archive(RECORDS)
VOLUME = BASE.with_suffix(".0")
COMMANDS = {
    "walk": [cases.BUILD / "bench/event_speed", "--walk", BASE],
    "a number": tocsin("priority <= 3"),
    "a pattern": tocsin(f'message =~ "{ERROR}"'),
    "both": tocsin(f'priority <= 3 && message =~ "{ERROR}"'),
    "pmdumplog -x | grep -c": [
        "sh", "-c", f"pmdumplog -x {BASE} bench.lines | grep -c '{ERROR}'"],
}


def measured(command):
    """What it says, its seconds on the clock, and of CPU."""
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    environment = oracle.environment() if command[0] == "sh" else os.environ
    said = subprocess.run(command, env=environment, check=True, text=True,
                          capture_output=True).stdout
    wall = time.monotonic() - begun
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return said.strip(), wall, (after.ru_utime + after.ru_stime -
                                before.ru_utime - before.ru_stime)


def main():
    VOLUME.read_bytes()
    size = VOLUME.stat().st_size
    print(f"{RECORDS} records, {size / 1e9:.2f} GB; the best of {ROUNDS} in turn")
    best = {}
    for _ in range(ROUNDS):
        for what, command in COMMANDS.items():
            said, wall, cpu = measured(command)
            best[what] = min(best.get(what, (wall, cpu, said)), (wall, cpu, said))
    for what, (wall, cpu, said) in best.items():
        print(f"{what:24} {said:>10} found, {wall:7.2f} s, CPU {cpu:7.2f} s, "
              f"{RECORDS / wall / 1e6:6.2f} million records/s, "
              f"{size / wall / 1e9:5.2f} GB/s")
    ours, theirs = best["a pattern"], best["pmdumplog -x | grep -c"]
    assert ours[2] == theirs[2], (ours, theirs)
    print(f"a pattern: {theirs[0] / ours[0]:.0f} times as fast")


if __name__ == "__main__":
    main()
