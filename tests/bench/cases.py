"""What tests/bench replays: its archives, made once a build, and its cases.
instructions_test.py counts instructions over the small archives, beside_pmie.py
measures both programs over the large ones."""
import os
import pathlib
import subprocess
import tempfile

SOURCE = pathlib.Path(os.environ.get(
    "TOCSIN_SOURCE", pathlib.Path(__file__).resolve().parents[2]))
BUILD = pathlib.Path(os.environ.get("TOCSIN_BUILD", SOURCE / "build/release"))
RULES = SOURCE / "tests/bench/rules"

# name: (rules, disks, minutes, further words); small is for counting.
SMALL = {
    "scalar": ("scalar", 32, 480, ()),
    "site": ("site", 32, 480, ()),
    "site-churn": ("site", 32, 480, ("churn",)),
    "window": ("window", 32, 480, ()),
    "single": ("single", 32, 480, ()),
    # pmie has no such words: it is not in LARGE.
    "spread": ("spread", 32, 480, ()),
}
EVENTS = 50_000  # records
LARGE = {
    "scalar": ("scalar", 200, 720, ()),
    "site": ("site", 200, 720, ()),
    "site-churn": ("site", 200, 360, ("churn",)),
    "window": ("window", 200, 360, ()),
    "single": ("single", 200, 360, ()),
}


def archive(disks, minutes, words, among="archives"):
    """The base name of such an archive, which is written if need be."""
    return _written(among, "-".join(["d", str(disks), str(minutes), *words]),
                    ["make_bench_archive"], [str(disks), str(minutes), *words])


def event_archive(records):
    """As archive(), of one event metric."""
    return _written("event-archives", f"e-{records}", ["event_speed", "--archive"],
                    [str(records)])


def _written(among, name, writer, arguments):
    """What else is in its folder costs: all of that is listed."""
    folder = BUILD / "bench" / among
    folder.mkdir(parents=True, exist_ok=True)
    base = folder / name
    program, *options = writer
    program = BUILD / "bench" / program
    index = base.with_suffix(".index")
    if not index.exists() or index.stat().st_mtime < program.stat().st_mtime:
        # Tests that run at once may want the same one; the index comes last.
        with tempfile.TemporaryDirectory(dir=folder) as mine:
            own = pathlib.Path(mine) / base.name
            subprocess.run([program, *options, own, *arguments], check=True)
            for suffix in (".meta", ".0", ".index"):
                own.with_suffix(suffix).replace(base.with_suffix(suffix))
    return base


def event_arguments():
    """As arguments(), of rules over event records."""
    return ["-a", str(event_archive(EVENTS)), "-c",
            str(RULES / "events.pmie")]


def site_arguments(hosts=100, groups=20):
    """`conf lint` of a site of four levels over the templates of rules/sets."""
    path = BUILD / "bench" / "site.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = ["site: {values: {disk_busy.busy: 90 %}}", "groups:"]
    lines += [f"  g{i}: {{hosts: ['*-{i}'], values: {{disk_busy.minutes: "
              f"{i + 1}}}}}" for i in range(groups)]
    lines += ["labels:", "  role=db: {values: {cpu_steal.stolen: 20 %}}", "hosts:"]
    lines += [f"  h{i}-{i % groups}: {{labels: {{role: db}}, values: "
              f"{{disk_busy.again: {i + 1} min}}}}" for i in range(hosts)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return ["conf", "lint", "--sets", str(SOURCE / "rules/sets"), "--site",
            str(path)]


def arguments(case):
    """What to call a pmie with."""
    rules, disks, minutes, words = case
    return ["-a", str(archive(disks, minutes, words)), "-c",
            str(RULES / f"{rules}.pmie")]
