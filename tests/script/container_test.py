"""packaging/container, built and started by a real engine: it replays the
sample as the program here does, watches as nobody, and ends when it is told to.
It takes ten minutes and fetches an image, so it is run only where
TOCSIN_CONTAINER names the engine: podman or docker. An image that is there
already is taken instead where TOCSIN_CONTAINER_IMAGE names it."""
import os
import pathlib
import subprocess
import sys
import threading
import unittest

import sample_test

SOURCE, BUILD = sample_test.SOURCE, sample_test.BUILD
ENGINE = os.environ.get("TOCSIN_CONTAINER", "").split()
BUILT = os.environ.get("TOCSIN_CONTAINER_IMAGE")
IMAGE = BUILT or "tocsin-container-test"
NAME = f"tocsin-container-test-{os.getpid()}"
SIGTERM_BIT = 1 << 14


def engine(*arguments):
    return subprocess.run([*ENGINE, *map(str, arguments)], text=True,
                          capture_output=True, check=False)


class Container(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if BUILT:
            return
        built = subprocess.run(
            [*ENGINE, "build", "-f", "packaging/container/Containerfile",
             "-t", IMAGE, "."], cwd=SOURCE, text=True, check=False,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        assert built.returncode == 0, built.stdout[-4000:]

    def run_once(self, *arguments, options=()):
        return engine("run", "--rm", *options, IMAGE, *arguments)

    def test_it_replays_the_sample(self):
        rules = SOURCE / "docs/sample"
        done = self.run_once(
            "-a", "/sample/shop", "-c", "/rules/sample.pmie",
            options=("-v", f"{BUILD}/sample:/sample:ro",
                     "-v", f"{rules}:/rules:ro"))
        self.assertEqual(done.stdout, sample_test.EXPECTED, done.stderr)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_it_answers(self):
        done = self.run_once("eval", "hinv.ncpu > 0")
        self.assertEqual((done.returncode, done.stdout), (0, "true\n"),
                         done.stderr)
        done = self.run_once("--help")
        self.assertEqual(done.returncode, 0)
        self.assertIn("Usage: tocsin", done.stdout + done.stderr)

    def test_it_watches_as_nobody_and_ends_when_told_to(self):
        begun = engine("run", "-d", "--read-only", "--name", NAME, IMAGE)
        self.addCleanup(engine, "rm", "-f", NAME)
        self.assertEqual(begun.returncode, 0, begun.stderr)
        status = self.listening()
        self.assertRegex(status, r"(?m)^Uid:\t65534\t65534\t65534\t65534$")
        self.assertRegex(status, r"(?m)^CapEff:\t0+$")
        self.assertEqual(engine("stop", NAME).returncode, 0)
        ended = engine("inspect", "--format", "{{.State.ExitCode}}", NAME)
        self.assertEqual(ended.stdout, "0\n", engine("logs", NAME).stderr)

    def listening(self):
        """What the kernel says of it, the child of the first process, once it
        minds SIGTERM."""
        found = engine("inspect", "--format", "{{.State.Pid}}", NAME)
        first = found.stdout.strip()
        children = pathlib.Path(f"/proc/{first}/task/{first}/children")
        pause = threading.Event()
        while True:
            program = children.read_text(encoding="utf-8").strip() or first
            status = pathlib.Path(f"/proc/{program}/status").read_text(
                encoding="utf-8")
            fields = dict(line.split(":\t", 1)
                          for line in status.splitlines() if ":\t" in line)
            if int(fields["SigCgt"], 16) & SIGTERM_BIT:
                return status
            pause.wait(0.02)


if __name__ == "__main__":
    if not ENGINE:
        print("SKIPPED: TOCSIN_CONTAINER names no engine to build an image "
              "with; it takes ten minutes")
        sys.exit(77)
    if not (BUILD / "sample").exists():
        print(f"SKIPPED: there is no {BUILD / 'sample'}")
        sys.exit(77)
    unittest.main()
