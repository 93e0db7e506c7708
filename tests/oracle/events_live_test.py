"""Event records of a real pmcd's sample agent: what comes is each record once,
also to rules of several intervals that share a connection. The agent numbers
what it hands out: "fetch #7" is of the eighth fetch."""
# Label: live
import json
import pathlib
import re
import signal
import subprocess
import sys
import tempfile

import oracle
import own_pmcd

METRIC = "sample.event.records #bogus where param_string starts \"fetch\""
ENOUGH = 12
SOME = {"param_32", "param_string", "type"}  # parameters of its records


def printed(address):
    """The numbers that `tocsin events` prints, until there are enough."""
    process = subprocess.Popen(
        [oracle.BUILD / "tocsin", "events", "-h", address, "--json", METRIC],
        stdout=subprocess.PIPE, text=True)
    numbers = []
    for line in process.stdout:
        record = json.loads(line)
        numbers.append(int(record["parameters"]["param_string"][0][7:]))
        if len(numbers) == ENOUGH:
            process.send_signal(signal.SIGTERM)
    return numbers, process.wait()


def named(address):
    """The parameters of some records as `tocsin events` calls them, which
    nobody has named."""
    process = subprocess.Popen(
        [oracle.BUILD / "tocsin", "events", "-h", address, "--json",
         "sample.event.records"], stdout=subprocess.PIPE, text=True)
    names = set()
    for line in process.stdout:
        names |= set(json.loads(line)["parameters"])
        if SOME <= names or any(name[0].isdigit() for name in names):
            process.send_signal(signal.SIGTERM)
    process.wait()
    return names


def counted(address):
    """What rules of 100 and of 300 milliseconds count, as totals, and the last
    number that there was."""
    rules = ("delta = 100 msec; a = count_event ( " + METRIC + " );\n"
             "delta = 300 msec; b = count_event ( " + METRIC + " );\n")
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "rules"
        file.write_text(rules)
        done = oracle.ours("tocsin", "-h", address, "-v", "-T", "2.95sec",
                           "-c", str(file))
    totals = []
    for name in "ab":
        values = re.findall(rf"^{name}: (\d+)$", done.stdout, re.M)
        totals.append((len(values), sum(map(int, values))))
    return totals


def main():
    wrong = []
    with own_pmcd.Pmcd(("pmcd", "sample")) as pmcd:
        numbers, status = printed(pmcd.address)
        print("printed:", *numbers)
        if numbers != list(range(numbers[0], numbers[0] + ENOUGH)):
            wrong.append("records are lost, or printed twice")
        if status != 0:
            wrong.append(f"exit status {status}")
        names = named(pmcd.address)
        if any(name[0].isdigit() for name in names):
            wrong.append(f"parameters are called {sorted(names)}")
        (ticks, of_all), (_, of_few) = counted(pmcd.address)
        print(f"counted: {of_all} in {ticks} ticks, and {of_few}")
        # Each asks the agent, and all are told of what comes; at the end one
        # may have an answer more than the other.
        if not ticks <= of_few <= of_all + 3 or abs(of_all - of_few) > 5:
            wrong.append("rules of two intervals are not told of the same")
    print(*wrong, sep="\n")
    sys.exit(bool(wrong))


main()
