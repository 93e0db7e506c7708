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

SPEC = oracle.BUILD / "tests/support/spec/tocsin-spec"
RULES = pathlib.Path(__file__).resolve().parent / "rules"
TIMEOUT = 60


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


class Runner:
    """Runs the three programs on one rule file."""

    def __init__(self, folder):
        self.folder = folder
        self.pmie_link = folder / "pmie"
        if not self.pmie_link.exists():
            self.pmie_link.symlink_to(oracle.BUILD / "tocsin")

    @staticmethod
    def options(case):
        listed = [w for a in case.archives for w in ("-a", str(a))]
        return listed + list(case.options)

    @staticmethod
    def environment(case, base):
        env = dict(base, TZ="UTC")
        env.pop("PCP_COUNTER_WRAP", None)
        if case.wrap:
            env["PCP_COUNTER_WRAP"] = ""
        return env

    def run(self, program, rules, case, env):
        """(standard output, exit status); None for the status of a crash or
        of what did not end."""
        try:
            done = subprocess.run(
                [str(program), *rules], env=self.environment(case, env),
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                stderr=subprocess.PIPE, text=True, errors="surrogateescape",
                timeout=TIMEOUT, cwd=self.folder)
        except subprocess.TimeoutExpired:
            return "", None, "timeout"
        status = done.returncode if done.returncode >= 0 else None
        return done.stdout, status, done.stderr

    def pmie(self, file, case):
        return self.run(oracle.ROOT / "usr/bin/pmie",
                        ["-q", *self.options(case), "-c", file], case,
                        oracle.environment())

    def tocsin(self, file, case):
        return self.run(self.pmie_link,
                        ["-q", *self.options(case), "-c", file], case,
                        os.environ)

    def spec(self, file, case, how):
        return self.run(SPEC, [how, *self.options(case), file], case,
                        os.environ)


class Specified:
    """What the specification says of a case, asked when needed."""

    # At the very time of its record libpcp has a string's old value or the
    # new one, after what else was fetched: both are as pmie.
    AS_PMIE = ("pmie", "pmie,exact_strings")

    def __init__(self, runner, case, where):
        self.runner, self.case, self.where = runner, case, where
        self.reports = {}

    def of(self, switches, name):
        if switches not in self.reports:
            self.reports[switches] = Report(self.runner.spec(
                self.where / "rules.pmie", self.case,
                f"--switches={switches}")[0])
        return self.reports[switches].of(name)

    def is_pmie(self, name, report):
        return any(self.of(s, name) == report for s in self.AS_PMIE)

    def is_ours(self, name, report):
        return self.of("ours", name) == report

    def needed(self, statement):
        """The switches that must be ours for the statement to come out as it
        does, found by turning one after the other back to pmie's."""
        file = self.where / f"one-{statement.name}.pmie"
        file.write_text(statement.alone())
        return self.runner.spec(file, self.case, "--needed")[0].split()


def judge(runner, case, where):
    """Runs `case` in the folder `where` and compares."""
    outcome = Outcome()
    count = outcome.count
    file = where / "rules.pmie"
    file.write_text(case.text)
    count["files"] += 1
    pmie_text, pmie_status, pmie_words = runner.pmie(file, case)
    if pmie_status is None or re.search(r"varDeref|macro \$(year|month|day|hour"
                                        r"|minute)", pmie_words):
        # It ended, or a statement that it rejected took a clock variable of
        # the others away.
        count["files over which pmie crashed (B5, B6)"] += 1
        return outcome
    text, status, words = runner.tocsin(file, case)
    if status is None:
        outcome.fail(f"tocsin ended badly: {words[-300:]}")
        return outcome
    if pmie_status and "pmFetch failed" in pmie_words and (
            text.startswith(pmie_text)):
        # libpcp trusts an index that leads it astray; we read none.
        count["files over which pmie gave up"] += 1
        return outcome
    if pmie_text == text:
        count["answers equal"] += len(Report(text).skeleton)
        return outcome
    theirs, ours = Report(pmie_text), Report(text)
    specified = Specified(runner, case, where)
    for statement in case.statements:
        compare(statement, theirs, ours, specified, outcome)
    if theirs.strays != ours.strays or theirs.skeleton != ours.skeleton:
        outcome.fail("the order or number of reports differs:\n  "
                     f"{case.line()}\n  pmie says {pmie_words[:300]}\n"
                     f"  tocsin {words[:300]}")
    return outcome


def compare(statement, theirs, ours, specified, outcome):
    """One statement's answers: equal, or excused by the specification."""
    name = statement.name
    pmie, tocsin = theirs.of(name), ours.of(name)
    verdict = Verdict(pmie, tocsin, "-W" in specified.case.options)
    outcome.count["answers equal"] += verdict.equal
    if not verdict.differs and not verdict.refined:
        return
    if not (specified.is_pmie(name, pmie) and specified.is_ours(name, tocsin)):
        outcome.fail(difference(statement, specified, pmie, tocsin))
        return
    if verdict.differs:
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
    as_pmie = specified.of("pmie", statement.name)
    as_ours = specified.of("ours", statement.name)
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
    for text in total.shown[:options.show]:
        print(text)
    for what, number in sorted(total.count.items()):
        print(f"{number:8} {what}")
    for switch, number in sorted(total.switches.items()):
        print(f"{number:8} statements needed the switch {switch}")
    return 1 if total.count["different"] else 0


if __name__ == "__main__":
    sys.exit(main())
