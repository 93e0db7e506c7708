"""./dev look: what stands out in the tree, or in the change at hand. Figures
to ask oneself about, never a failure."""
import argparse
import collections
import pathlib
import re
import subprocess

import citations
import functions
import layers
import tree

FILE_LINES, FUNCTION_LINES, INCLUDES = 400, 40, 10
ROOT = pathlib.Path(__file__).resolve().parents[2]


def median_and_p95(numbers):
    ordered = sorted(numbers)
    if not ordered:
        return "none"
    at = lambda part: ordered[min(len(ordered) - 1, int(len(ordered) * part))]
    return f"median {at(0.5)}, p95 {at(0.95)}, most {ordered[-1]}"


def git(*arguments):
    return subprocess.run(["git", *arguments], cwd=ROOT, text=True,
                          stdout=subprocess.PIPE, check=False).stdout


def changed_paths(base):
    """What differs from `base`, and what git does not know yet."""
    if base is None:
        base = git("merge-base", "HEAD", "@{upstream}").strip() or "HEAD"
    changed = git("diff", "--name-only", "--diff-filter=d", base)
    new = git("ls-files", "-o", "--exclude-standard")
    return set(changed.split("\n")) | set(new.split("\n"))


def title(text, rows):
    if rows:
        print(f"\n{text}: {len(rows)}")
        for row in sorted(rows, reverse=True):
            print("  {:>5}  {}".format(*row))


def declared_twice(library):
    """(how often, name and files) of types that share a name; an Impl is only
    ever its own class's."""
    places = collections.defaultdict(list)
    for file in library:
        for name in re.findall(r"\b(?:class|struct|union|enum)\s+(\w+)"
                               r"(?:\s*final)?(?:\s*:[^:;{}()][^;{}()]*)?\s*\{",
                               file.code):
            if name not in ("class", "Impl"):
                places[name].append(file.path)
    return [(len(paths), f"{name}: {' '.join(sorted(paths))}")
            for name, paths in places.items() if len(paths) > 1]


def report_project(project):
    cited = [(file, headings) for file in project.files
             for _, _, headings in citations.citations(file)]
    print(f"pages of the project are cited {len(cited)} times, with a heading "
          f"{sum(bool(headings) for _, headings in cited)}")
    title("names of types that are declared more than once",
          declared_twice(project.product()))
    title("allowances of layers.txt that nothing uses",
          [("", f"{path}:{line} {what}")
           for path, line, what in layers.unused(project)])


def report(files):
    library = [f for f in files if f.is_product]
    found = {f: list(functions.functions(f)) for f in files}
    print(f"{len(files)} C++ files, {sum(len(f.lines) for f in files)} lines; "
          f"without tests {len(library)} files, "
          f"{sum(len(f.lines) for f in library)} lines")
    print("lines a file (without tests):    ",
          median_and_p95(len(f.lines) for f in library))
    print("lines a function (without tests):",
          median_and_p95(n for f in library for _, n, _ in found[f]))
    contracts = [(f, *d) for f in library if f.suffix == ".h"
                 for d in functions.declarations(f)]
    bare = [(f, line, name) for f, line, name, has in contracts if not has]
    if contracts:
        share = 100 * (len(contracts) - len(bare)) / len(contracts)
        print(f"public declarations with a contract: {share:.0f} % "
              f"of {len(contracts)}")
    title(f"files over {FILE_LINES} lines",
          [(len(f.lines), f.path) for f in files
           if len(f.lines) > FILE_LINES])
    title(f"functions over {FUNCTION_LINES} lines",
          [(n, f"{f.path}:{line} {name}") for f in files
           for line, n, name in found[f] if n > FUNCTION_LINES])
    counts = [(sum(quoted for _, _, quoted in f.includes()), f.path)
              for f in files]
    title(f"files with over {INCLUDES} project includes",
          [row for row in counts if row[0] > INCLUDES])
    title("public declarations without a contract",
          [("", f"{f.path}:{line} {name}") for f, line, name in bare])


def main():
    parser = argparse.ArgumentParser(prog="./dev look", description=__doc__)
    parser.add_argument("--change", action="store_true",
                        help="only files that differ from upstream")
    parser.add_argument("--base", help="with --change: differ from this")
    options = parser.parse_args()
    project = tree.Tree(ROOT)
    files = project.cpp()
    if options.change or options.base:
        paths = changed_paths(options.base)
        files = [f for f in files if f.path in paths]
    report(files)
    if files == project.cpp():
        report_project(project)


if __name__ == "__main__":
    main()
