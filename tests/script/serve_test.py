"""tocsin serve: rules of a site at its hosts, and how they follow its files.
What must come is waited for ; how long it takes is asserted nowhere."""
# Label: live
import os
import re
import signal
import subprocess
import unittest

from http_receiver import mmv
from live_process import TOCSIN, Live

PATIENCE = 120  # seconds, for what is there at once on a machine that is idle
TICK = 'delta = 50 msec;\ntick = hinv.ncpu > 0 -> print "tick";\n'
HELD = 'delta = 50 msec;\nheld = hinv.ncpu > 0 -> print 1 hour "held";\n'


class Serve(Live):

    def setUp(self):
        super().setUp()
        self.said = []
        self.env["PCP_LOG_DIR"] = str(self.folder)

    def write(self, name, text):
        """Takes the place of the file, as tools that write such files do it."""
        super().write("next", text)
        (self.folder / name).parent.mkdir(exist_ok=True)
        os.replace(self.folder / "next", self.folder / name)

    def control(self, *lines, name="control"):
        self.write(name, "$version=1.1\n" + "".join(
            line + "\n" for line in lines))

    def start(self, *arguments):
        return self.begin([TOCSIN, "serve", "--control", "control", *arguments],
                          stderr=subprocess.STDOUT)

    def wait_for(self, process, pattern):
        """Reads on until a line of what it says has the pattern."""
        for line in process.stdout:
            self.said.append(line)
            if re.search(pattern, line):
                return line
        return self.fail(f"ended without {pattern}:\n" + "".join(self.said))

    def end(self, process, number=signal.SIGTERM):
        process.send_signal(number)
        self.said += process.stdout.readlines()
        return process.wait(timeout=PATIENCE)


class Control(Serve):

    def test_a_record_runs_from_the_first_tick_to_a_signal(self):
        self.write("a.pmie", TICK)
        self.control("@ n n PCP_LOG_DIR/a.log -c a.pmie")
        process = self.start()
        self.wait_for(process, r"^\w.*: tick$")
        self.assertEqual(self.end(process), 0)
        self.assertIn("the site is read: 1 set of rules at 1 host\n",
                      "".join(self.said))

    def test_sigint_is_the_status(self):
        self.write("a.pmie", TICK)
        self.control("@ n n PCP_LOG_DIR/a.log -c a.pmie")
        process = self.start()
        self.wait_for(process, "tick$")
        self.assertEqual(self.end(process, signal.SIGINT), 2)

    def test_a_host_that_is_not_there_holds_up_no_other(self):
        self.write("a.pmie", TICK)
        self.control("127.0.0.1:1 n n PCP_LOG_DIR/b.log -c a.pmie",
                     "@ n n PCP_LOG_DIR/a.log -c a.pmie")
        process = self.start()
        self.wait_for(process, r"pmcd 127\.0\.0\.1:1 does not respond")
        self.wait_for(process, "tick$")
        process.send_signal(signal.SIGUSR1)
        self.wait_for(process, "caught SIGUSR1")
        self.wait_for(process, r"^2 sets of rules at 2 hosts; waiting for 127\.0\.0\.1:1")
        self.wait_for(process, r"^  @: 1 rule: 1 true, 0 unknown")
        self.assertEqual(self.end(process), 0)

    def test_its_statistics_are_there_and_go_with_it(self):
        self.write("a.pmie", TICK)
        self.control("@ n n PCP_LOG_DIR/a.log -c a.pmie")
        process = self.start()
        self.wait_for(process, "tick$")
        file = self.tmp / "pmie" / str(process.pid)
        self.assertIn(b"control\0", file.read_bytes())
        self.end(process)
        self.assertFalse(file.exists())

    def test_what_is_wrong_at_the_start_is_told_and_the_rest_runs(self):
        self.write("a.pmie", TICK)
        self.write("b.pmie", "x = hinv.ncpu > ;\n" + TICK.replace("tick", "b"))
        self.control("@ x n PCP_LOG_DIR/c.log -c a.pmie",
                     "@ n n PCP_LOG_DIR/a.log -c a.pmie",
                     "@ n n PCP_LOG_DIR/b.log -c b.pmie",
                     "@ n n PCP_LOG_DIR/d.log -c none.pmie")
        process = self.start()
        self.wait_for(process, r"none\.pmie: No such file")
        self.wait_for(process, r"^control:2:1: error: the field primary is y")
        self.wait_for(process, r"b\.pmie:1:\d+: error: ")
        self.wait_for(process, "tick$")
        self.wait_for(process, ": b$")
        self.assertEqual(self.end(process), 0)

    def test_without_files_there_is_nothing_to_serve(self):
        done = subprocess.run(
            [TOCSIN, "serve", "--control", "control"], cwd=self.folder,
            env=self.env, text=True, capture_output=True, timeout=PATIENCE,
            check=False)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertRegex(done.stderr, r"\Atocsin: control: No such file or "
                                      r"directory: --control FILE names another, --hosts FILE one in YAML\n\Z")

    def test_a_wrong_command_line_is_told(self):
        for words, said in ((["--nosuch"], "was not expected: --nosuch; "),
                            (["--hosts"], "--hosts"),
                            (["file"], "was not expected: file; ")):
            done = subprocess.run(
                [TOCSIN, "serve", *words], cwd=self.folder, env=self.env,
                text=True, capture_output=True, timeout=PATIENCE, check=False)
            self.assertEqual((done.returncode, done.stdout), (2, ""), words)
            self.assertIn(said, done.stderr)
            self.assertIn("try 'tocsin serve --help'", done.stderr)

    def test_check_tells_and_ends(self):
        self.write("a.pmie", "x = hinv.ncpu > ;\n")
        self.control("@ n n PCP_LOG_DIR/a.log -c a.pmie")
        command = [TOCSIN, "serve", "-C", "--control", "control"]
        done = subprocess.run(command, cwd=self.folder, env=self.env, text=True,
                              capture_output=True, timeout=PATIENCE,
                              check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("a.pmie:1:", done.stderr)
        self.write("a.pmie", 'x = match_inst "sd[" (kernel.all.load > 5);\n')
        done = subprocess.run(command, cwd=self.folder, env=self.env, text=True,
                              capture_output=True, timeout=PATIENCE,
                              check=False)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"a\.pmie:1:\d+: error: illegal regular "
                                      "expression")
        self.write("a.pmie", TICK)
        done = subprocess.run(command, cwd=self.folder, env=self.env, text=True,
                              capture_output=True, timeout=PATIENCE,
                              check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))


