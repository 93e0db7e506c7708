"""MMV files as we read and write them, beside PCP: its mmv agent under a pmcd
that this test starts on loopback, mmvdump, and files made by its library."""
import pathlib
import re
import subprocess
import sys
import tempfile
import time

import linux_test
import mmv_files
import oracle

AGENT = oracle.ROOT / "usr/lib/pcp/pmdas/mmv"
LIBRARY_FILES = ["pcp1", "pcp2", "pcp3"]


class Pmcd(linux_test.Pmcd):
    """A pmcd with the mmv agent over folder/mmv."""

    def __enter__(self):
        root, folder = oracle.ROOT, self.folder
        (folder / "pmcd.conf").write_text(
            f"mmv 70 pipe binary {AGENT}/pmdammv -d 70 -l {folder}/mmv.log"
            f"{self._user()}\n")
        names = folder / "names"
        names.mkdir()
        for name in (root / "var/lib/pcp/pmns").iterdir():
            (names / name.name).write_bytes(name.read_bytes())
        oracle.run([root / "usr/lib/pcp/bin/pmnsmerge", "root_mmv", "root"],
                   cwd=names)
        with open(folder / "out", "wb") as out:
            self.process = subprocess.Popen(
                [root / "usr/lib/pcp/bin/pmcd", "-f", "-A", "-i", "127.0.0.1",
                 "-c", folder / "pmcd.conf", "-n", names / "root",
                 "-s", folder / "socket", "-p", str(self.port),
                 "-l", folder / "pmcd.log", *self._user().split()],
                env=environment(folder), stdin=subprocess.DEVNULL, stdout=out,
                stderr=out)
        return self

    def is_up(self):
        oracle.run([oracle.ROOT / "usr/lib/pcp/bin/pmcd_wait", "-t", "20sec",
                    "-h", f"127.0.0.1:{self.port}"])
        return self.process.poll() is None and "value" in self.pminfo(
            "-f", "mmv.control.files")


def environment(folder):
    env = oracle.environment()
    for name in ("RUN", "LOG", "TMP", "TMPFILE"):
        env[f"PCP_{name}_DIR"] = str(folder)
    return env


def fill(folder):
    """What is to be read: crooked files, the library's, and two of ours, held
    by the processes that are returned."""
    files = pathlib.Path(folder) / "mmv"
    files.mkdir()
    for name, content in mmv_files.crooked().items():
        (files / name).write_bytes(content)
    subprocess.run([sys.executable, mmv_files.__file__, *LIBRARY_FILES],
                   env=environment(folder), check=True, timeout=60)
    writers = []
    for name in ("ours", "ours_long"):
        writer = subprocess.Popen(
            [str(oracle.BUILD / "oracle/mmv_dump"), "write", str(files / name)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        writers.append(writer)
        if writer.stdout.readline() != "written\n":
            sys.exit(f"{name}: not written")
    return files, writers


def ours(files, micros):
    return linux_test.read_ours(oracle.ours(
        "oracle/mmv_dump", "values", files, micros).stdout)


def normal(metrics):
    """Without the agent's own metrics; words for what has no words here."""
    for name in list(metrics):
        if name.startswith("mmv.control."):
            del metrics[name]
            continue
        desc = metrics[name][0]
        desc[:] = [{"Not Supported": "NO_SUPPORT"}.get(word, word).replace(
            "PM_INDOM_NULL", "-") for word in desc]
    return metrics


def read_theirs(pmcd):
    return normal(linux_test.read_pminfo(pmcd.pminfo("-mdf", "mmv")))


def differences(before, theirs, after):
    for name in sorted(before.keys() ^ theirs.keys()):
        yield f"{name}: only {'ours' if name in before else 'in PCP'}"
    for name in sorted(before.keys() & theirs.keys()):
        if before[name][0] != theirs[name][0]:
            yield f"{name}: {before[name][0]}, PCP {theirs[name][0]}"
        low, high, value = before[name][1], after[name][1], theirs[name][1]
        if low == high and low != value:
            yield f"{name}: {low}, PCP {value}"
        elif low != high and not (  # time that runs
                int(low[""]) <= int(value[""]) <= int(high[""])):
            yield f"{name}: {low[''], high['']}, PCP {value['']}"


def beside_agent(files, folder):
    with Pmcd(folder) as pmcd:
        if not pmcd.is_up():
            print("SKIPPED: pmcd and its mmv agent do not start here")
            sys.exit(oracle.SKIPPED)
        before = normal(ours(files, time.time_ns() // 1000))
        theirs = read_theirs(pmcd)
        after = normal(ours(files, time.time_ns() // 1000 + 1))
    print(f"beside the agent: {len(before)} metrics")
    if len(before) < 60:
        yield "too few metrics"
    yield from differences(before, theirs, after)


def beside_mmvdump(files):
    """mmvdump's values of files of ours, one a line: name, instance, value."""
    count = 0
    for name in ("ours", "ours_long"):
        text = oracle.run([AGENT / "mmvdump", files / name]).stdout
        theirs = {
            (found[1], found[2] or ""): found[3].strip('"')
            for found in re.finditer(
                r'^  \[\d+/\d+\] (\S+?)(?:\[\d+ or "(.*?)"\])? = '
                r'(?!\[)(.*)$', text, re.M)}
        mine = {(metric[len(f"mmv.{name}."):], inst): value
                for metric, (_, values) in ours(files, 0).items()
                if metric.startswith(f"mmv.{name}.")
                for inst, value in values.items()}
        count += len(mine)
        for key in sorted(mine.keys() | theirs.keys()):
            a, b = mine.get(key), theirs.get(key)
            if a != b and not (a and b and "double" in key[0]
                               and abs(float(a) - float(b)) < 1e-6) and not (
                                   key[0] == "float" and float(a) == float(b)):
                yield f"{name}: {key}: {a}, mmvdump {b}"
    print(f"beside mmvdump: {count} values")
    if count != 20:
        yield "not 20 values"


def main():
    oracle.require()
    if not (AGENT / "pmdammv").exists():
        print("SKIPPED: no mmv agent")
        sys.exit(oracle.SKIPPED)
    with tempfile.TemporaryDirectory() as folder:
        files, writers = fill(folder)
        found = list(beside_mmvdump(files)) + list(beside_agent(files, folder))
        for writer in writers:
            writer.communicate()
        left = [name for name in ("ours", "ours_long")
                if (files / name).exists()]
        found += [f"{name} was not removed" for name in left]
    for line in found:
        print(f"  {line}")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
