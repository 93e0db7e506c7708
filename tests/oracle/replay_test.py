#!/usr/bin/env python3
"""Our interpolated values against libpcp's, bit for bit, on every archive:
random metrics, instances, starts, steps and block sizes, also with wrapping
counters, with marks ignored, and with the archive cut anywhere. A difference
is excused only by a run that shows what libpcp stumbled over. TOCSIN_SEED and
TOCSIN_CASES (cases an archive) widen it."""
import bz2
import concurrent.futures
import lzma
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

import oracle

# One case for every so many archives, without TOCSIN_CASES.
THINNED = 2
MOST_VALUES = 4000
SEED = os.environ.get("TOCSIN_SEED", "1")
HERE = os.path.dirname(os.path.abspath(__file__))
LIBPCP = [sys.executable, os.path.join(HERE, "libpcp_values.py")]
OURS = [str(oracle.BUILD / "oracle/replay_dump")]
ENVIRONMENTS = {"-": {}, "w": {"PCP_COUNTER_WRAP": ""},
                "m": {"PCP_IGNORE_MARK_RECORDS": ""}, "s": {}, "cut": {}}
# Blocks without a type, whose bytes libpcp leaves in the wrong order.
UNTYPED = {"960624.08.17_v2", "babylon.pmview_v2", "bozo.client_v2"}
TYPES = {"32", "U32", "64", "U64", "FLOAT", "DOUBLE", "STRING"}
LOGREC = "error\tCorrupted record in a PCP archive log"
UNPACK = {".xz": lzma.open, ".lzma": lzma.open, ".bz2": bz2.open}


class Archive:
    """What a case needs to know of one."""

    def __init__(self, base):
        self.base, self.records, self.error = base, [], None
        self.start = self.end = None
        by_pmid, self.instances, indom = {}, {}, None
        for line in dump(base, 60):
            words = line.split("\t")
            if words[0] == "label":
                self.start, self.end = map(nanoseconds, words[4:6])
            elif words[0] == "desc" and words[3] in TYPES:
                # One name a PMID: libpcp hangs on a fetch with one twice.
                by_pmid[words[2]] = (words[1], words[3], words[4], words[5])
            elif words[0] == "indom":
                indom = words[1]
            elif words[0] == "instance":
                self.instances.setdefault(indom, []).append(words[1])
            elif words[0] == "record":
                self.records.append(nanoseconds(words[1]))
        self.metrics = list(by_pmid.values())

    def usable(self):
        return self.start is not None and self.metrics


def dump(base, records):
    return oracle.ours("oracle/archive_dump", base,
                       records).stdout.splitlines()


def nanoseconds(stamp):
    return int(stamp.replace(".", ""))


def spec(rng, metric, instances):
    name, _, indom, _ = metric
    known = instances.get(indom, [])
    if not known or rng.random() < 0.75:
        return name
    return name + "#" + ",".join(rng.sample(known, min(len(known), 3)))


def wrong(archive, metric, options):
    """True of what libpcp itself gets wrong (pmapi/archive/REPLAY.md,
    "Counters between two records")."""
    _, kind, _, semantics = metric
    if archive.base.name in UNTYPED and kind in ("64", "U64", "DOUBLE"):
        return True
    return options == "w" and kind == "32" and semantics == "1"


def near_end(begin, step, count, end):
    """Within the millisecond after the end libpcp's answer depends on how far
    it happened to read before."""
    k = (end - begin) // step + 1
    return k < count and begin + k * step <= end + 10**6


def choose(rng, archive, options):
    """Metrics with instances; the second value of each is its type."""
    chosen, profiled = [], set()
    metrics = archive.metrics
    for metric in rng.sample(metrics, min(len(metrics), rng.randint(1, 12))):
        if wrong(archive, metric, options):
            continue
        text = spec(rng, metric, archive.instances)
        # A context has one profile a domain.
        if metric[2] in profiled:
            text = metric[0]
            chosen = [c for c in chosen if c[2] != metric[2] or "#" not in c[0]]
        profiled.add(metric[2])
        chosen.append((text, metric[1], metric[2]))
    return chosen


