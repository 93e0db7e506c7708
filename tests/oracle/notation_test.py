"""The small grammars beside libpcp's own parsers, on texts by hand and made of
tokens; and the time windows that pmie and we make of the same options."""
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import oracle

CASES = int(os.environ.get("TOCSIN_NOTATION_CASES", "4000"))
SEED = int(os.environ.get("TOCSIN_NOTATION_SEED", "1"))
# 15 June 2001, 12:30:45.5, on: nothing is cut off by the log's bounds.
ENDS_OF_TIME = ("4611686018427388", "9223372036854775")
LONG_LOG = (992608245500000, 4102457145250000)

INTERVALS = """5|1.5m|1hour 30min|0x10|10 10|3 ss|100msec|1 week|-5|x||5 hs|
1h 5|1d2h3m4s|2 days|5 minutess|5\t fortnight|1..5|5 sec+5|1e2m|0x|.|5;|inf|
1e19|5 s s|5S|5 MINUTES|1us|1usec|5000nsec|5-|é5|5 secé| """.split("|")
INTERVAL_TOKENS = ["5", "1.5", "0", "1e3", "0x1p4", "m", "min", "sec", "h", "d",
                   " hours", "day", "s", " ", "\t", "msec", "foo", "-", "+"]

UNITS = """100 ms|2 Kbyte / 4 sec|Kbyte / Mbyte|sec / hour|microsec / sec||none
1e3 count|kb/s|bytes^9|count x 10^8|count x 10^2^3|ms^16|sec sec|1e400 sec|.|-
Kbyte^2/Mbyte|hour/sec|ms / ms^2|-2 sec|sec^+2|5sec|sec5|mins|hrs|/|1 / 2""" \
    .replace("\n", "|").split("|")
UNIT_TOKENS = ["ns", "us", "ms", "s", "sec", "Seconds", "minute", "hr", "byte",
               "kb", "KiB", "Mbyte", "gigabytes", "EB", "count", "count x 10",
               "count x 10^2", "count x 10^-3", "^2", "^-1", "/", " ", " ", "2",
               "1e3", ".5", "x", "none", "space-3", "time-2", "^7"]

METRICS = ["a.b", "h:a.b", "h : a.b [x, y z ] ", 'a["x,y" , z]', "d/a/m[i]",
           "a[x", 'a["x]', "a[x]z", "a b", "h:", ":a", "/a", "", "[x]",
           "a:b:c", "h/a:b", "a[c/d:e]", "a[]", 'a["x\\"y"]', "a[x\\,y]",
           "pcp://h:44321:a"]
HOSTS = ["foo", "foo:1,2,3", "foo:bar", "foo:", "foo:1,", "foo:1,x", "foo@bar",
         "foo:1@bar:2", "@", "@bar", "", "[::1]:5", "[::1", "[::1]x", "[::1]:x",
         "pcp://foo", "pcps:///foo", "foo:1x", "foo:1:2", "::1",
         "fe80::1%eth0", "foo?secure", "foo/x", "foo bar"]

DATES = """@|@Sep|@Jan|@Sep 9|@Sep 9 01:00|@9 01:00|@20 01:00|@24|@24:00|
@24:30:15|@31:00|@Jun 24:00|@:30|@Sep 5:00|@12:30:45.4|@11:05pm|@12:05am|
@0:05pm|@13:05 am|@2002|@5:00 2002|@25 2002|@Jun 5 2002|@Jun 15 5:00 pm 2002|
@Jun 0|@1:00:61|@1:00:62|@23:60|
@Sep 32|@jun15|@jun1512:00|@1:0x10|@1:00:1e1|@+5:00|@1 :00|@1:30: 15|
@Feb 29 2003|@Sun Sep  9 01:46:40.25 2001|@Fri 5:00 2002|@Jun,15|@Sept|
1 day ago|2 days ago|1 month ago|last week|next month|1 day 2 hours ago|
1 month 2 hours|third week|-1 month|tomorrow|tomorrow 14:30|monday|last monday|
next sat|@5|@Mon|5pm|12am|Friday 12:00|2001-09-09|2001-09-09 01:00|2001/09/09|
09/09/2001|9 Sep 2001|9-Sep-2001|Sep 9, 2001|September 9, 2001 1:00pm|9/9|
Sun, 9 Sep 2001 01:46:40|2001-09-09 01:00 UTC|2001-09-09 01:00 +0200|13/1|
2001-02-30|25:00|13pm|noon|ago|bogus|@bogus|  -  5 foo|+5m|- 5m|  @02:00||-0"""\
    .replace("\n", "").split("|")
