"""Percentiles and standard deviations over the sample archive, as tocsin and as
the executable specification have them: to the byte."""
import subprocess
import unittest

import shop

SPEC = shop.BUILD / "tests/support/spec/tocsin-spec"
FORMS = [f"{form}_{domain}" for form in ("p50", "p90", "p95", "p99", "stddev")
         for domain in ("inst", "host", "sample")]
OPERANDS = ["disk.dev.avactive", "instant disk.dev.avactive",
            "filesys.full @0..4", "kernel.all.load @0..2",
            "kernel.all.load #'1 minute' #'5 minute' @0..1",
            "(filesys.full @0..2 * 2)"]


class SpreadTest(shop.InFolder):
    def said(self, program, *words):
        done = subprocess.run(
            [program, "-v", "-a", "shop", "-t", "5min", *words],
            cwd=self.folder, env=shop.environment(), capture_output=True,
            text=True, check=False, timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_are_what_the_specification_says(self):
        expressions = [f"{form} {operand}" for form in FORMS
                       for operand in OPERANDS]
        self.write("rules", "".join(
            f"r{i} = {one};\n" for i, one in enumerate(expressions)))
        ours = self.said(self.folder / "pmie", "-c", "rules")
        self.assertIn(f"r{len(expressions) - 1} ", ours)
        self.assertEqual(ours, self.said(SPEC, "--switches=ours", "rules"))


if __name__ == "__main__":
    shop.main()
