"""Every example of tocsin(1) works: it is run over the sample archive, under
the names that the page has for archives and rules."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(os.environ.get(
    "TOCSIN_SOURCE", pathlib.Path(__file__).resolve().parents[2]))
BUILD = pathlib.Path(os.environ.get("TOCSIN_BUILD", SOURCE / "build/dev"))
PAGE = SOURCE / "docs/man/tocsin.1"

# What the page calls an archive in PCP's own folder, and where the service
# keeps what waits.
FAR_ARCHIVE = re.compile(r"/var/log/pcp/pmlogger/web/\d{8}")
FAR_STATE = "/var/lib/tocsin"
# Nobody listens at that port.
RECEIVERS = "receivers:\n  ops: {url: 'http://127.0.0.1:1/alerts'}\n"
RULES = 'hinv.ncpu > 0 -> webhook "ops" "waits";\n'


def examples():
    return re.findall(r"^\.Dl \$ (.*)$", PAGE.read_text(), re.M)


def prepare(folder):
    for suffix in ("0", "meta", "index"):
        (folder / f"web.{suffix}").symlink_to(BUILD / f"sample/shop.{suffix}")
    (folder / "my.rules").symlink_to(SOURCE / "docs/sample/sample.pmie")
    (folder / "receivers.yaml").write_text(RECEIVERS)
    subprocess.run(
        [BUILD / "tocsin", "-h", "@", "-t", "1hour", "-T", "10msec",
         "--receivers", "receivers.yaml", "--state", "state"], cwd=folder,
        input=RULES, text=True, capture_output=True, timeout=60, check=True)


def nearby(command):
    return FAR_ARCHIVE.sub("web", command).replace(FAR_STATE, "state")


def failure_of(command, folder):
    """What is wrong with an example, or nothing."""
    result = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", nearby(command)],
        cwd=folder, env={**os.environ, "PATH": f"{BUILD}:{os.environ['PATH']}"},
        text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, timeout=60, check=False)
    # 1 is the answer "false"; complaints begin with the program's name, those
    # about rules with a place.
    complaint = re.search(r"^tocsin: |: error: ", result.stderr, re.M)
    if result.returncode > 1 or complaint or not result.stdout:
        return f"status {result.returncode}\n{result.stdout}{result.stderr}"
    return None


def main():
    if not (BUILD / "tocsin").exists():
        print(f"SKIPPED: there is no tocsin in {BUILD}")
        return 77
    failed = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        prepare(folder)
        for command in examples():
            failure = failure_of(command, folder)
            failed += failure is not None
            print(f"$ {command}\n  {failure or 'works'}")
    assert len(examples()) >= 4, "the page is not read right"
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
