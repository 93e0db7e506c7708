"""What tocsin list says of a real pmcd is what pminfo says of it."""
# Label: live
import json
import re
import subprocess
import sys

import oracle
import own_pmcd

TYPES = {"32-bit int": "32-bit integer", "32-bit unsigned int":
         "32-bit unsigned", "64-bit int": "64-bit integer",
         "64-bit unsigned int": "64-bit unsigned", "float": "float",
         "double": "double", "string": "string"}
# What comes and goes with connections and processes.
MOVES = re.compile(r"pmcd\.|network\.(tcpconn|interface)")


def run(pmcd, *command):
    return subprocess.run(
        command, env=pmcd.environment(), text=True, timeout=120,
        errors="surrogateescape", stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)


def theirs(pmcd):
    """name -> (type, semantics, units, has instances)"""
    text = run(pmcd, "pminfo", "-h", pmcd.address, "-d").stdout
    found = {}
    for part in re.findall(
            r"^(\S+)\n    Data Type: (.*?)  InDom: (\S+) .*\n"
            r"    Semantics: (\S+)  Units: (.*)$", text, re.M):
        name, kind, indom, semantics, units = part
        found[name] = (kind, semantics, "" if units == "none" else units,
                       indom != "PM_INDOM_NULL")
    return found


def compare(pmcd):
    done = run(pmcd, oracle.BUILD / "tocsin", "list", "--json", "-h",
               pmcd.address)
    failures = [] if done.returncode == 0 else [done.stderr]
    ours = {metric["name"]: metric for metric in json.loads(done.stdout)}
    expected = theirs(pmcd)
    assert len(expected) > 500, "pminfo's words are not read right"
    failures += [f"{name}: pminfo has it, and we do not"
                 for name in expected.keys() - ours.keys()
                 if not name.startswith("event.")]
    for name, (kind, semantics, units, has_instances) in expected.items():
        if name not in ours or MOVES.match(name):
            continue
        mine = ours[name]
        if kind in TYPES and mine["type"] != TYPES[kind]:
            failures.append(f"{name}: {mine['type']} is {kind}")
        if (mine["semantics"], mine["units"]) != (semantics, units):
            failures.append(f"{name}: {mine} is {semantics}, {units}")
        known = "instances" in mine or "error" in mine
        if known != has_instances:
            failures.append(f"{name}: {mine} has instances: {has_instances}")
    return failures, len(expected)


def group(pmcd):
    """A group and one metric are asked for by themselves."""
    listed = {}
    for name in ("sample.long", "sample.long.ten", "sample.lo*.ten"):
        done = run(pmcd, oracle.BUILD / "tocsin", "list", "-h", pmcd.address,
                   name)
        listed[name] = done.stdout
    wrong = run(pmcd, oracle.BUILD / "tocsin", "list", "-h", pmcd.address,
                "sample.lang")
    failures = []
    if "sample.long.ten: instant, " not in listed["sample.long.ten"]:
        failures.append(listed["sample.long.ten"])
    if not listed["sample.long"].count("\n") > 3 or \
            listed["sample.long.ten"] not in listed["sample.long"]:
        failures.append(listed["sample.long"])
    if "sample.long.ten: " not in listed["sample.lo*.ten"]:
        failures.append(listed["sample.lo*.ten"])
    if wrong.returncode != 1 or 'did you mean "sample.long"?' not in \
            wrong.stderr:
        failures.append(wrong.stderr)
    return failures


def main():
    own_pmcd.require()
    with own_pmcd.Pmcd() as pmcd:
        failures, count = compare(pmcd)
        failures += group(pmcd)
    for failure in failures:
        print(failure)
    print(f"{count} metrics, {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
