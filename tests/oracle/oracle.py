"""The unpacked oracle, for tests/oracle/*_test.py: where its programs and
archives are and how its processes are started. Ours are started plainly: the
oracle's environment never reaches them."""
import os
import pathlib
import subprocess
import sys

SKIPPED = 77
SOURCE = pathlib.Path(os.environ.get(
    "TOCSIN_SOURCE", pathlib.Path(__file__).resolve().parents[2]))
ROOT = pathlib.Path(os.environ.get("TOCSIN_ORACLE", SOURCE / "build/oracle"))
BUILD = pathlib.Path(os.environ.get("TOCSIN_BUILD", SOURCE / "build/dev"))
ARCHIVES = ROOT / "var/lib/pcp/testsuite/archives"


def require():
    """Ends the test as skipped, with a line, where there is no oracle."""
    if not (ROOT / "usr/bin/pmie").exists():
        print(f"SKIPPED: no oracle in {ROOT}; ./dev oracle unpacks it")
        sys.exit(SKIPPED)


def environment():
    """What the oracle's processes, and only they, see as environment."""
    env = dict(os.environ)
    env.update(
        PCP_DIR=str(ROOT),
        LD_LIBRARY_PATH=str(ROOT / "usr/lib"),
        PCP_VAR_DIR=str(ROOT / "var/lib/pcp"),
        PCP_SYSCONF_DIR=str(ROOT / "etc/pcp"),
        PCP_BINADM_DIR=str(ROOT / "usr/lib/pcp/bin"),
        PATH=f"{ROOT / 'usr/bin'}:{env.get('PATH', '/usr/bin:/bin')}",
        PCP_DERIVED_CONFIG="")
    return env


def run(arguments, **options):
    """Runs one of the oracle's programs; its output as text in the result."""
    options.setdefault("timeout", 120)
    return subprocess.run(
        [str(a) for a in arguments], env=environment(), text=True,
        errors="surrogateescape", stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, **options)


def ours(program, *arguments, **options):
    """Runs our program BUILD/<program> in the plain environment."""
    options.setdefault("timeout", 120)
    return subprocess.run(
        [str(BUILD / program), *map(str, arguments)], text=True,
        errors="surrogateescape", stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, **options)


def archives():
    """Base names of all archives that have an index, sorted."""
    found = set()
    for index in ARCHIVES.rglob("*.index*"):
        found.add(index.parent / index.name[:index.name.rindex(".index")])
    return sorted(found)
