#!/usr/bin/env python3
"""Our derived metrics beside libpcp's: expressions made at random of what each
archive has, and some by hand; descriptors, values bit for bit, and the words
about what is wrong. What libpcp gets wrong itself is excused by name, and
counted. TOCSIN_SEED and TOCSIN_CASES (expressions an archive) widen it."""
import concurrent.futures
import os
import pathlib
import random
import re
import struct
import subprocess
import sys
import tempfile

import oracle
import own_pmcd

SEED = os.environ.get("TOCSIN_SEED", "1")
CASES = int(os.environ.get("TOCSIN_CASES", "12"))
HERE = os.path.dirname(os.path.abspath(__file__))
LIBPCP = [sys.executable, "-B", os.path.join(HERE, "libpcp_derived.py")]
OURS = str(oracle.BUILD / "oracle/derived_dump")
NUMERIC = {"32", "U32", "64", "U64", "FLOAT", "DOUBLE"}
# Archives whose plain values libpcp reads otherwise, or not at all:
# replay_test.py has them.
LEFT_OUT = {"960624.08.17_v2", "babylon.pmview_v2", "bozo.client_v2",
            "20101004-trunc", "value-test", "pcp-mpstat3"}
TICKS = 8

# (text, what is said of it): rejected while it is read.
SYNTAX = [line.rstrip("\n") for line in
          open(os.path.join(HERE, "derived_syntax.txt"), encoding="utf-8")
          if not line.startswith("#")]

# By hand, over sample.* of ok-foo.
BY_HAND = """
sample.seconds + sample.seconds
sample.bin + 1
sample.bin + sample.drift
sample.bin[bin-300]
matchinst(/bin-[13]00/, sample.bin)
matchinst(!/bin-[13]00/, sample.bin)
sample.bin / sum(sample.bin)
sample.bin + sample.colour
sample.lights
sample.lights == 1
count(sample.lights)
avg(sample.bin)
! sample.bin > 300
-sample.seconds
rate(sample.seconds)
delta(sample.seconds)
delta(sample.bin)
sample.bin + sample.bin[bin-100]
sample.bin ? 1 : 0
sample.drift ? sample.bin : mkconst(1,type=32,semantics=instant)
sample.bin > 300 ? sample.bin : mkconst(1,type=32,semantics=instant)
sample.bin > 300 ? 2 : sample.bin
sample.colour ? mkconst(3, type=32,semantics=instant) : sample.bin
sample.seconds > sample.drift
sample.seconds * 2
2 * sample.seconds
sample.seconds / 2
2 / sample.seconds
sample.seconds + 1
1 < sample.seconds
sample.drift * sample.seconds
instant(sample.seconds) / sample.drift
rescale(instant(sample.seconds),"millisec") / count(sample.bin)
rescale(instant(sample.seconds),"millisec") + sample.drift
count(sample.bin) + sample.drift
sample.drift + count(sample.bin)
rescale(sample.seconds, "hour")
max(sample.lights)
-sample.lights
instant(sample.lights)
sum(sample.seconds)
matchinst(/green|red/, sample.colour) + sample.colour
sample.colour[green] + sample.colour[red]
sample.nosuch + 1
defined(sample)
defined(sample.bin)
defined(no.such)
sample
1 < sample.lights
sample.lights ? 1 : 2
sample.bin ? sample.colour : sample.bin
3 / 2
2 - 3
1 / 0
0 / 0
-1 / 0
4294967295 + 1
99999999999.5
mkconst(4000000000,type=32) + 0
mkconst(4000000000,type=64) * 4000000000
mkconst(1,type=64) - mkconst(2,type=u64)
0.1 + mkconst(0.1,type=float)
1.5 == mkconst(1.5,type=float)
mkconst(42, type=U64, semantics=counter, units="Mbyte/sec")
mkconst(3, type=64, units="Kbyte") + mkconst(2,type=64,units="Mbyte")
mkconst(3, type=64, units="millisec") + mkconst(2,type=64,units="hour")
mkconst(3, type=64, units="Kbyte / millisec") + mkconst(2,type=64,units="Mbyte / sec")
mkconst(3, type=64, units="Kbyte") && 1
mkconst(3, semantics=counter) > mkconst(3, semantics=instant)
mkconst(3, semantics=counter) / mkconst(2, semantics=instant)
mkconst(3, semantics=counter) > 1
1 < mkconst(3, semantics=counter)
rescale(mkconst(5, type=u32, units="Kbyte"), "byte")
rescale(mkconst(1536, type=u32, units="Kbyte"), "Mbyte")
rescale(mkconst(1536, type=double, units="Kbyte"), "Mbyte")
rescale(mkconst(5, type=u32, units="Kbyte"), "sec")
rescale(mkconst(5, type=u32), "count")
anon(PM_TYPE_32)
""".strip().splitlines()


