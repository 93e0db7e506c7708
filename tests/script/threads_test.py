"""However many threads read archives, what is said and how it ends is the
same: whole archives and damaged ones, one host and several, one interval and
two. Over the archives of PCP's tests: tests/oracle/threads_test.py."""
import itertools
import json
import os
import pathlib
import re
import shutil
import subprocess

import shop

KINDS = ("r{0} = {1} + {2};", "r{0} = some_inst ( {1} > {2} );",
         "r{0} = rising ( sum_inst {1} > {2} ) -> print \"%v\";",
         "r{0} = some_inst ( avg_sample {1} @0..5 > {2} );",
         "r{0} = max_sample {1} @1..3 + {2};")
LIMITS = (0, 0.5, 1, 40)
THREADS = ("2", "3", "8")


class Threads(shop.InFolder):
    def setUp(self):
        super().setUp()
        metrics = json.loads(self.run_as(
            shop.TOCSIN, "list", "-a", "shop", "--json")[1])
        names = [metric["name"] for metric in metrics
                 if metric["type"] != "string"]
        rules = [kind.format(k, name, limit) for k, (name, kind, limit) in
                 enumerate(itertools.product(names, KINDS, LIMITS))]
        half = len(rules) // 2
        # So many, that threads are worth while.
        self.assertGreater(half, 50)
        self.write("rules", "\n".join(
            rules[:half] + ["delta = 7 sec;"] + rules[half:]) + "\n")

    def run_as(self, *command):
        done = subprocess.run(
            command, cwd=self.folder, timeout=300, check=False,
            stdin=subprocess.DEVNULL, capture_output=True,
            env=shop.environment(PCP_DERIVED_CONFIG=""))
        return done.returncode, done.stdout, done.stderr

    def assert_the_same(self, *arguments):
        command = [shop.TOCSIN, "-q", "-v", *arguments, "rules"]
        alone = self.run_as(*command, "--threads", "1")
        for threads in THREADS:
            self.assertEqual(self.run_as(*command, "--threads", threads),
                             alone, (arguments, threads))
        self.assertEqual(self.run_as(*command), alone)
        return alone

    def test_a_whole_archive(self):
        for interval in ("1sec", "10sec", "13min", "5hour"):
            status, out, _ = self.assert_the_same(
                "-a", "shop", "-t", interval, "-T", "+40min")
            self.assertEqual(status, 0)
            self.assertTrue(out)

    def test_short_windows(self):
        for window in (("-S", "1hour", "-T", "+0sec"),
                       ("-S", "170min"), ("-S", "-2min"),
                       ("-S", "+20hour")):
            self.assert_the_same("-a", "shop", "-t", "2sec", *window)

    def test_several_hosts(self):
        """Another host's archive: the name of the first one is in its labels
        alone, and as long."""
        ours = b"shop"
        for suffix in shop.SUFFIXES:
            data = pathlib.Path(f"{shop.SHOP}.{suffix}").read_bytes()
            self.assertIn(ours, data[:200])
            at = data.index(ours)
            (self.folder / f"other.{suffix}").write_bytes(
                data[:at] + b"shoq" + data[at + 4:])
        rules = (self.folder / "rules").read_text()
        names = sorted(set(re.findall(r"\b[a-z]+(?:\.\w+)+", rules)))
        self.write("rules", "".join(
            f"h{k} = some_host ( some_inst ( {name} :shop :shoq > 1 ) );\n"
            f"v{k} = {name} :shoq :shop;\n" for k, name in enumerate(names)))
        status, out, _ = self.assert_the_same(
            "-a", "shop", "-a", "other", "-t", "5sec", "-T", "+20min")
        self.assertEqual(status, 0)
        self.assertTrue(out)

    def test_damage(self):
        whole = pathlib.Path(f"{shop.SHOP}.0").read_bytes()
        statuses = set()
        for tenth in range(1, 10):
            for suffix in ("meta", "index"):
                shutil.copy(f"{shop.SHOP}.{suffix}",
                            self.folder / f"bad.{suffix}")
            volume = bytearray(whole)
            volume[len(whole) * tenth // 10] ^= 0x55
            (self.folder / "bad.0").write_bytes(volume)
            os.utime(self.folder / "bad.0", (10**9, 10**9))
            statuses.add(self.assert_the_same(
                "-a", "bad", "-t", "20sec", "-T", "+150min")[0])
        self.assertTrue(statuses)

    def test_as_pmie_there_is_one(self):
        """And ours is known by its whole name."""
        pmie = ["./pmie", "-q", "-v", "-a", "shop", "-t", "10sec",
                "-T", "+10min", "rules"]
        alone = self.run_as(*pmie)
        self.assertEqual(self.run_as(*pmie, "--threads=4"), alone)
        self.assertNotEqual(self.run_as(*pmie, "--thr=4"), alone)

    def test_nonsense(self):
        for words in ("0", "-1", "many", "1000"):
            status, _, err = self.run_as(
                shop.TOCSIN, "-a", "shop", "--threads", words, "rules")
            self.assertEqual(status, 1)
            self.assertEqual(
                err, f"tocsin: --threads '{words}' is not from 1 to 256; "
                     "try 'tocsin --help'\n".encode())


if __name__ == "__main__":
    shop.main()
