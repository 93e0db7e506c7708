"""What tests of live runs share: a folder of the test's own, where the program
finds its rules and leaves all that it writes, and processes that end with their
test."""
import faulthandler
import os
import pathlib
import subprocess
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ.get(
    "TOCSIN_SOURCE", pathlib.Path(__file__).resolve().parents[2]))
BUILD = pathlib.Path(os.environ.get("TOCSIN_BUILD", SOURCE / "build/dev"))
TOCSIN = BUILD / "tocsin"

# A test that hangs says where before it is ended (TIMEOUT in CMakeLists.txt).
faulthandler.dump_traceback_later(1400)


class Live(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.tmp = self.folder / "tmp"
        self.tmp.mkdir()
        for path in (self.folder, self.tmp):
            path.chmod(0o777)  # also for who runs as somebody else
        self.env = {**os.environ, "TZ": "UTC",
                    "PCP_RUN_DIR": str(self.folder),
                    "PCP_TMP_DIR": str(self.tmp)}

    def write(self, name, text):
        (self.folder / name).write_text(text, encoding="utf-8")

    def begin(self, command, **options):
        """The process of a command, in the folder; its output is text."""
        process = subprocess.Popen(
            command, cwd=self.folder, text=True,
            **{"env": self.env, "stdin": subprocess.DEVNULL,
               "stdout": subprocess.PIPE, "stderr": subprocess.PIPE,
               **options})
        for stream in (process.stdout, process.stderr):
            if stream:
                self.addCleanup(stream.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process
