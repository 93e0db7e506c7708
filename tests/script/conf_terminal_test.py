"""tocsin conf on a terminal: prompts, pages, what is told at the end, as the
real pmieconf has them; and what that has not: lines that can be edited, earlier
ones that come back, words that go on."""
import os
import random
import re
import shutil
import signal
import sys
import termios
import unittest

import live_process
import oracle
import pmieconf_test
from typed_session import Session, screen

PROMPT = "\npmieconf> "
MORE = ("more? (h=help) ", " to step] more? ")
# The two lines that the real one prints of them are on one page.
OF_TWO_LINES = re.compile(r"help \S+ (?:enabled|version)$")
RULES = """#pmieconf-rules 1
string global.delta default = "2 min" help = "how often";
string global.holdoff default = "10 min";
syslog global.tell default = "x";
rule disk.one default = "One" predicate = "some_inst x > $limit$";
double limit default = 5;
rule disk.two default = Two predicate = "y > 1" enabled = no;
"""


def status_file(folder, pid, config):
    """As pmie writes it: the path of its rules at the beginning."""
    (folder / "pmie").mkdir(exist_ok=True)
    (folder / "pmie" / str(pid)).write_bytes(
        str(config).encode().ljust(8288, b"\0") + b"\1\0\0\0")


class Terminal(live_process.Live):

    def setUp(self):
        super().setUp()
        self.folder = self.folder.resolve()
        self.env.update(TERM="xterm", EDITRC=os.devnull)
        for name in ("pmieconf", "tocsin"):
            (self.folder / name).symlink_to(live_process.TOCSIN)

    def session(self, command, env=None, folder=None, **window):
        session = Session(command, env or self.env, folder or self.folder,
                          **window)
        self.addCleanup(session.kill)
        return session


