"""Event functions over the oracle's archives of event records, beside what
pmdumplog shows of them: at any interval the totals agree, so no record is lost
and none counted twice."""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import oracle

METRIC = re.compile(r"^    \d+\.\d+\.\d+ \(([\w.]+)(?:\[.*\])?\): "
                    r"(?:No|\d+)(?: \(and \d+ missed\))? event records?$")
RECORD = re.compile(r"^ {8}--- event record .*?(?: flags (0x[0-9a-f]+).*)? ---$")
LOST = re.compile(r"^ {8}==> (\d+) missed event records")
PARAMETER = re.compile(r"^ {8}\S+ \(([\w.]+)\): value (.*)$")
INTERVALS = ("0.25", "1", "2.5", "60")
ARCHIVES = ("eventrec", "eventrec-old")


class Record:
    """A record as pmdumplog shows it."""

    def __init__(self, flags):
        self.flags = int(flags or "0", 16)
        self.missed = 0
        self._values = []

    def add(self, name, text):
        self._values.append((name.split(".")[-1], text.strip('"')))

    def texts(self, name):
        return [text for own, text in self._values if own == name]

    def numbers(self, name):
        return [float(text) for text in self.texts(name)]


def records(archive):
    """Of each metric of event records, all of its instances together."""
    found = {}
    metric = None
    for line in oracle.run(["pmdumplog", "-Z", "UTC", "-x",
                            archive]).stdout.splitlines():
        if match := METRIC.match(line):
            metric = found.setdefault(match[1], [])
        elif match := RECORD.match(line):
            metric.append(Record(match[1]))
        elif match := LOST.match(line):
            # A high-resolution array has no room for how many.
            metric[-1].missed = max(int(match[1]), 1)
        elif metric and (match := PARAMETER.match(line)):
            metric[-1].add(match[1], match[2])
    return found


def matching(condition):
    """A count of the records, without those that tell of lost ones, of which
    `condition` is true."""
    return lambda all_records: sum(
        bool(condition(one)) for one in all_records if not one.missed)


# What is asked behind "sum_inst" of METRIC, and what it comes to in total.
ASKED = {
    "count_event ( METRIC )": matching(lambda _: True),
    "count_event ( METRIC where param_u32 > 0 )":
        matching(lambda one: any(n > 0 for n in one.numbers("param_u32"))),
    "count_event ( METRIC where param_32 < 0 || param_string == \"bingo!\" )":
        matching(lambda one: any(n < 0 for n in one.numbers("param_32"))
                 or "bingo!" in one.texts("param_string")),
    "count_event ( METRIC where param_double != 8 )":
        matching(lambda one: one.numbers("param_double")
                 and 8 not in one.numbers("param_double")),
    "count_event ( METRIC where param_string =~ \"^fetch #[0-9]*[13579]\" )":
        matching(lambda one: any(re.match("fetch #[0-9]*[13579]", text)
                                 for text in one.texts("param_string"))),
    "count_event ( METRIC where param_string !~ \"^fetch\" )":
        matching(lambda one: one.texts("param_string") and not any(
            text.startswith("fetch") for text in one.texts("param_string"))),
    "count_event ( METRIC where param_string contains \"een\" "
    "|| type in (7, 16) )":
        matching(lambda one: any("een" in t for t in one.texts("param_string"))
                 or set(one.numbers("type")) & {7, 16}),
    "count_event ( METRIC where event.start == 1 || event.end == 1 )":
        matching(lambda one: one.flags & 6),
    "sum_event event.missed ( METRIC )":
        lambda all_records: sum(one.missed for one in all_records),
    "sum_event param_double ( METRIC where event.point == 1 )":
        lambda all_records: sum(sum(one.numbers("param_double"))
                                for one in all_records if one.flags & 1),
}


def totals(archive, metric, interval):
    """What is asked, and it of all evaluations, the last of which is at the
    archive's end."""
    rules = "".join(f"n{i} = sum_inst {asked.replace('METRIC', metric)};\n"
                    for i, asked in enumerate(ASKED))
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "rules"
        file.write_text(rules)
        done = oracle.ours("tocsin", "-Z", "UTC", "-a", archive, "-v", "-t",
                           interval, "-c", str(file))
    for i, asked in enumerate(ASKED):
        values = re.findall(rf"^n{i} \(.*\): (\S+)$", done.stdout, re.M)
        assert values, done.stderr
        yield asked, sum(float(value) for value in values if value != "?")


def check_answers(archive):
    """As many as are wanted, the last of which is at the archive's end."""
    for wanted in range(1, 4):
        done = oracle.ours("tocsin", "eval", "-a", archive, "-t", "4", "-s",
                           str(wanted),
                           "sum_inst count_event ( sample.event.records )")
        answers = [line.split()[-1] for line in done.stdout.splitlines()]
        assert answers == ["0", "12", "6"][-wanted:], done


def answers(archive, interval, rules):
    done = oracle.ours("tocsin", "-Z", "UTC", "-v", "-t", interval, "-a",
                       archive, "-c", rules)
    return re.findall(r"^c (.*)", done.stdout, re.M)


def check_packed(name):
    """Where one volume is packed the end is known late, and the same."""
    with tempfile.TemporaryDirectory() as folder:
        rules = pathlib.Path(folder) / "rules"
        rules.write_text("c = sum_inst count_event ( sample.event.records );")
        plain = pathlib.Path(folder) / "plain"
        packed = pathlib.Path(folder) / "packed"
        for suffix in ("0", "index", "meta"):
            shutil.copy(oracle.ARCHIVES / f"{name}.{suffix}", f"{plain}.{suffix}")
        for tool in filter(shutil.which, ("xz", "gzip", "bzip2", "zstd")):
            for suffix in ("0", "index", "meta"):
                shutil.copy(f"{plain}.{suffix}", f"{packed}.{suffix}")
            subprocess.run([tool, "-q", f"{packed}.0"], check=True)
            pathlib.Path(f"{packed}.0").unlink(missing_ok=True)
            for interval in ("3", "10"):
                wanted = answers(plain, interval, rules)
                assert len(wanted) > 1, wanted
                got = answers(packed, interval, rules)
                assert got == wanted, (tool, interval, got, wanted)
            for file in pathlib.Path(folder).glob("packed.*"):
                file.unlink()


def main():
    compared = failed = 0
    for name in ARCHIVES:
        check_packed(name)
    check_answers(str(oracle.ARCHIVES / "eventrec"))
    for name in ARCHIVES:
        archive = str(oracle.ARCHIVES / name)
        for metric, all_records in records(archive).items():
            for interval in INTERVALS:
                for asked, got in totals(archive, metric, interval):
                    compared += 1
                    wanted = ASKED[asked](all_records)
                    if got == wanted:
                        continue
                    failed += 1
                    print(f"{name}, {metric}, {interval} s, {asked}: {got} is "
                          f"not {wanted}")
    print(f"{compared} totals compared")
    sys.exit(failed > 0 or compared < 200)


main()
