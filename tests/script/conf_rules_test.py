"""The rules of our own for `tocsin conf`: each by itself and all together are
right, and run over this host; each has what people need to know; what has a
host's or an instance's list is as right with one."""
import re
import shutil
import subprocess
import sys
import unittest

import live_process
from http_receiver import LIMIT

SETS = live_process.SOURCE / "rules/pmieconf/sets"
RULES = sorted(
    name for path in SETS.glob("*.rules")
    for name in re.findall(r"(?m)^rule (\S+)$", path.read_text("utf-8")))
GROUPS = {"cpu", "memory", "disk", "filesys", "network", "proc"}


class Rules(live_process.Live):

    def run_program(self, *arguments, **options):
        return subprocess.run(
            [live_process.TOCSIN, *arguments], cwd=self.folder, env=self.env,
            text=True, stdin=subprocess.DEVNULL, capture_output=True,
            timeout=LIMIT, check=False, **options)

    def conf(self, *words):
        done = self.run_program("conf", "-r", SETS, "-f", "x.pmie", *words)
        self.assertEqual((done.returncode, done.stderr), (0, ""), words)
        return done.stdout

    def check(self, statements):
        done = self.run_program("check", "-h", "@", "x.pmie")
        self.assertEqual(done.returncode, 0, done.stderr)
        is_right = "is right" if statements == 1 else "are right"
        self.assertRegex(
            done.stdout, rf"^{statements} statements? {is_right}; 0 errors, ")
        self.assertIn("0 warnings", done.stdout)

    def run_them(self, *arguments):
        """What each is, at each tick. Actions print."""
        done = self.run_program("-h", "@", "-v", "-c", "x.pmie", *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(re.findall(r".*(?:Error|Warn).*", done.stderr), [])
        return re.findall(r"(?m)^(\w+\.\w+): (true|false|unknown)$",
                          done.stdout)

    def only(self, rule):
        self.conf("disable", "all")
        self.conf("enable", rule)
        self.conf("modify", "global", "syslog_action", "no")
        self.conf("modify", "global", "print_action", "yes")

    def test_groups(self):
        self.assertEqual({rule.split(".")[0] for rule in RULES}, GROUPS)
        self.assertGreaterEqual(len(RULES), 10)
        self.assertEqual(set(self.conf("groups").split()), GROUPS)

    def test_each_by_itself(self):
        for rule in RULES:
            with self.subTest(rule):
                self.only(rule)
                self.check(1)
                answers = self.run_them("-T", "0")
                self.assertEqual([name for name, _ in answers], [rule])

    def test_all_together(self):
        self.only("all")
        self.check(len(RULES))
        names = sorted(name for name, _ in self.run_them("-T", "0"))
        self.assertEqual(names, RULES)

    def test_by_default(self):
        self.conf("-F")
        off = self.conf("rules", "disabled").split("\n")[:-1]
        self.assertEqual([line.split()[0] for line in off], ["disk.busy"])
        self.check(len(RULES) - len(off))

    def test_what_counts_up_has_a_value_at_the_second_tick(self):
        self.only("all")
        self.conf("modify", "all", "delta", "50 msec")
        answers = self.run_them("-T", "1sec")
        known = {name for name, answer in answers if answer != "unknown"}
        # What these are of is not there on every host.
        self.assertLessEqual(
            set(RULES) - known,
            {"cpu.pressure", "memory.pressure", "disk.pressure", "disk.slow",
             "disk.busy", "filesys.full", "filesys.filling", "filesys.inodes",
             "memory.oom_kill", "network.retransmits"})

    def test_a_threshold_that_is_passed_is_told(self):
        self.only("proc.threads")
        self.conf("modify", "proc.threads", "threshold", "0")
        done = self.run_program("-h", "@", "-c", "x.pmie", "-T", "0")
        self.assertRegex(done.stdout, r"^.* \d{4}: Process numbers run out: "
                                      r"\d\S*% on \S+\n$")

    def test_lists(self):
        self.only("all")
        lists = {"disk": ("disks", "sda sdb"), "network.errors":
                 ("interfaces", "eth0"), "filesys": ("filesystems", "/dev/sda")}
        for target, (name, value) in lists.items():
            for rule in RULES:
                if rule.startswith(target) and rule != "disk.pressure":
                    self.conf("modify", rule, name, value)
        self.conf("modify", "all", "hosts", "web1 web2")
        done = self.run_program("check", "x.pmie")
        self.assertRegex(done.stdout,
                         rf"^{2 * len(RULES)} statements are right; 0 errors")
        text = (self.folder / "x.pmie").read_text("utf-8")
        self.assertIn("disk.dev.total :'web2' #'sda' #'sdb' >", text)

    def test_each_says_what_it_means_and_what_to_do(self):
        shown = self.conf("help", "all")
        self.assertNotIn("No help available", shown)
        self.assertEqual(shown.count("  rule: "), len(RULES))
        for rule in RULES:
            listed = self.conf("list", rule)
            for name in re.findall(r"(?m)^\t(\w+) = (?!$)", listed):
                if name not in ("rule", "shown", "holdoff", "delta"):
                    self.assertNotIn("No help available",
                                     self.conf("help", rule, name), name)

    def test_they_are_found_where_the_program_was_installed(self):
        self.env["PCP_VAR_DIR"] = str(self.folder / "none")
        self.env["HOME"] = str(self.folder)
        (self.folder / "bin").mkdir()
        shutil.copy(live_process.TOCSIN, self.folder / "bin/tocsin")
        shutil.copytree(SETS, self.folder / "share/tocsin/pmieconf")
        done = subprocess.run(
            [self.folder / "bin/tocsin", "conf", "-f", "x.pmie", "rules"],
            env=self.env, cwd=self.folder, text=True, capture_output=True,
            timeout=LIMIT, check=False)
        self.assertEqual(done.stdout.count("\n"), len(RULES), done.stderr)


if __name__ == "__main__":
    if not live_process.TOCSIN.exists():
        print(f"SKIPPED: there is no {live_process.TOCSIN}")
        sys.exit(77)
    unittest.main()