class Alone(Terminal):

    def setUp(self):
        super().setUp()
        self.write("rules", RULES)
        self.file = self.folder / "x.pmie"

    def conf(self, *words, program=("pmieconf",), **more):
        session = self.session(
            [self.folder / program[0], *program[1:], "-r", "rules", "-f",
             "x.pmie", *words], **more)
        session.prompt = f"\n{' '.join(program).replace('./', '')}> "
        self.assertEqual(
            screen(session.until(session.prompt.strip() + " ")),
            [f"Updates will be made to {self.file}", "",
             session.prompt.strip()])
        return session

    def answer(self, session, line):
        """The screen after a line and its Enter, to the next prompt."""
        prompt = session.prompt.strip() + " "
        first, *others = screen(prompt + session.type(line + "\r",
                                                      session.prompt))
        return [first.removeprefix(prompt), *others]

    def test_what_is_typed_can_be_mended(self):
        session = self.conf()
        self.assertTrue(session.is_edited())
        self.assertEqual(self.answer(session, "xlist diisk\x7f\x7f\x7fsk.one "
                                     "limit\x01\x04"),
                         ["list disk.one limit", "  rule: disk.one  [One]",
                          "        limit = 5".replace(" " * 8, "\t"), "",
                          "pmieconf>"])
        session.type("quit\r")
        self.assertEqual(session.end(), 0)

    def test_keys_are_the_persons(self):
        self.write("editrc", "tocsin:bind ^O ed-move-to-beg\n")
        self.env["EDITRC"] = str(self.folder / "editrc")
        session = self.conf()
        self.assertEqual(self.answer(session, "disk.one limit\x0flist ")[:2],
                         ["list disk.one limit", "  rule: disk.one  [One]"])

    def test_without_libedit_lines_are_the_terminals(self):
        self.write("libedit.so.2", "")
        self.env["LD_LIBRARY_PATH"] = str(self.folder)
        session = self.session([self.folder / "tocsin", "conf", "-r", "rules",
                                "-f", "x.pmie"])
        self.assertRegex(session.until("conf> "), r"^tocsin conf: .*libedit")
        self.assertFalse(session.is_edited())
        session.type("enable disk.two\n", "conf> ")
        session.type("quit\n")
        self.assertEqual(session.end(), 0)
        self.assertTrue(self.file.exists())

    def test_earlier_lines_come_back(self):
        session = self.conf()
        self.answer(session, "list disk.one limit")
        self.answer(session, "verbose")
        for keys in ("\x1b[A\x1b[A", "\x12limit\x1b"):
            self.assertIn("  rule: disk.one  [One]",
                          self.answer(session, keys))

    def test_words_go_on(self):
        session = self.conf()
        self.assertIn("  rule: disk.one  [One]",
                      self.answer(session, "li\tdisk.o\tli\t"))
        self.assertEqual(self.answer(session, "modify disk.one limit \t\x177"),
                         ["modify disk.one limit 7", "", "pmieconf>"])
        self.assertEqual(
            screen(session.type("list di\t\t", "pmieconf> list disk"))[1:],
            ["disk      disk.one  disk.two", "pmieconf> list disk"])
        self.assertIn("  rule: disk.two  [Two]", self.answer(session, ".t\t"))
        session.type("quit\r")
        self.assertEqual(session.end(), 0)
        self.assertIn("// 1 disk.one limit = 7\n", self.file.read_text())

    def test_what_follows_a_new_window_is_as_wide(self):
        session = self.conf(columns=20)
        session.type("list", "list")
        session.resize(24, 80)
        session.until("pmieconf> list")
        self.answer(session, " disk.one limit")
        self.assertIn("pmieconf> list disk.one limit", screen(session.shown))

    def test_the_end_of_input_keeps_what_was_set(self):
        session = self.conf()
        self.answer(session, "enable disk.two")
        session.type("\x04")
        self.assertEqual(session.end(), 0)
        self.assertTrue(session.shown.endswith("\r\n"))
        self.assertIn("disk.two enabled = yes", self.file.read_text())

    def test_the_key_for_it_ends_it_and_nothing_is_kept(self):
        session = self.conf()
        self.answer(session, "enable disk.two")
        session.type("stat\x03")
        self.assertEqual(session.end(), 1)
        self.assertFalse(self.file.exists())

    def test_also_between_two_pages(self):
        self.write("rules", RULES + "".join(
            f"rule r.{number} default = R;\n" for number in range(30)))
        session = self.conf()
        self.answer(session, "enable disk.two")
        session.type("rules\r", MORE[0])
        self.assertTrue(session.is_edited())
        before = len(session.shown)
        session.type("\x03")
        self.assertEqual(session.end(), 1)
        self.assertEqual(screen(session.shown[before:]), [""])
        self.assertFalse(self.file.exists())

    def test_the_terminal_is_left_as_it_was(self):
        session = self.conf()
        self.answer(session, "status")
        session.stop()
        modes = termios.tcgetattr(session.terminal)
        modes[3] |= termios.ICANON | termios.ECHO
        termios.tcsetattr(session.terminal, termios.TCSANOW, modes)
        os.kill(session.pid, signal.SIGCONT)
        session.until("pmieconf> ")
        self.assertTrue(session.is_edited(), "it goes on as before")
        self.assertIn("  verbose:  off", self.answer(session, "verbose"))
        session.type("quit\r")
        while session.open:
            session.read()
        self.assertFalse(session.is_edited())

    def test_the_program_is_named(self):
        session = self.conf(program=("tocsin", "conf"))
        self.assertIn("  Error - no group or rule names match \"x\"",
                      self.answer(session, "list x"))

    def test_terminals_without_a_cursor(self):
        self.env["TERM"] = "dumb"
        session = self.session([self.folder / "tocsin", "conf", "-r", "rules",
                                "-f", "x.pmie"])
        self.assertEqual(screen(session.until("conf> "))[0],
                         "tocsin conf: the terminal moves no cursor")
        self.assertFalse(session.is_edited())
        shown = session.type("enable disk.two\n", "conf> ")
        self.assertNotIn("\x1b", shown)
        session.type("\x04")
        self.assertEqual(session.end(), 0)
        self.assertTrue(self.file.exists())

    def test_a_list_that_goes_elsewhere_has_no_pages(self):
        rules = "".join(f"rule r.{number:02} default = R;\n"
                        for number in range(40))
        self.write("rules", RULES + rules)
        session = self.session(["/bin/sh", "-c",
                                "./pmieconf -r rules -f x.pmie >out"])
        session.keys("rules\nlist none\nquit\n")
        self.assertEqual(session.end(), 0)
        out = (self.folder / "out").read_text()
        self.assertEqual(out.count("pmieconf> "), 3)
        self.assertIn("  r.39  [R]\n\npmieconf> ", out)
        self.assertIn('pmieconf: error - no group or rule names match "none"',
                      session.shown)

    def test_processes_are_told_of_where_pcp_is_not(self):
        for process in (os.getpid(), 1):
            status_file(self.tmp, process, self.file)
        self.env["PCP_BINADM_DIR"] = str(self.folder)
        session = self.conf()
        self.answer(session, "enable disk.two")
        shown = screen(session.type("quit\r"))
        self.assertEqual(session.end(), 0)
        self.assertEqual(shown[1:], [
            f"  {self.file} is in use by 2 running pmie processes:",
            f"\t1 {os.getpid()}",
            "  Restart these processes for the configuration change to take "
            "effect.",
            f"  o  Use kill(1) to stop; e.g.\tkill -INT 1 {os.getpid()}", ""])
        session = self.conf()
        self.answer(session, "status")
        self.assertEqual(screen(session.type("quit\r")), ["quit", ""])


@unittest.skipUnless((oracle.ROOT / "usr/bin/pmieconf").exists(),
                     f"no oracle in {oracle.ROOT}")
