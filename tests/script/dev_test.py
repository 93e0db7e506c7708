"""./dev tells what it can do, and installs what is missing and only that:
dpkg-query, id, sudo and apt-get are stand-ins that write down how they are
called."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ.get(
    "TOCSIN_SOURCE", pathlib.Path(__file__).resolve().parents[2]))


def dev(*arguments, path=None):
    env = dict(os.environ)
    if path:
        env["PATH"] = f"{path}:{env['PATH']}"
    return subprocess.run(
        [SOURCE / "dev", *arguments], env=env, text=True, cwd="/",
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, timeout=60, check=False)


class DevTest(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.bin = pathlib.Path(folder.name)
        self.calls = self.bin / "calls"
        self.calls.touch()

    def stand_in(self, name, body):
        script = self.bin / name
        script.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
        script.chmod(0o755)

    def installed(self, all_but):
        """dpkg-query knows all packages that it is asked for, but these."""
        self.stand_in("dpkg-query", "shift 3\nfor p; do case $p in "
                      f"{all_but}) ;; *) echo \"ii $p\";; esac; done")

    def apt_calls(self):
        return [line for line in self.calls.read_text().splitlines()
                if line.startswith("install")]

    def test_tells_what_it_can_do(self):
        shown = dev("help")
        self.assertEqual(shown.returncode, 0)
        for word in ("run", "test", "build", "prepare", "package", "fmt", "tidy", "look",
                     "fuzz", "bench", "oracle"):
            self.assertIn(f"\n  {word}", shown.stdout)
        self.assertEqual(dev("nonsense").returncode, 2)

    def test_does_nothing_where_nothing_is_missing(self):
        self.installed("none")
        self.stand_in("apt-get", f"echo \"$@\" >>{self.calls}")
        result = dev("prepare", path=self.bin)
        self.assertEqual((result.returncode, result.stdout), (0, ""))
        self.assertEqual(self.calls.read_text(), "")

    def test_installs_only_what_is_missing(self):
        self.installed("ninja-build|libssl-dev")
        self.stand_in("id", "echo 0")
        self.stand_in("apt-get", f"echo \"$@\" >>{self.calls}")
        self.assertEqual(dev("prepare", path=self.bin).returncode, 0)
        self.assertEqual(self.apt_calls(), [
            "install -y --no-install-recommends libssl-dev ninja-build"])

    def test_fetches_the_lists_when_they_are_out_of_date(self):
        self.installed("cmake")
        self.stand_in("id", "echo 0")
        # The first installation fails, and one after an update works.
        self.stand_in("apt-get", f"echo \"$@\" >>{self.calls}\n"
                      f"[ $1 = update ] || grep -q update {self.bin}/fresh"
                      f" 2>/dev/null || {{ echo update >{self.bin}/fresh; "
                      "exit 100; }")
        self.assertEqual(dev("prepare", path=self.bin).returncode, 0)
        self.assertEqual(self.calls.read_text().splitlines()[-2:], [
            "update", "install -y --no-install-recommends cmake"])

    def test_without_root_prints_the_line_and_stops(self):
        self.installed("cmake|g++")
        self.stand_in("id", "echo 1000")
        self.stand_in("sudo", "exit 1")
        self.stand_in("apt-get", f"echo \"$@\" >>{self.calls}")
        result = dev("prepare", path=self.bin)
        self.assertEqual(result.returncode, 1)
        self.assertIn("sudo apt-get install -y --no-install-recommends "
                      "cmake g++\n", result.stderr)
        self.assertEqual(self.calls.read_text(), "")

    def test_tests_see_a_plain_environment(self):
        (self.bin / "CTestTestfile.cmake").write_text(
            f'include("{SOURCE}/tests/environment.cmake")\n'
            'add_test(all "env")\n', encoding="utf-8")
        shown = subprocess.run(
            ["ctest", "-V", "--test-dir", self.bin], text=True, check=True,
            capture_output=True, timeout=60, env={
                "PATH": os.environ["PATH"], "TOCSIN_CASES": "3",
                "TZ": "Asia/Tokyo", "LANG": "de_DE.UTF-8", "PCP_ARCHIVE": "x",
                "SEVERAL": "lines\nPATH=nowhere"}).stdout
        self.assertEqual(
            sorted(line.removeprefix("1: ") for line in shown.splitlines()
                   if line.startswith("1: ") and "=" in line),
            ["LC_ALL=C.UTF-8", f"PATH={os.environ['PATH']}", "TOCSIN_CASES=3",
             "TZ=UTC"])


if __name__ == "__main__":
    sys.exit(unittest.main())