class Hosts(Serve):

    def test_hosts_come_and_go_with_a_list_that_others_write(self):
        self.write("a.pmie", 'delta = 50 msec;\n'
                   'x = hinv.ncpu > 0 -> print "at %h";\n')
        self.write("b.pmie", TICK)
        self.write("hosts.yaml", "rules: a.pmie\nhosts_from: found/*.json\n")
        (self.folder / "found").mkdir()
        process = self.begin([TOCSIN, "serve", "--hosts", "hosts.yaml"],
                             stderr=subprocess.STDOUT)
        self.wait_for(process, "the site is read: 0 sets of rules at 0 hosts")
        self.write("found/a.json", '[{"targets": ["@"], "labels": {}}]')
        self.wait_for(process, ": at ")
        self.write("found/a.json", '[{"targets": ["@"}]')
        self.wait_for(process, r"found/a\.json:1:\d+: error: ")
        self.wait_for(process, ": at ")
        self.write("found/a.json", '["@", "@", "a b"]')
        self.wait_for(process, r"found/a\.json:1:12: error: .* has blanks; ")
        self.wait_for(process, ": at ")
        os.mkfifo(self.folder / "found" / "fifo.json")
        self.wait_for(process, r"found/fifo\.json: not a regular file")
        self.wait_for(process, ": at ")
        self.write("hosts.yaml", "rules: b.pmie\nhosts: {here: {address: '@'}}\n")
        self.wait_for(process, ": tick$")
        self.assertEqual(self.end(process), 0)

    def test_messages_have_the_name_of_a_host_and_its_address(self):
        self.write("a.pmie", TICK)
        self.write("hosts.yaml",
                   "rules: a.pmie\nhosts: {db1: {address: '127.0.0.1:1'}}\n")
        process = self.begin([TOCSIN, "serve", "--hosts", "hosts.yaml"],
                             stderr=subprocess.STDOUT)
        self.wait_for(process, r"pmcd 127\.0\.0\.1:1 \(db1\) does not respond")
        self.assertEqual(self.end(process), 0)

    def test_an_empty_file_of_hosts_stops_none(self):
        self.write("a.pmie", TICK)
        self.write("hosts.yaml", "rules: a.pmie\nhosts: {here: {address: '@'}}\n")
        process = self.begin([TOCSIN, "serve", "--hosts", "hosts.yaml"],
                             stderr=subprocess.STDOUT)
        self.wait_for(process, ": tick$")
        self.write("hosts.yaml", "")
        self.wait_for(process, r"hosts\.yaml: error: the file says nothing")
        self.wait_for(process, r"Error: .*hosts\.yaml is wrong: what it has said "
                               "before goes on")
        self.wait_for(process, ": tick$")
        self.write("hosts.yaml", "hosts: {}\n")
        self.wait_for(process, "the site is read: 0 sets of rules at 0 hosts")
        self.assertEqual(self.end(process), 0)


