"""The project obeys every rule of rules.py."""
import os
import pathlib
import sys

import rules
import tree

ROOT = pathlib.Path(os.environ.get(
    "TOCSIN_SOURCE", pathlib.Path(__file__).resolve().parents[2]))


def main():
    project = tree.Tree(ROOT)
    findings = [(rule.__name__, *finding)
                for rule in rules.ALL for finding in rule(project)]
    for rule, path, line, message in findings:
        print(f"{path}:{line}: {message} [{rule}]")
    print(f"{len(project.files)} files, {len(rules.ALL)} rules, "
          f"{len(findings)} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
