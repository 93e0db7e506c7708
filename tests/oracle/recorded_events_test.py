"""Archives of event records that a real pmlogger makes of the sample and logger
agents, over several volumes, and of two of them in one, with and without a mark
between: unpacked they are as pmdumplog shows them, and at each interval as many
records are counted, none lost and none twice, but for those of an interval with
a mark, which is unknown."""
# Label: live
import datetime
import pathlib
import re
import subprocess
import sys
import tempfile

import events_test
import oracle
import own_pmcd

LINES = 300
CONFIG = """log mandatory on 100 msec {
    sample.event.records
    sample.event.highres_records
    logger.perfile.app.records
}
"""
METRICS = ("sample.event.records", "sample.event.highres_records",
           "logger.perfile.app.records")
INTERVALS = ("0.25", "1", "2.5", "60")
STAMP = re.compile(r"\w{3} (\w{3} [ \d]\d [\d:.]+ \d{4})  ?(<mark>)?")


def record(pmcd, folder, name):
    """An archive of what comes while lines are appended, in small volumes."""
    process = subprocess.Popen(
        [oracle.ROOT / "usr/lib/pcp/bin/pmlogger", "-h", pmcd.address, "-c",
         folder / "config", "-l", folder / "pmlogger.log", "-v", "20Kb", "-u",
         folder / name], env=pmcd.environment(), cwd=folder,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True)
    archive = folder / f"{name}.2"  # once that is there, much has been written
    written = 0
    while not archive.exists() or written < LINES:
        if process.poll() is not None:
            raise RuntimeError("pmlogger: " + process.stdout.read() +
                               (folder / "pmlogger.log").read_text())
        with open(folder / "app.log", "a", encoding="ascii") as log:
            log.writelines(f"line {written + i} of {name}\n" for i in range(10))
        written += 10
        # The agent looks at the file when it is asked, and now and then.
        pmcd.run("pminfo", "-h", pmcd.address, "-f", "logger.numlogfiles")
    process.terminate()
    process.communicate()
    return folder / name


class Shown:
    """What pmdumplog shows of an archive, by the time it arrived, in
    microseconds since the archive began."""

    def __init__(self, archive, metrics):
        self.marks = []
        self.records = {metric: [] for metric in metrics}  # a time for each
        began = now = metric = None
        for line in oracle.run(["pmdumplog", "-Z", "UTC", "-x",
                                archive]).stdout.splitlines():
            if match := STAMP.match(line):
                at = datetime.datetime.strptime(match[1],
                                                "%b %d %H:%M:%S.%f %Y")
                began = began or at
                now = (at - began) // datetime.timedelta(microseconds=1)
                if match[2]:
                    self.marks.append(now)
            elif match := re.match(r" {4}\d+\.\d+\.\d+ \(([\w.]+)", line):
                metric = match[1]
            elif metric in metrics and "--- event record" in line and (
                    "(missed" not in line):
                self.records[metric].append(now)

    def known(self, metric, seconds):
        """How many records arrived in intervals without a mark."""
        def interval(time):
            return -(-time // round(seconds * 1e6))

        unknown = set(map(interval, self.marks))
        return sum(interval(time) not in unknown
                   for time in self.records[metric])


def counted(archive, metric, interval):
    rules = archive.parent / "rules"
    rules.write_text(f"n = count_event ( {metric} );\n")
    done = oracle.ours("tocsin", "-t", interval, "-v", "-a", archive, rules)
    values = re.findall(r"^n \(.*\): ([\d ]+)$", done.stdout, re.M)
    return sum(int(value) for line in values for value in line.split())


def differences(archive, parameters, metrics=METRICS):
    yield from events_test.differences(archive, parameters)
    shown = Shown(archive, metrics)
    print(f"{archive.name}: {len(shown.marks)} marks")
    for metric, records in shown.records.items():
        print(f"{archive.name}: {len(records)} records of {metric}")
        if not records:
            yield f"{archive.name}: nothing of {metric}"
        for interval in INTERVALS:
            ours = counted(archive, metric, interval)
            count = shown.known(metric, float(interval))
            if ours != count:
                yield (f"{archive.name}: {ours} records of {metric} at "
                       f"{interval}, theirs {count}")


def merge(pmcd, archives, into, *options):
    done = pmcd.run(oracle.ROOT / "usr/bin/pmlogextract", *options, *archives,
                    into)
    if done.returncode != 0:
        raise RuntimeError(done.stdout + done.stderr)
    return into


def main():
    own_pmcd.require()
    with tempfile.TemporaryDirectory(prefix="tocsin-") as name:
        folder = pathlib.Path(name)
        (folder / "config").write_text(CONFIG)
        (folder / "app.log").write_text("before\n")
        logger = own_pmcd.logger_agent(folder, {"app": folder / "app.log"})
        with own_pmcd.Pmcd(("pmcd", "sample"), {"logger": logger}) as pmcd:
            archives = [record(pmcd, folder, one) for one in ("one", "two")]
            # Without -m there is a mark if pmcd has lost an agent meanwhile.
            merged = [merge(pmcd, archives, folder / "both"),
                      merge(pmcd, archives, folder / "marked", "-m")]
        found = [d for archive in archives for d in differences(archive, True)]
        # pmlogextract leaves out the descriptors of parameters, and then
        # pmdumplog does not show these.
        found += [d for archive in merged for d in differences(archive, False)]
        if not Shown(merged[1], METRICS).marks:
            found.append("marked: no mark")
    print("\n".join(found[:20]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