def complaints(text):
    """Without where, and what follows of libpcp's own words on patterns."""
    text = re.sub(r"^\[[^]]*:(\d+)\]", r"[\1]", text, flags=re.M)
    return re.sub(r"(bad regular expression: ).*", r"\1", text)


def groups(text):
    """The lines of each metric."""
    found = {}
    for line in text.splitlines():
        if "\t" in line:
            name, rest = line.split("\t", 1)
            found.setdefault(name, []).append(rest)
    return found


class Config:
    """Definitions d.0, d.1, ... in a file, asked of both."""

    def __init__(self, folder, texts):
        self.texts = {f"d.m{i}": text for i, text in enumerate(texts)}
        self.file = os.path.join(folder, "derived")
        with open(self.file, "w", encoding="utf-8") as out:
            for name, text in self.texts.items():
                out.write(f"{name} = {text}\n")

    def theirs(self, case, names):
        """libpcp crashes over some: then the rest goes on without that one."""
        env = dict(oracle.environment(), PCP_DERIVED_CONFIG=self.file)
        said, found, crashed, left = None, {}, [], list(names)
        while left:
            lines = "".join(f"{case} {name}\n" for name in left)
            run = subprocess.run(LIBPCP, input=lines, env=env, text=True,
                                 stdout=subprocess.PIPE, timeout=300,
                                 errors="surrogateescape",
                                 stderr=subprocess.PIPE, check=False)
            said = said if said is not None else run.stderr
            done = run.stdout.count("\nend\n") + run.stdout.startswith("end\n")
            whole = run.stdout[:run.stdout.rfind("end\n")] if done else ""
            found.update(groups(whole))
            if run.returncode == 0:
                break
            crashed.append(left[done])
            left = left[done + 1:]
        return said or "", found, crashed

    def ours(self, case, names):
        lines = "".join(f"{case} {name}\n" for name in names)
        run = subprocess.run([OURS, self.file], input=lines, text=True,
                             stdout=subprocess.PIPE, timeout=300, check=False,
                             errors="surrogateescape", stderr=subprocess.PIPE)
        if run.returncode:
            raise RuntimeError(f"derived_dump: {run.stderr[-2000:]}")
        said, _, rest = run.stdout.partition("end\n")
        return said, groups(rest)


def close(a, b):
    """FLOAT averages: libpcp adds up in single precision, as they come."""
    x, y = (struct.unpack(">f", bytes.fromhex(v))[0] for v in (a, b))
    return x == y or abs(x - y) <= 5e-4 * max(abs(x), abs(y))


def rows(lines):
    return dict(line.rsplit("\t", 1) for line in lines[1:])


def differs(text, theirs, ours):
    """Why not equal, or None; ("excused", why) for what libpcp gets wrong."""
    if theirs[0].startswith("error") or ours[0].startswith("error"):
        both = theirs[0].startswith("error") and ours[0].startswith("error")
        if re.search(r"[<>=!]=? 0\.5$", text) and not both:
            return ("excused", "a constant compared with units")
        return None if both else f"{theirs[0]} and {ours[0]}"
    if theirs[0] != ours[0]:
        return f"{theirs[0]} and {ours[0]}"
    a, b = rows(theirs), rows(ours)
    if a == b:
        return None
    if "avg(" in text and a.keys() == b.keys():
        if theirs[0].startswith("desc\tFLOAT") and all(
                close(a[k], b[k]) for k in a):
            return ("excused", "avg")
    if re.search(r"\b(max|min)\(", text) and all(
            a.get(k) == b[k] for k in b):
        return ("excused", "max or min of nothing")
    if "?" in text and all(a.get(k) == b[k] for k in b):
        return ("excused", "ternary by position")
    if "scalar(" in text and all(b.get(k) == a[k] for k in a):
        return ("excused", "scalar after nothing")
    only_a = [k for k in a if a.get(k) != b.get(k)][:3]
    only_b = [k for k in b if a.get(k) != b.get(k)][:3]
    return (f"theirs {[(k, a[k]) for k in only_a]}, "
            f"ours {[(k, b[k]) for k in only_b]}")


