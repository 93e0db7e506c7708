"""Signals while rules are still read: from standard input that stays open, or
from a pipe that is named as a file. The program is known to read once it has
taken what the pipe held."""
# Label: live
import fcntl
import os
import pathlib
import signal
import socket
import struct
import subprocess
import tempfile
import termios
import unittest

SOURCE = pathlib.Path(os.environ.get(
    "TOCSIN_SOURCE", pathlib.Path(__file__).resolve().parents[2]))
BUILD = pathlib.Path(os.environ.get("TOCSIN_BUILD", SOURCE / "build/dev"))
LIMIT = 60  # Units: seconds; of a test that fails


class Reading(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        for name in ("pmie", "tocsin"):
            (self.folder / name).symlink_to(BUILD / "tocsin")
        (self.folder / "tmp").mkdir()

    def start(self, program, *arguments, terminal=None):
        """The program, which has begun to read, and where rules go; it has no
        terminal but the one that is given, as a descriptor."""
        def begin():
            # Also where nohup(1) runs the tests.
            signal.signal(signal.SIGHUP, signal.SIG_DFL)
            if terminal is not None:
                fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)

        reader, writer = os.pipe()
        rules = os.fdopen(writer, "w", encoding="utf-8")
        process = subprocess.Popen(
            [self.folder / program, *arguments], cwd=self.folder, text=True,
            env={**os.environ, "PCP_TMP_DIR": str(self.folder / "tmp"),
                 "PCP_RUN_DIR": str(self.folder)},
            stdin=reader, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            start_new_session=True, preexec_fn=begin)
        for undo in (process.stdout.close, process.stderr.close, rules.close,
                     process.wait, process.kill):
            self.addCleanup(undo)
        rules.write("a = hinv.ncpu > 0;\n")
        rules.flush()
        unread = 1
        while unread and process.poll() is None:
            os.sched_yield()
            unread = struct.unpack(
                "i", fcntl.ioctl(reader, termios.FIONREAD, b"\0" * 4))[0]
        os.close(reader)
        return process, rules

    def ended_by(self, number, program, *arguments):
        process, _ = self.start(program, *arguments)
        process.send_signal(number)
        out, err = process.communicate(timeout=LIMIT)
        self.assertEqual(out, "")
        return process.returncode, err

    def test_what_asks_to_end_ends_it(self):
        shop = ("-a", str(BUILD / "sample/shop"))
        for where in (("-h", "@"), shop, ("-h", "@", "-C")):
            for number in (signal.SIGINT, signal.SIGTERM):
                with self.subTest(where=where, number=number):
                    self.assertEqual(
                        self.ended_by(number, "pmie", *where),
                        (1, f"\nInterrupted! signal={int(number)}\n"))
                    self.assertEqual(
                        self.ended_by(number, "tocsin", *where),
                        (0 if number == signal.SIGTERM else 2, ""))

    def test_check(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            self.assertEqual(
                self.ended_by(number, "tocsin", "check", "-", "nosuch"),
                (2, ""))

    def test_a_log_gets_its_footer(self):
        self.assertEqual(
            self.ended_by(signal.SIGTERM, "tocsin", "-h", "@", "-f", "-l",
                          "log"), (0, ""))
        self.assertRegex((self.folder / "log").read_text(encoding="utf-8"),
                         r"started .*\n\n\nLog finished .*\n\Z")

    def test_what_does_not_is_heard_later(self):
        for program, host in (("pmie", ["-h", "@"]), ("tocsin", [])):
            process, rules = self.start(program, *host, "-T", "0")
            process.send_signal(signal.SIGUSR1)
            process.send_signal(signal.SIGHUP)
            rules.close()
            _, err = process.communicate(timeout=LIMIT)
            self.assertEqual(process.returncode, 0, err)
            self.assertRegex(
                err, rf"Info: {program} caught SIGUSR1\n0 rules: .*; 1 of 1 host")

    def test_the_end_of_its_terminal_ends_it(self):
        master, terminal = os.openpty()
        self.addCleanup(os.close, master)
        self.addCleanup(os.close, terminal)
        process, rules = self.start("tocsin", "-h", "@", terminal=terminal)
        process.send_signal(signal.SIGHUP)
        rules.close()
        out, err = process.communicate(timeout=LIMIT)
        self.assertEqual((process.returncode, out, err), (0, "", ""))

    def test_a_daemon_begins_its_log_anew(self):
        process, rules = self.start(
            "tocsin", "-h", "@", "-T", "0", "-l", "log", "-U",
            subprocess.check_output(["id", "-un"], text=True).strip())
        (self.folder / "log").rename(self.folder / "log.old")
        process.send_signal(signal.SIGHUP)
        rules.close()
        self.assertEqual(process.wait(timeout=LIMIT), 0)
        self.assertIn("tocsin on ",
                      (self.folder / "log").read_text(encoding="utf-8"))

    def test_so_it_does_while_it_asks_a_host(self):
        log = self.folder / "log"
        with socket.create_server(("127.0.0.1", 0)) as pmcd:
            process, rules = self.start(
                "tocsin", "-h", f"127.0.0.1:{pmcd.getsockname()[1]}", "-T",
                "0", "-l", "log", "-U",
                subprocess.check_output(["id", "-un"], text=True).strip())
            rules.close()
            with pmcd.accept()[0]:
                log.rename(self.folder / "log.old")
                process.send_signal(signal.SIGHUP)
                while not log.exists():
                    self.assertIsNone(process.poll(), "it has ended")
                    os.sched_yield()
        process.wait(timeout=LIMIT)
        text = log.read_text(encoding="utf-8")
        self.assertIn(" rotated ", text)
        self.assertEqual(text.count("PID = "), 1, text)


if __name__ == "__main__":
    unittest.main()
