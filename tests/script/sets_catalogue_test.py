"""docs/sets.md is what the templates of rules/sets say, each has a summary, advice
and a case of its own, and each rule of pmieconf's has one that replaces it or a
reason why none does."""
import re
import unittest

import sets_catalogue

PAGE = sets_catalogue.PAGE.read_text()
SCRIPTS = sets_catalogue.SOURCE / "tests/script/sets"


class Catalogue(unittest.TestCase):

    def test_the_page_is_what_the_templates_say(self):
        self.assertEqual(
            sets_catalogue.part(PAGE, "catalogue"),
            sets_catalogue.catalogue(),
            "docs/sets.md is old: python3 tests/oracle/sets_catalogue.py")
        self.assertEqual(sets_catalogue.part(PAGE, "scenarios"),
                         sets_catalogue.scenarios())
        self.assertGreater(sets_catalogue.scenarios().count("\n"), 30)

    def test_each_that_is_on_has_a_sick_host(self):
        rings = {row.split("|")[2].split()[0]
                 for row in sets_catalogue.scenarios().splitlines()[2:]}
        self.assertEqual(rings - {"nothing"}, {
            one.name for one in sets_catalogue.templates() if one.enabled})

    def test_each_says_what_it_is_for(self):
        for one in sets_catalogue.templates():
            with self.subTest(one.name):
                self.assertTrue(one.head.get("summary"))
                self.assertTrue(one.head.get("advice"))
                self.assertIn(one.severity, ("info", "warning", "critical"))
                self.assertIn(f'"{one.name}:', one.rules)
                for name, keys in one.parameters.items():
                    self.assertIn("default", keys, name)
                    self.assertIn(f"${name}", one.rules)

    def test_each_is_seen_firing_quiet_and_unknown(self):
        for one in sets_catalogue.templates():
            text = (SCRIPTS / f"{one.area}.test").read_text()
            rows = " ".join(re.findall(rf"(?m)^  {one.name} +\|.*$", text))
            with self.subTest(one.name):
                self.assertIn(f"template {one.area}/{one.name}\n", text)
                for verdict in ("true syslog", "false", "unknown"):
                    self.assertIn(verdict, rows)

    def test_no_rule_of_pmieconfs_is_forgotten(self):
        replaced = {name for one in sets_catalogue.templates()
                    for name in one.replaces}
        told = set(re.findall(r"`([a-z_]+\.[a-z_*]+)`", PAGE))
        self.assertFalse(replaced & told)
        for name in (*replaced, *told):
            self.assertRegex(name, r"^[a-z_]+\.[a-z_*]+$")


if __name__ == "__main__":
    unittest.main()
