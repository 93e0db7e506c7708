"""Whether pmie -C and our grammar accept the same statements, and say the same
of those that they reject: hand-written ones, and mutations of right ones token
by token. What only a look at metrics can tell is left out here."""
import concurrent.futures
import os
import random
import re
import subprocess
import sys
import tempfile

import accept_cases
import oracle

ARCHIVE = oracle.ARCHIVES / "20180102"
CASES = int(os.environ.get("TOCSIN_ACCEPT_CASES", "1500"))
SEED = int(os.environ.get("TOCSIN_ACCEPT_SEED", "1"))

# What pmie says behind a "syntax error" line of shapes and metrics, and what
# it says of metrics without one. Where these are all, the syntax is right.
SEMANTIC = re.compile(
    r"(host|instance|time) domains have different size|no host domain|"
    r"no time domain|rule condition must have a single boolean value|"
    r"operands have mixed string and arithmetic types|"
    r"rule \".*\" multiply defined|"
    r"arithmetic \(not STRING\) operand required for aggregate|"
    r"operator \".*\" requires .* valued argument")
METRIC = re.compile(
    r"pmie: metric |pmLookupName failed|pmLookupDesc failed|"
    r"illegal regular expression|pmie: cannot open archive|pmNewContext: |"
    r"\[.*\] pmie\(\d+\) Error: metric .* does not \(currently\) have instance|"
    r"Metric .* instance domain not available|pmGetInDomArchive failed")
WARNING = re.compile(r"pmie: warning - |Missing .* in syslog action|"
                     r"Ignoring .* in syslog action")
HEAD = re.compile(r"pmie: (syntax error|warning) - (near line|at end)")


def mutate(words, random_):
    """One statement's words with one of them wrong, out of place or gone."""
    words = list(words)
    at = random_.randrange(len(words))
    kind = random_.randrange(5)
    if kind == 0:
        del words[at]
    elif kind == 1:
        words.insert(at, words[at])
    elif kind == 2 and at + 1 < len(words):
        words[at], words[at + 1] = words[at + 1], words[at]
    elif kind == 3:
        words[at] = random_.choice(accept_cases.WORDS)
    else:
        words.insert(at, random_.choice(accept_cases.WORDS))
    return words


def generated(count, seed):
    random_ = random.Random(seed)
    for _ in range(count):
        words = random_.choice(accept_cases.STATEMENTS).split()
        for _ in range(random_.choice((1, 1, 1, 2, 3))):
            if words:
                words = mutate(words, random_)
        yield accept_cases.MACROS + " ".join(words) + ";\n"


def ask_pmie(text):
    """pmie's lines for a text; None where it crashes or does not end."""
    with tempfile.NamedTemporaryFile("w", encoding="latin1") as file:
        file.write(text)
        file.flush()
        try:
            done = subprocess.run(
                ["pmie", "-C", "-a", str(ARCHIVE)], env=oracle.environment(),
                stdin=open(file.name, "rb"), stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE, timeout=10, check=False)
        except subprocess.TimeoutExpired:
            return None
    if done.returncode < 0 or done.returncode > 1:
        return None
    return done.stderr.decode("latin1").split("\n")[:-1]


def of_syntax(lines):
    """Without what is said of metrics and shapes."""
    kept = []
    for line in lines:
        if SEMANTIC.match(line):
            if kept and HEAD.match(kept[-1]):
                kept.pop()
        elif not METRIC.match(line):
            kept.append(line)
    return kept


def ask_ours(texts):
    """(whether the last statement is accepted, pmie's lines) for each text."""
    program = oracle.BUILD / "oracle/accept_dump"
    asked = "".join(f"{len(text)}\n{text}" for text in texts)
    done = subprocess.run([program], input=asked.encode("latin1"),
                          stdout=subprocess.PIPE, check=True)
    answers = []
    outcomes, lines = [], []
    for line in done.stdout.decode("latin1").split("\n"):
        if line == ".":
            answers.append((not outcomes or outcomes[-1] != "rejected", lines))
            outcomes, lines = [], []
        elif line.startswith("pmie "):
            lines.append(line[5:])
        elif not line.startswith("ours "):
            outcomes.append(line.split(" ")[0])
    return answers


def is_error(lines):
    """Whether any of pmie's lines tells of more than a syslog option."""
    return any(not WARNING.match(line) for line in lines)


def main():
    oracle.require()
    texts = [accept_cases.MACROS + text + "\n" for text in accept_cases.EXACT]
    texts += list(generated(CASES, SEED))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        theirs = list(pool.map(ask_pmie, texts))
    ours = ask_ours(texts)
    wrong = crashed = accepted = 0
    for text, lines, (ours_accepts, our_lines) in zip(texts, theirs, ours):
        if lines is None:
            crashed += 1
            continue
        lines = of_syntax(lines)
        ours_accepts = ours_accepts or not of_syntax(our_lines)
        our_lines = of_syntax(our_lines)
        theirs_accepts = not is_error(lines)
        accepted += theirs_accepts
        if accept_cases.decided_otherwise(text, lines):
            continue
        if ours_accepts != theirs_accepts or our_lines != lines:
            wrong += 1
            text = text[len(accept_cases.MACROS):].rstrip()
            print(f"{'ACCEPT' if ours_accepts != theirs_accepts else 'LINES'}"
                  f" {text}\n  pmie: {lines}\n  ours: {our_lines}")
    print(f"{len(texts)} texts, {accepted} accepted by pmie, {crashed} crashed "
          f"it; {wrong} answered otherwise (seed {SEED})")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
