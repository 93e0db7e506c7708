"""What pmie and we say of statements whose metrics, shapes and names may be
wrong: which are accepted, which numbers are used up, and each line that pmie
writes. By hand and generated, over the archives of docs/pmie.md and the
oracle's."""
import concurrent.futures
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import check_cases
import oracle

CASES = int(os.environ.get("TOCSIN_CHECK_CASES", "400"))
SEED = int(os.environ.get("TOCSIN_CHECK_SEED", "1"))
ARCHIVES = ("20180102", "pcp-dstat", "viewqa1", "mirage-1", "eventrec",
            "babylon.percpu_v2", "procsched", "sample_expr", "value-test",
            "log-derived", "dyninsts", "node_archive")
STAMP = re.compile(r"\[.*?\] pmie\(\d+\) ")
NAME = re.compile(r"(\S+) \(\w\w\w \w\w\w [ \d]\d [\d:]* \d+\): ")
LIBRARY_NOTE = re.compile(r"Warning: |pmie: Warning")


class Answer:
    """The names of what is evaluated, and pmie's lines; or a crash."""

    def __init__(self, names, lines, crashed=False):
        self.names = names
        self.lines = lines
        self.crashed = crashed


def run_pmie(text, archives, *options):
    """Exit status (negative: crashed or does not end), stdout, stderr."""
    arguments = ["pmie", "-q", *options]
    for archive in archives:
        arguments += ["-a", str(archive)]
    try:
        done = subprocess.run(arguments, env=oracle.environment(),
                              input=text.encode(), stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, timeout=20, check=False)
    except subprocess.TimeoutExpired:
        return -1, "", ""
    if b"internal botch" in done.stderr or b"macro $hour" in done.stderr:
        return -1, "", ""  # it has read what it had freed
    return (done.returncode, done.stdout.decode(errors="replace"),
            done.stderr.decode(errors="replace"))


def ask_pmie(text, archives):
    """One evaluation; where that crashes, only what -C says."""
    code, out, err = run_pmie(text, archives, "-v", "-T", "0.001")
    lines = [STAMP.sub("", line) for line in err.splitlines()
             if not LIBRARY_NOTE.match(line)]
    if code >= 0:
        names = [m.group(1) for m in map(NAME.match, out.splitlines()) if m]
        return Answer(names, lines)
    code, _, err = run_pmie(text, archives, "-C")
    lines = [STAMP.sub("", line) for line in err.splitlines()
             if not LIBRARY_NOTE.match(line)]
    return Answer(None, lines, crashed=code < 0)


def ask_ours(texts, archives):
    program = oracle.BUILD / "oracle/check_dump"
    asked = b"".join(b"%d\n%s" % (len(text.encode()), text.encode())
                     for text in texts)
    done = subprocess.run([program, "ask", *map(str, archives)], input=asked,
                          stdout=subprocess.PIPE, check=True)
    answers, names, lines = [], [], []
    for line in done.stdout.decode().split("\n"):
        if line == ".":
            answers.append(Answer(names, lines))
            names, lines = [], []
        elif line.startswith("name "):
            names.append(line[5:])
        elif line.startswith("pmie "):
            lines.append(line[5:])
    return answers


def decided_otherwise(theirs, ours):
    """docs/pmie-differences.md, "The language": strings in arithmetic, what
    crashes pmie, and regular expressions that are none are refused."""
    said = "\n".join(ours.lines + theirs.lines)
    if "operand required for " in said and \
            "operand required for aggregate operator" not in said:
        return True
    if "is a string on one host and a number on another" in said:
        return True
    if "metric required for aggregate operator" in said:
        return theirs.crashed
    return "illegal regular expression" in said


def has_read_freed_memory(text, lines):
    """True if pmie looked for metrics that nobody has written: what it does
    with clock variables after a mistake."""
    asked = re.findall(r"^pmie: metric (\S+) not in", "\n".join(lines), re.M)
    return any(name not in re.split(r"[^\w.]+", text) for name in asked)


def compare(text, theirs, ours):
    """What is wrong, or nothing."""
    if theirs.crashed or has_read_freed_memory(text, theirs.lines):
        return ""
    if "pmNewContext: No such file or directory" in theirs.lines:
        wanted = theirs.lines
        return "" if ours.lines[:len(wanted)] == wanted else "HOST"
    if decided_otherwise(theirs, ours):
        return ""
    if theirs.names is not None and ours.names != theirs.names:
        return "NAMES"
    if any(" expected to " in line for line in ours.lines):
        return ""  # accept_test.py's; what pmie has looked up by then may vary
    return "" if ours.lines == theirs.lines else "LINES"


def check(statements, archives, after):
    """The number of statements on which the two do not agree."""
    # What stands behind shows which number was used up, and in which line
    # pmie's scanner was.
    texts = [f"{statement}\n;\n{after};\n" for statement in statements]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        theirs = list(pool.map(lambda text: ask_pmie(text, archives), texts))
    ours = ask_ours(texts, archives)
    wrong = 0
    for statement, pmie, tocsin in zip(statements, theirs, ours):
        what = compare(statement, pmie, tocsin)
        if what:
            wrong += 1
            print(f"{what} {statement}\n  pmie: {pmie.names} {pmie.lines}\n"
                  f"  ours: {tocsin.names} {tocsin.lines}")
    accepted = sum(1 for pmie in theirs if pmie.names and len(pmie.names) > 1)
    print(f"{len(statements)} statements over {archives[0].name}, {accepted} "
          f"accepted by pmie; {wrong} answered otherwise")
    return wrong


def world_of(archive):
    """Metrics of an archive that have values: type, instances or None."""
    program = oracle.BUILD / "oracle/check_dump"
    done = subprocess.run([program, "world", str(archive)], check=True,
                          stdout=subprocess.PIPE)
    world = {}
    for line in done.stdout.decode(errors="replace").splitlines():
        name, kind, *instances = line.split("\t")
        usable = [one for one in instances
                  if re.fullmatch(r"[\w ./:-]+", one) and one != "?"]
        if re.fullmatch(r"[A-Za-z][\w.]*", name):
            world[name] = (kind, usable if instances else None)
    return world


def generated(archive, hosts, count, seed):
    random_ = random.Random(seed)
    world = world_of(archive)
    some = random_.sample(sorted(world), min(30, len(world)))
    world = {name: world[name] for name in some}
    maker = check_cases.Generator(random_, world, hosts)
    return [maker.statement() for _ in range(count)]


def main():
    oracle.require()
    program = oracle.BUILD / "oracle/check_dump"
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([program, "make", folder], check=True)
        folder = pathlib.Path(folder)
        hosts = [folder / "hostA", folder / "hostB"]
        odd = [folder / "oddhost", folder / "otherhost"]
        wrong += check(check_cases.REFERENCE, hosts, "t.s.kb")
        wrong += check(check_cases.ODD, odd, "o.s")
        wrong += check(generated(hosts[0], ["hostA", "hostB"], CASES, SEED),
                       hosts, "t.s.kb")
        wrong += check(generated(odd[0], ["oddhost", "otherhost"], CASES // 4,
                                 SEED), odd, "o.s")
    for name in ARCHIVES:
        archive = oracle.ARCHIVES / name
        if archive not in oracle.archives():
            continue
        wrong += check(generated(archive, [""], CASES // 8, SEED), [archive],
                       "$hour")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
