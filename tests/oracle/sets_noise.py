"""How often the templates of rules/sets ring: all of them over every archive of
the oracle. Writes the tables of docs/sets.md: `sets_noise.py`, after a template
has changed. Units: alarms, days of a host in which the rule knew its answer."""
import collections
import concurrent.futures
import os
import pathlib
import re
import subprocess
import tempfile

import oracle
import sets_catalogue

# Alarms a host-day that a template may ring where it is on.
BUDGETS = {"info": 2, "warning": 1, "critical": 0.5}
VERDICT = re.compile(r"^(\w+) \([^)]*\): (true|false)$")
ALARM = re.compile(r"^syslog .{24}: (\w+): ")
DAY = 86400


def rules(folder):
    """The file of the rules of all templates, also of those that are off."""
    values = "".join(f"    {one.name}.enabled: yes\n"
                     for one in sets_catalogue.templates())
    (folder / "site.yaml").write_text(f"site:\n  values:\n{values}")
    done = oracle.ours("tocsin", "conf", "render", "--sets",
                       sets_catalogue.SETS, "--site", folder / "site.yaml",
                       "anybody")
    if done.returncode:
        raise SystemExit(done.stderr)
    path = folder / "all.rules"
    path.write_text(done.stdout)
    return path


def replay(path, archive):
    """Over one archive: verdicts that are known, and alarms, by template."""
    done = subprocess.run(
        [str(oracle.BUILD / "tocsin"), "-v", "-a", str(archive), str(path)],
        text=True, errors="replace", stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=1200,
        check=False, env={**os.environ, "TZ": "UTC"})
    known, alarms = collections.Counter(), collections.Counter()
    for line in done.stdout.splitlines():
        if found := VERDICT.match(line):
            known[found[1]] += 1
        elif found := ALARM.match(line):
            alarms[found[1]] += 1
    return known, alarms


class Noise:
    """Of all archives."""

    def __init__(self):
        self.known, self.alarms = collections.Counter(), collections.Counter()
        self.where = collections.defaultdict(list)
        with tempfile.TemporaryDirectory() as folder:
            path = rules(pathlib.Path(folder))
            archives = oracle.archives()
            with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
                found = pool.map(lambda one: replay(path, one), archives)
                for archive, (known, alarms) in zip(archives, found):
                    self.known += known
                    self.alarms += alarms
                    for name in alarms:
                        self.where[name].append(archive.name)

    def days(self, template):
        return self.known[template.name] * template.interval / DAY

    def is_above_budget(self, template):
        """One alarm is none too many, however short the archives are."""
        allowed = max(1, BUDGETS[template.severity] * self.days(template))
        return template.enabled and self.alarms[template.name] > allowed

    def row(self, template):
        alarms, days = self.alarms[template.name], self.days(template)
        return [template.name + ("" if template.enabled else " (off)"),
                f"{days:.2f}", str(alarms),
                f"{alarms / days:.1f}" if days >= 1 else "",
                f"{BUDGETS[template.severity]}" if template.enabled else "",
                ", ".join(sorted(self.where[template.name])[:4])]

    def table(self):
        return sets_catalogue.table(
            ["template", "host-days", "alarms", "a host-day", "budget",
             "where"], [self.row(one) for one in sets_catalogue.templates()])


def main():
    oracle.require()
    page = sets_catalogue.PAGE.read_text()
    page = sets_catalogue.with_part(page, "catalogue",
                                    sets_catalogue.catalogue())
    page = sets_catalogue.with_part(page, "scenarios",
                                    sets_catalogue.scenarios())
    noise = Noise()
    page = sets_catalogue.with_part(page, "noise", noise.table())
    sets_catalogue.PAGE.write_text(page)
    for one in sets_catalogue.templates():
        if noise.is_above_budget(one):
            print(f"{one.name} rings more than its budget")


if __name__ == "__main__":
    main()
