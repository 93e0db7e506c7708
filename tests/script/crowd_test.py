"""Many rules that become true together, and commands as they are on a bad day:
each is performed, or it is said that it was not. Who is whose turn is in
tests/unit/actions; here nothing depends on how long anything takes."""
# Label: live
import os
import pathlib
import pwd
import re
import resource
import signal
import subprocess
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ.get(
    "TOCSIN_SOURCE", pathlib.Path(__file__).resolve().parents[2]))
BUILD = pathlib.Path(os.environ.get("TOCSIN_BUILD", SOURCE / "build/dev"))
TOCSIN = BUILD / "tocsin"
OTHER = "nobody"


class Crowd(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.folder.chmod(0o777)
        self.fifo = self.folder / "fifo"
        os.mkfifo(self.fifo)
        self.fifo.chmod(0o666)

    def start(self, rules, *arguments, **options):
        path = self.folder / "rules"
        path.write_text(rules, encoding="utf-8")
        process = subprocess.Popen(
            [TOCSIN, "-h", "@", *arguments, path], text=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, **options)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.stderr.close)
        return process

    def let_go(self):
        """Whoever reads from the fifo, now or later, goes on."""
        fifo = os.open(self.fifo, os.O_RDWR)
        self.addCleanup(os.close, fifo)
        os.write(fifo, b"\n" * 1000)

    def test_two_hundred_commands_in_one_tick(self):
        process = self.start("".join(
            f"r{n} = 1 < hinv.ncpu + 1 -> shell \"echo {n}\";\n"
            for n in range(200)), "-t", "1hour", "-T", "1sec")
        out, err = process.communicate(timeout=300)
        self.assertEqual(process.returncode, 0, err)
        self.assertEqual(sorted(map(int, out.split())), list(range(200)))
        self.assertNotIn("Error", err)

    def test_a_signal_tells_what_was_not_begun(self):
        # The first that have begun are there until the test lets them go.
        process = self.start("".join(
            f"r{n} = 1 < hinv.ncpu + 1 -> "
            f"shell \"echo begun; read x <{self.fifo}\" | "
            f"print \"instead of {n}\";\n" for n in range(70)), "-t", "1hour")
        self.assertEqual(process.stdout.readline(), "begun\n")
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(timeout=60), 0)
        self.let_go()
        out, err = process.communicate(timeout=60)
        begun = 1 + out.count("begun\n")
        self.assertLessEqual(begun, 64)
        late = range(begun, 70)
        self.assertEqual(re.findall(r"\] tocsin\(\d+\) Error: (r\d+): shell: "
                                    "the program ends: not begun: echo", err),
                         [f"r{n}" for n in late])
        self.assertEqual(re.findall(r": instead of (\d+)\n", out),
                         [str(n) for n in late])
        self.assertRegex(err, f"Error: {len(late)} actions? w(as|ere) not "
                              "performed\n")

    def test_what_a_command_leaves_behind_is_not_waited_for(self):
        # A daemon that keeps standard output open.
        process = self.start(
            f"a = 1 < hinv.ncpu + 1 -> shell \"read x <{self.fifo} &\" & "
            "print \"after\";", "-t", "1hour")
        self.assertRegex(process.stdout.readline(), ": after\n")
        self.let_go()
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(timeout=60), 0)

    def test_a_command_that_is_longer_than_an_argument(self):
        process = self.start(
            "a = 1 < hinv.ncpu + 1 -> shell \"x='\" " +
            4 * ("\"" + 50_000 * "y" + "\" ") + "\"'; echo \\${#x}\";", "-t", "1hour", "-T", "1sec")
        out, err = process.communicate(timeout=60)
        self.assertEqual(out, "200000\n", err)

    @unittest.skipUnless(os.geteuid() == 0, "root makes others be limited")
    def test_no_process_is_to_be_had(self):
        user = pwd.getpwnam(OTHER)

        def become():
            os.setgroups([])
            os.setgid(user.pw_gid)
            os.setuid(user.pw_uid)
            hard = resource.getrlimit(resource.RLIMIT_NPROC)[1]
            resource.setrlimit(resource.RLIMIT_NPROC, (0, hard))

        process = self.start(
            "a = 1 < hinv.ncpu + 1 -> shell 1 hour \"echo done\" | "
            "print \"instead\";", "-t", "50msec", preexec_fn=become,
            # Who looks for leaks at the end wants a process, too.
            env={**os.environ, "ASAN_OPTIONS": "detect_leaks=0"})
        # Its holdoff is not spent: it is due at each tick.
        for _ in range(2):
            self.assertRegex(process.stdout.readline(), ": instead\n")
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(timeout=60), 0)
        err = process.stderr.read()
        self.assertEqual(len(re.findall(
            "Error: a: shell: /bin/sh: Resource temporarily unavailable: not "
            "begun: echo done\n", err)), 1, err)
        lost = re.search(r"Error: (\d+) actions were not performed\n", err)
        self.assertGreaterEqual(int(lost[1]), 2)


if __name__ == "__main__":
    unittest.main()
