"""The rules of docs/sample say over the sample archive what follows from the
story in tests/sample/make_sample.cc: worked out by hand, and what pmie says."""
import os
import pathlib
import subprocess
import sys

SOURCE = pathlib.Path(os.environ.get(
    "TOCSIN_SOURCE", pathlib.Path(__file__).resolve().parents[2]))
BUILD = pathlib.Path(os.environ.get("TOCSIN_BUILD", SOURCE / "build/dev"))

# A rate needs two samples, so what begins at M is seen at M + 1 minute.
EXPECTED = """\
print Mon Mar  2 08:21:00 2026: disk sdb is busy: 0.95 of its time
print Mon Mar  2 08:31:00 2026: disk sdb is busy: 0.95 of its time
print Mon Mar  2 08:55:00 2026: /dev/sdb1 fills up: 85%
syslog Mon Mar  2 09:01:00 2026: short of processors: load is 11.5
print Mon Mar  2 09:12:00 2026: less than 512 MB of memory for three minutes
syslog Mon Mar  2 09:16:00 2026: short of processors: load is 11.5
alarm Mon Mar  2 09:55:00 2026: /dev/sdb1 is full: 95%
print Mon Mar  2 10:01:00 2026: interface eth0: 3 errors a second
print Mon Mar  2 10:30:00 2026: nothing is known of the file systems
print Mon Mar  2 10:41:00 2026: disk sdc is busy: 1 of its time
"""


def main():
    program = BUILD / "tocsin"
    if not program.exists():
        print(f"SKIPPED: there is no {program}")
        return 77
    result = subprocess.run(
        [program, "-a", BUILD / "sample/shop", "-c",
         SOURCE / "docs/sample/sample.pmie"], text=True, timeout=60,
        env={**os.environ, "TZ": "UTC"}, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    print(result.stdout, result.stderr, sep="")
    if result.stdout != EXPECTED or result.returncode != 0:
        print(f"status {result.returncode}; expected\n{EXPECTED}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
