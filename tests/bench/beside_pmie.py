"""Replays with tocsin and with the oracle's pmie, in turn, on archives of our
own making: CPU seconds (user and system, best of ROUNDS), most anonymous
memory, their ratios, and whether both printed the same under -v. ./dev bench
runs it; nothing here is a test, because seconds depend on the machine.
    beside_pmie.py [CASE]..."""
import os
import pathlib
import subprocess
import sys
import threading

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "oracle"))

import cases
import oracle

ROUNDS = int(os.environ.get("ROUNDS", "3"))


def watch(pid, peak, ended):
    """The most anonymous memory that `pid` had. Units: KiB."""
    while not ended.wait(0.002):
        try:
            status = pathlib.Path(f"/proc/{pid}/status").read_text()
        except OSError:
            return
        for line in status.splitlines():
            if line.startswith("RssAnon:"):
                peak[0] = max(peak[0], int(line.split()[1]))


def run(command, environment, patience=None):
    """CPU seconds, KiB, exit status. Killed after `patience` seconds."""
    with subprocess.Popen(
            command, env=environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        peak, ended = [0], threading.Event()
        watcher = threading.Thread(target=watch,
                                   args=(process.pid, peak, ended))
        watcher.start()
        killer = threading.Timer(patience or 0, process.kill)
        if patience:
            killer.start()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        killer.cancel()
        ended.set()
        watcher.join()
    return usage.ru_utime + usage.ru_stime, peak[0], process.returncode


def answers(command, environment):
    """What -v prints, without the footer."""
    done = subprocess.run([*command, "-v"], env=environment, text=True,
                          capture_output=True, check=False)
    return done.stdout


def compare(name, arguments):
    both = {"pmie": (["pmie", *arguments], oracle.environment()),
            "ours": ([str(cases.BUILD / "tocsin"), "--threads", "1",
                      *arguments],
                     dict(os.environ))}
    best = {}
    for _ in range(ROUNDS):
        for who, (command, environment) in both.items():
            seconds, memory, status = run([*command, "-q"], environment)
            before = best.get(who, (seconds, memory, status))
            best[who] = (min(seconds, before[0]), max(memory, before[1]),
                         status)
    theirs, ours = (answers(*both[who]).splitlines() for who in both)
    differ = sum(a != b for a, b in zip(theirs, ours))
    differ += abs(len(theirs) - len(ours))
    pmie, tocsin = best["pmie"], best["ours"]
    print(f"{name:12} pmie {pmie[0]:7.3f} s {pmie[1]:6} KiB   tocsin "
          f"{tocsin[0]:7.3f} s {tocsin[1]:6} KiB   ratio "
          f"{pmie[0] / max(tocsin[0], 0.001):6.1f}   {len(theirs)} lines, "
          f"{differ} differ" + ("" if pmie[2] == tocsin[2] else
                                f"   EXIT {pmie[2]} AND {tocsin[2]}"))


def main():
    oracle.require()
    for name, case in cases.LARGE.items():
        if not sys.argv[1:] or name in sys.argv[1:]:
            compare(name, cases.arguments(case))


if __name__ == "__main__":
    main()
