"""An agent of a real pmcd is killed, or leaves its configuration, and comes
back, again and again under one tocsin: what asks it is unknown and known again
each time, and in the end no more is open than at the beginning. `eval` looks
again, too. What must come is waited for."""
# Label: live
import os
import re
import signal
import subprocess
import sys

import oracle
import own_pmcd
from live_test import Watcher
from pmcd_test import agent_process

RULES = """delta = 50 msec;
other = hinv.ncpu;
one = sample.long.ten;
bin = sample.bin #'bin-300';
rule = some_inst (sample.bin > 800) -> print "%i=%v";
window = some_sample (sample.long.ten @0..1 > 0);
"""
WITH = ("pmcd", "linux", "sample")
WITHOUT = ("pmcd", "linux")
ROUNDS = 12


class Agents:
    def __init__(self, pmcd, tocsin):
        self.pmcd, self.tocsin = pmcd, tocsin
        self.seen = 0

    def expect(self, *patterns):
        """Lines that follow one another, from where the last one was."""
        for pattern in patterns:
            self.seen = self.tocsin.wait_for(pattern, self.seen)

    def descriptors(self):
        """Those that stay open from one evaluation to the next: output is
        opened anew for each write, and who is woken by it may look first."""
        looks = []
        for _ in range(20):
            looks.append(set(os.listdir(f"/proc/{self.tocsin.process.pid}/fd")))
            self.seen = len(self.tocsin.lines)
            self.expect(r"^$")
        return len(set.intersection(*looks))

    def settle(self):
        """All is known, in one evaluation."""
        while True:
            self.expect(r"^one: 10$")
            at = self.seen - 1
            self.expect(r"^$")
            told = self.tocsin.lines[at - 1:self.seen]
            if [line for line in told if re.match(r"other: \d", line)] and \
                    {"bin: 300", "rule: true"} <= set(told):
                return

    def configure(self, agents):
        self.pmcd.configure(agents)
        self.pmcd.hang_up()

    def leaves_and_comes_back(self):
        begin = self.seen
        self.configure(WITHOUT)
        self.expect(r"^other: \d", r"^one: \?$", r"^bin: \?$",
                    r"^rule: unknown$", r"^other: \d", r"^one: \?$")
        self.configure(WITH)
        # As in pmie, windows begin anew.
        self.expect(r"^one: 10$", r"^window: unknown$", r"^window: true$")
        self.settle()
        host = self.pmcd.address
        told = [line.split(": ", 1)[1] for line in
                self.tocsin.lines[begin:self.seen]
                if line.startswith("[") and "sample." in line]
        # The one that was killed before may have been missed only now.
        losses = len(told) // 2
        assert losses > 0 and told == losses * [
            f"{host} has no agent for sample.bin, sample.long.ten",
            f"{host} has sample.bin, sample.long.ten now"], told

    def is_killed(self):
        """pmcd starts it anew once it has noticed and is told to, or else by
        itself, a minute later."""
        old = agent_process(self.pmcd, "sample")
        os.kill(old, signal.SIGKILL)
        while self.agent() in (None, old):
            self.pmcd.hang_up()
            self.expect(r"^$")
        self.settle()

    def agent(self):
        try:
            return agent_process(self.pmcd, "sample")
        except RuntimeError:
            return None


def rules_over(pmcd):
    tocsin = Watcher([oracle.BUILD / "tocsin", "-v"], pmcd, dict(os.environ),
                     RULES)
    agents = Agents(pmcd, tocsin)
    agents.settle()
    agents.leaves_and_comes_back()
    agents.is_killed()
    agents.settle()
    before = agents.descriptors()
    for _ in range(ROUNDS):
        agents.leaves_and_comes_back()
        agents.is_killed()
    agents.settle()
    after = agents.descriptors()
    print(f"{ROUNDS} rounds, {before} descriptors open before, {after} after")
    # A build with a leak checker ends with another status where it finds one.
    return [] if (after, tocsin.end()) == (before, 0) else [
        f"{before} descriptors, then {after}, exit {tocsin.process.poll()}"]


def eval_over(pmcd):
    tocsin = Watcher(
        [oracle.BUILD / "tocsin", "eval", "-s", "1000000", "-t", "50msec",
         "sum_sample (sample.long.ten @0..1)"], pmcd, dict(os.environ), "")
    agents = Agents(pmcd, tocsin)
    agents.expect("  20$")
    for _ in range(2):
        agents.configure(WITHOUT)
        agents.expect(r"  \?$")
        agents.configure(WITH)
        agents.expect("  20$")
    status = tocsin.end()
    return [] if status == 2 else [f"eval: exit {status}"]


def eval_without_it(pmcd):
    """Who asks once hears that it is not there, and not only "?"."""
    done = subprocess.run(
        [oracle.BUILD / "tocsin", "eval", "-h", pmcd.address,
         "sample.long.ten"], text=True, capture_output=True, timeout=60,
        check=False)
    told = "warning: " in done.stderr and "sample.long.ten" in done.stderr
    right = told and (done.returncode, done.stdout) == (3, "?\n")
    return [] if right else [f"eval without the agent: {done}"]


def main():
    oracle.require()
    own_pmcd.require()
    with own_pmcd.Pmcd(WITH) as pmcd:
        wrong = rules_over(pmcd) + eval_over(pmcd)
    with own_pmcd.Pmcd(WITHOUT) as pmcd:
        wrong += eval_without_it(pmcd)
    print(*wrong, sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