class Templates(Serve):

    def setUp(self):
        super().setUp()
        (self.folder / "sets").mkdir()
        self.write("sets/most.rules",
                   "---\nparameters: {most: {default: 5}}\n---\n"
                   'delta = 50 msec;\nx = hinv.ncpu > 0 -> print "%h $most";\n')
        self.write("hosts.yaml", "hosts: {here: {address: '@'}}\n")
        self.write("site.yaml", "")

    def start(self, *arguments):
        return self.begin([TOCSIN, "serve", "--hosts", "hosts.yaml", "--sets",
                           "sets", "--site", "site.yaml", *arguments],
                          stderr=subprocess.STDOUT)

    def test_values_of_a_host_change_while_they_run(self):
        process = self.start()
        self.wait_for(process, " 5$")
        self.write("site.yaml", "hosts: {here: {values: {most.most: 6}}}\n")
        self.wait_for(process, " 6$")
        self.write("site.yaml", "hosts: {here: {values: {most.least: 7}}}\n")
        self.wait_for(process, "site.yaml:1:.*error")
        self.wait_for(process, "what it has said before goes on")
        self.wait_for(process, " 6$")
        self.write("sets/other.rules",
                   'delta = 50 msec;\nother = hinv.ncpu > 0 -> print "other";\n')
        self.write("site.yaml", "")
        self.wait_for(process, "site.yaml: the file is empty, and had values")
        self.write("site.yaml", "# nothing\n")
        self.wait_for(process, "other$")
        self.assertEqual(self.end(process), 0)

    def test_what_is_wrong_at_the_start_runs_once_it_is_mended(self):
        self.write("site.yaml", "hosts: {here: {values: {most.least: 7}}}\n")
        process = self.start()
        self.wait_for(process, "site.yaml:1:.*error")
        self.wait_for(process, "the site is read: 0 sets")
        self.write("site.yaml", "site: {values: {most.most: 8}}\n")
        self.wait_for(process, " 8$")
        self.assertEqual(self.end(process), 0)

    def test_receivers_are_known_after_a_reload(self):
        self.write("sets/most.rules", 'delta = 50 msec;\n'
                   'x = hinv.ncpu > 0 -> print "tick" & webhook "ops" "%h";\n')
        self.write("receivers.yaml", "receivers: {}\n")
        process = self.start("--receivers", "receivers.yaml")
        self.wait_for(process, "there is no receiver called ops")
        self.write("receivers.yaml",
                   "receivers: {ops: {url: 'http://127.0.0.1:1/'}}\n")
        process.send_signal(signal.SIGHUP)
        self.wait_for(process, "tick$")
        self.assertEqual(self.end(process), 0)


