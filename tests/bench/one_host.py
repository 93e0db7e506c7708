"""The twenty rules over one pmcd (fake_hosts): CPU per thousand evaluations and
memory, beside pmie, and beside fetch_floor, which only asks and takes. Short
pauses find the caches warm, long ones cold. No test: it depends on the machine.
    one_host.py [SECONDS [MSEC...]]"""
import os
import subprocess
import sys
import tempfile
import time

import cases
import many_hosts
import oracle


def lives_on(process, seconds):
    """Lets it run; it must not end."""
    time.sleep(seconds)
    if process.poll() is not None:
        sys.exit(f"ended with {process.returncode}")


def cost(command, environment, seconds, msec):
    """Milliseconds of CPU per thousand pauses of `msec`, and MiB, of a process
    that has come to rest after its start."""
    with subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL,
                          stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL) as process:
        lives_on(process, 2 + msec / 1000)
        first = many_hosts.Usage(process.pid)
        lives_on(process, seconds)
        last = many_hosts.Usage(process.pid)
        process.terminate()
    pauses = (last.at - first.at) * 1000 / msec
    return (last.cpu - first.cpu) * 1e6 / pauses, last.rss


def programs(rules):
    return (("tocsin", [cases.BUILD / "tocsin", "-q", "-f", "-c", rules],
             os.environ),
            ("pmie", ["pmie", "-q", "-f", "-c", rules], oracle.environment()))


def compare(port, seconds, msec):
    floor, _ = cost([cases.BUILD / "bench/fetch_floor", str(msec)], os.environ,
                    seconds, msec)
    print(f"every {msec:5} ms   only asks {floor:6.1f}", end="", flush=True)
    with tempfile.NamedTemporaryFile("w", suffix=".pmie") as file:
        text = many_hosts.rules_for([port], msec / 1000)
        file.write(text.replace('print "judged', 'print 7200 "judged')
                   .replace('1 > 0 -> print "tick";', ""))
        file.flush()
        for name, command, environment in programs(file.name):
            cpu, rss = cost(command, environment, seconds, msec)
            print(f"   {name} {cpu:6.1f}, {rss:.1f} MiB", end="", flush=True)
    print()


def main():
    oracle.require()
    seconds, *pauses = (int(word) for word in
                        sys.argv[1:] or ("20", "5", "20", "100", "1000"))
    print("ms of CPU per 1,000 evaluations of 20 rules over one host")
    with many_hosts.Hosts(1, 0) as hosts:
        for msec in pauses:
            compare(hosts.live[0], seconds, msec)


if __name__ == "__main__":
    main()
