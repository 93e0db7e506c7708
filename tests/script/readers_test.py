"""A reader of standard output or standard error that stops reading, or is slow.
A live run goes on and says what is lost; what is asked once waits, until a
signal. A command of each tick shows that there was one."""
# Label: live
import fcntl
import os
import pathlib
import pwd
import re
import signal
import struct
import subprocess
import tempfile
import termios
import unittest

SOURCE = pathlib.Path(os.environ.get(
    "TOCSIN_SOURCE", pathlib.Path(__file__).resolve().parents[2]))
BUILD = pathlib.Path(os.environ.get("TOCSIN_BUILD", SOURCE / "build/dev"))
TOCSIN = BUILD / "tocsin"
ME = pwd.getpwuid(os.geteuid()).pw_name
LIMIT = 60  # Units: seconds; of a test that fails
ROOM = 4096  # Units: bytes; of a pipe
LOST = r"Warning: \d+ bytes could not be written here: nobody reads it\n"


class Readers(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "tmp").mkdir()
        os.mkfifo(self.folder / "beats")
        # For both, so that it has no end while no command runs.
        self.beats = os.fdopen(os.open(self.folder / "beats", os.O_RDWR), "rb",
                               buffering=0)
        self.addCleanup(self.beats.close)

    def write_rules(self, text):
        (self.folder / "rules").write_text(
            "delta = 20 msec;\n"
            f'a = 1 < hinv.ncpu + 1 -> print "{text}" & '
            'shell "echo >beats";\n', encoding="utf-8")

    def small_pipe(self):
        reader, writer = os.pipe()
        fcntl.fcntl(writer, fcntl.F_SETPIPE_SZ, ROOM)
        stream = os.fdopen(reader, "r", encoding="utf-8")
        self.addCleanup(stream.close)
        return stream, writer

    def until_full(self, process, reader, line=512):
        """Until there is no room for a line of so many bytes."""
        unread = 0
        while unread <= ROOM - line and process.poll() is None:
            os.sched_yield()
            unread = struct.unpack(
                "i", fcntl.ioctl(reader, termios.FIONREAD, b"\0" * 4))[0]

    def start(self, *arguments, **streams):
        process = subprocess.Popen(
            [TOCSIN, *arguments], cwd=self.folder,
            env={**os.environ, "TZ": "UTC", "PMNS_DEFAULT": "names",
                 "PCP_TMP_DIR": str(self.folder / "tmp"),
                 "PCP_RUN_DIR": str(self.folder)},
            **{"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL,
               "stderr": subprocess.DEVNULL, **streams})
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        for stream in streams.values():
            if isinstance(stream, int) and stream > 2:
                os.close(stream)
        return process

    def beat(self, times=1):
        for _ in range(times):
            self.assertEqual(self.beats.read(1), b"\n")

    def end(self, process, number=signal.SIGTERM):
        process.send_signal(number)
        return process.wait(timeout=LIMIT)


