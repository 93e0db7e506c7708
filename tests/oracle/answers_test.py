#!/usr/bin/env python3
"""Same answers: pmie and tocsin over the archives of the test suite and over
small ones of our own, generated and hand-written rules. What differs must be
a refinement or be excused by the specification: it agrees with both, each in
its way. --all takes every archive and many files; --help tells the rest. The
same from the environment: TOCSIN_SEED, and TOCSIN_CASES files an archive."""
import argparse
import collections
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import answers_generator as generate
import oracle
import small_archives
from answers_compare import Report, Verdict
from answers_run import SPEC, Runner, first_evaluations
from archive_index import leads_astray

RULES = pathlib.Path(__file__).resolve().parent / "rules"


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--all", action="store_true",
                        help="every archive, many files of each")
    parser.add_argument("--files", type=int,
                        default=int(os.environ.get("TOCSIN_CASES", "0")),
                        help="generated files of each archive")
    parser.add_argument("--seed", default=os.environ.get("TOCSIN_SEED", "1"))
    parser.add_argument("--only", default="",
                        help="archives whose path contains this")
    parser.add_argument("--keep", type=pathlib.Path,
                        help="leave what differs in this folder")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--show", type=int, default=12,
                        help="differences to show")
    return parser.parse_args()


class Outcome:
    """What became of some cases."""

    def __init__(self):
        self.count = collections.Counter()
        self.switches = collections.Counter()
        self.shown = []

    def fail(self, text):
        self.count["different"] += 1
        self.shown.append(text)

    def add(self, other):
        self.count.update(other.count)
        self.switches.update(other.switches)
        self.shown += other.shown


class Specified:
    """What the specification says of a case, asked when needed."""

    # At the very time of its record libpcp has a string's old value or the
    # new one, after what else was fetched: both are as pmie.
    AS_PMIE = ("pmie", "pmie,exact_strings")

    def __init__(self, runner, case, where, evaluations):
        """`evaluations`: only of as many, None for all."""
        self.runner, self.case, self.where = runner, case, where
        self.evaluations = evaluations
        self.reports = {}

    def report(self, switches):
        if switches not in self.reports:
            text = self.runner.spec(self.where / "rules.pmie", self.case,
                                    f"--switches={switches}").text
            if self.evaluations is not None:
                text = first_evaluations(text, self.evaluations)
            self.reports[switches] = Report(text, self.case.anonymous())
        return self.reports[switches]

    def is_pmie(self, name, theirs):
        """True if pmie says what it should, as far as that is defined."""
        for switches in self.AS_PMIE:
            end = self.report(switches).defined(name)
            if self.report(switches).of(name, end) == theirs.of(name, end):
                return True
        return False

    def is_undefined(self, name):
        return self.report("pmie").defined(name) is not None

    def is_ours(self, name, report):
        return self.report("ours").of(name) == report

    def needed(self, statement):
        """The switches that must be ours for the statement to come out as it
        does, found by turning one after the other back to pmie's."""
        file = self.where / f"one-{statement.name}.pmie"
        file.write_text(statement.alone())
        return self.runner.spec(file, self.case, "--needed").text.split()


def survived(runner, case, where, outcome):
    """What pmie says of the case; where it crashes, of the case without the
    statements that crash it, which must do so for a reason that is known."""
    file = where / "rules.pmie"
    file.write_text(case.text)
    said = runner.pmie(file, case)
    if not said.crashed():
        return said
    outcome.count["files over which pmie crashed"] += 1
    out = runner.what_crashes(case, where)
    for statement, why in out:
        if why:
            outcome.count[f"statements left out: pmie {why}"] += 1
        else:
            outcome.fail(f"pmie crashes, why? {case.line()}\n"
                         f"  {statement.source().strip()}")
    case.leave_out([statement for statement, _ in out])
    file.write_text(case.text)
    return runner.pmie(file, case)


