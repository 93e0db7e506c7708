"""Whether a wrong statement takes one of the numbers of the unnamed (expr_1,
expr_2 ...) from those behind it just where it does in pmie."""
import concurrent.futures
import os
import re
import subprocess
import sys

import accept_cases
import accept_test
import oracle

CASES = int(os.environ.get("TOCSIN_ACCEPT_CASES", "100"))
SEED = int(os.environ.get("TOCSIN_ACCEPT_SEED", "1"))

# pmie may lose the first statement behind a wrong one, or take it for a part
# of it: a constant with a name, which takes no number, is there for that.
BEHIND = " \n;lost = 0; hinv.ncpu * 0 + 111; hinv.ncpu * 0 + 222;\n"


def ask_pmie(text):
    """How many numbers `text` takes; None where metrics decided that, or pmie
    lost more than it should."""
    said = accept_test.ask_pmie(text + ";")
    if said is None or said != accept_test.of_syntax(said):
        return None
    try:
        done = subprocess.run(
            ["pmie", "-q", "-v", "-t", "10", "-T", "15", "-a",
             str(accept_test.ARCHIVE)], env=oracle.environment(),
            input=(text + BEHIND).encode("latin1"), stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, timeout=10, check=False)
    except subprocess.TimeoutExpired:
        return None
    shown = re.findall(r"^expr_(\d+) \(.*\): 111$",
                       done.stdout.decode("latin1"), re.M)
    return int(shown[0]) - 1 if shown else None


def ask_ours(texts):
    """How many numbers each text takes."""
    asked = "".join(f"{len(text) + 1}\n{text};" for text in texts)
    answer = subprocess.run([oracle.BUILD / "oracle/accept_dump"],
                            input=asked.encode("latin1"),
                            stdout=subprocess.PIPE, check=True)
    for part in answer.stdout.decode("latin1").split("\n.\n")[:-1]:
        yield len(re.findall(r"^\w+ numbered \(statement _ ", part, re.M))


def main():
    oracle.require()
    texts = [accept_cases.MACROS + text.rstrip().rstrip(";")
             for text in accept_cases.EXACT
             if "open" not in text and text.isascii()]
    texts += [text.rstrip()[:-1] for text in
              accept_test.generated(CASES, SEED)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        theirs = list(pool.map(ask_pmie, texts))
    wrong = 0
    for text, their, our in zip(texts, theirs, ask_ours(texts)):
        if their is not None and their != our:
            wrong += 1
            print(f"{text[len(accept_cases.MACROS):]}\n"
                  f"  pmie takes {their} numbers, we {our}")
    compared = sum(their is not None for their in theirs)
    print(f"{len(texts)} texts, {compared} compared, {wrong} take other "
          f"numbers (seed {SEED})")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
