"""The sample agent's event records, asked side by side by pmevent, `tocsin
events` and rules. The agent numbers its answers ("fetch #7"), and each goes to
one of the three; what is in an answer goes round every twelve."""
# Label: live
import atexit
import itertools
import json
import pathlib
import queue
import re
import subprocess
import sys
import tempfile
import threading
import time

import oracle
import own_pmcd

METRICS = ("sample.event.records", "sample.event.highres_records",
           "sample.event.no_indom_records")
ROUND = 12
ENOUGH = 20  # evaluations of rules
# Units of times: ns. Some of pmevent's are of whole milliseconds.
MS, SECOND = 10**6, 10**9
DAY = 86_400 * SECOND
ARRAY = re.compile(r"sample\.event\.\w+(?:\[(\w+)\])?: \d+ event records$")
RECORD = re.compile(r"  ([\d:]+)\.(\d+) --- event record \[\d+\] "
                    r"flags 0x[0-9a-f]+ \((.*)\) ---$")
LOST = re.compile(r"    ==> (\d+) missed event records$")
PARAMETER = re.compile(r"    sample\.event\.(\w+) (.*)$")
BITS = {"point": 1, "start": 2, "end": 4, "id": 8, "parent": 16}
# What rules ask of each instance; what they say is summed up over the run.
NUMBERS = ("type", "param_32", "param_u32", "param_64", "param_u64",
           "param_float", "param_double")
OWN = ("flags", "start", "end", "point", "missed")
WORDS = ("6", "twelve", "thirteen", "bingo!")


class Record:
    """As pmevent and `tocsin events` show it."""

    def __init__(self, clock, fraction, flags):
        hours, minutes, seconds = map(int, clock.split(":"))
        self.time = (((hours * 60 + minutes) * 60 + seconds) * SECOND +
                     int(fraction.ljust(9, "0")))
        self.flags = flags
        self.missed = 0
        self.parameters = {}

    def number(self):
        """That of the answer; None in its other records."""
        text = self.parameters.get("param_string", [""])[0]
        return int(text[7:]) if text.startswith("fetch #") else None

    def said(self):
        """All but its time and the number."""
        return self.flags, self.missed, (
            self.parameters if self.number() is None else "a number")


def value(text):
    """As JSON has it: of an aggregate its bytes."""
    return text[1:-1] if text[0] in '"[' else float(text)


def of_pmevent(lines):
    """Its answers by their numbers, each the records by their instances."""
    found = []
    for line in lines:
        if match := ARRAY.match(line):
            if not found or match[1] in found[-1]:
                found.append({})
            records = found[-1].setdefault(match[1], [])
        elif match := RECORD.match(line):
            records.append(Record(*match.groups()))
        elif match := LOST.match(line):
            # 0 is told by high-resolution ones, where it means at least 1.
            records[-1].missed = int(match[1]) or 1
        elif match := PARAMETER.match(line):
            records[-1].parameters.setdefault(match[1], []).append(
                value(match[2]))
    answers = {}
    for answer in found[:-1]:  # it may have been ended amid the last one
        number, = {record.number() for records in answer.values()
                   for record in records} - {None}
        answers[number] = answer
    return answers


def of_tocsin(lines):
    """The records of all answers by their instances."""
    found = {}
    for line in lines:
        told = json.loads(line)
        clock = re.search(r"T([\d:]+)\.?(\d*)Z$", told["time"])
        record = Record(*clock.groups(), told["flags"])
        record.missed = told.get("missed", 0)
        record.parameters = told["parameters"]
        found.setdefault(told.get("instance"), []).append(record)
    return found


