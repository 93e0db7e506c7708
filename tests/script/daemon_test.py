"""The program as a daemon, as pmie is one: its log, its signals, its user, its
session and the file with its process id. What must come is waited for; how
long it takes is asserted nowhere."""
import os
import pathlib
import pwd
import re
import signal
import socket
import stat
import struct
import subprocess
import unittest

from live_process import BUILD, Live

ME = pwd.getpwuid(os.geteuid()).pw_name
OTHER = "nobody"
ROOT = os.geteuid() == 0
CTIME = r"\w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d \d{4}"
# One tick, unless a test waits for more: no machine is late for a second.
ONCE = "delta = 1 hour; busy = 1 < hinv.ncpu + 1 -> print \"tick\";\n"
OFTEN = ONCE.replace("1 hour", "50 msec")


class Daemon(Live):

    def setUp(self):
        super().setUp()
        self.log = self.folder / "log"
        self.write("rules", ONCE)
        for name in ("pmie", "tocsin"):
            (self.folder / name).symlink_to(BUILD / "tocsin")

    def start(self, *arguments, program="pmie", host="@"):
        return self.begin(
            [self.folder / program, "-h", host, *arguments, "rules"])

    def run_to_end(self, *arguments, program="pmie"):
        process = self.start(*arguments, program=program)
        out, err = process.communicate(timeout=60)
        return process.returncode, out, err

    def follow(self, process):
        """The lines of the log as they come, also of one that takes its name,
        until the process ends."""
        tail = subprocess.Popen(
            ["tail", "-n", "+1", "-s", "0.05", "-F", f"--pid={process.pid}",
             self.log], text=True, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL)
        self.addCleanup(tail.wait)
        self.addCleanup(tail.kill)
        self.addCleanup(tail.stdout.close)
        return tail.stdout

    def wait_for(self, lines, pattern):
        for line in lines:
            if re.search(pattern, line):
                return line
        self.fail(f"ended without {pattern}")

    def end(self, process, number=signal.SIGTERM):
        process.send_signal(number)
        return process.wait(timeout=60)


