"""The man page and the usage text name the same options, short and long; and
groff, where it is installed, has nothing to say against the page."""
import os
import pathlib
import re
import shutil
import subprocess
import sys

SOURCE = pathlib.Path(os.environ.get(
    "TOCSIN_SOURCE", pathlib.Path(__file__).resolve().parents[2]))
PAGE = SOURCE / "docs/man/tocsin.1"
# Accepted for pmie's sake only, and named nowhere else.
ONLY_IN_PAGE = {"-D", "-H"}


def usage_options(text):
    return set(re.findall(r"^  (-\S)", text, re.M)) | set(
        re.findall(r"(?:, |^      )(--[a-z-]+)", text, re.M))


def page_options(text):
    found = set()
    for line in re.findall(r"^\.It Fl (.*)$", text, re.M):
        for part in line.replace("\\&", "").split(" , "):
            name = part.split()[0] if part.split()[0] != "Fl" else \
                part.split()[1]
            found.add("-" + name)
    return found


def main():
    usage = usage_options((SOURCE / "cli/usage.cc").read_text())
    page = page_options(PAGE.read_text())
    assert len(usage) > 50, f"the usage text is not read right: {usage}"
    findings = [f"{name}: not in {PAGE.name}" for name in usage - page]
    findings += [f"{name}: not in the usage text"
                 for name in page - usage - ONLY_IN_PAGE]
    if shutil.which("groff"):
        done = subprocess.run(["groff", "-mdoc", "-Tascii", "-ww", PAGE],
                              stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, text=True, check=False)
        findings += done.stderr.splitlines()
    for finding in findings:
        print(finding)
    print(f"{len(usage)} options, {len(findings)} findings")
    return 1 if findings else 0


sys.exit(main())
