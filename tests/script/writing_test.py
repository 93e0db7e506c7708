"""What the program does where it cannot write: a daemon goes on, says so
elsewhere, and says in the place how much is missing. A disk that is full is
played by a limit on the size of files, which a test can lift, and by a small
file system where one may be mounted."""
# Label: live
import os
import pathlib
import pwd
import re
import resource
import shutil
import signal
import subprocess
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ.get(
    "TOCSIN_SOURCE", pathlib.Path(__file__).resolve().parents[2]))
BUILD = pathlib.Path(os.environ.get("TOCSIN_BUILD", SOURCE / "build/dev"))
TOCSIN = BUILD / "tocsin"
ME = pwd.getpwuid(os.geteuid()).pw_name
GAP = r"Warning: \d+ bytes could not be written here: "


def limit(size):
    """What a child calls so that its files grow to `size` at most."""
    hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))


def lift(process):
    hard = resource.prlimit(process.pid, resource.RLIMIT_FSIZE)[1]
    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (hard, hard))


class Writing(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.log = self.folder / "log"
        self.beats = None
        os.mkfifo(self.folder / "beats")
        # Each tick prints, and a command tells the test that there was one.
        (self.folder / "rules").write_text(
            "delta = 50 msec;\n"
            "a = 1 < hinv.ncpu + 1 -> print \"tick\";\n"
            f"b = 1 < hinv.ncpu + 1 -> shell \"echo >{self.folder}/beats\";\n",
            encoding="utf-8")
        (self.folder / "tmp").mkdir()
        self.env = {**os.environ, "TZ": "UTC",
                    "PCP_RUN_DIR": str(self.folder),
                    "PCP_TMP_DIR": str(self.folder / "tmp")}

    def start(self, *arguments, rules="rules", **options):
        process = subprocess.Popen(
            [TOCSIN, "-h", "@", *arguments, rules], cwd=self.folder,
            env=self.env, stdin=subprocess.DEVNULL, text=True,
            **{"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE,
               **options})
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        for stream in (process.stdout, process.stderr):
            if stream:
                self.addCleanup(stream.close)
        return process

    def beat(self):
        """Waits for the next tick."""
        if self.beats is None:
            # For both, so that it has no end while no command runs.
            self.beats = os.fdopen(
                os.open(self.folder / "beats", os.O_RDWR), "rb", buffering=0)
            self.addCleanup(self.beats.close)
        self.assertEqual(self.beats.read(1), b"\n")

    def beat_until(self, true):
        while not true():
            self.beat()

    def text(self):
        return self.log.read_text(encoding="utf-8")

    def end(self, process):
        process.send_signal(signal.SIGTERM)
        return process.wait(timeout=60)

    def line(self, process, pattern):
        for line in process.stderr:
            if re.search(pattern, line):
                return line
        self.fail(f"ended without {pattern}")


class Daemon(Writing):

    def test_its_log_grows_again(self):
        process = self.start("-U", ME, "-l", "log", preexec_fn=limit(500))
        self.beat_until(lambda: self.log.exists() and
                        self.log.stat().st_size == 500)
        for _ in range(5):
            self.beat()
        self.assertIsNone(process.poll())
        self.assertEqual(self.log.stat().st_size, 500)
        lift(process)
        self.beat_until(lambda: re.search(GAP + "File too large\n",
                                          self.text()))
        self.beat_until(lambda: self.text().endswith(": tick\n"))
        self.assertEqual(self.end(process), 0)
        self.assertRegex(self.text(), r"\n\nLog finished .*\n\Z")
        # What is torn is not glued to what comes after.
        self.assertRegex(self.text(), r"\n\[.*\] tocsin\(\d+\) " + GAP)

    def test_its_log_has_no_room_from_the_start(self):
        process = self.start("-U", ME, "-l", "log", preexec_fn=limit(0))
        self.beat()
        self.assertEqual(self.log.stat().st_size, 0)
        lift(process)
        self.beat_until(lambda: re.match(
            r"\[.*\] tocsin\(\d+\) " + GAP, self.text()))
        self.assertEqual(self.end(process), 0)

    def test_its_log_is_emptied(self):
        process = self.start("-U", ME, "-l", "log", preexec_fn=limit(500))
        self.beat_until(lambda: self.log.exists() and
                        self.log.stat().st_size == 500)
        os.truncate(self.log, 0)
        self.beat_until(lambda: re.search(GAP, self.text()))
        self.assertNotIn("\0", self.text())
        self.assertEqual(self.end(process), 0)

    def test_a_file_system_that_is_full(self):
        small = self.folder / "small"
        small.mkdir()
        mount = ["unshare", "--mount", "sh", "-c",
                 "mount -t tmpfs -o size=4k none \"$1\" && "
                 "shift && exec \"$@\"", "sh", str(small)]
        if subprocess.run([*mount, "true"], capture_output=True,
                          check=False).returncode != 0:
            self.skipTest("no file system may be mounted")
        rules = self.folder / "rules"
        rules.write_text(rules.read_text(encoding="utf-8").replace(
            "tick", 40 * "tick "), encoding="utf-8")
        process = subprocess.Popen(
            [*mount, TOCSIN, "-h", "@", "-U", ME, "-l", small / "log",
             "rules"], cwd=self.folder, env=self.env,
            stdin=subprocess.DEVNULL)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        self.beat()
        log = pathlib.Path(f"/proc/{process.pid}/root{small}/log")
        self.beat_until(lambda: log.stat().st_size == 4096)
        for _ in range(5):
            self.beat()
        os.truncate(log, 0)
        self.beat_until(
            lambda: re.search(GAP + "No space left on device\n",
                              log.read_text(encoding="utf-8")))
        self.assertEqual(self.end(process), 0)

    def test_the_folder_of_its_log_is_removed(self):
        logs = self.folder / "logs"
        logs.mkdir()
        process = self.start("-U", ME, "-l", "logs/log")
        self.beat()
        shutil.rmtree(logs)
        process.send_signal(signal.SIGHUP)
        unseen = pathlib.Path(f"/proc/{process.pid}/fd/2")
        self.beat_until(lambda: re.search(
            "Error: cannot begin the log logs/log anew: No such file",
            unseen.read_text(encoding="utf-8")))
        logs.mkdir()
        process.send_signal(signal.SIGHUP)
        self.beat_until(lambda: (logs / "log").exists() and re.search(
            "tocsin on .* rotated .*\n\n(.*\n)*.*: tick\n",
            (logs / "log").read_text(encoding="utf-8")))
        self.assertEqual(self.end(process), 0)

    def test_the_file_with_the_process_id_comes_late(self):
        path = self.folder / "pmie.pid"
        process = self.start("-U", ME, "-P", preexec_fn=limit(0))
        self.line(process, "Warning: cannot write .*pmie.pid: File too large")
        self.assertFalse(path.exists())
        lift(process)
        self.line(process, "Info: .*pmie.pid is written now")
        self.assertEqual(path.read_text(encoding="utf-8"), str(process.pid))
        self.assertEqual(self.end(process), 0)
        self.assertFalse(path.exists())


class Foreground(Writing):

    def test_standard_output_that_is_full(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            process = self.start(stdout=full)
        for _ in range(5):
            self.beat()
        process.send_signal(signal.SIGUSR1)
        self.line(process, "Error: cannot write standard output: No space "
                           "left on device; until")
        self.line(process, r"; \d+ actions not performed\n")
        self.assertEqual(self.end(process), 0)
        self.assertNotIn("cannot write", process.stderr.read())  # once

    def test_the_end_of_a_window_whose_answer_is_lost(self):
        (self.folder / "once").write_text(
            "a = 1 < hinv.ncpu + 1 -> print \"x\";", encoding="utf-8")
        with open("/dev/full", "w", encoding="utf-8") as full:
            process = self.start("-T", "0", stdout=full, rules="once")
        self.line(process, r"Error: the last \d+ bytes of standard output are "
                           "lost")
        self.assertEqual(process.wait(timeout=60), 1)

    def test_standard_error_that_is_full(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            process = self.start(stdout=subprocess.PIPE, stderr=full)
        for _ in range(3):
            self.assertRegex(process.stdout.readline(), ": tick\n")
            process.send_signal(signal.SIGUSR1)
        self.assertEqual(self.end(process), 0)

    def test_a_reader_that_is_gone_is_not_the_end_of_rules_that_act(self):
        process = self.start(stdout=subprocess.PIPE)
        self.beat()
        process.stdout.close()
        self.line(process, "Error: cannot write standard output: Broken pipe")
        for _ in range(5):
            self.beat()
        self.assertEqual(self.end(process), 0)

    def test_statistics_come_late(self):
        process = self.start(preexec_fn=limit(4096))
        path = self.folder / "tmp/pmie" / str(process.pid)
        self.line(process, "Warning: cannot write stats file .*: "
                           "(No space left on device|File too large)")
        lift(process)
        self.line(process, r"Info: the stats file .* is written again; \d+ "
                           "times before it was not")
        self.assertEqual(path.stat().st_size, 8292)
        self.assertEqual(self.end(process), 0)


class Once(unittest.TestCase):
    """An answer that does not arrive is an error, and no signal."""

    def test_a_file_that_may_not_grow(self):
        with tempfile.TemporaryFile() as out:
            done = subprocess.run(
                [TOCSIN, "eval", "-h", "@", "hinv.ncpu"], stdout=out,
                stderr=subprocess.PIPE, text=True, preexec_fn=limit(0),
                timeout=60, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("tocsin: cannot write the output: File too large\n",
                      done.stderr)


if __name__ == "__main__":
    unittest.main()