DATE_TOKENS = ["Sun", "mon", "Sep", "JAN", "9", "15", "24", "31", "0", "32",
               "5", "12", "13", "1:", "01:00", "12:30", "1:00:30.5", ":", "am",
               "pm", "2001", "1999", "1969", " ", " ", "+5", "x", ",", "99"]


def made(random_, tokens, most):
    return "".join(random_.choice(tokens) + random_.choice(["", " "])
                   for _ in range(random_.randint(1, most)))


def escaped(text):
    if text is None:
        return "\\0"
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t")


def window_case(log, *texts):
    return "\t".join(["window", str(log[0]), str(log[1]), "0",
                      *map(escaped, texts)])


def random_window(r):
    start = r.randrange(0, 1600000000000000)
    log = (start, start + r.randrange(1000000, 10 ** r.randint(7, 15)))

    def time():
        if r.random() < .5:
            return None
        if r.random() < .5:
            return "@" + made(r, DATE_TOKENS, 4)
        return r.choice(["", "+", "-"]) + r.choice(
            ["5", "1.5m", "2h", "0", "0.0000014", "1day", "40 days", "foo"])
    align = r.choice([None, None, "10", "1m", "0.3", "3.3333333", "1d", "7h"])
    return window_case(log, time(), time(), align, time())


def cases():
    r = random.Random(SEED)
    for kind, texts, tokens, most in (
            ("interval", INTERVALS, INTERVAL_TOKENS, 4),
            ("units", UNITS, UNIT_TOKENS, 5)):
        texts = texts + [made(r, tokens, most) for _ in range(CASES)]
        yield from (f"{kind}\t{escaped(t)}" for t in texts)
    yield from (f"metric\t{escaped(t)}" for t in METRICS)
    yield from (f"host\t{escaped(t)}" for t in HOSTS)
    yield from (window_case(LONG_LOG, None, t, None, None) for t in DATES)
    for _ in range(CASES):
        yield window_case(LONG_LOG, None, "@" + made(r, DATE_TOKENS, 5), None,
                          None)
        yield random_window(r)


def ask(command, lines, environment):
    done = subprocess.run(command, env=environment, check=True, text=True,
                          errors="surrogateescape", stdout=subprocess.PIPE,
                          input="".join(line + "\n" for line in lines))
    return done.stdout.splitlines()


def same_number(theirs, ours):
    try:
        x, y = float(theirs), float(ours)
    except ValueError:
        return theirs == ours
    # Times end in 2262, and an interval after 146 years.
    return (x == y or (x != x and y != y) or (y != 0 and abs(x / y - 1) < 1e-9
                                              and abs(y) < 1e12)
            or (ours in ENDS_OF_TIME and (x > y or x < 0)))


def same(theirs, ours):
    if theirs == ours:
        return True
    if theirs.startswith("error") or ours.startswith("error"):
        return False
    a, b = theirs.split(" "), ours.split(" ")
    return len(a) == len(b) and all(map(same_number, a, b))


def of_other_texts(theirs, ours):
    """Complaints of two different texts: the first one we refused."""
    return theirs.split("\\n")[0] != ours.split("\\n")[0]


def as_shown(case, theirs):
    """What libpcp says of texts, with their newlines as we show them: also
    those that stand in front of what is marked below the text."""
    for text in case.split("\t"):
        theirs = theirs.replace(text, text.replace("\\n", "?"))
    return theirs.replace("\\n\\n^", "\\n ^")