class Log(Daemon):

    def test_header_source_and_footer(self):
        process = self.start("-U", ME, "-l", "log")
        self.wait_for(self.follow(process), "tick")
        self.assertEqual(self.end(process), 0)
        lines = self.log.read_text(encoding="utf-8").splitlines()
        self.assertRegex(lines[0], rf"^Log for pmie on \S+ started {CTIME}$")
        self.assertEqual(lines[1:4],
                         ["", f"pmie: PID = {process.pid}, via local:", ""])
        self.assertEqual(lines[-2], "")
        self.assertRegex(lines[-1], f"^Log finished {CTIME}$")
        self.assertEqual(len(lines), 7)
        self.assertRegex(lines[4], f"^{CTIME}: tick$")
        self.assertEqual(process.stdout.read() + process.stderr.read(), "")

    def test_the_end_of_the_window_is_told(self):
        self.assertEqual(self.run_to_end("-U", ME, "-l", "log", "-T", "0"),
                         (0, "", ""))
        self.assertRegex(self.log.read_text(encoding="utf-8"),
                         r": tick\n\[.*\] pmie\(\d+\) Info: evaluator exiting"
                         r"\n\nLog finished")

    def test_hup_begins_a_new_one(self):
        self.write("rules", OFTEN)
        process = self.start("-U", ME, "-P", "-l", "log")
        lines = self.follow(process)
        self.assertIn("[primary]", self.wait_for(lines, "PID = "))
        self.wait_for(lines, "tick")
        self.log.rename(self.folder / "old")
        process.send_signal(signal.SIGHUP)
        self.wait_for(lines, rf"^Log for pmie on \S+ rotated {CTIME}$")
        self.assertEqual(lines.readline(), "\n")
        self.assertEqual(lines.readline(),
                         f"pmie: PID = {process.pid}, via local:\n")
        self.wait_for(lines, "tick")
        self.assertEqual(self.end(process), 0)
        old = (self.folder / "old").read_text(encoding="utf-8")
        self.assertIn("started", old)
        self.assertNotIn("finished", old)
        # What pmie_daily leaves in yesterday's: PCP's QA 314.
        self.assertRegex(old, rf"\n\nLog rotated {CTIME}\n\Z")
        self.assertIn("finished", self.log.read_text(encoding="utf-8"))

    def test_hup_leaves_tocsin_the_primary_one(self):
        self.write("rules", OFTEN)
        process = self.start("-U", ME, "-P", "-l", "log", program="tocsin")
        lines = self.follow(process)
        self.wait_for(lines, "tick")
        self.log.rename(self.folder / "old")
        process.send_signal(signal.SIGHUP)
        self.wait_for(lines, "^Log for tocsin on .* rotated ")
        self.assertIn(" [primary]\n", self.wait_for(lines, "PID = "))
        self.assertEqual(self.end(process), 0)

    def test_hup_in_the_foreground_begins_a_new_one_too(self):
        self.write("rules", OFTEN)
        process = self.start("-f", "-l", "log", program="tocsin")
        lines = self.follow(process)
        self.wait_for(lines, "PID = ")
        self.log.rename(self.folder / "old")
        process.send_signal(signal.SIGHUP)
        self.wait_for(lines, "^Log for tocsin on .* rotated ")
        self.assertIn("tick", process.stdout.readline())
        self.assertEqual(self.end(process), 0)
        self.assertIn("finished", self.log.read_text(encoding="utf-8"))

    def test_hup_leaves_a_log_that_nobody_has_moved(self):
        self.write("rules", OFTEN)
        process = self.start("-U", ME, "-l", "log", program="tocsin")
        lines = self.follow(process)
        self.wait_for(lines, "tick")
        made = self.log.stat().st_ino
        process.send_signal(signal.SIGHUP)
        process.send_signal(signal.SIGUSR1)  # told after what came before it
        self.wait_for(lines, "caught SIGUSR1")
        self.assertEqual(self.end(process), 0)
        self.assertEqual(self.log.stat().st_ino, made)
        log = self.log.read_text(encoding="utf-8")
        self.assertEqual(log.count("PID = "), 1)
        self.assertNotIn("rotated", log)

    @unittest.skipUnless(ROOT, "only root can become another")
    def test_hup_where_it_may_make_no_file_goes_on_in_the_one_made_for_it(self):
        self.write("rules", OFTEN)
        logs = self.folder / "logs"  # root's
        logs.mkdir(0o755)
        self.log = logs / "log"
        user = pwd.getpwnam(OTHER)

        def create():  # as logrotate does
            self.log.touch()
            self.log.chmod(0o640)
            os.chown(self.log, user.pw_uid, 0)

        create()
        process = self.start("-U", OTHER, "-l", "logs/log", program="tocsin")
        lines = self.follow(process)
        self.wait_for(lines, "tick")
        self.log.rename(logs / "old")
        create()
        made = self.log.stat()
        process.send_signal(signal.SIGHUP)
        self.wait_for(lines, "^Log for tocsin on .* rotated ")
        self.wait_for(lines, "tick")
        self.assertEqual(self.end(process), 0)
        self.assertRegex((logs / "old").read_text(encoding="utf-8"),
                         rf"\n\nLog rotated {CTIME}\n\Z")
        there = self.log.stat()
        self.assertEqual((there.st_ino, there.st_mode, there.st_gid),
                         (made.st_ino, made.st_mode, 0))

    def test_in_the_foreground_only_complaints_and_no_new_one(self):
        process = self.start("-f", "-l", "log")
        self.wait_for(process.stdout, "tick")
        process.send_signal(signal.SIGHUP)
        process.send_signal(signal.SIGUSR1)  # told after what came before it
        self.wait_for(self.follow(process), "caught SIGUSR1")
        self.assertEqual(self.end(process), 0)
        log = self.log.read_text(encoding="utf-8")
        self.assertNotIn(": tick", log)
        self.assertNotIn("rotated", log)


