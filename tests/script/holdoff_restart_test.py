"""Holdoffs that outlive the program: what was performed in one run is held off
in the next, if the rule still says the same. Times are asserted nowhere."""
# Label: live
import os
import unittest

import live_process
from flaky_receiver import Flaky, fine

LIMIT = 120  # Units: seconds; of a test that fails
RULE = "r = hinv.ncpu > 0 -> "


class HoldoffRestart(live_process.Live):

    def start(self, *arguments):
        return self.begin([live_process.TOCSIN, "-h", "@", "--state", "state",
                           *arguments, "rules"])

    def ticks(self, rule, count=3, end="terminate", arguments=()):
        """What else `rule` prints until `count` ticks have passed."""
        self.write("rules", "delta = 20 msec;\n" + rule + ";\n"
                   'hinv.ncpu > 0 -> print "tick";\n')
        process = self.start(*arguments)
        texts = []
        while count > 0:
            text = process.stdout.readline().rsplit(": ", 1)[-1].strip()
            count -= text == "tick"
            if text != "tick":
                texts.append(text)
        getattr(process, end)()
        self.log = process.communicate(timeout=LIMIT)[1]
        return texts

    def test_it_goes_on(self):
        rule = RULE + 'print 1 hour "held"'
        self.assertEqual(self.ticks(rule), ["held"])
        self.assertNotIn("held off", self.log)
        self.assertEqual(self.ticks(rule), [])
        self.assertRegex(
            self.log, r"Info: r: its print is held off until \w+ .* \d{4}: it "
            r"was performed \w+ .* \d{4}\n")
        self.assertEqual(self.ticks(rule), [])

    def test_without_a_directory_it_does_not(self):
        rule = RULE + 'print 1 hour "held"'
        for _ in range(2):
            self.assertEqual(self.ticks(rule, arguments=["--no-state"]),
                             ["held"])

    def test_what_makes_an_action_the_same(self):
        self.ticks(RULE + 'print 1 hour "a"')
        for rule, printed in [
                # The time and the condition are not the action's.
                (RULE + 'print 2 hours "a"', []),
                ('r = hinv.ncpu > 0.5 -> print 1 hour "a"', []),
                (RULE + 'print 1 msec "a"', ["a"]),
                (RULE + 'print 1 hour "b"', ["b"]),
                ('s = hinv.ncpu > 0 -> print 1 hour "a"', ["a"]),
                (RULE + 'print 1 hour "c" & print 1 hour "a"', ["c", "a"]),
                (RULE + 'print 1 hour "c" & print 1 hour "a"', [])]:
            self.assertEqual(list(dict.fromkeys(self.ticks(rule))), printed,
                             rule)

    def test_of_a_rule_without_a_name_all_counts(self):
        self.ticks('hinv.ncpu > 0 -> print 1 hour "a"')
        for condition, printed in [("hinv.ncpu > 0", []),
                                   ("hinv.ncpu > 0.5", ["a"])]:
            rule = ('hinv.ncpu < 0 -> print "never";\n'
                    f'{condition} -> print 1 hour "a"')
            self.assertEqual(self.ticks(rule), printed, rule)

    def test_how_it_ended_is_known_too(self):
        rule = (RULE + 'shell 1 hour "echo run >> runs; exit 1" '
                '| print 1 hour "failed"')
        self.assertEqual(self.ticks(rule, 20), ["failed"])
        self.assertEqual(self.ticks(rule + ' & print "again"', 1), ["again"])
        self.assertEqual((self.folder / "runs").read_text(), "run\n")

    def test_a_notification_that_was_accepted_is_not_due_after_a_kill(self):
        server = Flaky(fine)
        self.addCleanup(server.close)
        self.write("rules", f'delta = 20 msec;\n{RULE}'
                   f'webhook 1 hour "{server.url()}" "x";\n')
        process = self.start()
        server.wait_for(1)
        process.kill()
        process.communicate(timeout=LIMIT)
        self.assertEqual(
            self.ticks(RULE + f'webhook 1 hour "{server.url()}" "x"', 5), [])
        self.assertEqual(len({one["id"] for one in server.came}), 1)

    def test_a_start_waits_for_the_end_of_an_earlier_run(self):
        """... whose command still runs, and was begun once."""
        os.mkfifo(self.folder / "end")
        self.write("rules", 'delta = 20 msec;\nr = hinv.ncpu > 0 -> shell '
                   '1 hour "echo begun; echo x >> runs; read end < end" '
                   '| print "failed";\n'
                   's = hinv.ncpu > 0 -> print 1 hour "held";\n'
                   'hinv.ncpu > 0 -> print "tick";\n')
        earlier = self.start()
        seen = set()
        while seen < {"begun", "held", "tick"}:
            seen.add(earlier.stdout.readline().rsplit(": ", 1)[-1].strip())
        later = self.start()
        earlier.terminate()
        self.assertEqual(earlier.wait(timeout=LIMIT), 0)
        line = later.stdout.readline()
        later.terminate()
        (self.folder / "end").write_text("")
        log = later.communicate(timeout=LIMIT)[1]
        earlier.communicate()
        self.assertTrue(line.endswith(": tick\n"), line)
        self.assertEqual((self.folder / "runs").read_text(), "x\n")
        self.assertNotIn("another process uses it", log)

    def test_a_start_that_waits_leaves_no_tick_out(self):
        """It waits for 5 seconds; its last tick is due before that, so that no
        other can be late."""
        self.write("rules", "delta = 1 sec;\nr = hinv.ncpu > 0 -> "
                   'print 1 hour "held";\nhinv.ncpu > 0 -> print "tick";\n')
        earlier = self.start()
        earlier.stdout.readline()
        out, log = self.start("-T", "4 sec").communicate(timeout=LIMIT)
        earlier.terminate()
        earlier.communicate(timeout=LIMIT)
        self.assertEqual(out.count(": tick\n"), 1, out)
        self.assertIn("another process uses it", log)
        self.assertNotIn("left out", log)

    def test_a_directory_that_cannot_be_used_holds_nothing_off(self):
        self.write("state", "a file")
        rule = RULE + 'print 1 hour "held"'
        self.assertEqual(self.ticks(rule), ["held"])
        self.assertIn("the outbox cannot be used", self.log)
        self.assertEqual(self.ticks(rule), ["held"])


if __name__ == "__main__":
    unittest.main()
