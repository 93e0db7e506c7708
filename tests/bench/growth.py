"""How the costs of a replay grow, along each axis at three sizes: CPU seconds
(user and system, best of ROUNDS) and anonymous memory of tocsin and of the
oracle's pmie, where it ends within a minute, as rows of a table. Not a test.
    growth.py [AXIS]..."""
import os
import pathlib
import signal
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "oracle"))

import beside_pmie
import cases
import oracle

ROUNDS = int(os.environ.get("ROUNDS", "3"))
PATIENCE = 60  # seconds
RULE = 'r{0} = some_inst ( disk.dev.total > {1} count/sec );\n'
WINDOW = 'w = some_inst ( avg_sample disk.dev.total @0..{0} > 100 count/sec );\n'


def rules(count, equal=False):
    return "".join(RULE.format(k, 100 if equal else 100 + k)
                   for k in range(count))


def archives(count):
    """-a for each of as many hosts."""
    words = []
    for k in range(count):
        words += ["-a", str(cases.archive(2, 10, (f"host=h{k:05}",), "hosts"))]
    return words


def one(disks, minutes, *words):
    return ["-a", str(cases.archive(disks, minutes, words))]


SITE = (cases.RULES / "site.pmie").read_text()
HOSTS = "h = some_host ( kernel.all.load {} #'1 minute' > 4 );\n"

# axis: (what the sizes count, sizes, arguments of a size, rules of a size)
AXES = {
    "ticks": ("ticks of 10 s (30 days), 4 disks, site rules",
              (8640, 86400, 259200), lambda n: one(4, n // 6), lambda n: SITE),
    "lanes": ("disks, 60 ticks, site rules", (500, 5000, 50000),
              lambda n: one(n, 10), lambda n: SITE),
    "churn": ("disks of which a sixteenth come and go, 360 ticks",
              (200, 400, 800), lambda n: one(n, 60, "churn"), lambda n: SITE),
    "rules": ("rules that differ, 32 disks, 360 ticks", (50, 500, 5000),
              lambda n: one(32, 60), rules),
    "equal": ("rules that are equal, 32 disks, 360 ticks", (50, 500, 5000),
              lambda n: one(32, 60), lambda n: rules(n, True)),
    "window": ("samples of a window, 200 disks, 2160 ticks", (10, 100, 1000),
               lambda n: one(200, 360), lambda n: WINDOW.format(n - 1)),
    "archives": ("archives, each a host, 60 ticks", (10, 100, 1000), archives,
                 lambda n: HOSTS.format(
                     " ".join(f":h{k:05}" for k in range(n)))),
}


def measured(command, environment):
    """Best seconds, KiB and exit status; None where it takes too long."""
    best = None
    for _ in range(ROUNDS):
        result = beside_pmie.run(command, environment, PATIENCE)
        if result[2] == -signal.SIGKILL:
            return None
        best = result if best is None or result[0] < best[0] else best
    return best


def show(result):
    if result is None:
        return f"over {PATIENCE} s | "
    seconds, memory, status = result
    text = f"{seconds:.3f} | {memory / 1024:.0f}"
    return text if status == 0 else f"{text}, EXIT {status}"


def main():
    oracle.require()
    print("| axis | size | tocsin s | MiB | pmie s | MiB |")
    print("|---|---|---|---|---|---|")
    for axis, (what, sizes, arguments, text) in AXES.items():
        if sys.argv[1:] and axis not in sys.argv[1:]:
            continue
        for size in sizes:
            with tempfile.NamedTemporaryFile("w", suffix=".pmie") as file:
                file.write("delta = 10 sec;\n" + text(size))
                file.flush()
                words = [*arguments(size), "-c", file.name, "-q"]
                ours = measured([str(cases.BUILD / "tocsin"), "--threads", "1",
                                 *words], dict(os.environ))
                theirs = measured(["pmie", *words], oracle.environment())
            print(f"| {what} | {size} | {show(ours)} | {show(theirs)} |",
                  flush=True)


if __name__ == "__main__":
    main()