class Signals(Daemon):

    def ask(self, process):
        """What SIGUSR1 makes it tell, without the time of the last tick."""
        process.send_signal(signal.SIGUSR1)
        self.wait_for(process.stderr,
                      r"\] tocsin\(\d+\) Info: tocsin caught SIGUSR1$")
        told = "".join(process.stderr.readline() for _ in range(3))
        self.assertRegex(told, rf"; last at {CTIME}\n\Z")
        return told[:told.index("; last")]

    def test_usr1_tells(self):
        process = self.start("-f", program="tocsin")
        self.wait_for(process.stdout, "tick")
        for _ in range(2):
            self.assertEqual(
                self.ask(process),
                "1 rule: 1 true, 0 unknown; 1 of 1 host answers\n"
                "true: busy\n1 evaluation, 1 action, 0 ticks left out")
        self.assertEqual(self.end(process), 0)

    def test_usr1_goes_on(self):
        self.write("rules", OFTEN)
        process = self.start("-f", program="tocsin")
        self.wait_for(process.stdout, "tick")
        told = self.ask(process)
        while self.ask(process) == told:
            self.wait_for(process.stdout, "tick")
        self.assertEqual(self.end(process), 0)

    def test_int_shows_in_the_status(self):
        process = self.start("-f")
        self.wait_for(process.stdout, "tick")
        self.assertEqual(self.end(process, signal.SIGINT), 2)
        self.assertNotIn("evaluator exiting", process.stderr.read())

    def test_a_reader_that_is_gone_is_an_error(self):
        self.write("rules", OFTEN)
        process = self.start("-f")
        self.wait_for(process.stdout, "tick")
        process.stdout.close()
        self.assertEqual(process.wait(timeout=60), 1)
        self.assertIn("Broken pipe", process.stderr.read())

    def test_those_that_who_started_it_has_blocked_are_heard(self):
        self.write("rules", "a = 1 < hinv.ncpu + 1 -> shell \"true\" & print "
                            "\"after\";")
        process = self.begin(
            [self.folder / "tocsin", "-h", "@", "-f", "rules"],
            preexec_fn=lambda: signal.pthread_sigmask(
                signal.SIG_BLOCK, {signal.SIGCHLD, signal.SIGTERM}))
        self.wait_for(process.stdout, "after")
        self.assertEqual(self.end(process), 0)

    def test_while_hosts_are_still_being_asked(self):
        with socket.create_server(("127.0.0.1", 0)) as deaf:
            port = deaf.getsockname()[1]
            process = self.start("-f", host=f"127.0.0.1:{port}")
            with deaf.accept()[0]:
                self.assertEqual(self.end(process, signal.SIGINT), 1)
        self.assertEqual(process.stderr.read(), "\nInterrupted! signal=2\n")


class Statistics(Daemon):
    """What pmcd's agent reads. That it does: tests/oracle/daemon_test.py."""

    def read(self, process):
        data = (self.tmp / "pmie" / str(process.pid)).read_bytes()
        self.assertEqual(len(data), 8292)
        texts = [data[begin:end].split(b"\0")[0].decode() for begin, end in
                 ((0, 4097), (4097, 8194), (8194, 8259))]
        return texts, struct.unpack("<f7I", data[8260:])

    def test_from_the_first_tick_to_the_end(self):
        self.write("rules", """delta = 50 msec;
            yes = 1 < hinv.ncpu + 1 -> print "tick" & print "tock";
            no = 1 > hinv.ncpu + 1 -> print "never";
            what = hinv.ncpu;
            wrong = hinv.ncpu #none > 1 -> print "never";
            """)
        process = self.start("-f", "-l", "log")
        # They are written at once and then every 10 s, between two ticks: what
        # is read now was true that long ago.
        true = 0
        while true < 2:
            self.wait_for(process.stdout, "tock")
            texts, counts = self.read(process)
            true = counts[3]
        self.assertEqual(texts, [str(self.folder / "rules"), str(self.log),
                                 socket.gethostname()])
        expected, rules, actions, true, false, unknown, actual, version = counts
        self.assertEqual((expected, rules, unknown, version), (60, 2, 0, 1))
        self.assertEqual((actions, false, actual), (2 * true, true, 3 * true))
        self.assertEqual(self.end(process), 0)
        self.assertEqual(list((self.tmp / "pmie").iterdir()), [])

    def test_no_place_for_them(self):
        self.env["PCP_TMP_DIR"] = "/nosuch"
        status, _, err = self.run_to_end("-f", "-q", "-T", "0")
        self.assertEqual((status, err),
                         (0, "pmie: warning cannot create stats file dir "
                             "/nosuch/pmie: No such file or directory\n"))

    def test_a_folder_that_takes_no_files(self):
        # As pmie: whoever just tries a rule need not be of the group.
        (self.tmp / "pmie").write_text("no folder", encoding="utf-8")
        status, _, err = self.run_to_end("-f", "-q", "-T", "0")
        self.assertEqual((status, err), (0, ""))


