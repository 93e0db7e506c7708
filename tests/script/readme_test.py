"""Every command that a page shows works: each ```sh block is run in the
checkout, and where a ```text block follows, prints that. A block after a
comment `<!-- not run: reason -->` is left out. Commands within a sentence are
run where they are quick; of ./dev it is looked up that there is such one."""
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


WITHIN_A_SENTENCE = re.compile(
    r"`((?:\./dev|ctest|build/release/tocsin|tocsin) [^`]+)`")


def pages():
    """Every page of the checkout; what is built has none of ours."""
    folders = [path for path in sorted(SOURCE.iterdir()) if path.is_dir() and
               path.name != "build" and not path.name.startswith(".")]
    return [*sorted(SOURCE.glob("*.md")),
            *(page for folder in folders for page in folder.rglob("*.md"))]


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


def dev_failure(words):
    """What is wrong with `./dev WORDS`, without doing it."""
    usage = run("./dev help").stdout
    line = re.search(rf"^  {re.escape(words[0])}\b.*$", usage, re.M)
    if not line:
        return f"./dev has no command {words[0]}"
    unknown = [word for word in words[1:]
               if word.startswith("-") and word not in line[0]]
    return f"{words[0]} has no {unknown}" if unknown else None


def failure_within(command):
    """What is wrong with a command that stands in a sentence, or nothing."""
    words = command.split()
    if words[0] == "./dev":
        return dev_failure(words[1:])
    if words[0] == "ctest":
        listed = run(re.sub("<[a-z]+>", "style", f"{command} -N").replace(
            "build/dev", str(BUILD)))
        tests = re.search(r"^Total Tests: (\d+)", listed.stdout, re.M)
        return None if tests and int(tests[1]) else listed.stdout
    # Of tocsin's own commands: that there is such one.
    helped = run(" ".join([str(BUILD / "tocsin"), *words[1:2], "--help"]))
    known = words[1].startswith("-") or f"Usage: tocsin {words[1]} " in helped.stdout
    return None if known and helped.returncode == 0 else (
        f"{words[1]}: {helped.stdout}{helped.stderr}")


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
    for page in pages():
        for command in WITHIN_A_SENTENCE.findall(
                page.read_text(encoding="utf-8")):
            tried += 1
            failure = failure_within(command)
            failed += failure is not None
            print(f"{page.relative_to(SOURCE)}: {command}\n  "
                  + (failure or "works"))
    print(f"{tried} commands tried, {failed} failed")
    return 1 if failed or not tried else 0


if __name__ == "__main__":
    sys.exit(main())