class BesideTheRealOne(Terminal):
    """Both are typed the same, and what is left to read is the same."""

    PATH = "../globals:../globals2:../rules"

    def setUp(self):
        super().setUp()
        text = pmieconf_test.prepare(self.folder)
        self.maker = pmieconf_test.Sessions(text)
        theirs = {**oracle.environment(), "TERM": "xterm", "TZ": "UTC",
                  "PCP_TMP_DIR": str(self.tmp)}
        ours = {**self.env, **{
            name: theirs[name]
            for name in ("PCP_BINADM_DIR", "PCP_SYSCONF_DIR")}}
        self.both = {
            "theirs": (oracle.ROOT / "usr/bin/pmieconf", theirs),
            "ours": (self.folder / "pmieconf", ours)}
        for who in self.both:
            (self.folder / who).mkdir()

    def screens(self, who, steps, rows=24, columns=80, words=()):
        """What is left to read after `steps`, the exit status, and the file. A
        step is a line, or a key, which is typed where there is more to read."""
        program, env = self.both[who]
        folder = self.folder / who
        session = self.session([program, "-r", self.PATH, "-f", "x.pmie",
                                *words], env, folder, rows=rows,
                               columns=columns)
        endings = ("\npmieconf> ", *MORE)
        session.until(*endings)
        for step in [*steps, "quit\n"]:
            asks = session.shown.endswith(MORE)
            if asks and len(step) > 1:
                session.type("q", *endings)
            if session.open and (asks or len(step) > 1 or step == "\n"):
                session.type(step, *endings)
        status = session.end()
        path = folder / "x.pmie"
        file = path.read_text() if path.exists() else None
        if file:
            file = re.sub(r"(?m)^(// .*generated by pmieconf on: ).*$", r"\1",
                          file)
        shown = [line.replace(str(folder), "FOLDER")
                 for line in screen(session.shown)]
        return shown, status, file

    def same(self, *steps, **more):
        theirs = self.screens("theirs", steps, **more)
        self.assertEqual(self.screens("ours", steps, **more), theirs)
        return theirs

    def test_a_session(self):
        shown, status, file = self.same(
            "help\n", "\n", "# a remark\n", "list \"cpu\n", "a b c d e f\n",
            "help; x\n", "verbose\n", "v on\n", "status\n", "foo\n",
            "list cpu.util\n", "modify cpu.util threshold 50\n", "undo cpu\n",
            "disable cpu\n", "quit\n")
        self.assertEqual(status, 0)
        self.assertIn("  Error - failed to parse argument 2 correctly", shown)
        self.assertIn("cpu.util enabled = no", file)

    def test_what_is_aborted(self):
        self.assertIsNone(self.same("enable cpu\n", "abort\n")[2])

    def test_pages(self):
        for rows, columns in ((24, 80), (10, 40), (31, 132), (0, 0)):
            with self.subTest(rows=rows, columns=columns):
                shown = self.same("rules\n", "\n", "h", "z", "y", "list all\n",
                                  " ", "\n", "\n", "n", "groups\n", "x\n",
                                  "help all\n", "y", "q", "help cpu\n",
                                  "status\n", rows=rows, columns=columns)[0]
                self.assertIn("  shping.status  [Shell-ping PMDA application "
                              "or service probe failure]", shown)

    def test_errors_are_beside_what_they_are_of(self):
        shown = self.same("list all threshold\n", " ", "n", "help all nosuch\n",
                          "\n", " ", "q", "list cpu threshold\n")[0]
        self.assertIn('  Error - variable "threshold" is undefined for rule '
                      "cpu.load_average", shown)

    def test_a_command_of_the_command_line_has_no_pages(self):
        for words in (["rules"], ["list", "nosuch"], ["help"], ["-F"],
                      ["modify", "cpu.util", "threshold", "40"]):
            with self.subTest(words):
                self.same(words=words)

    def test_who_runs_by_the_file_is_told_of(self):
        for who in self.both:
            status_file(self.tmp, os.getpid(), self.folder / who / "x.pmie")
            shown = self.screens(who, ["enable cpu\n", "status\n", "quit\n"])
            self.assertIn("  FOLDER/x.pmie is in use by 1 running pmie "
                          "process:", shown[0])
            if who == "theirs":
                theirs = shown
        self.assertEqual(shown, theirs)

    def test_rules_that_are_gone(self):
        for who in self.both:
            self.screens(who, ["enable dmthin\n", "quit\n"])
        shutil.rmtree(self.folder / "rules/dm")
        shown = self.same("disable cpu\n", "quit\n")[0]
        self.assertIn("  Warning - some rules have been deprecated:", shown)

    def test_random_sessions(self):
        for number in range(25):
            rng = random.Random(number)
            steps = []
            for line in self.maker.make(rng).splitlines():
                if not OF_TWO_LINES.match(line):
                    steps.append(line + "\n")
                steps += rng.choices("yn q\nh", k=rng.choice((0, 0, 1, 3)))
            for who in self.both:
                (self.folder / who / "x.pmie").unlink(missing_ok=True)
            with self.subTest(number, steps=steps):
                self.same(*steps, rows=rng.choice((24, 30)))


if __name__ == "__main__":
    if not live_process.TOCSIN.exists():
        print(f"SKIPPED: there is no {live_process.TOCSIN}")
        sys.exit(77)
    unittest.main()
