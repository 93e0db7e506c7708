"""Webhooks over HTTP, with a server that is not ours at the other end. Times
are asserted nowhere: a test waits for what must come."""
# Label: live
import base64
import json
import os
import subprocess
import unittest

import live_process
from http_receiver import LIMIT, Receiver, mmv

# A library that takes as long to load as somebody writes.
SLOW_LIBRARY = """
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
__attribute__((constructor)) static void load(void) {
  char byte;
  (void)!read(open(getenv("SLOW"), O_RDONLY), &byte, 1);
}
"""
EACH = "delta = 20 msec; hinv.ncpu > 0 -> "


class Webhooks(live_process.Live):

    def setUp(self):
        super().setUp()
        self.receiver = Receiver()
        self.addCleanup(self.receiver.close)

    def start(self, rules, *arguments, host="@"):
        self.write("rules", rules)
        return self.begin([live_process.TOCSIN, "-h", host, *arguments,
                           "rules"])

    def end(self, process):
        """What it wrote besides, once it has been ended by a signal."""
        process.terminate()
        return process.communicate(timeout=LIMIT)

    def lines(self, process, count):
        """So many of its output, without their times."""
        return [process.stdout.readline().rpartition(": ")[2]
                for _ in range(count)]

    def test_what_is_told(self):
        process = self.start(
            'busy = some_inst ( kernel.all.load > -1 ) -> webhook 1 hour '
            f'"{self.receiver.url("/a%20b?c=%i")}" "load" " %i %v";\n'
            'delta = 20 msec; hinv.ncpu > 0 -> print "tick";\n',
            "-T", "70 msec")  # its end waits for what is on its way
        path, headers, body = self.receiver.next()
        self.assertEqual(path, "/a%20b?c=%i")
        self.assertEqual(headers["Content-Type"], "application/json")
        told = json.loads(body)
        self.assertEqual(list(told), ["version", "id", "rule", "time", "text",
                                      "bindings"])
        self.assertEqual((told["version"], told["rule"]), (1, "busy"))
        self.assertEqual(headers["Idempotency-Key"], told["id"])
        self.assertRegex(told["time"],
                         r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$")
        self.assertEqual([one["instance"] for one in told["bindings"]],
                         ["1 minute", "5 minute", "15 minute"])
        self.assertEqual(told["text"][0], "load")
        self.assertTrue(told["text"][1].startswith(" 1 minute "))
        for one in told["bindings"]:
            self.assertEqual(list(one),
                             ["host", "instance", "value", "context", "text"])
            self.assertIsInstance(one["value"], float)
            self.assertTrue(one["text"].startswith(
                f"load {one['instance']} "), one["text"])
        _, log = process.communicate(timeout=LIMIT)
        self.assertEqual(self.receiver.requests, [])
        self.assertNotIn(": webhook: ", log)

    def test_succeeded_holds_off_and_has_no_alternative(self):
        process = self.start(
            EACH + f'(now webhook 1 hour "{self.receiver.url()}" | print "no") & '
            'print "tick";')
        self.assertEqual(self.lines(process, 3), ["tick\n"] * 3)
        self.end(process)
        self.assertEqual(len(self.receiver.requests), 1)

    def test_each_failure_runs_the_alternative(self):
        for status, headers in ((500, {}), (404, {}), (429, {}),
                                (302, {"Location": self.receiver.url("/b")})):
            self.receiver.status, self.receiver.headers = status, headers
            process = self.start(
                EACH + f'now webhook "{self.receiver.url("/secret")}" "x" '
                '| print "instead";')
            self.assertEqual(self.lines(process, 2), ["instead\n"] * 2)
            _, log = self.end(process)
            self.assertIn(
                f"expr_1: webhook: {self.receiver.url('')}: answers {status}" +
                (", and redirections are not followed" if status == 302 else "")
                + "\n", log)
            self.assertNotIn("secret", log)
            self.assertEqual({path for path, *_ in self.receiver.requests},
                             {"/secret"})
            self.receiver.requests.clear()

    def test_what_was_not_sent_does_not_hold_off(self):
        self.receiver.close()
        process = self.start(
            EACH + f'now webhook 1 hour "{self.receiver.url("/secret")}" "x" '
            '| print "instead";')
        self.assertEqual(self.lines(process, 3), ["instead\n"] * 3)
        _, log = self.end(process)
        self.assertEqual(log.count("Connection refused"), 1)
        self.assertNotIn("secret", log)

    def test_an_answer_without_end(self):
        self.receiver.status, self.receiver.body = 200, bytes(4 << 20)
        process = self.start(
            EACH + f'now webhook 1 hour "{self.receiver.url()}" '
            '& print "next";')
        self.assertEqual(self.lines(process, 2), ["next\n"] * 2)
        _, log = self.end(process)
        self.assertNotIn("webhook", log)

    def test_an_answer_is_there_with_its_head(self):
        self.receiver.status, self.receiver.missing = 200, 1
        self.write("ops.yaml", "receivers: {ops: {timeout: 1 hour, url: "
                   f"'{self.receiver.url()}'}}}}\n")
        process = self.start(
            'hinv.ncpu > 0 -> now webhook "ops" & print "told";', "-t",
            "1hour", "-T", "10msec", "--receivers", "ops.yaml")
        out, _ = process.communicate(timeout=LIMIT)
        self.assertTrue(out.endswith(": told\n"))

    def test_who_never_answers_holds_up_nobody(self):
        self.receiver.status = 0
        process = self.start(
            f'a = hinv.ncpu > 0 -> now webhook "{self.receiver.url()}" "x" '
            '| print "given up";\n' + EACH + 'print "tick";')
        self.receiver.next()
        self.assertEqual(self.lines(process, 5), ["tick\n"] * 5)
        out, log = self.end(process)
        self.assertIn("a: webhook: " + self.receiver.url("") +
                      ": the program ends\n", log)
        self.assertIn(": given up\n", out)

    def test_receivers_that_hang_leave_descriptors_for_others(self):
        hanging = [Receiver() for _ in range(12)]
        rules = [EACH + 'shell "echo alive";']
        for receiver in hanging:
            self.addCleanup(receiver.close)
            receiver.status = 0
            rules += [EACH + f'webhook 1 hour "{receiver.url(f"/{i}")}" "x";'
                      for i in range(8)]
        self.write("rules", "\n".join(rules))
        process = self.begin(
            ["prlimit", "--nofile=64:64", live_process.TOCSIN, "-h", "@",
             "rules"])
        for _ in process.stdout:
            if sum(len(one.requests) for one in hanging) >= 24:
                break
        for _ in range(20):
            self.assertIn("alive", process.stdout.readline())
        self.assertLessEqual(sum(len(one.requests) for one in hanging), 32)
        self.assertNotIn("Too many open files", self.end(process)[1])

    def test_a_library_that_loads_slowly_holds_up_nobody(self):
        self.write("slow.c", SLOW_LIBRARY)
        subprocess.run(["cc", "-shared", "-fPIC", "-o", "libcurl.so.4",
                        "slow.c"], cwd=self.folder, check=True)
        os.mkfifo(self.folder / "slow")
        self.env.update(LD_LIBRARY_PATH=str(self.folder),
                        SLOW=str(self.folder / "slow"))
        process = self.start(
            'a = hinv.ncpu > 0 -> now webhook 1 hour "http://127.0.0.1/" '
            '| print "given up";\n' + EACH + 'print "tick";')
        with open(self.folder / "slow", "wb"):  # when it is being loaded
            self.assertEqual(self.lines(process, 5), ["tick\n"] * 5)
        self.assertIn("given up\n", iter(lambda: self.lines(process, 1)[0], ""))
        _, log = self.end(process)
        self.assertIn("a: webhook: http://127.0.0.1: no libcurl.so.4 here: "
                      "install libcurl4\n", log)

    def test_a_run_ends_when_its_webhooks_have_been_answered(self):
        process = self.start(
            f'a = hinv.ncpu > 0 -> now webhook "{self.receiver.url()}" "x" '
            '& print "told";\n', "-t", "1hour", "-T", "10msec")
        out, _ = process.communicate(timeout=LIMIT)
        self.assertEqual(process.returncode, 0)
        self.assertTrue(out.endswith(": told\n"))

    def test_hostile_names(self):
        names = [b'","a":"', b"'; $(x) `x`", b"a\nb\r\nX-Evil: 1", b"%i%v%h",
                 b"-n", b"\xff\xfe", "\u202e\u00e4".encode(), b"\x1b[2J\x7f",
                 b"\\", b"{{x}}"]
        (self.folder / "hostile").write_bytes(mmv(names))
        process = self.start(
            "some_inst ( mmv.hostile.a > 0 ) -> webhook "
            f'"{self.receiver.url()}" "%i";', "-t", "1hour",
            host=f"mmv:{self.folder / 'hostile'}")
        path, headers, body = self.receiver.next()
        self.assertEqual(path, "/")
        self.assertNotIn("X-Evil", headers)
        self.assertTrue(body.isascii())
        told = json.loads(body)
        raw = [base64.b64decode(one["instance_base64"])
               if "instance_base64" in one else one["instance"].encode()
               for one in told["bindings"]]
        self.assertEqual(raw, names)
        self.assertEqual(base64.b64decode(told["text_base64"][0]),
                         b"".join(names))
        self.end(process)

    def test_over_archives_it_is_described(self):
        for program in ("tocsin", "pmie"):
            (self.folder / program).symlink_to(live_process.TOCSIN)
            done = subprocess.run(
                [self.folder / program, "-a", live_process.BUILD /
                 "sample/shop", "-t", "1min", "-T", "0"], env=self.env,
                input='hinv.ncpu > 0 -> webhook '
                f'"{self.receiver.url("/secret")}" "%v" " CPUs";', text=True,
                capture_output=True, timeout=LIMIT, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertRegex(
                done.stdout, r"(?m)\Awebhook Mon Mar  2 08:00:00 2026: "
                + self.receiver.url("") + r": \d+ CPUs$")
        self.assertEqual(self.receiver.requests, [])

    def test_a_receiver_that_is_none_is_told(self):
        self.write("rules", 'hinv.ncpu > 0 -> webhook 5 min "to ops" "x";\n')
        done = subprocess.run(
            [live_process.TOCSIN, "check", "rules"], cwd=self.folder,
            text=True, capture_output=True, timeout=LIMIT, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(
            done.stdout + done.stderr,
            "rules:1:32: error: a URL begins with http:// or https://\n"
            '  hinv.ncpu > 0 -> webhook 5 min "to ops" "x";\n'
            "                                 ^~~~~~~~\n"
            "  hint: the receiver comes first: webhook "
            '"https://alerts.example.com" "text"\n'
            "0 statements are right; 1 error, 0 warnings\n"
            "no metric was looked up: that takes an archive, -a, or a host, "
            "-h\n")


if __name__ == "__main__":
    unittest.main()