class Process(Daemon):

    def test_a_session_of_its_own_but_under_a_service_manager(self):
        for options, own in ((("-P",), True), (("-F",), False)):
            process = self.start("-U", ME, *options)
            # Both go where complaints go.
            self.wait_for(process.stderr, "tick")
            self.assertEqual(os.getsid(process.pid) == process.pid, own)
            self.assertEqual(self.end(process), 0)

    def test_the_file_with_the_process_id(self):
        path = self.folder / "pmie.pid"
        path.write_text("77", encoding="utf-8")
        path.chmod(0o444)
        process = self.start("-U", ME, "-P")
        self.wait_for(process.stderr, "tick")
        self.assertEqual(path.read_text(encoding="utf-8"), str(process.pid))
        self.assertEqual(stat.S_IMODE(path.stat().st_mode) & ~0o444, 0)
        self.assertEqual(self.end(process), 0)
        self.assertFalse(path.exists())

    def test_no_place_for_the_process_id(self):
        self.env["PCP_RUN_DIR"] = "/nosuch"
        status, _, err = self.run_to_end("-U", ME, "-P", "-q", "-T", "0")
        self.assertEqual(status, 0)
        self.assertIn("Warning: cannot write /nosuch/pmie.pid: No such file",
                      err)

    def test_what_the_environment_does_not_say_pcp_conf_says(self):
        del self.env["PCP_TMP_DIR"], self.env["PCP_RUN_DIR"]
        elsewhere = self.folder / "elsewhere"
        elsewhere.mkdir()
        self.env["PCP_CONF"] = str(self.folder / "conf")
        self.write("conf",
                   f"PCP_RUN_DIR={elsewhere}\nPCP_TMP_DIR='{elsewhere}'\n")
        self.write("rules", "a = 1 < hinv.ncpu + 1 -> shell "
                            "\"echo \\$PCP_RUN_DIR \\$TZ\";")
        process = self.start("-U", ME, "-P")
        self.wait_for(process.stderr, f"^{elsewhere} UTC$")
        self.assertTrue((elsewhere / "pmie.pid").exists())
        self.assertTrue((elsewhere / "pmie" / str(process.pid)).exists())
        self.assertEqual(self.end(process), 0)

    def test_a_user_that_there_is_not(self):
        status, out, err = self.run_to_end("-U", "no-such-user", "-l", "log")
        self.assertEqual((status, out), (1, ""))
        self.assertRegex(err, r"^\[.*\] pmie\(\d+\) Critical: cannot find the "
                              r"no-such-user user to switch to\n$")
        self.assertFalse(self.log.exists())
        self.assertRegex(
            self.run_to_end("-U", "no-such-user", program="tocsin")[2],
            r"no-such-user user to switch to: name one with -U\n$")

    @unittest.skipUnless(ROOT, "only root can become another")
    def test_another_user(self):
        process = self.start("-U", OTHER, "-l", "log")
        self.wait_for(self.follow(process), "tick")
        status = pathlib.Path(f"/proc/{process.pid}/status").read_text(
            encoding="utf-8")
        user = pwd.getpwnam(OTHER)
        self.assertRegex(status, rf"\nUid:(\t{user.pw_uid}){{4}}\n")
        self.assertRegex(status, rf"\nGid:(\t{user.pw_gid}){{4}}\n")
        self.assertEqual(self.log.stat().st_uid, user.pw_uid)
        self.assertEqual(self.end(process), 0)

    @unittest.skipIf(ROOT, "root becomes whom it wants")
    def test_who_is_not_root_stays_what_he_is(self):
        self.assertEqual(self.run_to_end("-l", "log", "-T", "0"), (0, "", ""))
        status, _, err = self.run_to_end("-U", "root", "-l", "log")
        self.assertEqual(status, 1)
        self.assertIn("Critical: setgid to gid of root user (gid=0): ", err)


if __name__ == "__main__":
    unittest.main()