class Live(Readers):

    def end_unread(self, number):
        """The exit status, after ticks of which all but the first few are
        unread."""
        self.write_rules(ROOM * "x")
        _, writer = self.small_pipe()
        process = self.start("-h", "@", "-l", "log", "-f", "rules",
                             stdout=writer)
        self.beat(10)
        status = self.end(process, number)
        self.assertRegex(
            (self.folder / "log").read_text(encoding="utf-8"),
            r"Error: the last \d+ bytes of standard output are lost\n")
        return status

    def test_a_reader_that_stops_is_not_waited_for(self):
        self.assertEqual(self.end_unread(signal.SIGTERM), 0)

    def test_a_reader_that_stops_is_not_waited_for_at_an_interrupt(self):
        self.assertEqual(self.end_unread(signal.SIGINT), 2)

    def test_what_it_did_not_read_was_not_performed(self):
        (self.folder / "rules").write_text(
            "delta = 1 hour;\n" +
            5 * f'1 < hinv.ncpu + 1 -> print "{ROOM * "x"}";\n' +
            '1 < hinv.ncpu + 1 -> shell "echo >beats; read x <more";\n',
            encoding="utf-8")
        os.mkfifo(self.folder / "more")
        more = os.open(self.folder / "more", os.O_RDWR)
        self.addCleanup(os.close, more)  # which ends the command
        _, writer = self.small_pipe()
        process = self.start("-h", "@", "-l", "log", "-f", "rules",
                             stdout=writer)
        self.beat()
        self.assertEqual(self.end(process), 0)
        log = (self.folder / "log").read_text(encoding="utf-8")
        self.assertIn("Error: 5 actions were not performed\n", log)
        self.assertIn("Warning: at the end: 1 command running, 0 waiting, 0 "
                      "killed; 0 actions left out while the one before was not "
                      "done\n", log)

    def test_one_that_reads_again_misses_nothing(self):
        self.write_rules(ROOM * "x")
        reader, writer = self.small_pipe()
        process = self.start("-h", "@", "rules", stdout=writer)
        self.beat(10)
        lines = [reader.readline() for _ in range(10)]
        for line in lines:
            self.assertRegex(line, rf"\A\w.*: x{{{ROOM}}}\n\Z")
        self.assertEqual(self.end(process), 0)

    def test_what_is_too_much_is_lost_and_told(self):
        text = 60000 * "x"
        (self.folder / "rules").write_text(
            "delta = 20 msec;\n" +
            50 * f'1 < hinv.ncpu + 1 -> print "{text}";\n', encoding="utf-8")
        reader, writer = self.small_pipe()
        process = self.start("-h", "@", "-l", "log", "-f", "rules",
                             stdout=writer)
        log = self.folder / "log"
        while not (log.exists() and re.search(
                "Error: cannot write standard output: nobody reads it; until",
                log.read_text(encoding="utf-8"))):
            self.assertIsNone(process.poll(), "it has ended")
            os.sched_yield()
        line = ""
        while not re.search(LOST, line):
            line = reader.readline()
            self.assertRegex(line, rf"{LOST}\Z|: {text}\n\Z")
        self.assertEqual(self.end(process), 0)

    def test_the_end_of_a_window_waits_for_its_reader(self):
        self.write_rules(ROOM * "x")
        reader, writer = self.small_pipe()
        process = self.start("-h", "@", "-T", "200 msec", "rules",
                             stdout=writer)
        self.beat(2)
        text = reader.read()
        self.assertEqual(process.wait(timeout=LIMIT), 0)
        self.assertRegex(text, rf"\A(\w.*: x{{{ROOM}}}\n){{2,}}\Z")

    def test_standard_error(self):
        self.write_rules("x")
        reader, writer = self.small_pipe()
        process = self.start("-h", "@", "rules", stderr=writer)
        self.beat()
        for _ in range(40):
            process.send_signal(signal.SIGUSR1)
            self.beat()
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(timeout=LIMIT), 0)
        self.assertIn("caught SIGUSR1", reader.read())

    def test_a_terminal(self):
        self.write_rules(ROOM * "x")
        master, slave = os.openpty()
        self.addCleanup(os.close, master)
        process = self.start("-h", "@", "rules", stdout=slave)
        self.beat(40)
        self.assertEqual(self.end(process), 0)

    def test_values_for_the_agent(self):
        self.write_rules("x")
        (self.folder / "values").write_text(
            "delta = 1 msec; hinv.ncpu = hinv.ncpu;", encoding="utf-8")
        (self.folder / "names").write_text(
            "root { hinv }\nhinv { ncpu 60:0:32 }\n", encoding="utf-8")
        reader, writer = self.small_pipe()
        process = self.start("-h", "@", "-x", "-U", ME, "values",
                             stdout=writer)
        self.until_full(process, reader)
        self.assertEqual(self.end(process), 0)


class Once(Readers):

    def test_archives(self):
        self.write_rules("x")
        for number in (signal.SIGTERM, signal.SIGINT):
            reader, writer = self.small_pipe()
            error, writer2 = self.small_pipe()
            process = self.start("-q", "-v", "-a", BUILD / "sample/shop", "-t",
                                 "1 msec", "rules", stdout=writer,
                                 stderr=writer2)
            self.until_full(process, reader)
            self.assertEqual(self.end(process, number), 1)
            self.assertEqual(error.read(), "tocsin: cannot write the output: "
                             "nobody reads it\n")

    def test_check(self):
        (self.folder / "rules").write_text(1000 * "wrong wrong;\n",
                                           encoding="utf-8")
        reader, writer = self.small_pipe()
        process = self.start("check", "rules", stdout=writer)
        self.until_full(process, reader)
        self.assertEqual(self.end(process), 2)

    def test_check_waits(self):
        (self.folder / "rules").write_text(1000 * "wrong wrong;\n",
                                           encoding="utf-8")
        reader, writer = self.small_pipe()
        process = self.start("check", "rules", stdout=writer)
        self.assertIn("\n0 statements are right; 1000 errors, 0 warnings\n",
                      reader.read())
        self.assertEqual(process.wait(timeout=LIMIT), 1)

    def test_eval(self):
        reader, writer = self.small_pipe()
        process = self.start("eval", "-h", "@", "-t", "1 msec", "-s", "1000",
                             "hinv.ncpu", stdout=writer)
        self.assertEqual(len(reader.read().splitlines()), 1000)
        self.assertEqual(process.wait(timeout=LIMIT), 0)

    def test_eval_of_one_that_stops(self):
        reader, writer = self.small_pipe()
        process = self.start("eval", "-h", "@", "-t", "1 msec", "-s",
                             "1000000", "hinv.ncpu", stdout=writer)
        self.until_full(process, reader, line=len("Sun Nov 22 13:36:57 2026  2\n"))
        self.assertEqual(self.end(process), 2)


if __name__ == "__main__":
    unittest.main()
