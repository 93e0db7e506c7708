"""Whether numbers and units in rules have the values that they have in pmie:
generated literals, added to a metric, as pmie -v shows the sums."""
import random
import re
import subprocess
import sys

import oracle

ARCHIVE = oracle.ARCHIVES / "20180102"
METRIC = "hinv.ncpu"
NUMBERS = """0 1 2.5 3. .5 .125 1e3 1E2 2e-3 1.5e2 7e 4E 10 0.001 123456789
1e+2 1.e3 5e-1 1e15""".split()
UNITS = """byte Kbyte Mbytes Gbyte Tbytes nsec nanosecs nanosecond usec microsec
microseconds msec millisec milliseconds sec second min minutes hours hour count
Kcounts Mcount""".split()


def literal(random_):
    """A number with up to three units, each perhaps divided or to a power."""
    text = random_.choice(NUMBERS)
    for _ in range(random_.choice((0, 1, 1, 2, 3))):
        text += random_.choice((" ", " ", "/", " / ")) + random_.choice(UNITS)
        if random_.random() < 0.3:
            text += "^" + random_.choice(("0", "1", "2", "3", "7", "8", "15",
                                          "17", "2.9"))
    return text


def as_pmie(value):
    """docs/pmie.md, "Numbers as text"; pmie cuts at 23 characters."""
    if abs(value) < 2**31 and value == int(value):
        text = str(int(value))
    elif abs(value) < 0.5:
        text = f"{value:g}"
    elif abs(value) < 5:
        text = f"{value:.2f}"
    elif abs(value) < 50:
        text = f"{value:.1f}"
    else:
        text = f"{value:.0f}"
    return text[:23]


def main():
    oracle.require()
    random_ = random.Random(7)
    literals = NUMBERS + [literal(random_) for _ in range(1500)]
    # A sum with what is always 0, so that it is no constant.
    text = "".join(f"v{i} = {METRIC} * 0 + ({one});\n"
                   for i, one in enumerate(literals))
    done = subprocess.run(
        ["pmie", "-q", "-v", "-t", "10", "-T", "15", "-a", str(ARCHIVE)],
        env=oracle.environment(), input=text, capture_output=True, text=True,
        timeout=120, check=True)
    theirs = dict(re.findall(r"^v(\d+) \(.*\): (\S+)$", done.stdout, re.M))
    answer = subprocess.run([oracle.BUILD / "oracle/accept_dump"],
                            input=f"{len(text)}\n{text}", capture_output=True,
                            text=True, check=True).stdout
    ours = dict(re.findall(r"\(statement v(\d+) every 10 \(\+ .* (\S+)\)\)$",
                           answer, re.M))
    wrong = 0
    for i, one in enumerate(literals):
        shown = as_pmie(float(ours[str(i)])) if str(i) in ours else None
        if shown != theirs.get(str(i)):
            wrong += 1
            print(f"{one}: pmie {theirs.get(str(i))}, ours {shown}")
    print(f"{len(literals)} literals, {wrong} with other values")
    return 1 if wrong or len(theirs) != len(literals) else 0


if __name__ == "__main__":
    sys.exit(main())
