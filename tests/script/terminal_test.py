"""What only who looks at a terminal sees: lines that tell how far it is, in
windows of any width, on terminals that cannot clear a line, and beside output
that goes elsewhere. What is written is asserted, never how long it takes."""
import fcntl
import os
import pty
import re
import signal
import struct
import sys
import termios
import unittest

from live_process import BUILD, TOCSIN, Live

WIPE = "\r\x1b[K"


def screen(shown, columns=80):
    """What is left to read on a terminal after all that was written."""
    lines, at = [""], 0
    for part in re.findall(r"\x1b\[K|.", shown, re.DOTALL):
        if part == "\r":
            at = 0
        elif part == "\x1b[K":
            lines[-1] = lines[-1][:at]
        elif part == "\n":
            lines.append(at * " ")
        else:
            if at == columns:
                lines.append("")
                at = 0
            lines[-1] = lines[-1][:at] + part + lines[-1][at + 1:]
            at += 1
    return [line.rstrip() for line in lines]


class Terminal(Live):
    def setUp(self):
        super().setUp()
        for suffix in ("0", "meta", "index"):
            (self.folder / f"shop.{suffix}").symlink_to(
                BUILD / f"sample/shop.{suffix}")
        self.write("rules", "load = kernel.all.load;\n"
                            "some_inst kernel.all.load >= 0 -> print \"x\";\n")

    def start(self, *arguments, columns=80, term="xterm", stdout=None,
              program=TOCSIN, **more):
        """The program, and the other end of its terminal."""
        master, slave = os.openpty()
        self.addCleanup(os.close, master)
        fcntl.ioctl(slave, termios.TIOCSWINSZ,
                    struct.pack("HHHH", 24, columns, 0, 0))
        for name in ("TERM", "COLORTERM", "NO_COLOR"):
            self.env.pop(name, None)
        if term is not None:
            self.env["TERM"] = term
        self.env.update(more)
        process = self.begin([program, *arguments], stdout=stdout or slave,
                             stderr=slave)
        os.close(slave)
        return process, master

    def read_until(self, master, enough):
        shown = ""
        while not enough(shown):
            shown += os.read(master, 4096).decode()
        return shown

    def rest(self, master):
        shown = ""
        while True:
            try:
                more = os.read(master, 4096).decode()
            except OSError:  # EIO: nobody writes any more
                return shown
            if not more:
                return shown
            shown += more

    def replay(self, **more):
        """A replay of ten million evaluations."""
        return self.start("-q", "-v", "-a", "shop", "-t", "1msec", "rules",
                          **more)

    def test_progress_stays_while_output_goes_to_a_file(self):
        with open(self.folder / "out", "w", encoding="utf-8") as out:
            process, master = self.replay(stdout=out)
            shown = self.read_until(master,
                                    lambda text: text.count("left") > 2)
            process.send_signal(signal.SIGTERM)
            self.assertEqual(process.wait(), 0)
        shown += self.rest(master)
        self.assertGreater((self.folder / "out").stat().st_size, 1 << 20)
        # Each line is wiped by the next one, the last one at the end.
        lines = re.findall(r"[\d,]+ evaluations, ", shown)
        self.assertEqual(shown.count(WIPE), len(lines) + 1)

    def test_lines_fit_their_window(self):
        with open(os.devnull, "w", encoding="utf-8") as out:
            process, master = self.replay(stdout=out, columns=20)
            shown = self.read_until(master, lambda text: text.count(WIPE) > 2)
            fcntl.ioctl(master, termios.TIOCSWINSZ,
                        struct.pack("HHHH", 24, 10, 0, 0))
            shown += self.read_until(master, lambda text: text.count(WIPE) > 2)
            process.kill()
            process.wait()
        lines = [line for line in shown.split(WIPE)[:-1] if line]
        self.assertEqual(max(map(len, lines)), 19)
        self.assertEqual(len(lines[-1]), 9, lines)

    def test_terminals_that_cannot_clear_a_line(self):
        with open(os.devnull, "w", encoding="utf-8") as out:
            mute = [self.replay(stdout=out, term=term)
                    for term in ("dumb", "", None)]
            other, shown = self.replay(stdout=out)
            # It began last: the others would have shown theirs, too.
            self.read_until(shown, lambda text: text.count("left") > 2)
        for process, master in [*mute, (other, shown)]:
            self.assertIsNone(process.poll(), "it still replays")
            process.send_signal(signal.SIGTERM)
            self.assertEqual(process.wait(timeout=300), 0)
        for _, master in mute:
            self.assertEqual(self.rest(master), "")
        for term in ("dumb", "", None):
            process, master = self.start("-h", "@", "-t", "20msec", "-T",
                                         "60msec", "rules", term=term)
            self.assertEqual(process.wait(timeout=60), 0)
            self.assertNotIn("\x1b", self.rest(master), term)

    def test_a_live_run_in_a_narrow_window(self):
        process, master = self.start("-h", "@", "-t", "20msec", "-T", "100msec",
                                     "rules", columns=30)
        self.assertEqual(process.wait(timeout=60), 0)
        lines = [line.split("\r")[0] for line in self.rest(master).split(WIPE)]
        status = [line for line in lines if re.match(r"\d\d:\d\d:\d\d  ", line)]
        self.assertTrue(status)
        self.assertEqual({len(line) for line in status}, {29})

    def test_a_command_and_the_line_below_it(self):
        self.write("rules", "a = 1 < hinv.ncpu + 1 -> shell \"echo whole\" & "
                            "shell \"printf half\";")
        process, master = self.start("-h", "@", "-t", "1hour", "-T", "1sec",
                                     "rules")
        self.assertEqual(process.wait(timeout=60), 0)
        shown = self.rest(master)
        self.assertRegex(shown, r"\r\x1b\[K\d\d:\d\d:\d\d  1 rule: 1 true")
        whole, half, said, end = screen(shown)
        self.assertEqual((whole, half, end), ("whole", "half", ""))
        self.assertTrue(said.endswith(" Info: evaluator exiting"), said)

    def test_levels_have_colours(self):
        self.write("rules", "hinv.ncpu > 0 -> alarm \"x\";")
        refused = " PCP_XCONFIRM_PROG not found"
        pmie = self.folder / "pmie"
        pmie.symlink_to(TOCSIN)
        for colours, more in ((True, {}), (True, {"NO_COLOR": ""}),
                              (False, {"NO_COLOR": "1"}),
                              (False, {"term": "dumb"}),
                              (False, {"program": pmie})):
            process, master = self.start("-f", "-h", "@", "-t", "1hour", "-T",
                                         "1sec", "rules", **more)
            process.wait(timeout=60)
            shown = self.rest(master)
            self.assertIn(("\x1b[31;1mError\x1b[0m:" if colours else
                           " Error:") + refused, shown, more)
            self.assertIn(" Info: evaluator exiting", shown, more)

    def test_a_level_leaves_out_what_is_below_it(self):
        self.write("rules", "hinv.ncpu > 0 -> alarm \"x\";")
        process, master = self.start("-h", "@", "-t", "1hour", "-T", "1sec",
                                     "--min-level=warning", "rules")
        self.assertEqual(process.wait(timeout=60), 0)
        shown = self.rest(master)
        self.assertIn("Error", shown)
        self.assertNotIn("Info", shown)

    def test_who_is_to_type_rules_is_told(self):
        for arguments in (["-C"], ["check", "-"]):
            pid, master = pty.fork()
            if pid == 0:
                os.chdir(self.folder)
                os.execve(TOCSIN, [TOCSIN, *arguments], self.env)
            self.read_until(master, lambda text: "until Ctrl-D" in text)
            os.write(master, b"\x04")
            self.rest(master)
            os.close(master)
            self.assertEqual(
                os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), 0)

    def on_terminal(self, ignored=False):
        """A run whose terminal it is, once it has printed something."""
        self.write("rules", "hinv.ncpu > 0 -> print \"up\";")
        pid, master = pty.fork()
        if pid == 0:
            os.chdir(self.folder)
            signal.signal(signal.SIGHUP,
                          signal.SIG_IGN if ignored else signal.SIG_DFL)
            os.execve(TOCSIN, [TOCSIN, "-q", "-h", "@", "-t", "20msec",
                               "rules"], self.env)
        self.read_until(master, lambda text: ": up" in text)
        return pid, master

    def test_its_end_is_that_of_a_run_in_the_foreground(self):
        pid, master = self.on_terminal()
        os.close(master)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), 0)

    def test_its_end_is_not_that_of_one_that_does_not_hear_of_it(self):
        pid, master = self.on_terminal(ignored=True)
        os.kill(pid, signal.SIGHUP)
        self.read_until(master, lambda text: text.count(": up") > 2)
        os.kill(pid, signal.SIGTERM)
        self.rest(master)
        os.close(master)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), 0)


if __name__ == "__main__":
    if not TOCSIN.exists():
        print(f"SKIPPED: there is no {TOCSIN}")
        sys.exit(77)
    unittest.main()