class Reload(Serve):

    def test_a_rule_that_is_the_same_is_held_off_still(self):
        self.write("a.pmie", HELD)
        self.control("@ n n PCP_LOG_DIR/a.log -c a.pmie")
        process = self.start()
        self.wait_for(process, "held$")
        self.write("a.pmie", "// moved\n" + HELD +
                   'new = hinv.ncpu > 0 -> print "new";\n')
        self.wait_for(process, "new$")
        self.wait_for(process, "new$")
        self.assertEqual("".join(self.said).count(": held\n"), 1)
        self.end(process)

    def test_of_one_that_is_held_off_it_is_told_when_it_was_performed(self):
        self.write("a.pmie", HELD)
        self.control("@ n n PCP_LOG_DIR/a.log -c a.pmie")
        process = self.start("--state", str(self.folder / "state"))
        self.wait_for(process, "held$")
        self.write("a.pmie", HELD.replace("> 0", "> 0.5"))
        self.wait_for(process, r"held: its print is held off until \w+ .*: it "
                               r"was performed \w+ .* \d{4}$")
        self.end(process)

    def test_holdoffs_last_over_a_restart_and_are_of_one_set(self):
        state = self.folder / "state"
        state.mkdir()
        for name in "abc":
            self.write(name, HELD + f'seen = hinv.ncpu > 0 -> print "{name}";\n')
        lines = [f"@ n n PCP_LOG_DIR/{name}.log -c {name}" for name in "abc"]
        for names, held in (("ab", 2), ("abc", 1)):
            self.said.clear()
            self.control(*lines[:len(names)])
            process = self.start("--state", str(state))
            for name in 2 * names:
                self.wait_for(process, f": {name}$")
            self.assertEqual(self.end(process), 0)
            said = "".join(self.said)
            self.assertEqual(said.count(": held\n"), held, said)

    def test_holdoffs_of_a_host_last_when_its_address_is_another(self):
        (self.folder / "state").mkdir()
        self.write("a.pmie", (HELD + 'seen = hinv.ncpu > 0 -> print "seen";\n')
                   .replace("hinv.ncpu", "some_inst mmv.values.a"))
        for address, held in (("one", 1), ("two", 0)):
            (self.folder / address).mkdir()
            path = self.folder / address / "values"
            path.write_bytes(mmv([b"instance"]))
            self.said.clear()
            self.write("hosts.yaml", "rules: a.pmie\n"
                       f"hosts: {{here: {{address: 'mmv:{path}'}}}}\n")
            process = self.begin([TOCSIN, "serve", "--hosts", "hosts.yaml",
                                  "--state", "state"], stderr=subprocess.STDOUT)
            for _ in range(2):
                self.wait_for(process, ": seen$")
            self.assertEqual(self.end(process), 0)
            said = "".join(self.said)
            self.assertEqual(said.count(": held\n"), held, said)

    def test_wrong_rules_leave_those_before(self):
        self.write("a.pmie", TICK)
        self.control("@ n n PCP_LOG_DIR/a.log -c a.pmie")
        process = self.start()
        self.wait_for(process, "tick$")
        for wrong in ("x = hinv.ncpu > ;\n",
                      'x = hinv.ncpu + 1 -> print "x";\n'):
            self.write("a.pmie", TICK.replace("tick", "other") + wrong)
            self.wait_for(process, r"a\.pmie:3:\d+: error")
            self.wait_for(process, "rules are wrong, and those that there are stay")
            self.wait_for(process, ": tick$")
        self.assertNotIn(": other\n", self.said)
        self.write("a.pmie", TICK.replace("tick", "mended"))
        self.wait_for(process, ": mended$")
        self.end(process)

    def test_a_rule_file_that_cannot_be_read_leaves_the_rules_before(self):
        self.write("a.pmie", TICK)
        self.control("@ n n PCP_LOG_DIR/a.log -c a.pmie")
        process = self.start()
        self.wait_for(process, "tick$")
        os.mkfifo(self.folder / "fifo")
        os.replace(self.folder / "fifo", self.folder / "a.pmie")
        self.wait_for(process, r"control:2: @: .*/a\.pmie: not a regular file")
        self.wait_for(process, "rules of 1 set cannot be read, and those that "
                               "there are stay")
        self.wait_for(process, "tick$")
        self.end(process)

    def test_a_wrong_control_file_leaves_what_it_has_said(self):
        self.write("a.pmie", TICK)
        self.control("@ n n PCP_LOG_DIR/a.log -c a.pmie")
        process = self.start()
        self.wait_for(process, "tick$")
        self.control("@ x n PCP_LOG_DIR/a.log -c a.pmie")
        self.wait_for(process, "control is wrong: what it has said before goes on")
        self.wait_for(process, "tick$")
        (self.folder / "control").unlink()
        self.wait_for(process, "control: No such file")
        self.wait_for(process, "tick$")
        self.end(process)

    def test_who_asks_is_told_again_what_is_still_wrong(self):
        self.write("a.pmie", TICK)
        self.control("@ n n PCP_LOG_DIR/a.log -c a.pmie",
                     "999.1.1.1 n n PCP_LOG_DIR/b.log -c a.pmie")
        process = self.start()
        nobody = r"control:3:1: error: .*999\.1\.1\.1 is no IPv4 address"
        self.wait_for(process, nobody)
        self.wait_for(process, "tick$")
        process.send_signal(signal.SIGHUP)
        self.wait_for(process, nobody)
        self.wait_for(process, "control is wrong: what it has said before goes on")
        process.send_signal(signal.SIGUSR1)
        self.wait_for(process, r"  @: 1 rule: 1 true, 0 unknown$")
        self.end(process)

    def test_sigusr1_tells_what_becomes_of_notifications(self):
        self.write("a.pmie", 'delta = 50 msec;\nx = hinv.ncpu > 0 -> print "tick" '
                   '& webhook "http://127.0.0.1:1/" "up";\n')
        self.control("@ n n PCP_LOG_DIR/a.log -c a.pmie")
        process = self.start()
        said = ""
        while not said.startswith("fails since "):
            self.wait_for(process, "tick$")
            process.send_signal(signal.SIGUSR1)
            self.wait_for(process, r"^\d+ ticks? left out$")
            counts = self.wait_for(process, "")
            said = self.wait_for(process, "")
        self.assertRegex(counts, "^notifications: 0 delivered, [1-9][0-9]* waiting")
        self.assertIn("http://127.0.0.1:1: ", said)
        self.end(process)

    def test_ticks_that_are_left_out_are_told(self):
        self.write("a.pmie", TICK)
        self.control("@ n n PCP_LOG_DIR/a.log -c a.pmie")
        process = self.start()
        self.wait_for(process, "tick$")
        process.send_signal(signal.SIGSTOP)
        other = self.start()  # whose ticks say that time passes
        for _ in range(9):
            self.wait_for(other, "tick$")
        self.end(other)
        process.send_signal(signal.SIGCONT)
        self.wait_for(process, r"evaluations?, due every 0\.05 s, (is|are) left out")
        process.send_signal(signal.SIGUSR1)
        self.wait_for(process, r"^[1-9]\d* ticks? left out$")
        self.end(process)

    def test_rules_of_a_file_that_becomes_empty_stay(self):
        self.write("a.pmie", TICK)
        self.control("@ n n PCP_LOG_DIR/a.log -c a.pmie")
        process = self.start()
        self.wait_for(process, "tick$")
        self.write("a.pmie", "")
        self.wait_for(process, "a.pmie: the file is empty, and was not")
        self.wait_for(process, "rules of 1 set cannot be read, and those that there")
        self.wait_for(process, "tick$")
        self.write("a.pmie", "// none\n")
        self.wait_for(process, "the site is read: 1 set of rules")
        self.end(process)

    def test_records_come_and_go(self):
        self.write("a.pmie", TICK)
        self.write("b.pmie", TICK.replace("tick", "more"))
        self.control("@ n n PCP_LOG_DIR/a.log -c a.pmie")
        process = self.start()
        self.wait_for(process, "tick$")
        self.control("@ n n PCP_LOG_DIR/b.log -c b.pmie",
                     name="control.d/more")
        self.wait_for(process, "more$")
        self.wait_for(process, "tick$")
        self.control()
        self.wait_for(process, "the site is read: 1 set of rules")
        self.wait_for(process, "more$")
        before = len(self.said)
        self.wait_for(process, "more$")
        self.assertNotIn(": tick\n", "".join(self.said[before:]))
        self.end(process)

    def test_sighup_reads_anew_and_begins_a_log_that_was_moved(self):
        self.write("a.pmie", TICK.replace("50 msec", "1 hour"))
        self.control("@ n n PCP_LOG_DIR/a.log -c a.pmie")
        process = self.start("-l", "log")
        tail = self.begin(["tail", "-n", "+1", "-s", "0.05", "-F",
                           f"--pid={process.pid}", "log"],
                          stderr=subprocess.DEVNULL)
        self.wait_for(tail, r"\ALog for tocsin on .* started ")
        self.wait_for(tail, ": tick$")
        (self.folder / "log").rename(self.folder / "log.1")
        process.send_signal(signal.SIGHUP)
        self.wait_for(tail, r"\ALog for tocsin on .* rotated ")
        self.wait_for(tail, "the site is read")
        process.terminate()
        self.assertEqual(process.wait(timeout=PATIENCE), 0)
        self.wait_for(tail, r"\ALog finished ")


if __name__ == "__main__":
    unittest.main()
