"""The templates of rules/sets as tables of docs/sets.md, which it writes: what
stands in their heads. Of YAML only what those heads use is read: tocsin conf lint
reads them all."""
import os
import pathlib
import re

SOURCE = pathlib.Path(os.environ.get(
    "TOCSIN_SOURCE", pathlib.Path(__file__).resolve().parents[2]))
SETS = SOURCE / "rules/sets"
PAGE = SOURCE / "docs/sets.md"
FLOW = re.compile(r"(\w+): ((?:[^,{}]|,(?! \w+:))+)")


class Template:
    """One file: `head` by key, `parameters` by name and key, `interval` in
    seconds."""

    def __init__(self, path):
        self.name, self.area = path.stem, path.parent.name
        _, head, self.rules = path.read_text().split("---\n", 2)
        self.head, self.parameters = {}, {}
        self._read(head.splitlines())
        found = re.search(r"^delta = (\d+) (sec|min);", self.rules, re.M)
        self.interval = (int(found[1]) * {"sec": 1, "min": 60}[found[2]]
                         if found else 10)

    def _read(self, lines):
        at = name = None
        for line in lines:
            key, _, value = line.strip().partition(": ")
            depth = len(line) - len(line.lstrip())
            if depth == 0:
                at = line.split(":")[0]
                self.head[at] = "" if value in (">-", "") else value
            elif at == "advice":
                self.head[at] = f"{self.head[at]} {line.strip()}".strip()
            elif depth == 2:
                name = key.rstrip(":")
                self.parameters[name] = dict(FLOW.findall(value))
            else:
                self.parameters[name][key] = value

    @property
    def severity(self):
        return self.head.get("severity", "warning")

    @property
    def enabled(self):
        return self.head.get("enabled", "yes") != "no"

    @property
    def replaces(self):
        return [one for one in self.head.get("replaces", "").split(", ") if one]


def templates():
    """All of them, by area and name."""
    return sorted((Template(path) for path in SETS.rglob("*.rules")),
                  key=lambda one: (one.area, one.name))


def table(head, rows):
    """Lines of Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def defaults(template):
    shown = [f"{name} {keys['default']}" for name, keys in
             template.parameters.items() if keys["default"] != "."]
    return ", ".join(shown).replace("|", "\\|")


def catalogue():
    """A table an area."""
    text, area = "", None
    for one in templates():
        if one.area != area:
            area = one.area
            of_area = [two for two in templates() if two.area == area]
            rows = [[two.name + ("" if two.enabled else " (off)"),
                     two.severity, two.head["summary"], defaults(two),
                     ", ".join(two.replaces)] for two in of_area]
            text += f"\n### {area}\n\n" + table(
                ["template", "severity", "says", "parameters", "replaces"],
                rows)
    return text.lstrip("\n")


def with_part(page, name, text):
    """`page` with `text` for what stands between the marks of `name`."""
    begin, end = f"<!-- begin {name} -->\n", f"<!-- end {name} -->"
    before, rest = page.split(begin, 1)
    return before + begin + "\n" + text + "\n" + end + rest.split(end, 1)[1]


def part(page, name):
    begin, end = f"<!-- begin {name} -->\n", f"<!-- end {name} -->"
    return page.split(begin, 1)[1].split(end, 1)[0].strip("\n") + "\n"


def scenarios():
    """What tests/script/sick_host_test.cc tries, as a table."""
    text = (SOURCE / "tests/script/sick_host_test.cc").read_text()
    found = re.findall(r'(?m)^ +\{"([^"]+)",\s+"(\w*)",\s+\{([^}]*)\}', text)
    rows = [[what, rings or "nothing" if not too else
             f"{rings} ({too.replace(chr(34), '')})"]
            for what, rings, too in found]
    return table(["what befalls it", "rings"], rows)


def main():
    page = PAGE.read_text()
    for name, made in (("catalogue", catalogue), ("scenarios", scenarios)):
        page = with_part(page, name, made())
    PAGE.write_text(page)


if __name__ == "__main__":
    main()