def begin_and_step(rng, archive):
    """libpcp takes microseconds and milliseconds."""
    start, span = archive.start, max(archive.end - archive.start, 10**6)
    step = rng.choice([span // 7, span // 50, span // 300, 10**9, 60 * 10**9,
                       rng.randrange(1, span)])
    step = min(max(step // 10**6, 1), 2**31 - 1) * 10**6
    begin = start - start % 1000 + rng.choice(
        [0, 0, rng.randrange(-span // 20, span)]) // 1000 * 1000
    if archive.records and rng.random() < 0.3:
        # So that a tick is at the very time of a record.
        at = rng.choice(archive.records) // 1000 * 1000
        begin = at - rng.choice([0, 1, 1, 2, 5]) * step
    return begin, step


class Case:
    def __init__(self, archive, options, begin, step, count, block, chosen):
        self.archive, self.options = archive, options
        self.begin, self.step, self.count = begin, step, count
        self.block, self.chosen = block, chosen

    def line(self, base=None, begin=None):
        """For the programs; perhaps of another archive or start."""
        letters = "-" if self.options == "cut" else self.options
        return " ".join([
            str(base or self.archive.base), letters,
            str(self.begin if begin is None else begin), str(self.step),
            str(self.count), str(self.block)] + [c[0] for c in self.chosen])


def make_case(rng, archive, options):
    chosen = choose(rng, archive, options)
    begin, step = begin_and_step(rng, archive)
    count = min((archive.end - begin) // step + 3, rng.choice([20, 60, 200]))
    width = sum(max(len(archive.instances.get(c[2], [])), 1) for c in chosen)
    count = min(count, MOST_VALUES // max(width, 1) + 2)
    if not chosen or count < 1 or near_end(begin, step, count, archive.end):
        return None
    return Case(archive, options, begin, step, count,
                rng.choice([1, 3, 17, 1000]), chosen)


def answers(program, lines, env):
    """One list of lines a case; None from where the program died."""
    done = subprocess.run(program, input="\n".join(lines) + "\n", env=env,
                          text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=900)
    found = [plain(text) for text in done.stdout.split("end\n")[:-1]]
    found += [None] * (len(lines) - len(found))
    return found, done.stderr


def environment_of(options):
    env = oracle.environment()
    env.update(ENVIRONMENTS[options])
    return env


def libpcp(case, **other):
    return answers(LIBPCP, [case.line(**other)],
                   environment_of(case.options))[0][0]


def copy(base, folder, cut=None):
    """The archive unpacked, without an index; its volume `cut[0]` with only
    `cut[1]` bytes, and none after it. The base name of the copy."""
    cut_number = None if cut is None else int(volume_number(cut[0]))
    for path in base.parent.glob(base.name + ".*"):
        suffix = path.suffix if path.suffix in UNPACK else ""
        plain_name = path.name[:len(path.name) - len(suffix)]
        part = plain_name[len(base.name) + 1:]
        if part != "meta" and not part.isdigit():
            continue
        if cut and part.isdigit() and int(part) > cut_number:
            continue
        with UNPACK.get(suffix, open)(path, "rb") as packed:
            data = packed.read()
        if cut and part.isdigit() and int(part) == cut_number:
            data = data[:cut[1]]
        (folder / plain_name).write_bytes(data)
    return folder / base.name


def volume_number(path):
    return next(part for part in reversed(path.split(".")) if part.isdigit())


def excused_by_place(case, ours):
    """True if libpcp gives our values once the index is taken away, and what
    stands behind damage. Its index may point amidst a record or let it miss a
    mark; and it gives up where it meets damage further ahead than the tick."""
    lines = dump(case.archive.base, 10**9)
    damage, last = None, None
    for line in lines:
        words = line.split("\t")
        if words[0] == "record":
            last = nanoseconds(words[1])
        elif words[0] == "error":
            path, byte = words[2].split(": byte ")
            damage = (path, int(byte.split(":")[0]))
    ticks = [case.begin + k * case.step for k in range(case.count)]
    fails = damage and any(last < t <= case.archive.end for t in ticks)
    if (ours[-1:] == [LOGREC]) != bool(fails):
        return False
    with tempfile.TemporaryDirectory() as folder:
        base = copy(case.archive.base, pathlib.Path(folder), damage)
        return libpcp(case, base=base) == ours[:-1 if fails else None]


def excused_by_strings(case, ours, theirs):
    """True if they differ in strings only, where libpcp has at the time of a
    record what was there just before."""
    new, old = set(ours), set(theirs)
    before = answers(OURS, [case.line(begin=case.begin - 1)], None)[0][0]
    places = {line.rsplit("\t", 1)[0] for line in new - old}
    return (places == {line.rsplit("\t", 1)[0] for line in old - new}
            and old - new <= set(before)
            and all(case.chosen[int(p.split("\t")[1])][1] == "STRING"
                    for p in places))


def plain(text):
    """Without the place that only our errors name."""
    lines = text.splitlines()
    if lines and lines[-1].startswith("error"):
        lines[-1] = "\t".join(lines[-1].split("\t")[:2])
    return lines


def first_difference(ours, theirs):
    for a, b in zip(ours, theirs):
        if a != b:
            return f"ours {a!r}, libpcp's {b!r}"
    return f"ours {len(ours)} lines, libpcp's {len(theirs)}"


def cut_archive(rng, base, folder):
    """A copy with its index whose only volume ends anywhere; None of what is
    packed, large, or of several volumes."""
    parts = [p for p in base.parent.glob(base.name + ".*")
             if p.name[len(base.name) + 1:] in ("0", "meta", "index")]
    sizes = {p.suffix: p.stat().st_size for p in parts}
    if len(parts) != 3 or not 2000 < sizes[".0"] < 10**6 or \
            base.with_name(base.name + ".1").exists():
        return None
    folder.mkdir()
    for part in parts:
        shutil.copy(part, folder)
    name = folder / base.name
    os.truncate(f"{name}.0", rng.randrange(1000, sizes[".0"]))
    return Archive(name)


def make_batch(options, archives, cases, folder):
    batch = []
    for number, archive in enumerate(archives):
        rng = random.Random(f"{SEED} {options} {archive.base.name}")
        if cases is None and rng.randrange(THINNED):
            continue
        for k in range(cases or 1):
            at = archive
            if options == "cut":
                at = cut_archive(rng, archive.base, folder / f"{number}-{k}")
            case = at and at.usable() and make_case(rng, at, options)
            if case:
                batch.append(case)
    return batch


class Tally:
    def __init__(self):
        self.cases = self.values = self.failed = 0
        self.place = self.strings = 0

    def judge(self, case, ours, theirs):
        self.cases += 1
        self.values += len(ours)
        if ours == theirs:
            return
        if excused_by_place(case, ours):
            self.place += 1
        elif excused_by_strings(case, ours, theirs):
            self.strings += 1
        else:
            self.failed += 1
            print(f"DIFFERS: {case.options} {case.line()}\n"
                  f"  {first_difference(ours, theirs)}")


def compare(pool, options, batch, tally):
    lines = [case.line() for case in batch]
    mine = pool.submit(answers, OURS, lines, None)
    theirs, _ = answers(LIBPCP, lines, environment_of(options))
    ours, complaints = mine.result()
    for case, a, b in zip(batch, ours, theirs):
        if a is None:
            print(f"DIED: {case.line()}\n{complaints[-2000:]}")
            tally.failed += 1
            return
        if b is None:
            print(f"libpcp died: {case.line()}")
            return
        tally.judge(case, a, b)


def main():
    oracle.require()
    names = oracle.archives()
    if len(sys.argv) > 1:
        names = [n for n in names if n.name in sys.argv[1:]]
    cases = os.environ.get("TOCSIN_CASES")
    tally = Tally()
    with concurrent.futures.ThreadPoolExecutor() as pool, \
            tempfile.TemporaryDirectory() as folder:
        archives = [a for a in pool.map(Archive, names) if a.usable()]
        for options in ENVIRONMENTS:
            batch = make_batch(options, archives, cases and int(cases),
                               pathlib.Path(folder))
            compare(pool, options, batch, tally)
    print(f"{tally.cases} cases, {tally.values} values, {tally.failed} differ; "
          f"libpcp was led astray by its index or by damage further on in "
          f"{tally.place}, kept a string too long in {tally.strings}")
    return 1 if tally.failed or not tally.values else 0


sys.exit(main())