def compare_with_libpcp():
    here = pathlib.Path(__file__).parent
    environment = oracle.environment() | {"TZ": "UTC"}
    theirs = [line.rpartition("\t") for line in ask(
        [sys.executable, here / "libpcp_notation.py"], list(cases()),
        environment)]
    ours = ask([oracle.BUILD / "oracle/notation_dump"],
               [case for case, _, _ in theirs], None)
    assert len(theirs) == len(ours)
    theirs = [(case, end, as_shown(case, their)) for case, end, their in theirs]
    failures, refused = [], 0
    for (case, _, their), our in zip(theirs, ours):
        # What getdate makes of any heap of words, we refuse.
        if case.startswith("window") and our.startswith("error") and (
                not their.startswith("error") or of_other_texts(their, our)):
            refused += 1
        elif not same(their, our):
            failures.append(f"{case!r}\n  libpcp: {their}\n  ours:   {our}")
    print(f"{len(ours)} texts beside libpcp, {refused} heaps of words refused, "
          f"{len(failures)} differences")
    hand = {window_case(LONG_LOG, None, t, None, None) for t in DATES}
    for (case, _, their), our in zip(theirs, ours):
        fields = case.split("\t")
        fields[3:4] = ["0"]
        if "\t".join(fields) in hand and not same(their, our):
            failures.append(f"by hand: {case!r}\n  libpcp: {their}\n"
                            f"  ours:   {our}")
    if refused > 0.2 * len(ours):
        failures.append("too many texts refused")
    return failures


OPTIONS = """-t 1m|-t 1m -A 10m|-t 1m -A 10m -z|-t 1m -A 1d|-t 1m -A 0
-t 7.5 -S 15 -T 45|-t 1m -S -10m|-t 1m -T -10m|-t 1m -S 10m -T 10m
-t 1m -S @00:20 -z|-t 1m -S @18:20 -Z EST+5|-t 1m -O 7m|-t 1m -O -7m
-t 1m -O 1000h|-t 1m -A 10m -O 12m|-t 1m -S 1000h|-t 1m -T -1000h
-t 1m -S 10m -T @00:10|-t 1m -S foo|-t 1m -T 5~foo|-t 1m -O @13:00pm
-t 1m -S 10~minutes~ago|-t 0 -T 1m|-t 0.0000005 -T 1m|-t 2hour|-t 1e10
-t 1m -S @Thu~Nov~25~00:20:00~2004 -T @00:40 -z|-t 1m -Z :Europe/Berlin
-t 1m -Z bogus|-t 1m -q|-t foo|-t 1m -Z UTC -z|-t 1m -b -x|--st 10m --fin 5m
-t 1m --hostz -X|-t 1m -vX -W|-h foo|-Q|--bogus=3|--verb=1|--t=5|-t
--interval|--hos|-t 5~foo -l x -l y -Q|-F|-f|-P|-c x|-d -c x|-z -Z UTC -F
-t 1m -e -f|-H -t 1m -v -V|-W -t 1m|-?|-t 1m -S|-C|-C -q --|-U nobody -t 1m
-S 1e10 -T 1e10|-A 1e10|-t 1m -S @ -T @|-t 1m -O @Nov~24~23:30
-t 1m -S @24:00|-t 1m -T @24:00|-t 1m -O @24:00|-t 1m -A @24:00
-t 1m -S @24:00 -T @25:30 -Z EST+5|-t 1m -S @24~23:30|-t 1m -S @24:60""".replace("\n", "|").split("|")
LOG_LINE = re.compile(r"^\[.*?\] pmie\(\d+\)")


def answer(done):
    errors = done.stderr.split("Usage:")[0]
    return (done.returncode, done.stdout,
            [LOG_LINE.sub("[]", line) for line in errors.splitlines()])


def compare_windows_with_pmie():
    failures = []
    archive = oracle.ARCHIVES / "20041125"
    with tempfile.TemporaryDirectory() as folder:
        link = pathlib.Path(folder) / "pmie"
        link.symlink_to(oracle.BUILD / "tocsin")
        rules = pathlib.Path(folder) / "rules"
        rules.write_text("swap.pagesin;\n")
        for line in OPTIONS:
            options = [word.replace("~", " ") for word in line.split()]
            arguments = ["-v", "-a", archive, *options, rules]
            theirs = answer(oracle.run(["pmie", *arguments]))
            ours = answer(oracle.ours(link, *arguments))
            if theirs != ours:
                failures.append(f"{line}\n  pmie: {theirs}\n  ours: {ours}")
    print(f"{len(OPTIONS)} windows beside pmie, {len(failures)} differences")
    return failures


oracle.require()
found = compare_with_libpcp() + compare_windows_with_pmie()
for failure in found[:20]:
    print(failure)
sys.exit(1 if found else 0)
