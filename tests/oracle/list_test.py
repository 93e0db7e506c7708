"""What tocsin list says of a real pmcd, of archives with texts and of MMV files
is what pminfo says of them."""
# Label: live
import json
import re
import subprocess
import sys

import mmv_files
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


def texts(env, *source):
    """name -> [one line, long text] as pminfo has them, "" for none."""
    done = subprocess.run(["pminfo", *source, "-tT"], env=env, text=True,
                          timeout=120, errors="surrogateescape", check=False,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL)
    found = {}
    for name, line, text in re.findall(
            r"^(\S+)(?: \[(.*)\]| One-line Help: Error: .*)\n"
            r"(?:Help:\n((?:.*\n)*?)|Full Help: Error: .*\n)"
            r"(?=\n(?:\S+ (?:\[|One-line)|\Z)|\Z)", done.stdout, re.M):
        found[name] = [line, text.rstrip("\n")]
    return found


def compare_texts(ours, expected):
    """Where there is no long text pminfo shows the line again."""
    assert sum(bool(line) for line, _ in expected.values()) > 10, "no texts"
    for name in ours.keys() & expected.keys():
        line = ours[name].get("help_line", "")
        mine = [line, ours[name].get("help_text", line).rstrip("\n")]
        if mine != expected[name]:
            yield f"{name}: {mine} is {expected[name]}"


def listed(*source):
    """name -> what we list of it."""
    done = oracle.ours("tocsin", "list", "--json", *source)
    return {metric["name"]: metric for metric in json.loads(done.stdout)}


def archives():
    """The testsuite's that have texts, of both versions."""
    for name in ("omnibus_v3", "omnibus_v2", "daily_report", "pcp-dstat",
                 "pcp-atop-boot"):
        archive = "-a", oracle.ARCHIVES / name
        yield from compare_texts(listed(*archive),
                                 texts(oracle.environment(), *archive))


def mmv(pmcd):
    """Its agent and we read the same files."""
    ours = listed("-h", f"mmv:{pmcd.folder}/mmv")
    yield from compare_texts(ours, texts(pmcd.environment(), "-h",
                                         pmcd.address, "mmv"))


def compare(pmcd):
    done = run(pmcd, oracle.BUILD / "tocsin", "list", "--json", "-h",
               pmcd.address)
    failures = [] if done.returncode == 0 else [done.stderr]
    ours = {metric["name"]: metric for metric in json.loads(done.stdout)}
    expected = theirs(pmcd)
    assert len(expected) > 500, "pminfo's words are not read right"
    failures += compare_texts(ours, texts(pmcd.environment(), "-h",
                                          pmcd.address))
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
    pmcd = own_pmcd.Pmcd()
    (pmcd.folder / "mmv").mkdir()
    subprocess.run([sys.executable, mmv_files.__file__, "pcp1", "pcp2", "pcp3"],
                   env=pmcd.environment(), check=True, timeout=60)
    with pmcd:
        failures, count = compare(pmcd)
        failures += group(pmcd)
        failures += mmv(pmcd)
    failures += archives()
    for failure in failures:
        print(failure)
    print(f"{count} metrics, {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
