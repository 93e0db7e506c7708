"""Event records of many hosts at once (event_hosts), which are numbered: how
many were told and missed, how late another rule is beside that, how long it is
from a tick to the last host's count, CPU and memory. No test: that depends on
the machine; a small exact one is tests/script/event_hosts_test.py.
    event_hosts.py [HOSTS [RATE [TICKS]]]"""
import statistics
import subprocess
import sys
import tempfile
import time

import cases
from lateness import PULSE, peak_of
from many_hosts import Usage


class EventHosts:
    """A process of hosts with RATE records a second each: their ports."""

    def __init__(self, hosts, rate, *total):
        words = map(str, (hosts, rate, *total))
        self.process = subprocess.Popen(
            [cases.BUILD / "bench/event_hosts", *words],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.ports = [self.process.stdout.readline().split()[1]
                      for _ in range(hosts)]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.communicate()


def rules_for(ports, seconds):
    """How many have come, and the last one's number, of each host."""
    text = [f'delta = {PULSE} sec; 1 > 0 -> print "pulse";',
            f'delta = {seconds} sec; 1 > 0 -> print "tick";']
    for port in ports:
        metric = f"fake.records :'127.0.0.1:{port}'"
        text += [f"count_event ( {metric} where line contains \"answered\" ) > 0"
                 f" -> print \"came {port} %v\";",
                 f"max_event number ( {metric} ) >= 0"
                 f" -> print \"last {port} %v\";"]
    return "\n".join(text)


class Heard:
    """What the rules have said."""

    def __init__(self, ports):
        self.came = dict.fromkeys(ports, 0)
        self.last = dict.fromkeys(ports, -1)
        self.pulses, self.ticks, self.took = [], 0, []

    def hear(self, line, now):
        words = line.split()
        if words[-1] == "pulse":
            self.pulses.append(now)
        elif words[-1] == "tick":
            self.ticks += 1
            self.took.append((now, now))
        elif words[-3] == "came":
            self.came[words[-2]] += int(words[-1])
        elif words[-3] == "last":
            self.last[words[-2]] = int(words[-1])
            self.took[-1] = self.took[-1][0], now

    def missed(self):
        return sum(last + 1 - came for came, last in
                   zip(self.came.values(), self.last.values()))

    def late(self):
        """How much later than it should each pulse has come after the one
        before; those that are left out make the next one later. Units:
        milliseconds."""
        return sorted(1000 * (later - one - PULSE) for one, later in
                      zip(self.pulses, self.pulses[1:]))


def main():
    hosts, rate, ticks = (int(word) for word in
                          (sys.argv[1:] + ["500", "100", "30"][len(sys.argv) - 1:]))
    with EventHosts(hosts, rate) as pmcds, \
            tempfile.NamedTemporaryFile("w", suffix=".pmie") as rules:
        rules.write(rules_for(pmcds.ports, 1))
        rules.flush()
        heard = Heard(pmcds.ports)
        with subprocess.Popen(
                [cases.BUILD / "tocsin", "-f", "-c", rules.name], text=True,
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL) as process:
            for line in process.stdout:
                heard.hear(line, time.monotonic())
                if heard.ticks == 1 and line.rstrip().endswith(" tick"):
                    first = Usage(process.pid)
                if heard.ticks > ticks:
                    last, peak = Usage(process.pid), peak_of(process.pid)
                    process.kill()
                    break
    late = heard.late()
    took = [1000 * (end - begin) for begin, end in heard.took[1:-1]]
    cpu = 100 * (last.cpu - first.cpu) / (last.at - first.at)
    print(f"{hosts} hosts, {rate} records/s each: {sum(heard.came.values()):,} "
          f"records told, {heard.missed()} missed\n"
          f"ms late: median {statistics.median(late):.2f}  p99 "
          f"{late[len(late) * 99 // 100]:.2f}  most {late[-1]:.2f}   "
          f"ms to the last count: median {statistics.median(took):.0f}  "
          f"most {max(took):.0f}\n"
          f"CPU {cpu:.1f} % of a core, {last.rss:.0f} MiB, at most {peak:.0f} MB")


if __name__ == "__main__":
    main()
