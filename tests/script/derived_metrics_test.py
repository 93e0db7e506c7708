"""Derived metrics from outside: over the sample archive, as pmie and as tocsin,
in rules, eval and check, and what is said of mistakes in their files."""
import os
import pathlib
import subprocess
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ.get(
    "TOCSIN_SOURCE", pathlib.Path(__file__).resolve().parents[2]))
BUILD = pathlib.Path(os.environ.get("TOCSIN_BUILD", SOURCE / "build/dev"))
SHOP = BUILD / "sample/shop"

DEFINITIONS = """\
my.loads = sum(kernel.all.load)
my.many = my.loads * 0 + count(kernel.all.load)
my.bad = kernel.all.load + disk.dev.avactive
my.missing = no.such.metric + 1
my.wrong = kernel.all.load +
"""


class DerivedMetrics(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "pmie").symlink_to(BUILD / "tocsin")
        (self.folder / "my.conf").write_text(DEFINITIONS, encoding="utf-8")

    def run_as(self, program, *arguments, text="", config="my.conf"):
        env = {"PATH": os.environ.get("PATH", ""), "TZ": "UTC",
               "PCP_VAR_DIR": str(self.folder / "var")}
        env.update({} if config is None else {"PCP_DERIVED_CONFIG": config})
        return subprocess.run(
            [program, *map(str, arguments)], cwd=self.folder, input=text,
            env=env, text=True, timeout=120, check=False,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def tocsin(self, *arguments, **more):
        return self.run_as(BUILD / "tocsin", *arguments, **more)

    def test_eval(self):
        done = self.tocsin("eval", "-a", SHOP, "my.many")
        self.assertEqual(done.stdout, "3\n")
        self.assertEqual(
            done.stderr,
            "my.conf:5:28: error: Arithmetic expression expected to follow "
            "PLUS\n   kernel.all.load +\n                   ^\n")

    def test_rules_and_pmie_alike(self):
        rule = "v = my.many; my.loads > 1000;"
        ours = self.tocsin("-v", "-t", "1hour", "-a", SHOP, text=rule)
        pmies = self.run_as("./pmie", "-v", "-t", "1hour", "-a", SHOP,
                            text=rule)
        self.assertIn(": 3\n", ours.stdout)
        self.assertIn(": false\n", ours.stdout)
        self.assertEqual(pmies.stdout, ours.stdout)

    def test_pmies_words(self):
        done = self.run_as("./pmie", "-C", "-a", SHOP, text="my.bad > 1;")
        self.assertTrue(done.stderr.startswith(
            "[my.conf:5] Error: pmRegisterDerived(my.wrong, ...) syntax error\n"
            " kernel.all.load +\n"
            "                 ^\n"
            "Arithmetic expression expected to follow PLUS\n"
            "Semantic error: derived metric my.bad: kernel.all.load + "
            "disk.dev.avactive: "), done.stderr)
        self.assertIn("pmLookupDesc failed: Derived metric definition failed\n",
                      done.stderr)

    def test_check_says_why(self):
        rules = self.folder / "rules"
        rules.write_text("my.missing > 1;\nmy.load > 1;\n", encoding="utf-8")
        done = self.tocsin("check", "-a", SHOP, rules)
        self.assertEqual(done.returncode, 1)
        self.assertIn("there is no metric no.such.metric", done.stdout)
        self.assertIn("my.loads", done.stdout)

    def test_where_they_are(self):
        folder = self.folder / "var/config/derived/deep"
        folder.mkdir(parents=True)
        (folder / "a").write_text("other.name = 7\n", encoding="utf-8")
        for config, status in ((None, 0), ("", 2), ("my.conf", 2),
                               (f"none:{folder}", 0)):
            done = self.tocsin("eval", "-a", SHOP, "other.name",
                               config=config)
            self.assertEqual(done.returncode, status, config)


if __name__ == "__main__":
    unittest.main()
