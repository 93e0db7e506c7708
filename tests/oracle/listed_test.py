"""Differences that docs/pmie-differences.md lists and the specification does
not know, because rules of answers_test.py do not come to them: pmie and tocsin
each say what the page says."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import oracle
import small_archives

A = "a = filesys.used #'/dev/sdb5' + hinv.pagesize;"
TURNED = "a = hinv.pagesize + filesys.used #'/dev/sdb5';"
B = "b = filesys.used #'/dev/sda5';"
LOST, THERE = "? ? ?", "? 3660107776 3660107776"
# pmie loses a list of instances that stands beside a single metric once there
# is another one: (rules, what `a` is in pmie, and in tocsin)
LISTS = ((A + B, LOST, THERE), (B + A, THERE, THERE), (A, THERE, THERE),
         (TURNED + B, THERE, THERE))
# Summer time begins or ends at 01:48:00 of the 252nd day, and that evening.
BEGINS = "AAA0BBB-1,J252/01:48:00,J300"
ENDS = "AAA0BBB-1,J200,J252/02:48:00"
HALF = "AAA0BBB-0:30,J252/01:48:00,J300"
CLOCK = (("$hour", BEGINS, "1 1 1 1", "1 1 2 2"),
         ("$hour", ENDS, "2 2 2 2", "2 2 1 1"),
         ("$minute", BEGINS, "46 47 48 49", "46 47 48 49"),
         ("$minute", HALF, "46 47 48 49", "46 47 18 19"))
MORNING = BEGINS.replace("01:48:00", "10:00")
DAYS = (("$hour", MORNING, "2 9 16 23 7", "2 9 17 0 7"),
        ("$day", MORNING, "9 9 9 9 10", "9 9 9 10 10"))


def values(program, env, rules, *options):
    """What `a` is at each tick."""
    done = subprocess.run([program, "-q", "-v", *options], env=env,
                          input=rules, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=60)
    found = re.findall(r"^a \(.*\): (.*)$", done.stdout, re.M)
    return " ".join(found) or done.stderr


def cases(folder):
    for rules, theirs, ours in LISTS:
        yield theirs, ours, rules, ("-t", "5sec", "-T", "11sec", "-a",
                                    oracle.ARCHIVES / "section-a")
    small_archives.host(folder / "minutes", "minutes")
    small_archives.host(folder / "hours", "hours", records=40, step=3600)
    for variable, zone, theirs, ours in CLOCK:
        yield theirs, ours, f"a = {variable};", (
            "-t", "60", "-T", "185", "-Z", zone, "-a", folder / "minutes")
    for variable, zone, theirs, ours in DAYS:
        yield theirs, ours, f"a = {variable};", (
            "-S", "1hour", "-T", "30hour", "-t", "7hour", "-Z", zone,
            "-a", folder / "hours")


def main():
    oracle.require()
    failed = False
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        link = folder / "pmie"
        link.symlink_to(oracle.BUILD / "tocsin")
        for theirs, ours, rules, options in cases(folder):
            said = (values(oracle.ROOT / "usr/bin/pmie", oracle.environment(),
                           rules, *options),
                    values(link, os.environ, rules, *options))
            good = said == (theirs, ours)
            failed = failed or not good
            print("" if good else "DIFFERENT", rules, *options, said)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