class Archive:
    def __init__(self, base):
        self.base, self.start, self.end = base, None, None
        self.metrics = []
        run = oracle.ours("oracle/archive_dump", base, 0)
        for line in run.stdout.splitlines():
            words = line.split("\t")
            if words[0] == "label":
                self.start, self.end = (int(w.replace(".", ""))
                                        for w in words[4:6])
            elif words[0] == "desc" and words[3] in NUMERIC:
                # name, type, indom, semantics, units
                self.metrics.append((words[1], *words[3:7]))

    def case(self, rng):
        span = max(self.end - self.start, 10**6)
        step = max(rng.choice([span // 9, span // 60, 10**9]) // 10**6, 1)
        start = (self.start + rng.randrange(0, span // 3 + 1)) // 1000 * 1000
        block = rng.choice([1, 3, TICKS])
        # After the end libpcp fetches nothing.
        ticks = min(TICKS, (self.end - start) // (step * 10**6))
        return f"{self.base} - {start} {step * 10**6} {max(ticks, 1)} {block}"


def expression(rng, archive):
    """One that stands a chance: metrics of one domain, or singular."""
    name, _, indom, _, units = rng.choice(archive.metrics)
    alike = [m for m in archive.metrics if m[2] in (indom, "PM_INDOM_NULL")]
    other = rng.choice(alike)[0]
    plain = lambda n: rng.choice(["instant(%s)", "delta(%s)", "%s"]) % n
    function = rng.choice(["rate", "delta", "sum", "avg", "max", "min",
                           "count", "instant"])
    arm = f"instant({name})"
    kind = rng.randrange(9)
    if kind == 0:
        return f"{function}({name})"
    if kind == 1:
        return f"{plain(name)} {rng.choice('+-*/')} {plain(other)}"
    if kind == 2:
        sign = rng.choice(["<", "<=", "==", ">=", ">", "!=", "&&", "||"])
        # libpcp does not convert U32 that it compares.
        same = rng.choice([m[0] for m in alike if m[4] == units])
        right = rng.choice([f"instant({same})", "10", "0.5"])
        return f"instant({name}) {sign} {right}"
    if kind == 3:
        return f"{plain(name)} {rng.choice('*/')} {rng.choice(['3', '2.5'])}"
    if kind == 4:
        return f"-{plain(name)}"
    if kind == 5:
        return f"{name} {rng.choice('+-')} {other}"
    if kind == 6:
        return f"instant({name}) > 100 ? {arm} : {arm} * 1"
    if kind == 7:
        return f"100 * rate({name}) / {rng.choice(['7', 'instant(%s)' % other])}"
    return f"{arm} / {rng.choice(['sum', 'max', 'count'])}({other})"


def check(config, case, names, report):
    said, theirs, crashed = config.theirs(case, names)
    ours_said, ours = config.ours(case, names)
    for name in names:
        text = config.texts[name]
        if name in crashed:
            report["excused"]["libpcp crashes"] += 1
            continue
        if name not in theirs or name not in ours:
            why = "known to one only"
        else:
            why = differs(text, theirs[name], ours[name])
        if why is None:
            report["same"] += 1
            report["values"] += len(theirs[name]) - 1
        elif isinstance(why, tuple):
            report["excused"][why[1]] += 1
        else:
            report["wrong"].append(f"{case}: {text}: {why}")
    return said, ours_said


def check_archive(base, report):
    rng = random.Random(f"{SEED} {base.name}")
    archive = Archive(base)
    if archive.start is None or not archive.metrics:
        return
    with tempfile.TemporaryDirectory() as folder:
        texts = [expression(rng, archive) for _ in range(CASES)]
        config = Config(folder, texts)
        check(config, archive.case(rng), list(config.texts), report)


def check_by_hand(report):
    with tempfile.TemporaryDirectory() as folder:
        config = Config(folder, BY_HAND)
        archive = Archive(oracle.ARCHIVES / "ok-foo")
        case = f"{archive.base} - {archive.start // 1000 * 1000 + 2 * 10**9} " \
               f"{10**9} 4 4"
        check(config, case, list(config.texts), report)
        compare_semantics(config, case, report)


def compare_semantics(config, case, report):
    """What does not fit is said in the same words."""
    theirs = set(re.findall(r"^Semantic error: .*", config.theirs(
        case, list(config.texts))[0], flags=re.M))
    ours = set()
    for lines in config.ours(case, list(config.texts))[1].values():
        ours.update(re.findall(r"Semantic error: .*", "\n".join(lines)))
    for line in theirs ^ ours:
        report["wrong"].append(f"said by one only: {line}")
    report["same"] += len(theirs & ours)


def check_syntax(report):
    with tempfile.TemporaryDirectory() as folder:
        config = Config(folder, SYNTAX)
        case = f"{oracle.ARCHIVES / 'ok-foo'} - 0 1000000 0 1"
        theirs = complaints(config.theirs(case, ["no.such"])[0])
        ours = complaints(config.ours(case, ["no.such"])[0])
        split = lambda text: {part.split("]")[0]: part for part in re.split(
            r"^(?=\[\d+\])", text, flags=re.M) if part}
        a, b = split(theirs), split(ours)
        for line in sorted(a.keys() | b.keys()):
            if a.get(line) != b.get(line):
                report["wrong"].append(
                    f"syntax:\n{a.get(line)}and\n{b.get(line)}")
        report["same"] += len(SYNTAX)


def check_rules(report):
    """The definitions that PCP brings along, in rules: pmie beside us."""
    rules = """
a = kernel.cpu.util.user; b = kernel.cpu.util.idle > 90;
c = disk.dev.util; d = disk.dev.r_await; e = disk.dev.avg_rqsz;
f = some_inst disk.dev.util > 1; g = sum_inst disk.dev.avg_qlen;
h = disk.dev.util #'sda'; i = proc.psinfo.age; j = proc.hog.cpu > 0;
"""
    archive = oracle.ARCHIVES / "pcp-zeroconf"
    shipped = oracle.ROOT / "var/lib/pcp/config/derived"
    arguments = ["-v", "-q", "-t", "20", "-T", "3min", "-z", "-a", archive]
    with tempfile.TemporaryDirectory() as folder:
        ours = pathlib.Path(folder) / "pmie"
        ours.symlink_to(oracle.BUILD / "tocsin")
        file = pathlib.Path(folder) / "rules"
        file.write_text(rules)
        env = dict(os.environ, PCP_DERIVED_CONFIG=str(shipped))
        theirs = dict(oracle.environment(), PCP_DERIVED_CONFIG=str(shipped))
        words = [str(a) for a in [*arguments, "-c", file]]
        a, b = (subprocess.run([program, *words], env=one, text=True,
                               stdout=subprocess.PIPE, timeout=300,
                               stderr=subprocess.PIPE, check=False)
                for program, one in (("pmie", theirs), (str(ours), env)))
    compare_reports(a.stdout, b.stdout, report)


def check_live(report):
    """Over a real pmcd, what does not change with time."""
    definitions = """
my.sum = sum(sample.bin)
my.bins = matchinst(/bin-[12]00/, sample.bin) * 2
my.mixed = sample.bin / sum(sample.bin)
my.rate = rate(sample.long.ten)
my.none = no.such + 1
my.other = sample.bin + 0 * count(sample.colour)
"""
    rules = ("a = my.sum; b = my.bins; c = my.mixed #'bin-300'; "
             "d = my.rate; e = my.none; f = some_inst my.bins > 300; "
             "g = my.other #'bin-300' #'bin-100'; h = my.sum #'bin-300';")
    with own_pmcd.Pmcd(("pmcd", "sample")) as pmcd, \
            tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "derived"
        file.write_text(definitions)
        (pathlib.Path(folder) / "rules").write_text(rules)
        (pathlib.Path(folder) / "pmie").symlink_to(oracle.BUILD / "tocsin")
        words = ["-v", "-q", "-h", pmcd.address, "-t", "2", "-T", "4.8",
                 "-c", f"{folder}/rules"]
        last = []
        for program, env in (("pmie", oracle.environment()),
                             (f"{folder}/pmie", os.environ)):
            run = subprocess.run([program, *words], text=True, check=False,
                                 env=dict(env, PCP_DERIVED_CONFIG=str(file)),
                                 stdout=subprocess.PIPE, timeout=120,
                                 stderr=subprocess.PIPE)
            # The last tick's: at the first nobody knows a rate.
            last.append(dict(re.findall(r"^(\w+): (.*)$", run.stdout, re.M)))
    if last[0] != last[1] or last[1].get("a") != "4500":
        report["wrong"].append(f"live: {last[0]} and {last[1]}")
    report["same"] += 1


def compare_reports(theirs, ours, report):
    """Line by line; where pmie knows nothing we may know more."""
    a, b = theirs.splitlines(), ours.splitlines()
    if len(a) != len(b) or len(a) < 50:
        report["wrong"].append(f"rules: {len(a)} lines and {len(b)}")
    for x, y in zip(a, b):
        unknown = "?" in x and x.split(": ")[0] == y.split(": ")[0]
        if x == y:
            report["same"] += 1
        elif unknown:
            report["excused"]["a rule unknown to pmie"] += 1
        else:
            report["wrong"].append(f"rules: {x[:200]}\n and  {y[:200]}")


class Counter(dict):
    def __missing__(self, key):
        return 0


def main():
    oracle.require()
    report = {"same": 0, "values": 0, "wrong": [], "excused": Counter()}
    check_syntax(report)
    check_by_hand(report)
    check_rules(report)
    if (own_pmcd.BIN / "pmcd").exists():
        check_live(report)
    bases = [b for b in oracle.archives() if b.name not in LEFT_OUT
             and "corrupt" not in str(b)]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for done in [pool.submit(check_archive, base, report)
                     for base in bases]:
            done.result()
    print(f"{report['same']} expressions alike, {report['values']} values; "
          f"excused: {dict(report['excused'])}; "
          f"{len(report['wrong'])} differ")
    for line in report["wrong"][:60]:
        print(line)
    return 1 if report["wrong"] else 0


sys.exit(main())
