"""Rules over many pmcds (fake_hosts) from one process: CPU, memory, the time
from a tick to each host's verdict, with all hosts well, with some deaf and some
down, and with a rule over all of these besides; beside pmie for twenty of them;
how long nothing else is done when the metrics of one host change. No test: seconds depend on the machine.
    many_hosts.py [HOSTS [TICKS [SECONDS]]]"""
import os
import pathlib
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "oracle"))

import cases
import oracle

METRIC = re.compile(r"\b[a-z]+(?:\.\w+)+\b")
RULES = (cases.RULES / "host.pmie").read_text()
PMIE_HOSTS = 20


class Hosts:
    """A process of fake hosts: the ports of the live and of the deaf."""

    def __init__(self, live, deaf):
        names = sorted(set(METRIC.findall(re.sub("//.*", "", RULES))))
        self.process = subprocess.Popen(
            [cases.BUILD / "bench/fake_hosts", str(live), str(deaf), *names],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        ports = [self.process.stdout.readline().split()
                 for _ in range(live + deaf)]
        self.live = [port for kind, port in ports if kind == "live"]
        self.deaf = [port for kind, port in ports if kind == "deaf"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.communicate()

    def change(self):
        """From the next tick on the first host's metrics are others."""
        self.process.stdin.write("\n")
        self.process.stdin.flush()


def dead_ports(count):
    """Ports that nobody listens at."""
    probes = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [str(probe.getsockname()[1]) for probe in probes]
    for probe in probes:
        probe.close()
    return ports


def rules_for(ports, seconds):
    """The twenty rules for each host, after one that tells of the tick."""
    text = [f"delta = {seconds} sec;", '1 > 0 -> print "tick";']
    for port in ports:
        body = METRIC.sub(rf"\g<0> :'127.0.0.1:{port}'", RULES)
        body = re.sub(r"^(\w+) +=", rf"\1_{port} =", body, flags=re.M)
        text.append(body.replace("judged %h", f"judged {port}"))
    return "\n".join(text)


def rule_over(ports):
    hosts = " ".join(f":'127.0.0.1:{port}'" for port in ports)
    return f"\nsome_host ( hinv.ncpu {hosts} > 1000 ) -> print \"many\";\n"


class Usage:
    def __init__(self, pid):
        self.cpu = sum(int(task.read_text().split()[0]) / 1e9 for task in
                       pathlib.Path(f"/proc/{pid}/task").glob("*/schedstat"))
        status = pathlib.Path(f"/proc/{pid}/status").read_text()
        self.rss = int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024
        self.at = time.monotonic()


def since_own_ticks(verdicts, seconds):
    """Of hosts that tick on their own, in milliseconds: how much later each
    verdict is than it would be had all come as soon as the host's soonest."""
    late = []
    for times in verdicts.values():
        begun = [at - seconds * i for i, at in enumerate(times)]
        late += [1000 * (one - min(begun)) for one in begun]
    return late


def watch(command, environment, ports, ticks, own_ticks=None):
    """Usage at the third tick and `ticks` later, and the milliseconds from each
    tick in between to each of the verdicts of `ports`; where these tick on
    their own, every `own_ticks` seconds, since_own_ticks()."""
    wanted, took, tick, begun, first = set(ports), [], None, 0, None
    verdicts = {}
    with subprocess.Popen(command, env=environment, text=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT) as process:
        for line in process.stdout:
            now = time.monotonic()
            if line.rstrip().endswith(" tick"):
                begun, tick = begun + 1, now
                if begun == 3:
                    first = Usage(process.pid)
                if begun == ticks + 3:
                    last = Usage(process.pid)
                    process.terminate()
                    break
            elif " judged " in line and begun > 2:
                host = line.split()[-1]
                if host in wanted:
                    took.append((now - tick) * 1000)
                    verdicts.setdefault(host, []).append(now)
    if own_ticks:
        took = since_own_ticks(verdicts, own_ticks)
    return first, last, took


def show(name, hosts, usage, ticks):
    first, last, took = usage
    elapsed = last.at - first.at
    took.sort()
    per = statistics.quantiles(took, n=100) if len(took) > 1 else [0] * 99
    print(f"{name:34} CPU {100 * (last.cpu - first.cpu) / elapsed:6.3f} % of a core"
          f"   RSS {last.rss:6.1f} MiB   verdicts {len(took)} of {hosts * ticks}"
          f"   ms to a verdict: median {per[49]:.1f}  p99 {per[98]:.1f}"
          f"  last {took[-1] if took else 0:.1f}", flush=True)


def measure(name, command, environment, ports, counted, ticks, seconds,
            besides=""):
    with tempfile.NamedTemporaryFile("w", suffix=".pmie") as rules:
        rules.write(rules_for(ports, seconds) + besides)
        rules.flush()
        show(name, len(counted),
             watch([*command, "-c", rules.name], environment, counted, ticks),
             ticks)


def standstill(name, command, pmcds, ticks, seconds):
    """Beside the rules one speaks every 20 ms: how much later than that it is
    at ticks at which all is as before, and at those at which a host changed;
    and the CPU time of both."""
    pulse, seen = 0.02, {False: [], True: []}
    begun, last, changing, worst, cpu = 0, None, None, 0, None
    with tempfile.NamedTemporaryFile("w", suffix=".pmie") as rules:
        rules.write(rules_for(pmcds.live, seconds) +
                    f'delta = {pulse} sec; 1 > 0 -> print "pulse";')
        rules.flush()
        with subprocess.Popen([*command, "-c", rules.name], text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT) as process:
            for line in process.stdout:
                now = time.monotonic()
                if line.rstrip().endswith(" tick"):
                    used = Usage(process.pid).cpu
                    if begun > 2:
                        seen[begun % 2 == 0].append((worst, used - cpu))
                    if begun == 2 * ticks + 2:
                        process.terminate()
                        break
                    begun, worst, cpu = begun + 1, 0, used
                    # Told before the next tick, found out at it.
                    changing = begun > 2 and begun % 2 == 1 and now + seconds / 2
                elif line.rstrip().endswith(" pulse"):
                    worst = max(worst, now - (last or now) - pulse)
                    last = now
                    if changing and now > changing:
                        pmcds.change()
                        changing = None
    for changed, what in (False, "as before"), (True, "one changed"):
        late, used = zip(*seen[changed])
        print(f"{name:34} {what:12}"
              f" ms late: median {1000 * statistics.median(late):.0f}"
              f"  most {1000 * max(late):.0f}"
              f"   CPU ms a tick: median {1000 * statistics.median(used):.0f}",
              flush=True)


def main():
    hosts, ticks, seconds = (int(word) for word in
                             (sys.argv[1:] + ["1000", "12", "10"][len(sys.argv) - 1:]))
    tenth, twentieth = hosts // 10, hosts // 20
    ours = [str(cases.BUILD / "tocsin"), "-f"]
    with Hosts(hosts, twentieth) as pmcds:
        well = pmcds.live[tenth:]
        measure(f"tocsin, {hosts} hosts", ours, os.environ, pmcds.live, well,
                ticks, seconds)
        ill = pmcds.deaf + dead_ports(twentieth)
        measure(f"tocsin, {len(well)} and {len(ill)} ill", ours, os.environ,
                ill + well, well, ticks, seconds)
        measure("tocsin, the same and one over all", ours, os.environ,
                ill + well, well, ticks, seconds, rule_over(ill + well))
        standstill(f"tocsin, {hosts} hosts", ours, pmcds, ticks // 3, seconds)
        few = pmcds.live[:PMIE_HOSTS]
        measure(f"tocsin, {len(few)} hosts", ours, os.environ, few, few, ticks,
                seconds)
        oracle.require()
        measure(f"pmie, {len(few)} hosts", ["pmie", "-b", "-f"],
                oracle.environment(), few, few, ticks, seconds)


if __name__ == "__main__":
    main()
