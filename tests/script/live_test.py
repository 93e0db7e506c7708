"""The program over this host, as a user starts it. What must come in which
order is asserted, never how long it takes."""
# Label: live
import os
import pathlib
import re
import signal
import struct
import subprocess
import tempfile
import unittest

from limits import descriptors, unsanitized

SOURCE = pathlib.Path(os.environ.get(
    "TOCSIN_SOURCE", pathlib.Path(__file__).resolve().parents[2]))
BUILD = pathlib.Path(os.environ.get("TOCSIN_BUILD", SOURCE / "build/dev"))
TOCSIN = BUILD / "tocsin"
STAMP = r"\w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d \d{4}"


def run(rules, *arguments):
    return subprocess.run([TOCSIN, *arguments], input=rules, text=True,
                          capture_output=True, timeout=60, check=False)


class ThisHost(unittest.TestCase):
    def test_from_the_first_tick_to_the_end_of_the_window(self):
        done = run("up = kernel.all.uptime > 0 -> print \"up\";", "-t",
                   "100msec", "-T", "200msec")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, rf"\A({STAMP}: up\n){{1,3}}\Z")
        self.assertRegex(
            done.stderr, r"\] tocsin\(\d+\) Info: evaluator exiting\n\Z")

    def test_a_rate_has_a_value_at_the_second_tick(self):
        with subprocess.Popen(
                [TOCSIN, "-v", "-q", "-t", "50msec"], text=True,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            process.stdin.write("s = kernel.all.pswitch;")
            process.stdin.close()
            rows = [process.stdout.readline() for _ in range(6)][::2]
            process.terminate()
        self.assertEqual(rows[0], "s: ?\n")
        for row in rows[1:]:
            self.assertRegex(row, r"^s: \d+(\.\d+)?$")

    def test_what_cannot_be_read_is_unknown_and_said(self):
        told = False
        tocsin = unsanitized(TOCSIN)
        for files in range(24, 3, -1):
            done = subprocess.run(
                [tocsin, "eval", "-h", "@", "hinv.ncpu"], text=True,
                capture_output=True, timeout=60, check=False,
                preexec_fn=descriptors(files))
            self.assertNotEqual(done.stdout, "0\n")
            if done.returncode not in (0, 3):
                break  # so few do not do to begin
            if done.returncode == 3:
                self.assertEqual(done.stdout, "?\n")
                self.assertEqual(
                    done.stderr, "tocsin: eval: this host's kernel: cannot "
                    "read /proc/stat: Too many open files\n")
                told = True
            else:
                self.assertEqual(done.stderr, "")
        self.assertTrue(told)

    def test_what_would_follow_a_running_command_is_told(self):
        with subprocess.Popen(
                [TOCSIN, "-t", "1hour"], text=True, stdin=subprocess.PIPE,
                stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            process.stdin.write(
                "a = hinv.ncpu > 0 -> shell \"echo begun; exec sleep 1\""
                " | print \"instead\";")
            process.stdin.close()
            self.assertEqual(process.stdout.readline(), "begun\n")
            process.terminate()
            self.assertIn("1 rule has a command that still runs: what follows "
                          "from how it ends is not done\n",
                          process.stderr.read())

    def test_signals_end_it(self):
        for number, status in ((signal.SIGTERM, 0), (signal.SIGINT, 2)):
            with subprocess.Popen(
                    [TOCSIN, "-v", "-t", "1hour"], text=True,
                    stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE) as process:
                process.stdin.write("n = hinv.ncpu;\n")
                process.stdin.close()
                self.assertRegex(process.stdout.readline(), r"n: \d+\n")
                process.send_signal(number)
                self.assertEqual(process.wait(timeout=60), status)

    def test_as_pmie_it_waits_for_the_pmcd(self):
        with tempfile.TemporaryDirectory() as folder:
            pmie = pathlib.Path(folder) / "pmie"
            pmie.symlink_to(TOCSIN)
            nowhere = {**os.environ, "PMCD_SOCKET": folder + "/none",
                       "PMCD_PORT": "1", "PCP_TMP_DIR": folder}
            done = subprocess.run(
                [pmie, "-v", "-T", "0"], input="up = pmcd.numclients;",
                env=nowhere, text=True, capture_output=True, timeout=60,
                check=False)
        self.assertEqual((done.returncode, done.stdout), (0, "up: ?\n\n"))
        self.assertRegex(
            done.stderr,
            r"\A\[.*\] pmie\(\d+\) Info: Cannot connect to pmcd local:\n"
            r"pmie: warning - pmcd via local: does not respond\n"
            r"\[.*\] pmie\(\d+\) Info: evaluator exiting\n\Z")

    def test_what_is_not_there_may_come(self):
        done = run("x = kernel.all.lod; y = filesys.full #'/dev/none';", "-C",
                   "-h", "@")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("<stdin>:1:5: warning: no metric kernel.all.lod in this "
                      "host's kernel", done.stderr)
        self.assertIn('did you mean "kernel.all.load"?', done.stderr)
        self.assertIn('no instance "/dev/none"', done.stderr)
        asked = subprocess.run(
            [TOCSIN, "eval", "-h", "@", "kernel.all.lod"], text=True,
            capture_output=True, timeout=60, check=False)
        self.assertEqual(asked.returncode, 2, "who asks once does not wait")
        self.assertIn("error: no metric kernel.all.lod", asked.stderr)

    def test_mapped_files_come_while_rules_wait_for_them(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "later"
            with subprocess.Popen(
                    [TOCSIN, "-h", "@", "-t", "20msec"], text=True,
                    stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE) as process:
                process.stdin.write(
                    f"delta = 20 msec; mmv.later.a :'mmv:{file}' > 0 "
                    "-> print \"%v\"; hinv.ncpu > 0 -> print \"tick\";")
                process.stdin.close()
                self.assertEqual(
                    process.stderr.readline(),
                    f"tocsin: warning - mmv:{file}: {file}: No such file or "
                    "directory\n")
                self.assertIn("tick", process.stdout.readline())
                made = pathlib.Path(folder) / "making"
                made.write_bytes(mapped_values("a", 7))
                made.rename(file)
                while not (line := process.stdout.readline()).endswith(": 7\n"):
                    self.assertIn("tick", line)
                process.send_signal(signal.SIGTERM)
                self.assertEqual(process.wait(timeout=60), 0)


def mapped_values(name, value):
    """A file of one metric, a number, as a program would map it."""
    header = struct.pack("<4sIQQIIiI", b"MMV", 1, 5, 5, 2, 0, 0, 0)
    contents = struct.pack("<IIQIIQ", 3, 1, 72, 4, 1, 72 + 104)
    metric = struct.pack("<64sIiiIiIQQ", name.encode(), 1, 1, 3, 0, 0, 0, 0, 0)
    return header + contents + metric + struct.pack("<QqQQ", value, 0, 72, 0)


class Terminal(unittest.TestCase):
    """What only who looks at a terminal sees."""

    rules = "a = 1 < hinv.ncpu + 1 -> print \"alarm\";"

    def watch(self, *arguments, after=None, until=b""):
        """Until Ctrl-C at the second tick, or, when `after` was called then,
        once `until` is shown; all that was written."""
        master, slave = os.openpty()
        self.addCleanup(os.close, master)
        with subprocess.Popen([TOCSIN, "-h", "@", "-t", "50msec", *arguments],
                              stdin=subprocess.PIPE, stdout=slave,
                              stderr=slave, env={**os.environ,
                                                 "TERM": "xterm"}) as process:
            process.stdin.write(self.rules.encode())
            process.stdin.close()
            os.close(slave)
            shown = b""
            while shown.count(b"alarm") < 2:
                shown += os.read(master, 4096)
            if after:
                after()
            while until not in shown:
                shown += os.read(master, 4096)
            process.send_signal(signal.SIGINT)
            self.assertEqual(process.wait(timeout=60), 2)
        while True:
            try:
                more = os.read(master, 4096)
            except OSError:  # EIO: nobody writes any more
                return shown.decode()
            if not more:
                return shown.decode()
            shown += more

    def test_a_line_tells_how_it_stands_and_makes_room_for_alarms(self):
        # A machine that is busy with more than this says so.
        shown = re.sub(r"\[.*Warning(\x1b\[0m)?: \d+ evaluations?, due .*\r\n", "",
                       self.watch())
        line = r"\r\x1b\[K\d\d:\d\d:\d\d  1 rule: 1 true, 0 unknown; 1 of 1 " \
               r"host answers"
        self.assertRegex(shown, rf"\A{STAMP}: alarm\r\n(?:{line}\r\x1b\[K)+"
                                rf"{STAMP}: alarm\r\n")
        self.assertTrue(shown.endswith("\r\x1b[K"), shown)

    def test_what_a_command_writes_stands_alone(self):
        """While it runs no line is shown that it could be glued to."""
        with tempfile.TemporaryDirectory() as folder:
            fifo = pathlib.Path(folder) / "fifo"
            os.mkfifo(fifo)
            self.rules = f"""a = 1 < hinv.ncpu + 1 -> print "alarm";
                b = 1 < hinv.ncpu + 1 -> shell 1 hour "cat {fifo}";"""

            def let_go():
                with open(fifo, "w", encoding="utf-8") as words:
                    words.write("last words")

            shown = self.watch(after=let_go, until=b"2 rules")
        before, after = shown.split("last words")
        self.assertNotIn("\x1b", before)
        self.assertIn("2 rules: 2 true", after)

    def test_not_where_it_would_disturb(self):
        for option in ("-q", "-v"):
            self.assertNotIn("\x1b", self.watch(option))


class Eval(unittest.TestCase):
    """One question, asked now."""

    def eval(self, *arguments):
        done = subprocess.run([TOCSIN, "eval", *arguments], text=True,
                              capture_output=True, timeout=60, check=False)
        return done.returncode, done.stdout, done.stderr

    def test_this_host(self):
        self.assertEqual(self.eval("-h", "@", "hinv.ncpu > 0"),
                         (0, "true\n", ""))
        self.assertEqual(self.eval("hinv.ncpu < 0"), (1, "false\n", ""))
        status, out, err = self.eval("--json", "kernel.all.load #'1 minute'")
        self.assertEqual((status, err), (0, ""))
        self.assertIn('"instance":"1 minute"', out)

    def test_what_looks_back_is_waited_for(self):
        for question in ("kernel.all.pswitch", "rate kernel.all.uptime",
                         "sum_sample (kernel.all.pswitch @0..2)"):
            status, out, err = self.eval("-t", "30msec", question)
            self.assertEqual((status, err), (0, ""), question)
            self.assertRegex(out, r"^\d+(\.\d+)?\n$", question)

    def test_several_samples(self):
        status, out, err = self.eval("-t", "30msec", "-s", "3",
                                     "kernel.all.pswitch > 0")
        self.assertEqual((status, err), (0, ""))
        self.assertRegex(out, rf"^({STAMP}  true\n){{3}}$")

    def test_what_cannot_be_answered(self):
        for arguments, said in (
                (("-h", "127.0.0.1:1", "hinv.ncpu"), "pmcd via 127.0.0.1:1 "
                                                     "does not respond"),
                (("nosuch.metric",), "no metric nosuch.metric"),
                (("-S", "1min", "hinv.ncpu"), "are for archives"),
                (("-z", "hinv.ncpu"), "are for archives"),
                (("-t", "soon", "hinv.ncpu"),
                 "-t 'soon' is no interval longer than 0"),
                (("-a", "shop", "-h", "@", "hinv.ncpu"), "--help"),
                (("1",), "nothing to evaluate")):
            status, out, err = self.eval(*arguments)
            self.assertEqual((status, out), (2, ""), arguments)
            self.assertIn(said, err)


class Actions(unittest.TestCase):
    """Real children. A fifo is where a test and a child wait for each other,
    so that nothing depends on how long anything takes."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.fifo = pathlib.Path(folder.name) / "fifo"
        os.mkfifo(self.fifo)

    def once(self, rules):
        """One evaluation, with all that follows from it."""
        return run(rules, "-t", "1hour", "-T", "1sec")

    def test_both_in_their_order_and_either_only_after_a_failure(self):
        done = self.once("""
            a = 1 < hinv.ncpu + 1 -> shell "echo one" & shell "echo two"
                & print "three";
            b = 1 < hinv.ncpu + 1 -> shell "exit 3" | print "b failed";
            c = 1 < hinv.ncpu + 1 -> shell "exit 0" | print "c failed";
            d = 1 < hinv.ncpu + 1 -> shell "kill -9 \\$\\$" | print "killed";
            """)
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = [re.sub(STAMP + ": ", "", line)
                 for line in done.stdout.splitlines()]
        self.assertEqual(sorted(lines),
                         ["b failed", "killed", "one", "three", "two"])
        of_a = [line for line in lines if line in ("one", "two", "three")]
        self.assertEqual(of_a, ["one", "two", "three"])
        self.assertRegex(done.stderr, r"Error: d: shell: killed by signal 9: "
                                      r"kill -9 \$\$\n")

    def test_a_command_that_hangs_delays_nobody(self):
        # Held off: no second one waits for a writer who never comes.
        rules = f"""slow = 1 < hinv.ncpu + 1 -> shell 1 hour "cat {self.fifo}"
                        & print "after";
                    tick = 1 < hinv.ncpu + 1 -> print "tick";"""
        with subprocess.Popen(
                [TOCSIN, "-t", "20msec"], text=True, stdin=subprocess.PIPE,
                stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            process.stdin.write(rules)
            process.stdin.close()
            for _ in range(5):
                self.assertIn(": tick\n", process.stdout.readline())
            with open(self.fifo, "w", encoding="utf-8") as fifo:
                fifo.write("done\n")
            for line in process.stdout:
                if ": after\n" in line:
                    break
                self.assertRegex(line, ": tick\n|^done\n")
            process.send_signal(signal.SIGTERM)
            self.assertEqual(process.wait(timeout=60), 0)
            left_out = [line for line in process.stderr
                        if "Warning: slow: its action was due" in line]
            self.assertEqual(len(left_out), 1)

    def test_the_end_of_the_window_waits_for_what_was_begun(self):
        with subprocess.Popen(
                [TOCSIN, "-t", "1hour", "-T", "1sec"], text=True,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=subprocess.PIPE) as process:
            process.stdin.write(f"""a = 1 < hinv.ncpu + 1 ->
                shell "cat {self.fifo} && false" | print "then";""")
            process.stdin.close()
            with open(self.fifo, "w", encoding="utf-8") as fifo:
                fifo.write("last words\n")
            self.assertRegex(process.stdout.read(),
                             rf"\Alast words\n{STAMP}: then\n\Z")
            self.assertEqual(process.wait(timeout=60), 0)

    def test_a_signal_does_not_wait_and_leaves_children_alone(self):
        with subprocess.Popen(
                [TOCSIN, "-t", "1hour"], text=True, stdin=subprocess.PIPE,
                stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            process.stdin.write(f"""a = 1 < hinv.ncpu + 1 ->
                shell "echo begun; cat {self.fifo}";""")
            process.stdin.close()
            self.assertEqual(process.stdout.readline(), "begun\n")
            process.send_signal(signal.SIGTERM)
            self.assertEqual(process.wait(timeout=60), 0)
            with open(self.fifo, "w", encoding="utf-8") as fifo:
                fifo.write("still here\n")
            self.assertEqual(process.stdout.read(), "still here\n")

    def test_values_are_words(self):
        done = self.once(r"""
            a = $minute >= 0 -> shell "echo %h '%i' \"%c\" %v";""")
        self.assertEqual(done.stdout, "<%h undefined> <%i undefined> "
                         "<%c undefined> true\n", done.stderr)

    def test_the_right_side_of_what_fails(self):
        done = subprocess.run(
            [TOCSIN, "-t", "1hour", "-T", "1sec"], text=True, check=False,
            capture_output=True, timeout=60, input="""
            a = 1 < hinv.ncpu + 1 -> shell "exit 1" | alarm "y" & shell "cat FIFO";
            """.replace("FIFO", str(self.fifo)),
            env={**os.environ, "PCP_XCONFIRM_PROG": self.script()})
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"\A\[-header\]\[Performance Co-Pilot "
                         r"Alarm\](.|\n)*\[-t\]\[y\]\n\Z")

    def script(self):
        """Plays the program that shows alarms: tells the fifo."""
        path = self.fifo.with_name("confirm")
        path.write_text("#!/bin/sh\n"
                        f"{{ printf '[%s]' \"$@\"; echo; }} >{self.fifo}\n",
                        encoding="utf-8")
        path.chmod(0o700)
        return str(path)


if __name__ == "__main__":
    unittest.main()