class Asking:
    """A program that asks until it is ended; its lines are read as they come."""

    def __init__(self, command, env=None):
        self._process = subprocess.Popen(
            [str(word) for word in command], env=env, text=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
        self._queue = queue.SimpleQueue()
        atexit.register(self._process.kill)
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self._numbers = set()
        self.lines = []

    def _read(self):
        for line in self._process.stdout:
            self._queue.put(line.rstrip("\n"))
        self._queue.put(None)

    def take(self, line):
        """A line has come."""
        self.lines.append(line)
        self._numbers |= set(map(int, re.findall(r'"fetch #(\d+)"', line)))

    def poll(self, seconds=None):
        """Waits for a line, or so long."""
        try:
            line = self._queue.get(timeout=seconds)
        except queue.Empty:
            return
        if line is None:
            raise RuntimeError("\n".join(["it has ended:", *self.lines]))
        self.take(line)

    def await_numbers(self, enough):
        """Returns once the numbers of its answers are `enough`."""
        while not enough(self._numbers):
            self.poll()

    def end(self):
        self._process.terminate()
        self._process.wait()
        self._reader.join()
        while (line := self._queue.get()) is not None:
            self.take(line)
        return self.lines


def rules(metric, instances, since):
    """Each expression by its name, and a rule that tells of answers."""
    asked = {}
    for at, instance in enumerate(instances):
        records = f"{metric} #{instance}" if instance else metric
        asked[f"count_{at}"] = f"count_event ( {records} )"
        for name in NUMBERS:
            asked[f"{name}_{at}"] = (
                f"sum_event sample.event.{name} ( {records} )")
        for name in OWN:
            asked[f"{name}_{at}"] = f"sum_event event.{name} ( {records} )"
        for word, text in enumerate(WORDS):
            asked[f"word{word}_{at}"] = (
                f'count_event ( {records} where param_string == "{text}" )')
    lines = [f"{name} = {expression};" for name, expression in asked.items()]
    lines.append(
        f'max_event event.time ( {records} where param_string starts "fetch" )'
        f' - {since} > -10 -> print "%v, %n up to %{{param_string}}";')
    return asked, "\n".join(lines)


def of_rules(metric, instances, pmcd):
    """What they have told: sums by name; of some answers' numbers how many
    answers there were by then, and its time, the earliest and the latest."""
    since = int(time.time())
    asked, text = rules(metric, instances, since)
    with tempfile.TemporaryDirectory(prefix="tocsin-") as folder:
        file = pathlib.Path(folder) / "rules"
        file.write_text(text)
        asking = Asking([oracle.BUILD / "tocsin", "-h", pmcd.address, "-v",
                         "-t", "100msec", "-f", "-c", file])
        while sum("up to fetch" in line for line in asking.lines) < ENOUGH:
            asking.poll()
        said = "\n".join(asking.end())
    sums = dict.fromkeys(asked, 0)
    for name, number in re.findall(r"^(\w+): (-?[\d.]+)$", said, re.M):
        sums[name] += float(number)
    answers, count = {}, 0
    for seconds, more, number in re.findall(
            r"(-?[\d.]+), (\d+) up to fetch #(\d+)$", said, re.M):
        count += int(more)
        # Messages have three digits.
        rounded = abs(float(seconds)) / 100 + 0.001
        answers[int(number)] = count, tuple(
            since % 86_400 * SECOND + int((float(seconds) + way) * SECOND)
            for way in (-rounded, rounded))
    return sums, answers


def expected(records):
    """What the rules of an instance are to have told of these in all."""
    real = [one for one in records if one.flags != "missed"]
    yield "count", len(real)
    for name in NUMBERS:
        yield name, sum(sum(one.parameters.get(name, [])) for one in real)
    flags = [flag for one in real for flag in one.flags.split(",")]
    for name in ("start", "end", "point"):
        yield name, flags.count(name)
    yield "flags", sum(BITS[flag] for flag in flags)
    yield "missed", sum(one.missed for one in records)
    texts = [one.parameters.get("param_string", []) for one in real]
    for word, text in enumerate(WORDS):
        yield f"word{word}", sum(text in some for some in texts)


def clock(records):
    """When the answer was made of which these are an instance's."""
    for i, record in enumerate(records):
        named = record.flags == "point" and "param_string" in record.parameters
        yield record.time + (0 if named else (10 - i) * SECOND)


class SideBySide:
    """Who has got which answers about one metric."""

    def __init__(self, metric):
        with own_pmcd.Pmcd(("pmcd", "sample")) as pmcd:
            theirs = Asking(["pmevent", "-Z", "UTC", "-h", pmcd.address, "-t",
                             "0.02", metric], pmcd.environment())
            ours = Asking([oracle.BUILD / "tocsin", "events", "-h",
                           pmcd.address, "-Z", "UTC", "--json",
                           f"{metric} where event.missed >= 0"])
            theirs.await_numbers(lambda seen: len(seen) > 1)
            ours.await_numbers(bool)
            one, *_ = of_pmevent(theirs.lines).values()
            self.instances = list(one)
            self.sums, self.ruled = of_rules(metric, self.instances, pmcd)
            self.last = max(self.ruled)
            ours.await_numbers(lambda seen: max(seen) > self.last)
            theirs.await_numbers(
                lambda seen: max(seen) > self.last and len(
                    {one % ROUND for one in seen - {max(seen)}}) == ROUND)
            self.theirs = of_pmevent(theirs.end())
            self.ours = of_tocsin(ours.end())
        self.model = {number % ROUND: answer
                      for number, answer in self.theirs.items()}
        self.numbers = sorted(
            record.number() for records in self.ours.values()
            for record in records if record.number() is not None)

    def differences(self):
        rest = set(range(self.last)) - {*self.theirs, *self.numbers}
        rest.add(self.last)
        count, _ = self.ruled[self.last]
        print(f"answers: pmevent {len(self.theirs)}, events "
              f"{len(self.numbers)}, rules {count}")
        if twice := {*self.theirs, *self.ruled} & {*self.numbers}:
            yield f"several have {twice}"
        if len(rest) != count:
            yield f"rules have {count} of {sorted(rest)}"
        for at, instance in enumerate(self.instances):
            yield from self.listed(instance)
            for name, number in expected(
                    [record for one in rest
                     for record in self.model[one % ROUND][instance]]):
                if self.sums[f"{name}_{at}"] != number:
                    yield (f"{instance}: {name} is {number} by pmevent, "
                           f"{self.sums[f'{name}_{at}']} by rules")
        yield from self.untimely()

    def listed(self, instance):
        """What pmevent says of one of a round otherwise, or `tocsin events`."""
        for number, answer in self.theirs.items():
            said = [one.said() for one in answer[instance]]
            usual = [one.said() for one in self.model[number % ROUND][instance]]
            if said != usual:
                yield f"{instance} of {number}: pmevent {said}, or {usual}"
        wanted = [one.said() for number in self.numbers
                  for one in self.model[number % ROUND][instance]]
        got = [one.said() for one in self.ours[instance]]
        for one, other in itertools.zip_longest(wanted, got):
            if one != other:
                yield f"{instance}: pmevent {one}, events {other}"

    def answers(self):
        """Those of pmevent and of `tocsin events`, by number and instance."""
        left = {name: iter(records) for name, records in self.ours.items()}
        return self.theirs | {number: {
            name: list(itertools.islice(left[name], len(records)))
            for name, records in self.model[number % ROUND].items()}
                              for number in self.numbers}

    def untimely(self):
        """The agent's clock goes on, whomever it answers: its answers have the
        order of their numbers. Of other records in an answer the first is ten
        seconds older, and each a second younger than the one before."""
        times = {number: [when] for number, (_, when) in self.ruled.items()}
        for number, answer in self.answers().items():
            times[number] = [(when, when + MS) for records in answer.values()
                             for when in clock(records)]
        first, _ = times[min(times)][0]
        before = -DAY
        for number, stamps in sorted(times.items()):
            since = [tuple((one - first + DAY // 2) % DAY - DAY // 2
                           for one in stamp) for stamp in stamps]
            if min(latest for _, latest in since) < before:
                yield f"before {number} the clock goes back: {before} {since}"
            before = max(before, *(earliest for earliest, _ in since))


def main():
    own_pmcd.require()
    found = []
    for metric in METRICS:
        print(metric)
        found += [f"{metric}: {one}" for one in SideBySide(metric).differences()]
    print("\n".join(found[:20]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
