"""docs/notification.schema.json against the JSON of notifications, by a validator
that is not ours. Skipped where that is not installed."""
# Label: live
import copy
import json
import pathlib
import re
import subprocess
import unittest

import live_process
from hostile_archive import SINGLE
from http_receiver import LIMIT, mmv

SYSTEM_PYTHON = "/usr/bin/python3"  # it has Debian's packages
DOCS = pathlib.Path(__file__).parents[2] / "docs"
SCHEMA = DOCS / "notification.schema.json"
# Says of each body, a line each, what is wrong with it first, or nothing.
VALIDATOR = """
import json, sys
from jsonschema import Draft202012Validator
schema = json.load(open(sys.argv[1]))
Draft202012Validator.check_schema(schema)
for line in sys.stdin:
    found = Draft202012Validator(schema).iter_errors(json.loads(line))
    print(next((one.json_path for one in found), ""))
"""
# By host, bindings whose values are of each sort, and none.
RULES = {
    "mmv:hostile": """
number = some_inst mmv.hostile.a > 0 -> exec "{0}" "%i";
none = ! some_inst mmv.hostile.a > 1e9 -> exec "{0}";
""",
    "@": """
text = kernel.uname.release != "x" -> exec "{0}" "%v";
infinite = 1 / (hinv.ncpu - hinv.ncpu) > 0 -> exec "{0}";
samples = all_sample hinv.ncpu @0..2 > 0 -> exec "{0}";
"""}


class NotificationSchema(live_process.Live):

    def validate(self, bodies):
        """Where each is wrong."""
        done = subprocess.run(
            [SYSTEM_PYTHON, "-c", VALIDATOR, SCHEMA], text=True,
            input="".join(json.dumps(one) + "\n" for one in bodies),
            timeout=LIMIT, capture_output=True, check=False)
        if "No module named 'jsonschema'" in done.stderr:
            self.skipTest("there is no python3-jsonschema")
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.splitlines()

    def example(self):
        text = (DOCS / "notifications.md").read_text(encoding="utf-8")
        return json.loads(re.search(r"```json\n(.*?)```", text, re.S)[1])

    def test_what_is_told_is_as_the_schema_has_it(self):
        program = self.folder / "program"
        program.write_text(f"#!/bin/sh\ncat >>{self.folder}/bodies\n",
                           encoding="utf-8")
        program.chmod(0o700)
        (self.folder / "hostile").write_bytes(mmv(list(SINGLE.values())))
        for host, rules in RULES.items():
            self.write("rules", "delta = 20 msec;" + rules.format(program))
            subprocess.run(
                [live_process.TOCSIN, "-h", host, "-T", "100msec", "rules"],
                cwd=self.folder, env=self.env, capture_output=True,
                timeout=LIMIT, check=True)
        bodies = [json.loads(line) for line in
                  (self.folder / "bodies").read_bytes().splitlines()]
        self.assertEqual({one["rule"] for one in bodies},
                         {"number", "none", "samples", "text", "infinite"})
        self.assertEqual(self.validate(bodies), [""] * len(bodies))
        described = json.loads(SCHEMA.read_text(encoding="utf-8"))
        binding = described["$defs"]["binding"]["properties"]
        for body in bodies:
            self.assertLessEqual(set(body), set(described["properties"]))
            for one in body["bindings"]:
                self.assertLessEqual(set(one), set(binding))
        values = [one["value"] for body in bodies for one in body["bindings"]]
        self.assertLessEqual({float, str, list}, set(map(type, values)))

    def test_what_is_none_is_refused(self):
        good = self.example()
        bad = {"$.version": 2, "$.id": "1", "$.time": "today", "$.text": "a",
               "$.bindings": None, "$.rule": 1, "$.rule_base64": "?"}
        bodies = [good, *({**good, where[2:]: value}
                          for where, value in bad.items())]
        wrong = {"host": 1, "value": {}, "instance_base64": "YQ",
                 "value_base64": [1]}
        for name, value in wrong.items():
            bodies.append(copy.deepcopy(good))
            bodies[-1]["bindings"][0][name] = value
        self.assertEqual(
            self.validate(bodies),
            ["", *bad, *(f"$.bindings[0].{name}" for name in wrong)])
        for name in good:
            less = {one: value for one, value in good.items() if one != name}
            self.assertEqual(self.validate([less]), ["$"], name)


if __name__ == "__main__":
    unittest.main()