def stopped(said, ours, case, outcome):
    """After how many evaluations pmie gave up over damage, None if it did
    not. We must find the same damage there, unless there is none."""
    if not said.damage():
        if ours.damage():
            outcome.fail(f"tocsin {ours.damage()}: {case.line()}")
        return None
    if not ours.damage() and any(map(leads_astray, case.archives)):
        outcome.count["files over which pmie went astray"] += 1
        return said.evaluations()
    if (said.damage(), said.status, said.evaluations()) != (
            ours.damage(), ours.status, ours.evaluations()):
        outcome.fail(f"damage: {case.line()}\n"
                     f"  pmie    {said.evaluations()} {said.damage()}\n"
                     f"  tocsin  {ours.evaluations()} {ours.damage()}")
    outcome.count["files over which both gave up"] += 1
    return said.evaluations()


def judge(runner, case, where):
    """Runs `case` in the folder `where` and compares."""
    outcome = Outcome()
    outcome.count["files"] += 1
    said = survived(runner, case, where, outcome)
    ours = runner.tocsin(where / "rules.pmie", case)
    refused = said.status and not said.damage()
    if said.crashed() or refused or ours.status is None:
        outcome.fail(f"ended badly: {case.line()}\n  pmie {said.words[-300:]}"
                     f"\n  tocsin {ours.words[-300:]}")
        return outcome
    evaluations = stopped(said, ours, case, outcome)
    text = ours.text
    if evaluations is not None:
        text = first_evaluations(text, evaluations)
    if said.text == text:
        outcome.count["answers equal"] += len(Report(text).skeleton)
        return outcome
    theirs, mine = (Report(t, case.anonymous()) for t in (said.text, text))
    specified = Specified(runner, case, where, evaluations)
    for statement in case.statements:
        compare(statement, theirs, mine, specified, outcome)
    if theirs.strays != mine.strays or theirs.skeleton != mine.skeleton:
        outcome.fail("the order or number of reports differs:\n  "
                     f"{case.line()}\n  pmie says {said.words[:300]}\n"
                     f"  tocsin {ours.words[:300]}")
    return outcome


def compare(statement, theirs, ours, specified, outcome):
    """One statement's answers: equal, or excused by the specification."""
    name = statement.name
    pmie, tocsin = theirs.of(name), ours.of(name)
    verdict = Verdict(pmie, tocsin, "-W" in specified.case.options)
    outcome.count["answers equal"] += verdict.equal
    if not verdict.differs and not verdict.refined:
        return
    if not (specified.is_pmie(name, theirs)
            and specified.is_ours(name, tocsin)):
        outcome.fail(difference(statement, specified, pmie, tocsin))
        return
    if specified.is_undefined(name):
        outcome.count["statements that become undefined in pmie"] += 1
    elif verdict.differs:
        outcome.count["statements that differ, excused"] += 1
    else:
        outcome.count["answers refined"] += verdict.refined
    outcome.switches.update(specified.needed(statement))


def first_difference(a, b):
    for kind in (0, 1):
        for k, (x, y) in enumerate(zip(a[kind], b[kind])):
            if x != y:
                return kind, k
        if len(a[kind]) != len(b[kind]):
            return kind, min(len(a[kind]), len(b[kind]))
    return 0, 0


def difference(statement, specified, pmie, ours):
    """Four lines about the first place where somebody disagrees."""
    as_pmie = specified.report("pmie").of(statement.name)
    as_ours = specified.report("ours").of(statement.name)
    for a, b in ((as_pmie, pmie), (as_ours, ours), (pmie, ours)):
        if a != b:
            kind, k = first_difference(a, b)
            break

    def line(report):
        return (report[kind] + [None] * (k + 1))[k]

    return "\n".join((
        f"DIFFERENT: {specified.case.line()}",
        f"  {statement.source().strip()}",
        f"  pmie        {line(pmie)}", f"  spec@pmie   {line(as_pmie)}",
        f"  tocsin      {line(ours)}", f"  spec@ours   {line(as_ours)}"))


