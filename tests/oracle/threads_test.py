#!/usr/bin/env python3
"""Whatever the number of threads, a replay says the same to the byte: over
every archive of the test suite, as it is and with damage, with rules of all
kinds over all of its metrics."""
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import oracle

THREADS = (2, 3, 8)
# Interval, and where to end: some hundred ticks.
WINDOWS = (("1sec", "400sec"), ("7.3sec", "3000sec"), ("250msec", "90sec"),
           ("10min", "60hour"))
NUMBERS = (
    "r{0} = some_inst ( {1} > 0 );",
    "r{0} = {1};",
    "r{0} = rising some_inst ( {1} > 10 );",
    "r{0} = some_sample some_inst ( {1} @0..4 > 3 );",
    "r{0} = max_inst sum_sample {1} @0..3;",
    "r{0} = some_inst ( avg_sample {1} @1..7 > 0.1 );",
    "r{0} = 30 %_inst ( {1} > 1 ) && count_inst ( {1} > 2 ) > 1"
    " -> print \"%i\";",
    "r{0} = some_inst ( falling ( {1} > 5 ) ) -> print \"%h %v\";",
)
TEXTS = ('r{0} = some_inst ( match_inst "." {1} == "x" );',
         'r{0} = some_inst ( {1} == "x" );')
FEW = 60  # metrics of which rules are made


def say(*arguments, folder, name="tocsin"):
    done = subprocess.run(
        [folder / name, *map(str, arguments)], cwd=folder, timeout=600,
        stdin=subprocess.DEVNULL, capture_output=True, check=False,
        env={**os.environ, "TZ": "UTC", "PCP_DERIVED_CONFIG": ""})
    return done.returncode, done.stdout, done.stderr


def rules_for(archive, folder):
    status, out, _ = say("list", "-a", archive, "--json", folder=folder)
    if status != 0 or not out:
        return None
    metrics = json.loads(out)
    step = max(1, len(metrics) // FEW)
    lines = []
    for k, metric in enumerate(metrics[::step]):
        kinds = TEXTS if metric["type"] == "string" else NUMBERS
        lines.append(kinds[k % len(kinds)].format(k, metric["name"]))
    # Another interval for some, so that there are two groups.
    half = len(lines) // 2
    return "\n".join(lines[:half] + ["delta = 3 sec;"] + lines[half:]) + "\n"


def compare(archive, rules, folder, wrong):
    for interval, end in WINDOWS:
        asked = ["-a", archive, "-t", interval, "-T", end, "-q", "-v", rules]
        alone = say("--threads", 1, *asked, folder=folder)
        for threads in THREADS:
            if say("--threads", threads, *asked, folder=folder) != alone:
                wrong.append(f"{archive} {interval}: {threads} threads")
    return wrong


def damaged(archive, folder):
    """Copies with one byte turned over, at every tenth of each volume."""
    volumes = [path for path in archive.parent.glob(archive.name + ".*")
               if path.suffix[1:].isdigit()]
    for volume in volumes[:2]:
        for tenth in range(1, 10):
            to = folder / f"damaged{volume.suffix}-{tenth}"
            for path in archive.parent.glob(archive.name + ".*"):
                (folder / (to.name + path.suffix)).write_bytes(
                    path.read_bytes())
            copy = bytearray(volume.read_bytes())
            copy[len(copy) * tenth // 10] ^= 0x15
            (folder / (to.name + volume.suffix)).write_bytes(copy)
            yield to


def look_at(archive, with_damage):
    wrong = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "tocsin").symlink_to(oracle.BUILD / "tocsin")
        text = rules_for(archive, folder)
        if text is None:
            return wrong, 0
        rules = folder / "rules"
        rules.write_text(text)
        compare(archive, rules, folder, wrong)
        if with_damage:
            for copy in damaged(archive, folder):
                compare(copy, rules, folder, wrong)
    return wrong, 1


def main():
    oracle.require()
    archives = [archive for archive in oracle.archives()
                if not os.environ.get("TOCSIN_ONLY") or
                os.environ["TOCSIN_ONLY"] in str(archive)]
    jobs = []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for k, archive in enumerate(archives):
            jobs.append(pool.submit(look_at, archive, k % 10 == 0))
    wrong = [line for job in jobs for line in job.result()[0]]
    looked_at = sum(job.result()[1] for job in jobs)
    print(f"{looked_at} of {len(archives)} archives, {len(wrong)} differences")
    print("\n".join(wrong[:20]))
    sys.exit(1 if wrong or looked_at == 0 else 0)


if __name__ == "__main__":
    main()
