"""How long after its start tocsin has judged the rules of this host, which has
no pmcd: each rule once (counters are unknown still), and once more an interval
later, when all of them can be known. No test: it depends on the machine.
    first_verdict.py [RUNS]"""
import os
import statistics
import subprocess
import sys
import time

import cases

RULES = cases.SOURCE / "docs/sample/host.pmie"
INTERVAL = 1.0
LIMIT_MS = 100
# Where no pmcd is, whatever this machine has.
NOWHERE = {**os.environ, "PMCD_SOCKET": "/no/such/socket", "PMCD_PORT": "1"}


def once():
    """Seconds from the start to the end of the first two evaluations."""
    rules = RULES.read_text().replace("delta = 10 sec;", "")
    begun = time.monotonic()
    with subprocess.Popen(
            [cases.BUILD / "tocsin", "-v", "-q", "-t", str(INTERVAL)],
            env=NOWHERE, text=True, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE) as process:
        process.stdin.write(rules)
        process.stdin.close()
        ends = []
        while len(ends) < 2:
            if process.stdout.readline() == "\n":
                ends.append(time.monotonic() - begun)
        process.kill()
    return ends


def main():
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    firsts, seconds = zip(*(once() for _ in range(runs)))
    late = [second - INTERVAL for second in seconds]
    for what, times in (("start to first evaluation", firsts),
                        ("and to the second, beyond the interval", late)):
        print(f"{what}: median {statistics.median(times) * 1e3:.1f} ms, "
              f"at most {max(times) * 1e3:.1f} ms of {runs}")
    print(f"wanted: {LIMIT_MS} ms beyond the interval at most")


if __name__ == "__main__":
    main()
