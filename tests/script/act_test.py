"""--act: actions over archives, each really done, once, with its own time."""
import json
import os
import re
import signal
import subprocess

import http_receiver
import shop
from stomp_broker import Broker

RULE = "delta = 1 hour;\nbusy = some_inst (kernel.all.load > 0.7) -> "


class Act(shop.InFolder):

    def tocsin(self, rule, *arguments):
        self.write("rules", RULE + rule + ";\n")
        done = subprocess.run(
            [shop.TOCSIN, "-a", "shop", *arguments, "rules"], cwd=self.folder,
            env=shop.environment(), capture_output=True, text=True,
            timeout=120, check=False)
        self.status = done.returncode
        self.log = re.sub(r"\[.*?\] tocsin\(\d+\) ", "", done.stderr)
        return done.stdout.splitlines()

    def times(self):
        """When the rule is true, by what is described without --act."""
        lines = self.tocsin('print "x"')
        return [line.removeprefix("print ").removesuffix(": x")
                for line in lines]

    def test_each_is_done_once_at_its_time(self):
        times = self.times()
        self.assertGreater(len(times), 2)
        self.assertEqual(self.tocsin('print "x"', "--act"),
                         [time + ": x" for time in times])
        self.assertEqual(self.status, 0)
        self.assertEqual(self.log, "Info: evaluator exiting\n")

    def test_an_action_ends_before_the_next_begins(self):
        times = self.times()
        lines = self.tocsin('shell "echo a; exit 1" | print "b"', "--act")
        self.assertEqual(
            lines, [text for time in times for text in ("a", time + ": b")])

    def test_holdoffs_are_of_the_archive_and_not_kept(self):
        times = self.times()
        for _ in range(2):
            self.assertEqual(
                self.tocsin('print 2 hours "x"', "--act", "--state", "state"),
                [time + ": x" for time in times[::2]])

    def test_notifications_arrive_with_their_times(self):
        server = http_receiver.Receiver()
        self.addCleanup(server.close)
        times = self.times()
        self.write("ops.yaml",
                   f"receivers: {{ops: {{url: '{server.url()}'}}}}")
        self.tocsin('webhook "ops" "x"', "--act", "--receivers", "ops.yaml")
        self.assertEqual(self.status, 0, self.log)
        told = [json.loads(server.next()[2]) for _ in times]
        self.assertEqual(server.requests, [])
        self.assertEqual(sorted(one["time"] for one in told),
                         [one["time"] for one in told])
        self.assertTrue(all(one["time"].startswith("2026-03-02T")
                            for one in told), told)
        self.assertEqual(len({one["id"] for one in told}), len(times))

    def test_receivers_have_to_be_known(self):
        self.tocsin('webhook "ops" "x"', "--act")
        self.assertEqual(self.status, 3)
        self.assertIn("there is no receiver called ops", self.log)

    def test_what_was_not_performed_is_told(self):
        times = self.times()
        self.tocsin('exec "/no/such/program"', "--act")
        self.assertEqual(self.status, 1)
        self.assertIn("/no/such/program", self.log)
        self.assertIn(f"Error: {len(times)} actions were not performed\n",
                      self.log)

    def test_a_check_does_nothing(self):
        self.assertEqual(self.tocsin('shell "touch done"', "--act", "-C"), [])
        self.assertFalse((self.folder / "done").exists())

    def test_a_notification_that_is_lost_was_not_performed(self):
        server = http_receiver.Receiver()
        self.addCleanup(server.close)
        server.status = 404
        self.tocsin(f'webhook "{server.url()}" "x"', "--act")
        self.assertEqual(self.status, 1, self.log)
        self.assertIn("answers 404", self.log)
        self.tocsin('webhook 24 hour "http://127.0.0.1:1/" "x"', "--act")
        self.assertEqual(self.status, 1)
        self.assertIn("1 notification not delivered", self.log)
        self.tocsin('webhook 24 hour "http://127.0.0.1:1/" "x"', "--act",
                    "--state", "state")
        self.assertEqual(self.status, 0, self.log)
        self.assertIn("1 notification left for the next start", self.log)
        self.tocsin('webhook 24 hour "http://127.0.0.1:1/" "x"', "--act",
                    "--state", "state")
        self.assertNotIn("no rule has it", self.log)

    def test_what_nobody_confirms_was_performed_in_vain(self):
        def refuse(client):
            client.let_in()
            yield client.frame()
            client.say("ERROR\nreceipt-id:1\nmessage:no\n\n\0")
            client.wait_for_end()
        broker = Broker(refuse)
        self.addCleanup(broker.close)
        self.write("broker", f"host=localhost\nport={broker.port}\nuser=joe\n"
                             "passcode=x\n")
        server = http_receiver.Receiver()
        self.addCleanup(server.close)
        server.status = 404
        for rule in ('stomp 24 hour "x"', f'now webhook 24 hour "{server.url()}"'):
            self.tocsin(rule, "--act", "-j", "broker")
            self.assertEqual(self.status, 1, self.log)
            self.assertIn("Error: 1 action was performed in vain: refused, or "
                          "not confirmed\n", self.log)
            lines = self.tocsin(rule + ' | print 24 hour "instead"', "--act",
                                "-j", "broker")
            self.assertEqual([line.rpartition(": ")[2] for line in lines],
                             ["instead"])
            self.assertEqual(self.status, 0, self.log)

    def test_an_interval_is_waited_for(self):
        server = http_receiver.Receiver()
        self.addCleanup(server.close)
        times = self.times()
        self.write("ops.yaml", "receivers: {ops: {interval: 20 msec, url: "
                   f"'{server.url()}'}}}}")
        self.tocsin('webhook "ops" "x"', "--act", "--receivers", "ops.yaml")
        self.assertEqual(self.status, 0, self.log)
        self.assertEqual(len(server.requests), len(times))

    def begin(self, rules):
        """A run whose first command waits for the test."""
        self.write("rules", rules)
        os.mkfifo(self.folder / "end")
        process = subprocess.Popen(
            [shop.TOCSIN, "-a", "shop", "--act", "rules"], cwd=self.folder,
            env=shop.environment(), stdout=subprocess.PIPE, text=True,
            stderr=subprocess.PIPE,
            preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL))
        self.assertEqual(process.stdout.readline(), "begun\n")
        return process

    def test_after_a_signal_nothing_is_begun(self):
        for number in (signal.SIGTERM, signal.SIGHUP):
            with self.subTest(number):
                self.nothing_is_begun_after(number)

    def nothing_is_begun_after(self, number):
        process = self.begin(
            RULE + 'shell "echo begun; read end < end" | print "failed";\n'
            + RULE.replace("busy", "other") + 'print "other";\n')
        process.send_signal(number)
        self.assertEqual(process.wait(timeout=120), 1)
        (self.folder / "end").write_text("")  # it is left to end by itself
        out, log = process.communicate()
        (self.folder / "end").unlink()
        self.assertEqual(out, "")
        self.assertIn("1 action was not done yet: what follows from how it "
                      "ends is not done", log)

    def test_how_far_it_is(self):
        process = self.begin(
            RULE + 'shell 24 hour "echo begun; read end < end";\n')
        process.send_signal(signal.SIGUSR1)
        line = process.stderr.readline()
        self.assertRegex(line, r"at Mon Mar  2 .* 2026: actions: 0 performed, "
                         r"0 not; 0 notifications wait\n")
        (self.folder / "end").write_text("")
        process.communicate()
        self.assertEqual(process.returncode, 0)

if __name__ == "__main__":
    shop.main()
