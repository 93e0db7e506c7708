"""Every command that README.md and docs/ show works: each ```sh block is run
in the checkout, and where a ```text block follows, prints that. A block after
a comment `<!-- not run: reason -->` is left out."""
import os
import pathlib
import re
import subprocess
import sys

SOURCE = pathlib.Path(os.environ.get(
    "TOCSIN_SOURCE", pathlib.Path(__file__).resolve().parents[2]))
BUILD = pathlib.Path(os.environ.get("TOCSIN_BUILD", SOURCE / "build/dev"))
BLOCK = re.compile(
    r"(?:^<!-- not run: (?P<reason>[^>]+) -->\n)?"
    r"^```sh\n(?P<commands>.*?)^```$"
    r"(?:\n+```text\n(?P<output>.*?)^```$)?", re.M | re.S)


def pages():
    return [SOURCE / "README.md", *sorted((SOURCE / "docs").rglob("*.md"))]


def with_this_build(commands):
    """The pages speak of build/release; the build under test stands in."""
    return commands.replace("build/release", str(BUILD))


def run(commands):
    return subprocess.run(
        ["bash", "-euo", "pipefail", "-c", commands], cwd=SOURCE, text=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, timeout=1200, check=False)


def failure_of(match):
    """What is wrong with a block, or nothing."""
    result = run(with_this_build(match["commands"]))
    if result.returncode != 0:
        return (f"exit status {result.returncode}\n{result.stdout}"
                f"{result.stderr}")
    if match["output"] is not None and result.stdout != match["output"]:
        return f"printed\n{result.stdout}instead of\n{match['output']}"
    return None


def main():
    if not (BUILD / "tocsin").exists():
        print(f"SKIPPED: there is no tocsin in {BUILD}")
        return 77
    tried = failed = 0
    # ./dev run makes a release: here only where one is there already.
    released = (SOURCE / "build/release/tocsin").exists()
    for page in pages():
        for match in BLOCK.finditer(page.read_text(encoding="utf-8")):
            reason = match["reason"]
            if "./dev" in match["commands"] and not released:
                reason = reason or "there is no release here"
            title = f"{page.relative_to(SOURCE)}: {match['commands'].strip()}"
            print(f"{title}\n  " + (f"not run: {reason}" if reason else "run"))
            if reason:
                continue
            tried += 1
            failure = failure_of(match)
            failed += failure is not None
            if failure:
                print(failure)
    print(f"{tried} blocks run, {failed} failed")
    return 1 if failed or not tried else 0


if __name__ == "__main__":
    sys.exit(main())
