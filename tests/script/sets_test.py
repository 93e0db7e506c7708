"""tocsin --sets: templates as the rules of a run, printed where they would tell
the system's log, with what the site sets; ours are right on this host."""
import os
import pathlib
import subprocess
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ["TOCSIN_SOURCE"])
TOCSIN = pathlib.Path(os.environ["TOCSIN_BUILD"]) / "tocsin"
SETS = SOURCE / "rules/sets"
ALWAYS = """---
parameters: {least: {default: 0}}
---
always = hinv.ncpu > $least -> syslog "always: more than $least";
"""


class Sets(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.write("sets/always.rules", ALWAYS)
        self.write("sets/off.rules", "---\nenabled: no\n---\n"
                                     'off = hinv.ncpu > 0 -> print "off";\n')
        self.write("site.yaml", "")

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)

    def run_with(self, *words, program=TOCSIN, sets="sets", site="site.yaml"):
        return subprocess.run(
            [program, "--sets", sets, "--site", site, *words],
            cwd=self.folder, text=True, capture_output=True, check=False,
            stdin=subprocess.DEVNULL, timeout=300,
            env={**os.environ, "PCP_TMP_DIR": str(self.folder)})

    def test_what_the_systems_log_would_be_told_is_printed(self):
        done = self.run_with("-h", "@", "-T", "0.05sec")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"\A\w.* \d{4}: always: more than 0\n\Z")

    def test_the_site_counts(self):
        self.write("site.yaml", "site: {values: {always.least: 99999, "
                                "off.enabled: yes}}\n")
        done = self.run_with("-h", "@", "-T", "0.05sec")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"\A\w.* \d{4}: off\n\Z")

    def test_holdoffs_are_of_one_element(self):
        self.write("sets/always.rules", "---\nparameters:\n  of: {type: list, "
                   "of: text, default: [a]}\n---\n--- for each one in of\n"
                   'x = hinv.ncpu > 0 -> print 1 hour "told";\n--- end\n')

        for elements, count in [("a", 1), ("b", 1), ("b, a", 0),
                                ("new, b, a", 1)]:
            self.write("site.yaml",
                       f"site: {{values: {{always.of: [{elements}]}}}}\n")
            done = self.run_with("-h", "@", "-T", "0.05sec", "--state", "state")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(done.stdout.count("told"), count, elements)

    def test_a_mistake_has_its_place_and_nothing_runs(self):
        self.write("site.yaml", "site:\n  values: {always.most: 1}\n")
        done = self.run_with("-h", "@", "-T", "0.05sec")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("site.yaml:2:", done.stderr)
        self.assertIn("has no parameter most", done.stderr)

    def test_they_are_all_the_rules(self):
        self.write("rules", "hinv.ncpu > 0;\n")
        done = self.run_with("rules")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("--sets", done.stderr)
        pmie = self.folder / "pmie"
        pmie.symlink_to(TOCSIN)
        done = self.run_with("-C", program=pmie)
        self.assertEqual(done.returncode, 1)
        self.assertIn("unrecognized option", done.stderr)

    def test_ours_are_right_on_this_host(self):
        done = self.run_with("-h", "@", "-C", sets=SETS)
        self.assertEqual((done.returncode, done.stdout, done.stderr),
                         (0, "", ""))


if __name__ == "__main__":
    unittest.main()
