"""Archives of event records that a real pmlogger makes of the sample and logger
agents, over several volumes, and of two of them in one, with a mark between:
unpacked they are as pmdumplog shows them, and at each interval as many records
are counted, none lost and none twice."""
# Label: live
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


def shown(archive, metrics):
    """How many records of each of `metrics` pmdumplog shows."""
    counts = dict.fromkeys(metrics, 0)
    metric = None
    for line in oracle.run(["pmdumplog", "-Z", "UTC", "-x",
                            archive]).stdout.splitlines():
        if match := re.match(r" {4}\d+\.\d+\.\d+ \(([\w.]+)", line):
            metric = match[1]
        elif metric in counts and "--- event record" in line and (
                "(missed" not in line):
            counts[metric] += 1
    return counts


def counted(archive, metric, interval):
    rules = archive.parent / "rules"
    rules.write_text(f"n = count_event ( {metric} );\n")
    done = oracle.ours("tocsin", "-t", interval, "-v", "-a", archive, rules)
    values = re.findall(r"^n \(.*\): ([\d ]+)$", done.stdout, re.M)
    return sum(int(value) for line in values for value in line.split())


def differences(archive, parameters, metrics=METRICS):
    yield from events_test.differences(archive, parameters)
    for metric, count in shown(archive, metrics).items():
        print(f"{archive.name}: {count} records of {metric}")
        if count == 0:
            yield f"{archive.name}: nothing of {metric}"
        for interval in INTERVALS:
            ours = counted(archive, metric, interval)
            if ours != count:
                yield (f"{archive.name}: {ours} records of {metric} at "
                       f"{interval}, theirs {count}")


def main():
    own_pmcd.require()
    with tempfile.TemporaryDirectory(prefix="tocsin-") as name:
        folder = pathlib.Path(name)
        (folder / "config").write_text(CONFIG)
        (folder / "app.log").write_text("before\n")
        logger = own_pmcd.logger_agent(folder, {"app": folder / "app.log"})
        with own_pmcd.Pmcd(("pmcd", "sample"), {"logger": logger}) as pmcd:
            archives = [record(pmcd, folder, one) for one in ("one", "two")]
            both = folder / "both"
            merged = pmcd.run(oracle.ROOT / "usr/bin/pmlogextract", *archives,
                              both)
            if merged.returncode != 0:
                raise RuntimeError(merged.stdout + merged.stderr)
        # pmlogextract leaves out the descriptors of parameters, and then
        # pmdumplog does not show these.
        found = [d for archive in (*archives, both)
                 for d in differences(archive, archive != both)]
    print("\n".join(found[:20]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
