"""The twenty rules over one pmcd (fake_hosts): microseconds of CPU an evaluation
and memory, of tocsin, pmie and fetch_floor, which only asks and takes. Several
of each run at once, so that what else the machine does falls upon all of them:
one after the other a program differs from itself by half. No test.
    one_host.py [SECONDS [MSEC...]]"""
import contextlib
import os
import statistics
import subprocess
import sys
import tempfile
import time

import cases
import many_hosts
import oracle

# At most half of a core.
BUSY = 0.5
MOST_OF_EACH = 8
ABOUT = 0.0005  # s of CPU that an evaluation takes at most


class Program:
    """Several processes of one program, which must not end."""

    def __init__(self, name, command, environment):
        self.name = name
        self.command = command
        self.environment = environment
        self.processes = []
        self.first = []

    def begin(self, stack):
        self.processes.append(stack.enter_context(subprocess.Popen(
            self.command, env=self.environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)))
        stack.callback(self.processes[-1].terminate)

    def usages(self):
        for process in self.processes:
            if process.poll() is not None:
                sys.exit(f"{self.name} ended with {process.returncode}")
        return [many_hosts.Usage(process.pid) for process in self.processes]

    def start(self):
        self.first = self.usages()

    def text(self, msec):
        """The mean of all, the least and the most."""
        last = self.usages()
        each = [(b.cpu - a.cpu) * 1e6 * msec / 1000 / (b.at - a.at)
                for a, b in zip(self.first, last)]
        return (f"{self.name} {statistics.mean(each):6.1f} ({min(each):.0f} to "
                f"{max(each):.0f}), {last[0].rss:.1f} MiB")


def programs(rules, msec):
    floor = cases.BUILD / "bench/fetch_floor"
    return (Program("only asks", [floor, str(msec)], os.environ),
            Program("tocsin", [cases.BUILD / "tocsin", "-q", "-f", "-c", rules],
                    os.environ),
            Program("pmie", ["pmie", "-q", "-f", "-c", rules],
                    oracle.environment()))


def rules_of(port, msec):
    """The rules, which print nothing."""
    text = many_hosts.rules_for([port], msec / 1000)
    return (text.replace('print "judged', 'print 7200 "judged')
            .replace('1 > 0 -> print "tick";', ""))


def compare(port, seconds, msec):
    copies = max(1, min(MOST_OF_EACH, int(BUSY * msec / 1000 / (3 * ABOUT))))
    with tempfile.NamedTemporaryFile("w", suffix=".pmie") as file, \
            contextlib.ExitStack() as stack:
        file.write(rules_of(port, msec))
        file.flush()
        all_of_them = programs(file.name, msec)
        for copy in range(copies):
            for program in all_of_them:
                program.begin(stack)
            time.sleep(msec / 1000 / copies)  # they tick one after the other
        time.sleep(2 + msec / 1000)
        for program in all_of_them:
            program.start()
        time.sleep(seconds)
        print(f"every {msec:5} ms, {copies} of each:   " +
              "   ".join(program.text(msec) for program in all_of_them))


def main():
    oracle.require()
    seconds, *pauses = (int(word) for word in
                        sys.argv[1:] or ("30", "20", "100", "1000"))
    print("us of CPU an evaluation of 20 rules over one host (least to most)")
    with many_hosts.Hosts(1, 0) as hosts:
        for msec in pauses:
            compare(hosts.live[0], seconds, msec)


if __name__ == "__main__":
    main()
