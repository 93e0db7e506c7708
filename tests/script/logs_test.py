"""Log files of this host that are followed by their names, as rules and
`tocsin events` see them: rotation, floods, files that cannot be followed."""
# Label: live
import json
import os
import signal
import subprocess
import unittest

import live_process


class Logs(live_process.Live):

    def setUp(self):
        super().setUp()
        self.log = self.folder / "app.log"

    def append(self, text):
        with open(self.log, "ab") as file:
            file.write(text)

    def watch(self, rules, *options, behind=()):
        """A run that has seen the end of the log: it has had a tick."""
        self.write("rules", 'hinv.ncpu > 0 -> print "tick";\n' + rules)
        process = self.begin([live_process.TOCSIN, "-t", "0.1sec", *options,
                              "--follow", f"app={self.log}", *behind, "rules"])
        self.until(process, "tick")
        return process

    def until(self, process, text):
        """The line that has `text`."""
        for line in process.stdout:
            if text in line:
                return line
        self.fail(f"{text} did not come: {process.stderr.read()}")

    def events(self, *arguments, **options):
        return self.begin([live_process.TOCSIN, "events", *arguments],
                          **options)

    def end(self, process):
        process.send_signal(signal.SIGINT)
        return process.communicate()

    def test_a_rule_counts_lines(self):
        self.append(b"error before\n")
        process = self.watch(
            "errors = count_event ( logger.perfile.app.records "
            'where param_string =~ "error [0-9]+\\$" ) > 0 '
            '-> print "errors %v";\n')
        self.append(b"all is well\nerror 1\nerror none\nerror 2\n")
        self.assertIn("errors 2", self.until(process, "errors"))

    def test_a_message_shows_what_matched(self):
        process = self.watch(
            "count_event ( logger.perfile.app.records "
            'where param_string contains "error" ) > 0 '
            '-> print "%n|%{first.param_string}|%{param_string}|%{x}|%{";\n')
        self.append(b"error 1\nfine\nerror %n\nfine\n")
        self.assertIn("2|error 1|error %n||%{", self.until(process, "error"))

    def test_named_groups_are_parameters(self):
        process = self.watch(
            "p90_event ms ( logger.perfile.app.records where status >= 500 ) "
            '> 5 -> print "slow %v: %{verb} %{status}";\n',
            "--follow", f"other={self.folder / 'other'}",
            "--extract", r"other=(?<status>\d+)", behind=[
                "--extract", r"app=(?P<verb>[A-Z]+) (?P<status>\d+) "
                r"(?P<ms>[0-9.]+)ms"])
        self.append(b"GET 200 90ms\nPUT 503 10.5ms\nx\nGET 500 2ms\n")
        self.assertIn("slow 10.5: GET 500", self.until(process, "slow"))

    def test_all_that_cannot_be_read_is_told(self):
        self.write("rules", "".join(
            f"count_event ( logger.perfile.{name}.records ) > 0 -> print "
            '"never";\n' for name in ("one", "two")))
        process = self.begin([
            live_process.TOCSIN, "-t", "0.1sec",
            "--follow", f"one={self.folder / 'one.log'}",
            "--follow", f"two={self.folder / 'two.log'}", "rules"])
        for line in process.stderr:
            if "one.log" in line:
                break
        self.assertRegex(
            line, "not all is well with this host: "
            "logger.perfile.one.records is not read: .*one.log: .*; "
            "logger.perfile.two.records is not read: .*two.log: ")

    def test_windows_of_one_interval_have_each_line_once(self):
        lines = "( logger.perfile.app.records )"
        process = self.watch(
            f"count_event 0.1 sec {lines} != count_event {lines} "
            '-> print "twice";\n'
            f'count_event {lines} > 0 -> print "some";\n')
        said = []
        while said.count("some") < 30:
            self.append(b"line\n")
            said.append(process.stdout.readline().split(": ")[-1].strip())
        self.assertNotIn("twice", said)

    def test_a_log_is_rotated(self):
        self.append(b"before\n")
        process = self.watch(
            "some_event ( logger.perfile.app.records "
            'where param_string == "old" ) -> print "got old";\n'
            "some_event ( logger.perfile.app.records "
            'where param_string == "late" ) -> print "got late";\n'
            "some_event ( logger.perfile.app.records "
            'where param_string == "cut" ) -> print "got cut";\n')
        self.append(b"old\n")
        old = self.folder / "app.log.1"
        self.log.rename(old)
        self.append(b"new\n")
        self.until(process, "got old")
        with open(old, "ab") as file:
            file.write(b"late\n")
        self.until(process, "got late")
        os.truncate(self.log, 0)
        self.append(b"cut\n")
        self.until(process, "got cut")

    def test_lines_count_where_the_new_file_cannot_be_read(self):
        process = self.watch("count_event ( logger.perfile.app.records ) > 0 "
                             '-> print "counted %v";\n')
        self.append(b"x\ny\nz\n")
        self.log.rename(self.folder / "app.log.1")
        self.log.symlink_to("/dev/null")
        counted = 0
        while counted < 3:
            counted += int(self.until(process, "counted").split()[-1])
        # Then there is no value, until there is a file.
        self.log.unlink()
        self.append(b"one\n")
        self.assertIn("counted 1", self.until(process, "counted"))

    def test_events_are_printed(self):
        process = self.events("--json", "--follow", f"app={self.log}",
                              "logger.perfile.app.records")
        # Not there at the start: it is read whole.
        self.assertIn("No such file", process.stderr.readline())
        self.append(b"one\ntwo \xff\n")
        records = [json.loads(process.stdout.readline()) for _ in range(2)]
        self.assertEqual([one["parameters"] for one in records],
                         [{"param_string": ["one"]},
                          {"param_string": ["two \ufffd"]}])
        self.assertEqual([one["flags"] for one in records], ["point"] * 2)
        self.end(process)
        self.assertEqual(process.returncode, 0)

    def test_a_flood_is_missed_and_told(self):
        process = self.watch(
            "sum_event event.missed ( logger.perfile.app.records ) > 1000 "
            '-> print "missed %v";\n')
        self.append(b"a line of the flood that comes\n" * 500_000)
        line = self.until(process, "missed")
        self.assertLess(int(line.split()[-1]), 500_000)
        self.until(process, "tick")

    def test_several_hosts_and_files(self):
        other = self.folder / "other.log"
        other.write_text("")
        self.append(b"")
        process = self.watch(
            "count_event ( logger.perfile.app.records ) > 0 && "
            "count_event ( logger.perfile.other.records ) == 0 "
            '-> print "app alone";\n', "-h", "@",
            "--follow", f"other={other}")
        self.append(b"x\n")
        self.until(process, "app alone")

    def refused(self, *arguments):
        done = subprocess.run([live_process.TOCSIN, *arguments],
                              cwd=self.folder, env=self.env, text=True,
                              capture_output=True, stdin=subprocess.DEVNULL,
                              check=False)
        self.assertNotEqual(done.returncode, 0)
        self.assertEqual(done.stdout, "")
        return done.stderr

    def test_what_cannot_be_followed(self):
        self.write("rules", "hinv.ncpu > 0;\n")
        os.mkfifo(self.folder / "fifo")
        for what in ("fifo", "tmp", "/dev/null"):
            said = self.refused("--follow", f"x={what}", "rules")
            self.assertIn(f"{what}: no regular file: only such are followed",
                          said)
            self.assertEqual(said.count("\n"), 1, said)
        said = self.refused("eval", "--follow", "x=fifo", "hinv.ncpu")
        self.assertIn("tocsin: eval: fifo: no regular file", said)
        said = self.refused("--follow", "x=a", "--follow", "x=b", "rules")
        self.assertIn("two log files are called x", said)
        said = self.refused("--follow", "x=a", "-a", "none", "rules")
        self.assertIn("none", said)

    def test_a_file_that_is_not_there_is_told(self):
        process = self.events("--follow", f"app={self.log}",
                              "logger.perfile.app.records")
        self.assertIn(f"{self.log}: No such file or directory",
                      process.stderr.readline())
        self.append(b"one\n")
        self.assertIn('"one"', process.stdout.readline())

    @unittest.skipUnless(os.geteuid() == 0,
                         "only root can be somebody without the right")
    def test_a_file_needs_a_right(self):
        self.append(b"")
        self.log.chmod(0o600)
        self.write("rules", "count_event ( logger.perfile.app.records ) > 0;\n")
        process = self.begin([live_process.TOCSIN, "-t", "0.1sec", "--follow",
                              f"app={self.log}", "rules"], user="nobody")
        self.assertIn(
            "not all is well with this host: logger.perfile.app.records is "
            f"not read: {self.log}: Permission denied: give the user that "
            "reads it the right to", process.stderr.readline())

    @unittest.skipUnless(os.geteuid() == 0 and os.path.exists("/dev/kmsg"),
                         "only root can be somebody without the right")
    def test_the_kernels_log_needs_a_right(self):
        self.write("rules", 'count_event ( kmsg.records ) >= 0 -> print "x";\n'
                   'hinv.ncpu > 0 -> print "tick";\n')
        process = self.begin([live_process.TOCSIN, "-h", "@", "-t", "0.1sec",
                              "rules"], user="nobody")
        self.assertRegex(
            process.stderr.readline(),
            r"cannot read the kernel's log, /dev/kmsg: .*: run as root, or "
            r"give the capability CAP_SYSLOG and the right to read the device")
        # There is no value, and rules of other metrics go on.
        for _ in range(5):
            self.assertIn("tick", process.stdout.readline())

    def test_what_is_not_followed_is_told_of_the_option(self):
        records = "logger.perfile.app.records"
        self.write("rules", f"count_event ( {records} ) > 0;\n")
        for command in (["check", "-h", "@", "rules"],
                        ["eval", "-h", "@", f"count_event ( {records} )"],
                        ["events", "-h", "@", records],
                        ["-h", "@", "-T", "1sec", "rules"]):
            done = subprocess.run(
                [live_process.TOCSIN, *command], cwd=self.folder,
                env=self.env, text=True, capture_output=True, check=False)
            self.assertIn("option --follow app=PATH",
                          done.stdout + done.stderr, command)

    def test_check_and_list_know_the_names(self):
        self.write("rules", "count_event ( logger.perfile.app.records "
                   'where param_strin == "x" ) > 0;\n')
        done = subprocess.run(
            [live_process.TOCSIN, "check", "--follow", "app=x", "rules"],
            cwd=self.folder, env=self.env, text=True, capture_output=True,
            check=False)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("no parameter is called param_strin", done.stdout)
        self.assertIn('did you mean "param_string"?', done.stdout)
        self.assertIn("x: warning: --follow app: there is no such file",
                      done.stdout)
        done = subprocess.run(
            [live_process.TOCSIN, "list", "--follow", "app=x", "logger"],
            cwd=self.folder, env=self.env, text=True, capture_output=True,
            check=False)
        self.assertIn("logger.perfile.app.records: instant, event records",
                      done.stdout)


if __name__ == "__main__":
    unittest.main()