def describe(archive):
    done = subprocess.run([SPEC, "--describe", "-a", archive], text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          errors="surrogateescape", timeout=600)
    return generate.Catalog(done.stdout) if done.returncode == 0 else None


def generated(archives, files, options):
    """Generated cases over archives that are open together."""
    catalog = describe(archives[0])
    if catalog is None or not catalog.numeric or catalog.seconds == 0:
        return
    hosts = [catalog.host]
    hosts += [describe(a).host for a in archives[1:]]
    rng = generate.generator(options.seed, "+".join(a.name for a in archives))
    for _ in range(files):
        yield generate.case(rng, archives, catalog, hosts)


def work(archives, files, options, runner, where):
    """All cases over `archives`."""
    total = Outcome()
    total.count["archives"] += 1
    for number, case in enumerate(generated(archives, files, options)):
        folder = where / f"{'+'.join(a.name for a in archives)}-{number}"
        folder.mkdir(parents=True, exist_ok=True)
        total.add(judge(runner, case, folder))
    return total


def by_hand(path, archives, runner, where):
    """A file of rules/, once with each of its lines `// run: OPTIONS`."""
    total = Outcome()
    text = path.read_text()
    statements = [generate.Statement(m[1], m[2]) for m in re.finditer(
        r"^(r\d+) = ((?:[^;\"]|\"[^\"]*\")*);", text, re.M)]
    for number, run in enumerate(re.findall(r"^// run: (.*)$", text, re.M)):
        opened, *words = run.split()
        wrap = "wrap" in words
        found = [archives / a if (archives / f"{a}.index").exists()
                 else oracle.ARCHIVES / a for a in opened.split(",")]
        case = generate.Case(found, statements,
                             [w for w in words if w != "wrap"], wrap)
        case.text = text
        folder = where / f"{path.stem}-{number}"
        folder.mkdir(parents=True, exist_ok=True)
        total.add(judge(runner, case, folder))
    return total


def chosen(options, small):
    """(archives, number of files): few and cheap ones unless --all."""
    for archives in small:
        if options.only in "+".join(map(str, archives)):
            yield archives, options.files or (60 if options.all else 4)
    for archive in oracle.archives():
        if options.only not in str(archive):
            continue
        size = sum(f.stat().st_size for f in
                   archive.parent.glob(archive.name + ".*"))
        if options.all or options.only:
            yield [archive], options.files or 12
        elif size < 3_000_000:
            yield [archive], options.files or 1


def idle_switches(total):
    """Switches of the specification that no difference was found to need."""
    listed = subprocess.run([SPEC, "--list"], text=True, check=True,
                            stdout=subprocess.PIPE).stdout
    return [name for name in (l.split("\t")[0] for l in listed.splitlines())
            if name not in total.switches]


def main():
    options = arguments()
    oracle.require()
    total = Outcome()
    with tempfile.TemporaryDirectory() as scratch:
        where = options.keep or pathlib.Path(scratch)
        (where / "archives").mkdir(parents=True, exist_ok=True)
        small = small_archives.write(where / "archives")
        runner = Runner(where)
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            jobs = [pool.submit(by_hand, path, where / "archives", runner,
                                where)
                    for path in sorted(RULES.glob("*.pmie"))
                    if options.only in path.name]
            jobs += [pool.submit(work, archives, files, options, runner, where)
                     for archives, files in chosen(options, small)]
            for job in jobs:
                total.add(job.result())
    if not options.only:
        for name in idle_switches(total):
            total.fail(f"nothing needed the switch {name}: is it one?")
    for text in total.shown[:options.show]:
        print(text)
    for what, number in sorted(total.count.items()):
        print(f"{number:8} {what}")
    for switch, number in sorted(total.switches.items()):
        print(f"{number:8} statements needed the switch {switch}")
    return 1 if total.count["different"] else 0


if __name__ == "__main__":
    sys.exit(main())
