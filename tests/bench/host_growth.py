"""Twenty rules for each of ever more hosts, from one process, of all in one text
or with --serve in a file that they share: CPU, memory, the time from a tick to
each verdict. Several processes of fake_hosts answer, out of a can; what they
take is told beside. No test: seconds depend on the machine.
    host_growth.py [--serve] [HOSTS[,HOSTS...] [TICKS [SECONDS [PROCESSES]]]]"""
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


def rules_of_all(program, folder, ports, seconds):
    """The command that has the rules of all hosts in one text, and what each
    host is called there."""
    (folder / "rules.pmie").write_text(many_hosts.rules_for(ports, seconds))
    return [program, "-f", "-c", folder / "rules.pmie"], ports


def rules_of_each(program, folder, ports, seconds):
    """The same where each host of a site has the rules of one file: there hosts
    are called what they say themselves."""
    delta = f"delta = {seconds} sec;\n"
    (folder / "host.pmie").write_text(delta + many_hosts.RULES)
    (folder / "tick.pmie").write_text(delta + '1 > 0 -> print "tick";\n')
    hosts = [f"  h{port}: {{address: '127.0.0.1:{port}', rules: [host.pmie]}}"
             for port in ports]
    (folder / "hosts.yaml").write_text(
        "hosts:\n  tick: {address: '@', rules: [tick.pmie]}\n" +
        "\n".join(hosts) + "\n")
    return ([program, "serve", "--hosts", folder / "hosts.yaml"],
            [f"fake{port}" for port in ports])


def measure(program, hosts, ticks, seconds, processes, write):
    with contextlib.ExitStack() as stack:
        some = [stack.enter_context(
            many_hosts.Hosts(hosts // processes + (n < hosts % processes), 0))
            for n in range(processes)]
        ports = [port for one in some for port in one.live]
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        command, names = write(program, pathlib.Path(folder), ports, seconds)
        before = [many_hosts.Usage(one.process.pid) for one in some]
        began = time.monotonic()
        first, last, took = many_hosts.watch(
            command, os.environ, names, ticks,
            seconds if write is rules_of_each else None)
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
    given = sys.argv[1:]
    write = rules_of_all
    if given[:1] == ["--serve"]:
        write = rules_of_each
        del given[0]
    words = given + [SIZES, "5", "10", "4"][len(given):]
    sizes, (ticks, seconds, processes) = words[0], map(int, words[1:4])
    program = os.environ.get("TOCSIN", cases.BUILD / "tocsin")
    allow_descriptors()
    for hosts in sizes.split(","):
        measure(pathlib.Path(program), int(hosts), ticks, seconds,
                min(processes, int(hosts)), write)


if __name__ == "__main__":
    main()
