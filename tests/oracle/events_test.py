"""The event arrays of the oracle's archives, unpacked by us and by pmdumplog:
records with their times, flags and lost ones, parameters with their values."""
import re
import sys

import oracle

ARCHIVES = ("eventrec", "eventrec-old")
ARRAY = re.compile(r" {4}(\d+\.\d+\.\d+) \([^)]*\): (No|\d+)"
                   r"(?: \(and \d+ missed\))? event records?$")
RECORD = re.compile(r"\s+--- event record \[\d+\] timestamp .*?"
                    r"(\d\d:\d\d:\d\d\.\d+)(?: \d{4})?"
                    r"(?: flags 0x([0-9a-f]+) \((.*)\))? ---$")
LOST = re.compile(r"\s+==> (\d+) missed event records$")
PARAMETER = re.compile(r" {8}(\d+\.\d+\.\d+) \(.*?\): value (.*)$")


def value(text):
    """Of an aggregate only the bytes; real numbers by their value."""
    text = re.sub(r".* (\[[0-9a-f]+\])$", r"\1", text)
    return text if text[0] in '"[' else float(text)


def theirs(archive):
    found = []
    for line in oracle.run(["pmdumplog", "-Z", "UTC", "-x",
                            archive]).stdout.split("\n"):
        if match := ARRAY.match(line):
            array = ["array", match[1], int(match[2].replace("No", "0")), 0]
            found.append(array)
        elif match := RECORD.match(line):
            found.append(["record", match[1], match[2] or "0", match[3] or "",
                          0])
        elif match := LOST.match(line):
            # It is counted as a record itself. 0 is told by high-resolution
            # ones only, where it means at least 1.
            found[-1][4] = int(match[1]) or 1
            array[2] -= 1
            array[3] += found[-1][4]
        elif (match := PARAMETER.match(line)) and found:
            found.append(["parameter", match[1], value(match[2])])
    return found


def ours(archive):
    found = []
    for line in oracle.ours("oracle/events_dump", archive).stdout.splitlines():
        kind, *fields = line.split("\t")
        if kind == "array":
            fields[1:] = map(int, fields[1:])
        elif kind == "record":
            fields[3] = int(fields[3])
        elif kind == "parameter":
            fields[1] = value(fields[1])
        found.append([kind, *fields])
    return found


def differences(archive, parameters=True):
    mine, other = ours(archive), theirs(archive)
    if not parameters:
        mine = [one for one in mine if one[0] != "parameter"]
    print(f"{archive.name}: {len(mine)} lines")
    if len(mine) != len(other) or not mine:
        yield f"{archive.name}: {len(mine)} lines, theirs {len(other)}"
    for a, b in zip(mine, other):
        if a != b:
            yield f"{archive.name}: {a}, theirs {b}"


def main():
    oracle.require()
    found = [d for name in ARCHIVES
             for d in differences(oracle.ARCHIVES / name)]
    print("\n".join(found[:20]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
