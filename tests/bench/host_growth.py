"""Twenty rules for each of ever more hosts, from one process: CPU, memory, the
time from a tick to each verdict. Several processes of fake_hosts answer, out of
a can; what they take is told beside, for they share the machine. No test:
seconds depend on the machine.
    host_growth.py [HOSTS[,HOSTS...] [TICKS [SECONDS [PROCESSES]]]]"""
import contextlib
import os
import pathlib
import resource
import statistics
import sys
import tempfile
import time

import cases
import many_hosts

SIZES = "100,1000,10000"


def allow_descriptors():
    """As many as this process may have: fake_hosts take two a host."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def measure(program, hosts, ticks, seconds, processes):
    with contextlib.ExitStack() as stack:
        some = [stack.enter_context(
            many_hosts.Hosts(hosts // processes + (n < hosts % processes), 0))
            for n in range(processes)]
        ports = [port for one in some for port in one.live]
        rules = stack.enter_context(
            tempfile.NamedTemporaryFile("w", suffix=".pmie"))
        rules.write(many_hosts.rules_for(ports, seconds))
        rules.flush()
        before = [many_hosts.Usage(one.process.pid) for one in some]
        began = time.monotonic()
        first, last, took = many_hosts.watch(
            [program, "-f", "-c", rules.name], os.environ, ports, ticks)
        answered = sum(many_hosts.Usage(one.process.pid).cpu - was.cpu
                       for one, was in zip(some, before))
        show(hosts, ticks, seconds, (first, last, sorted(took)),
             (first.at - began, answered))


def show(hosts, ticks, seconds, usage, others):
    first, last, took = usage
    start, answered = others
    cpu = last.cpu - first.cpu
    per = statistics.quantiles(took, n=100) if len(took) > 1 else [0] * 99
    print(f"{hosts:6} hosts every {seconds} s: "
          f"{100 * cpu / (last.at - first.at):6.2f} % of a core, "
          f"{1e6 * cpu / (ticks * hosts):5.1f} us a host and tick, "
          f"{last.rss:7.1f} MiB; ms to a verdict: median {per[49]:.0f}, "
          f"p99 {per[98]:.0f}, last {took[-1] if took else 0:.0f}; "
          f"{len(took)} of {hosts * ticks} verdicts; third tick after "
          f"{start:.0f} s, the hosts took {answered:.1f} s of CPU", flush=True)


def main():
    words = sys.argv[1:] + [SIZES, "5", "10", "4"][len(sys.argv) - 1:]
    sizes, (ticks, seconds, processes) = words[0], map(int, words[1:4])
    program = os.environ.get("TOCSIN", cases.BUILD / "tocsin")
    allow_descriptors()
    for hosts in sizes.split(","):
        measure(pathlib.Path(program), int(hosts), ticks, seconds,
                min(processes, int(hosts)))


if __name__ == "__main__":
    main()
