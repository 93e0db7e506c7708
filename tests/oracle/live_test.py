"""Rules over a real pmcd, by pmie and by tocsin at once: the values that stand
still are the same, what is missing is unknown to both, and a pmcd that is
killed and comes back is lost and found in pmie's words. What must come is
waited for; how long it takes is asserted nowhere."""
# Label: live
import os
import re
import subprocess
import sys
import threading

import oracle
import own_pmcd

RULES = """delta = 1 sec;
still = hinv.ncpu;
set = sample.bin;
one = sample.bin #'bin-300';
none = nosuch.metric;
no_inst = sample.bin #nosuch;
half = some_inst (sample.bin > 800) || nosuch.metric > 1;
empty = count_inst (sample.noinst != 10);
named = count_inst match_inst "." (sample.noinst != 10);
clause = ruleset count_inst (sample.noinst != 10) > 0 -> print "some"
         unknown -> print "who knows" otherwise -> print "none";
rate_ = sample.seconds;
rule = some_inst (sample.bin > 800) -> print "%i=%v %h";
"""
OPTIONS = ("-v", "-t", "1")
# No strings: pmie 6.0.3 crashes when it shows one of a pmcd that is gone.
# A rate's clock may be a little off, and what runs late says so.
STEADY = re.compile(
    r"(still|set|one|none|no_inst|half|empty|named|clause|rule): ")


class Watcher:
    """A program over `pmcd`, its lines as they come."""

    def __init__(self, command, pmcd, environment, rules):
        self.process = subprocess.Popen(
            [*command, "-h", pmcd.address], text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={**environment, "PMCD_RECONNECT_TIMEOUT": "1"})
        self.process.stdin.write(rules)
        self.process.stdin.close()
        self.lines = []
        self.changed = threading.Condition()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            with self.changed:
                self.lines.append(line.rstrip("\n"))
                self.changed.notify_all()

    def wait_for(self, pattern, start=0):
        """The place behind the first line from `start` on that matches."""
        def find():
            return next((i for i in range(start, len(self.lines))
                         if re.search(pattern, self.lines[i])), None)
        with self.changed:
            if not self.changed.wait_for(lambda: find() is not None, 60):
                raise AssertionError(f"no {pattern!r}, exit {self.process.poll()}, "
                                     f"in {self.lines[start:]}")
            return find() + 1

    def end(self):
        self.process.terminate()
        return self.process.wait(timeout=60)


def evaluation(watcher, start):
    """(the lines of the first evaluation from `start` on that has the values,
    where the next one begins): a busy machine may be late with some."""
    known = watcher.wait_for(r"^still: \d", start) - 1
    end = watcher.wait_for(r"^$", known)
    return watcher.lines[known:end - 1], end


def follow(name, watcher, pmcd_back):
    """From the first tick over the loss of the pmcd to its return."""
    first = watcher.wait_for(r"^$")
    settled, second = evaluation(watcher, first)
    pmcd_back["seen"](name)
    lost = watcher.wait_for(r"Info: Lost connection to pmcd 127", second)
    unknown = watcher.wait_for(r"^still: \?", lost - 3)
    pmcd_back["lost"](name)
    found = watcher.wait_for(r"Info: Re-established connection", unknown)
    watcher.wait_for(r"^still: \d", found)
    return settled


def main():
    oracle.require()
    own_pmcd.require()
    with own_pmcd.Pmcd(("pmcd", "linux", "sample")) as pmcd:
        ours = dict(os.environ)
        theirs = pmcd.environment()
        programs = {
            "pmie": Watcher([oracle.ROOT / "usr/bin/pmie", *OPTIONS], pmcd,
                            theirs, RULES),
            "tocsin": Watcher([oracle.BUILD / "tocsin", *OPTIONS], pmcd,
                              ours, RULES)}
        both_saw, both_lost = threading.Barrier(3), threading.Barrier(3)
        steps = {"seen": lambda _: both_saw.wait(120),
                 "lost": lambda _: both_lost.wait(120)}
        results, errors = {}, []

        def run(name):
            try:
                results[name] = follow(name, programs[name], steps)
            except Exception as error:  # told below, by the main thread
                errors.append(f"{name}: {error}")
                both_saw.abort()
                both_lost.abort()

        threads = [threading.Thread(target=run, args=(name,))
                   for name in programs]
        for thread in threads:
            thread.start()
        try:
            both_saw.wait(120)
            pmcd.kill()
            both_lost.wait(120)
            pmcd.start()
        except threading.BrokenBarrierError:
            pass
        for thread in threads:
            thread.join()
        ends = {name: one.end() for name, one in programs.items()}
    if errors:
        print(*errors, sep="\n")
        return 1
    shown = {name: [line for line in lines if STEADY.match(line)]
             for name, lines in results.items()}
    for name, lines in shown.items():
        print(f"{name}: {lines}")
    print(f"exit {ends}")
    return 0 if shown["pmie"] == shown["tocsin"] and not any(
        ends.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
