"""What a pmie prints and how it ends, where neither rules nor values are the
matter: archives that are cut, rules that a mode refuses, time zones, the order
of what is said. Started as pmie ours does the same, to the byte."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import oracle

VOLUMES = oracle.ARCHIVES / "ok-mv-foo"  # three volumes, with an index
LABEL = 132  # bytes, version 2


def cut(bytes_, *suffixes):
    def wound(folder):
        for suffix in suffixes:
            path = folder / f"a.{suffix}"
            data = path.read_bytes()
            path.write_bytes(data[:bytes_])
    return wound


def remove(suffix):
    return lambda folder: (folder / f"a.{suffix}").unlink()


def packed(suffix, drop, tool="xz"):
    def wound(folder):
        path = folder / f"a.{suffix}"
        subprocess.run([tool, str(path)], check=True)
        path = next(folder.glob(f"a.{suffix}.*"))
        path.write_bytes(path.read_bytes()[:-drop])
    return wound


WOUNDS = {
    "whole": lambda folder: None,
    **{f"the last volume cut by {n}": cut(-n, "2") for n in (1, 10, 200)},
    "the last volume cut within its label": cut(100, "2"),
    "the last volume cut behind its label": cut(LABEL, "2"),
    "a byte behind the label": cut(LABEL + 9, "2"),
    "a middle volume cut": cut(-10, "1"),
    "without the last volume": remove("2"),
    "without a middle volume": remove("1"),
    "without the first volume": remove("0"),
    "without an index": remove("index"),
    "a cut index": cut(-10, "index"),
    "cut metadata": cut(-10, "meta"),
    "metadata cut between records": cut(350, "meta"),
    # As much of the last as its checks need is gone.
    "the last volume packed and cut": packed("2", 100),
}

RULES = {
    "named": 'r = some_inst kernel.all.load > 0 -> print "x";\n',
    "between": 'a = kernel.all.load;\nr = hinv.ncpu > 0 -> print "x";\n'
               "b = hinv.ncpu;\n",
    "unnamed": 'a = hinv.ncpu;\nhinv.ncpu > 0 -> print "x";\n',
    "ruleset": 'q = ruleset hinv.ncpu > 0 -> print "x" '
               'otherwise -> print "y";\n',
    "wrong": "nosuch.metric > 1;\nb = hinv.ncpu;\nhinv.ncpu > ;\n",
}


def said(program, environment, arguments, folder, rules):
    done = subprocess.run(
        [program, "-q", *map(str, arguments)], cwd=folder, text=True,
        env={**environment, "TZ": "UTC"}, input=rules, timeout=120,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return done.returncode, done.stdout


def compare(title, arguments, folder, rules):
    theirs = said("pmie", oracle.environment(), arguments, folder, rules)
    plain = {**os.environ, "PCP_DERIVED_CONFIG": ""}
    ours = said(folder / "pmie", plain, arguments, folder, rules)
    if theirs == ours and theirs[0] >= 0:
        return 0
    print(f"{title}: {arguments}\n--- pmie: {theirs[0]}\n{theirs[1]}"
          f"--- ours: {ours[0]}\n{ours[1]}")
    return 1


def cut_archives(folder):
    for title, wound in WOUNDS.items():
        for file in folder.glob("a.*"):
            file.unlink()
        for file in oracle.ARCHIVES.glob("ok-mv-foo.*"):
            shutil.copy(file, folder / f"a.{file.name.split('.', 1)[1]}")
        wound(folder)
        for step in ("2", "0.7"):
            yield compare(title, ["-v", "-t", step, "-a", "a"], folder,
                          "x = sample.seconds;\nz = sample.bin;\n")


def modes(folder):
    archive = oracle.ARCHIVES / "20180102"
    window = ["-a", archive, "-t", "1hour", "-T", "2hour"]
    for title, rules in RULES.items():
        for options in (["-X"], ["-X", "-C"], ["-z"], ["-z", "-C"], ["-v"]):
            if options == ["-X", "-C"] and title in ("between", "wrong"):
                continue  # A20: the status tells of the last statement only
            yield compare(title, [*options, *window], folder, rules)


def zones(folder):
    """POSIX rules that name no days, in a year before those of today."""
    archive = oracle.ARCHIVES / "babylon.pmview_v2"
    for zone in ("AEST-10AEDT", "CET-1CEST", "EST5XDT", "AAA-10BBB-12",
                 "AAA0BBB0:30", "CET-1CEST,M3.5.0,M10.5.0/3"):
        yield compare(zone, ["-Z", zone, "-T", "1sec", "-a", archive], folder,
                      '1 > 0 -> print "x";\n')


def main():
    oracle.require()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "pmie").symlink_to(oracle.BUILD / "tocsin")
        results = [*cut_archives(folder), *modes(folder), *zones(folder)]
    print(f"{len(results)} command lines, {sum(results)} differ")
    return 1 if any(results) or len(results) < 50 else 0


if __name__ == "__main__":
    sys.exit(main())
