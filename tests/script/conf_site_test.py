"""tocsin conf why, render and lint: templates as a site has set them, also of
hostile values; and that what is rendered runs."""
import os
import pathlib
import subprocess
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ["TOCSIN_SOURCE"])
TOCSIN = pathlib.Path(os.environ["TOCSIN_BUILD"]) / "tocsin"
SETS = SOURCE / "rules/sets"
HOSTILE = ['"; shell "echo broken"', "$x", "\\", "${busy}", "/* ", "' #x",
           "} print 'x'", "\u202e", "a" * 4096]


class Site(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def conf(self, word, *arguments, site="", sets=SETS):
        (self.folder / "site.yaml").write_text(site)
        return subprocess.run(
            [TOCSIN, "conf", word, "--site", "site.yaml", "--sets", sets,
             *arguments], cwd=self.folder, text=True, capture_output=True,
            check=False)

    def check(self, rules):
        (self.folder / "rules").write_text(rules)
        return subprocess.run([TOCSIN, "check", "rules"], cwd=self.folder,
                              text=True, capture_output=True, check=False)

    def test_ours_are_right_and_run(self):
        count = len(list(SETS.rglob("*.rules")))
        self.assertEqual(self.conf("lint").stdout,
                         f"{count} templates are right\n")
        rules = self.conf("render", "anybody").stdout
        done = self.check(rules)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(" 0 errors, 0 warnings", done.stdout)
        run = subprocess.run(
            [TOCSIN, "-T", "0.05sec", "rules"],
            cwd=self.folder, text=True, capture_output=True, check=False)
        self.assertEqual((run.returncode, run.stdout), (0, ""), run.stderr)
        self.assertEqual(run.stderr.count("\n"), 1, run.stderr)  # its end

    def test_why_tells_who_gave_it(self):
        done = self.conf(
            "why", "db1", "disk_busy.busy",
            site="site: {values: {disk_busy.busy: 90 %}}\n"
                 "hosts: {db1: {values: {disk_busy.busy: 97 %}}}\n")
        lines = done.stdout.splitlines()
        self.assertEqual(lines[0], "disk_busy.busy on db1 is 97 %")
        self.assertEqual(lines[-1].split(), ["host", "db1", "97", "%",
                                             "site.yaml:2"])
        self.assertEqual(len(lines), 4)
        for wrong in ("disk_busy.none", "none.busy", "disk_busy", ""):
            done = self.conf("why", "db1", wrong)
            self.assertEqual((done.returncode, done.stdout), (2, ""), wrong)

    def test_a_wrong_value_has_its_place_and_the_parameters(self):
        done = self.conf("render", "db1",
                         site="site:\n  values:\n    disk_busy.busy: 120 %\n")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("site.yaml:3:21: error: disk_busy.busy is above 100 %, "
                      f"as {SETS}/disk/disk_busy.rules:9 has it", done.stderr)

    def test_one_that_is_off_is_not_rendered(self):
        done = self.conf("render", "db1",
                         site="site: {values: {disk_busy.enabled: no}}\n")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn("disk_busy", done.stdout)
        self.assertIn("filesystem_full", done.stdout)

    def test_no_value_changes_what_is_a_rule(self):
        (self.folder / "x.rules").write_text(
            '---\nparameters: {p: {type: text, default: x}}\n---\n'
            'x = disk.dev.total #$p > 1 -> print "a $p b" & syslog $p;\n')
        for value in HOSTILE:
            quoted = "'" + value.replace("'", "''") + "'"
            done = self.conf("render", "db1", sets="x.rules",
                             site=f"site: {{values: {{x.p: {quoted}}}}}\n")
            self.assertEqual(done.returncode, 0, (value, done.stderr))
            checked = self.check(done.stdout)
            self.assertIn("1 statement is right", checked.stdout,
                          (value, checked.stderr))
        for value in ("a\\nb", "a\\0b", "50%i", "a" * 4097):
            done = self.conf("render", "db1", sets="x.rules",
                             site=f'site: {{values: {{x.p: "{value}"}}}}\n')
            self.assertEqual((done.returncode, done.stdout), (1, ""), value)


if __name__ == "__main__":
    unittest.main()
