"""tocsin conf why, render, lint, diff and import: templates as a site has set
them, also of hostile values; and that what is rendered runs."""
import os
import pathlib
import re
import select
import signal
import subprocess
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ["TOCSIN_SOURCE"])
TOCSIN = pathlib.Path(os.environ["TOCSIN_BUILD"]) / "tocsin"
SETS = SOURCE / "rules/sets"
# A constant with a value in it, names, strings, patterns and commands.
ALL_PLACES = """---
parameters: {p: {type: %s, default: x, help: anything}}
---
c = "a > $p";
x = disk.dev.total #$p > 1 -> print "a $p b" & syslog "x $p" & print $c;
y = some_inst match_inst $p (disk.dev.total > 1) -> print $p;
"""
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
        # What they find here is this machine's: it may well be busy.
        self.assertEqual((run.returncode, run.stdout), (0, ""), run.stderr)
        self.assertNotIn("rules:", run.stderr)

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
        done = self.conf("why", "db1", "disk_busy")
        named = re.findall(r"^disk_busy\.(\w+) on db1 is ", done.stdout, re.M)
        self.assertEqual(named, ["enabled", "busy", "minutes", "disks",
                                 "again"])
        for wrong in ("disk_busy.none", "none.busy", "none", ""):
            done = self.conf("why", "db1", wrong)
            self.assertEqual((done.returncode, done.stdout), (2, ""), wrong)

    def test_a_wrong_value_has_its_place_and_the_parameters(self):
        done = self.conf("render", "db1",
                         site="site:\n  values:\n    disk_busy.busy: 120 %\n")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("site.yaml:3:21: error: disk_busy.busy is above 100 %, "
                      f"as {SETS}/disk/disk_busy.rules:9 has it", done.stderr)

    def test_a_pattern_that_is_none_has_its_place(self):
        site = 'site: {values: {filesystem_full.devices: "sd["}}\n'
        for word, *arguments in (["lint"], ["render", "db1"],
                                 ["why", "db1", "filesystem_full.devices"]):
            done = self.conf(word, *arguments, site=site)
            self.assertEqual((done.returncode, done.stdout), (1, ""), word)
            self.assertIn("site.yaml:1:42: error: filesystem_full.devices is "
                          "no regular expression", done.stderr)

    def test_a_signal_ends_it(self):
        (self.folder / "site.yaml").write_text("")
        (self.folder / "x.rules").write_text("".join(
            f'x{i} = hinv.ncpu > 0 -> print "{"a" * 100}";\n'
            for i in range(2000)))
        for number in (signal.SIGINT, signal.SIGTERM):
            with subprocess.Popen(
                    [TOCSIN, "conf", "render", "--site", "site.yaml", "--sets",
                     "x.rules", "db1"], cwd=self.folder,
                    stdout=subprocess.PIPE) as process:
                self.assertTrue(select.select([process.stdout], [], [], 60)[0])
                process.send_signal(number)
                self.assertEqual(process.wait(timeout=60), -number)

    def test_one_that_is_off_is_not_rendered(self):
        done = self.conf("render", "db1",
                         site="site: {values: {disk_busy.enabled: no}}\n")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn("disk_busy", done.stdout)
        self.assertIn("filesystem_full", done.stdout)

    def test_no_value_changes_what_is_a_rule(self):
        (self.folder / "x.rules").write_text(ALL_PLACES % "text")
        for value in HOSTILE:
            quoted = "'" + value.replace("'", "''") + "'"
            done = self.conf("render", "db1", sets="x.rules",
                             site=f"site: {{values: {{x.p: {quoted}}}}}\n")
            self.assertEqual(done.returncode, 0, (value, done.stderr))
            self.assertEqual(done.stdout.count("\n"), 4, (value, done.stdout))
            for line, name in zip(done.stdout.splitlines()[2:], "xy"):
                self.assertTrue(line.startswith(f"{name} = "), (value, line))
            checked = self.check(done.stdout)
            # Some are no regular expressions, and that is all.
            for line in checked.stderr.splitlines():
                if ": error: " in line:
                    self.assertRegex(line, "match_inst|regular expression",
                                     (value, checked.stderr))
        for value in ("a\\nb", "a\\0b", "50%i", "a" * 4097, "a" * (1 << 20)):
            done = self.conf("render", "db1", sets="x.rules",
                             site=f'site: {{values: {{x.p: "{value}"}}}}\n')
            self.assertEqual((done.returncode, done.stdout), (1, ""),
                             value[:10])

    def test_hostile_values_of_other_types(self):
        for kind in ("regex", "glob", "host"):
            (self.folder / "x.rules").write_text(ALL_PLACES % kind)
            for value in HOSTILE:
                quoted = "'" + value.replace("'", "''") + "'"
                done = self.conf("render", "db1", sets="x.rules",
                                 site=f"site: {{values: {{x.p: {quoted}}}}}\n")
                self.assertIn(done.returncode, (0, 1), (kind, value))
                if done.returncode == 0:
                    self.assertIn("2 statements are right",
                                  self.check(done.stdout).stdout,
                                  (kind, value))

    def test_no_value_is_a_command(self):
        (self.folder / "x.rules").write_text(
            "---\nparameters:\n"
            "  p: {type: text, default: sda}\n---\n"
            'x = hinv.ncpu > 0 -> shell "echo $p";\n')
        for value in [*HOSTILE[:-1], "a b", "a;b", "$(id)", "`id`", "-rf"]:
            quoted = "'" + value.replace("'", "''") + "'"
            done = self.conf("render", "db1", sets="x.rules",
                             site=f"site:\n  values: {{x.p: {quoted}}}\n")
            self.assertEqual((done.returncode, done.stdout), (1, ""), value)
            self.assertIn("x.rules:5:28: error: the value of $p is no plain "
                          "word", done.stderr)
            self.assertIn("$p, defined at site.yaml:2", done.stderr)
        done = self.conf("render", "db1", sets="x.rules")
        self.assertIn('shell "echo sda"', done.stdout)

    def test_for_each_and_include(self):
        (self.folder / "sets/sub").mkdir(parents=True)
        (self.folder / "sets/_limits.rules").write_text(
            "---\nparameters: {least: {default: 2 Kbyte}}\n---\n")
        (self.folder / "sets/sub/room.rules").write_text(
            "---\ninclude: ../_limits.rules\nparameters:\n"
            "  mounts: {type: table, columns: {name: {type: text}, full: "
            "{type: percentage, default: 90 %}}, default: [{name: /}]}\n---\n"
            "--- for each fs in mounts\n"
            "room = filesys.full #$fs_name > $fs_full && filesys.avail "
            '#$fs_name < $least -> print "$fs_name";\n--- end\n')
        done = self.conf(
            "render", "db1", sets="sets",
            site="site: {values: {room.mounts: [{name: /a}, {name: /b, full: "
                 "5 %}]}}\n")
        self.assertEqual(done.returncode, 0, done.stderr)
        rules = [line for line in done.stdout.splitlines() if "= f" in line]
        self.assertEqual([line.split(" = ")[0] for line in rules],
                         ["room_a", "room_b"])
        self.assertIn("#'/b' > 5 && filesys.avail #'/b' < 2048", rules[1])
        self.assertIn("2 statements are right", self.check(done.stdout).stdout)
        done = self.conf("why", "db1", "room.least", sets="sets")
        self.assertIn("sets/_limits.rules:2", done.stdout)
        (self.folder / "sets/_limits.rules").write_text(
            "---\ninclude: sub/room.rules\n---\n")
        done = self.conf("lint", sets="sets")
        self.assertEqual(done.returncode, 1)
        self.assertIn("sets/_limits.rules:2:10: error: these include one "
                      "another", done.stderr)

    def test_instances_have_values_of_their_own(self):
        site = ("hosts:\n  db1:\n    instances:\n"
                "      sd*: {disk_busy.busy: 98 %}\n"
                "      sda: {disk_busy.enabled: no}\n")
        done = self.conf("why", "db1", "disk_busy.busy", "sdb", site=site)
        self.assertEqual(done.stdout.splitlines()[-1].split(),
                         ["host", "db1,", "sd*", "98", "%", "site.yaml:4"])
        self.assertEqual(len(self.conf("why", "db1", "disk_busy.busy", "dm-0",
                                       site=site).stdout.splitlines()), 2)
        lines = self.conf("why", "db1", "disk_busy", site=site).stdout
        self.assertEqual(
            [line.split()[:3] for line in lines.splitlines()
             if " host db1" in line],
            [["host", "db1,", "sda"], ["host", "db1,", "sd*"]])
        done = self.conf("render", "db1", site=site)
        self.assertEqual(done.returncode, 0, done.stderr)
        rules = [line for line in done.stdout.splitlines()
                 if line.startswith("disk_busy")]
        self.assertEqual(len(rules), 2, rules)
        self.assertIn(" 0 errors", self.check(done.stdout).stdout)

    def test_lint_warns_of_what_is_hardly_meant(self):
        site = ("groups:\n"
                "  dbs: {hosts: [db*], values: {disk_busy.busy: 90 %}}\n"
                "hosts:\n  web1: {values: {disk_busy.busy: 91 %}}\n")
        done = self.conf("lint", site=site)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("site.yaml:2:3: warning: no host matches db* of group "
                      "dbs", done.stderr)
        done = self.conf("lint", "db1", "web1", site=site)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("templates are right", done.stdout)

    def test_one_template_is_right(self):
        done = self.conf("lint", sets=SETS / "disk/disk_busy.rules")
        self.assertEqual(done.stdout, "1 template is right\n", done.stderr)

    def test_diff_of_hosts_and_of_sites(self):
        site = "hosts: {db1: {values: {disk_busy.busy: 97 %}}}\n"
        done = self.conf("diff", "web1", "db1", site=site)
        self.assertEqual(done.returncode, 1, done.stderr)
        lines = done.stdout.splitlines()
        self.assertEqual(lines[0], "disk_busy")
        self.assertRegex(lines[1], r"^  busy: 95 % \(default, .*disk_busy.rules:"
                                   r"\d+\) -> 97 % \(host db1, site.yaml:1\)$")
        self.assertEqual([line[:4] for line in lines[2:]], ["  - ", "  + "])
        done = self.conf("diff", "web1", "web2", site=site)
        self.assertEqual((done.returncode, done.stdout), (0, ""))
        (self.folder / "old.yaml").write_text("")
        done = self.conf("diff", "--to-site", "old.yaml", site=site)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertEqual(done.stdout.splitlines()[:2], ["On db1:", "disk_busy"])
        self.assertEqual(self.conf("diff", "db1", site=site).returncode, 2)
        self.assertEqual(self.conf("diff", "--to-site", "none", "db1",
                                   site=site).returncode, 2)

    def test_diff_of_values_for_instances(self):
        (self.folder / "old.yaml").write_text(
            "site: {instances: {sd*: {disk_busy.busy: 98 %}}}\n")
        done = self.conf("diff", "--to-site", "old.yaml", site="hosts:\n  db1:\n"
                         "    instances: {sd*: {disk_busy.busy: 97 %}}\n")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("On db1:\ndisk_busy\n  busy of sd*: 97 % (host db1, sd*, "
                      "site.yaml:3) -> 98 % (site, sd*, old.yaml:1)\n",
                      done.stdout)

    def test_samples_are_whole_numbers(self):
        done = self.conf("lint",
                         site="site:\n  values: {disk_busy.minutes: 2.5}\n")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertRegex(done.stderr, r"disk_busy.rules:\d+:\d+: error: the value "
                         r"of \$minutes is no whole number of samples")
        self.assertIn("$minutes, defined at site.yaml:2", done.stderr)

    def test_import_of_what_pmieconf_has_set(self):
        def pmieconf(*words):
            return subprocess.run(
                [TOCSIN, "conf", "-r", SOURCE / "rules/pmieconf/sets", "-f",
                 self.folder / "config.pmie", *words], text=True,
                capture_output=True, check=True)

        rule = "cpu.pressure"
        pmieconf("modify", rule, "enabled", "no")
        pmieconf("modify", rule, "threshold", "70")
        (self.folder / "x.rules").write_text(
            f"---\nreplaces: {rule}\n---\nhinv.ncpu > 0;\n")
        done = subprocess.run(
            [TOCSIN, "conf", "import", "--sets", "x.rules", "--rules",
             SOURCE / "rules/pmieconf/sets", "config.pmie"], cwd=self.folder,
            text=True, capture_output=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(f"    x.enabled: no  # {rule}.enabled = no", done.stdout)
        self.assertRegex(done.stdout, rf"\n#   config.pmie:3: {rule}.threshold = "
                         r"70%?: no parameter of x is there for it; ")
        again = self.conf("lint", sets="x.rules", site=done.stdout)
        self.assertEqual(again.returncode, 0, again.stderr)

    def test_import_carries_thresholds(self):
        (self.folder / "theirs").write_text(
            "#pmieconf-rules 1\n"
            "rule cpu.load_average predicate = p;\n"
            "double per_cpu_load default = 3; double min_load default = 4;\n"
            "rule filesys.filling predicate = p;\n"
            "percent threshold default = 95;\n"
            'string lead_time default = "20 min";\n'
            "rule filesys.vfs_files predicate = p; percent threshold default = 5;\n"
            "rule memory.swap_low predicate = p; percent threshold default = 5;\n"
            "rule cpu.util predicate = p; percent threshold default = 90;\n")
        (self.folder / "config.pmie").write_text(
            "// pmieconf-pmie 1 theirs\n"
            "// 1 cpu.load_average per_cpu_load = 2\n"
            "// 1 cpu.load_average min_load = 5\n"
            "// 1 filesys.filling threshold = 80%\n"
            '// 1 filesys.filling lead_time = "30 min"\n'
            "// 1 filesys.vfs_files threshold = 70%\n"
            "// 1 memory.swap_low threshold = 20%\n"
            "// 1 cpu.util threshold = 91%\n"
            "// 1 gone.rule threshold = 1\n// end\n")
        done = subprocess.run(
            [TOCSIN, "conf", "import", "--sets", SETS, "--rules", "theirs",
             "config.pmie"], cwd=self.folder, text=True, capture_output=True,
            check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(
            re.findall(r"^    (\w+\.\w+: [^#]+?)  #", done.stdout, re.M),
            ["cpu_load.each: 2", "cpu_load.least: 5", "cpu_busy.busy: 91%",
             "filesystem_filling.full: 80%", "filesystem_filling.lead: 30 min",
             "process_open_files.used: 70%", "memory_swap_low.swap: 20%"])
        self.assertIn("\n#   config.pmie:9: gone.rule.threshold = 1: there is no "
                      "rule of this name; --rules names those that the file was "
                      "made by, theirs\n", done.stdout)
        again = self.conf("lint", site=done.stdout)
        self.assertEqual(again.returncode, 0, again.stderr)


if __name__ == "__main__":
    unittest.main()
