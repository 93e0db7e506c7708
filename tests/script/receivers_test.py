"""Receivers by their names: what their files make of a notification, with a
server that is not ours at the other end, and what is said of wrong ones."""
# Label: live
import base64
import html
import json
import os
import pwd
import re
import shutil
import signal
import subprocess
import unittest

import live_process
from http_receiver import LIMIT, Receiver, mmv

APART = ["unshare", "-rm"]
TELL = 'hinv.ncpu > 0 -> webhook 1 hour "ops" "hi";'


class Receivers(live_process.Live):

    def setUp(self):
        super().setUp()
        self.receiver = Receiver()
        self.addCleanup(self.receiver.close)

    def run_once(self, receivers, rules=TELL, *arguments):
        """A run that ends when its notification has been answered."""
        self.write("receivers.yaml", receivers)
        self.write("rules", rules)
        return subprocess.run(
            [live_process.TOCSIN, "-h", "@", "-t", "1hour", "-T", "10msec",
             "--receivers", "receivers.yaml", *arguments, "rules"],
            cwd=self.folder, env=self.env, text=True, capture_output=True,
            timeout=LIMIT, check=False)

    def check(self, *arguments):
        done = subprocess.run(
            [live_process.TOCSIN, "check", *arguments], cwd=self.folder,
            env=self.env, text=True, capture_output=True, timeout=LIMIT,
            check=False)
        self.assertEqual(done.stderr, "")
        return done.returncode, done.stdout

    def check_in_place(self, prepare, rules=""):
        """`tocsin check` without a file, or of rules, in a mount namespace
        whose /etc is what this has made of it."""
        done = subprocess.run(
            [*APART, "sh", "-euc", "mount -t tmpfs none /etc\n"
             "mkdir /etc/tocsin\n" + prepare + f'\nexec "$0" check {rules}',
             live_process.TOCSIN], cwd=self.folder, env=self.env, text=True,
            capture_output=True, timeout=LIMIT, check=False)
        return done.returncode, done.stdout, done.stderr

    def test_what_is_in_place_is_checked_without_rules(self):
        if shutil.which("unshare") is None or subprocess.run(
                [*APART, "true"], capture_output=True, check=False).returncode:
            self.skipTest("no /etc of its own")
        self.write("right", "receivers:\n  ops: {url: 'http://h/'}\n")
        self.write("wrong", "receivers:\n  ops: {}\n")
        self.assertEqual(
            self.check_in_place("cp right /etc/tocsin/receivers.yaml"),
            (0, "1 receiver is right; 0 errors, 0 warnings\n", ""))
        status, told, _ = self.check_in_place(
            "mkdir /etc/tocsin/receivers.d\n"
            "cp wrong /etc/tocsin/receivers.d/a.yaml")
        self.assertEqual(status, 1)
        self.assertIn("receivers.d/a.yaml:2:3: error: there is no url", told)
        self.assertEqual(
            self.check_in_place("true"),
            (2, "", "tocsin: check: FILE is required: there is no receiver in "
             "/etc/tocsin either\n"))
        self.assertEqual(
            self.check_in_place("ln -s receivers.d /etc/tocsin/receivers.d\n"
                                "ln -s receivers.yaml "
                                "/etc/tocsin/receivers.yaml"),
            (2, "", "tocsin: check: /etc/tocsin/receivers.yaml: Too many "
             "levels of symbolic links, /etc/tocsin/receivers.d: Too many "
             "levels of symbolic links\n"))
        self.write("rules", 'hinv.ncpu > 0 -> webhook "ops" "hi";')
        for place, status, out, log in (
                ("receivers.yaml", 2, "", "{}: No such file"),
                ("receivers.d/x.yaml", 1, "{}: error: cannot be read: No such "
                 "file", "")):
            place = "/etc/tocsin/" + place
            done, told, complaint = self.check_in_place(
                "mkdir /etc/tocsin/receivers.d\n"
                f"ln -s nowhere {place}", "rules")
            self.assertEqual(done, status, "no run would begin")
            self.assertIn(out.format(place), told)
            self.assertIn(log.format(place), complaint)

    def test_a_name_stands_for_a_url(self):
        done = self.run_once(
            f"receivers:\n  ops:\n    url: {self.receiver.url('/hook')}\n"
            "    method: PUT\n    headers:\n      X-Team: storage\n")
        self.assertEqual(done.returncode, 0, done.stderr)
        path, headers, body = self.receiver.next()
        self.assertEqual(path, "/hook")
        self.assertEqual(headers["X-Team"], "storage")
        self.assertEqual(json.loads(body)["text"], ["hi"])

    def test_a_url_in_a_file_is_in_no_log(self):
        self.receiver.status = 500
        self.write("url", self.receiver.url("/SECRET") + "\n")
        done = self.run_once("receivers:\n  ops:\n    url_file: url\n")
        self.assertEqual(self.receiver.next()[0], "/SECRET")
        self.assertIn("expr_1: webhook: ops: answers 500; is tried again\n", done.stderr)
        self.assertNotIn("SECRET", done.stdout + done.stderr)
        (self.folder / "url").unlink()
        done = self.run_once("receivers:\n  ops:\n    url_file: url\n")
        self.assertIn("expr_1: webhook: ops: url_file: No such file", done.stderr)

    def test_an_interval_holds_others_back(self):
        rules = "".join(f"{name} = hinv.ncpu > 0 -> webhook \"{to}\" \"hi\";\n"
                        for name, to in (("a", "slow"), ("b", "slow"),
                                         ("c", "ops"), ("d", "ops")))
        self.write("rules", rules)
        self.write(
            "receivers.yaml", "receivers:\n"
            f"  ops: {{url: {self.receiver.url('/ops')}}}\n"
            f"  slow: {{url: {self.receiver.url('/slow')}, interval: 1 hour}}\n")
        process = self.begin(
            [live_process.TOCSIN, "-h", "@", "-t", "1hour", "-T", "10msec",
             "--receivers", "receivers.yaml", "rules"])
        told = [self.receiver.next() for _ in range(3)]
        process.terminate()
        log = process.communicate(timeout=LIMIT)[1]
        self.assertEqual(self.receiver.requests, [])
        self.assertEqual(sorted(path for path, _, _ in told),
                         ["/ops", "/ops", "/slow"])
        self.assertIn(": webhook: slow: 1 notification not delivered: the program ends",
                      log)
        now = rules.replace("webhook", "now webhook")
        self.run_once((self.folder / "receivers.yaml").read_text(), now)
        told = [self.receiver.next()[0] for _ in range(4)]
        self.assertEqual(sorted(told), ["/ops", "/ops", "/slow", "/slow"])

    def test_the_end_of_the_time_waits_for_intervals(self):
        done = self.run_once(
            "receivers:\n  ops: {interval: 20 msec, url: "
            f"{self.receiver.url('/ops')}}}\n", TELL * 4)
        self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr)
        self.assertNotIn("not delivered", done.stderr)
        self.assertEqual(len(self.receiver.requests), 4)

    def test_who_is_let_in(self):
        self.write("secret", "SECRET\n")
        for settings, header in (
                ("    user: us\n    password_file: secret\n",
                 "Basic " + base64.b64encode(b"us:SECRET").decode()),
                ("    token_file: secret\n", "Bearer SECRET")):
            done = self.run_once("receivers:\n  ops:\n    url: "
                                 f"{self.receiver.url()}\n{settings}")
            self.assertEqual(self.receiver.next()[1]["Authorization"], header)
            self.assertNotIn("SECRET", done.stdout + done.stderr)

    def test_hostile_names_in_every_body(self):
        names = [b'","a":"', b"'; $(x) `x`", b"a\nb\r\nX-Evil: 1", b"%i%v%h",
                 b"-n", b"\xff\xfe", "\u202e\u00e4".encode(), b"\x1b[2J\x7f",
                 b"\\", b"{{x}}", b"<!channel> & <@U1>"]
        (self.folder / "hostile").write_bytes(mmv(names))
        shown = [name.decode(errors="replace") for name in names]
        self.write("rules", "some_inst ( mmv.hostile.a > 0 ) -> "
                   'webhook 1 hour "ops" "%i";')
        for settings, names_of in (
                ("body: json",
                 lambda told: [b["instance"] for b in told["bindings"]]),
                ("body: alertmanager",
                 lambda told: [a["labels"]["instance"] for a in told]),
                ("body: cloudevents",
                 lambda told: [b["instance"]
                               for b in told["data"]["bindings"]]),
                ("body: slack",
                 lambda told: self.assertEqual(
                     html.unescape(told["text"]).replace("\ufffd", ""),
                     "".join(shown).replace("<@", "<@\u200b").replace("\ufffd", "")) or shown),
                ("template: '[{{#bindings}}\"{{instance}}\"{{#more}},"
                 "{{/more}}{{/bindings}}]'", lambda told: told)):
            self.write("receivers.yaml", "receivers:\n  ops:\n    url: "
                       f"{self.receiver.url()}\n    {settings}\n")
            process = self.begin(
                [live_process.TOCSIN, "-h", f"mmv:{self.folder / 'hostile'}",
                 "--receivers", "receivers.yaml", "rules"])
            _, headers, body = self.receiver.next()
            self.assertNotIn("X-Evil", headers)
            self.assertTrue(body.isascii(), settings)
            told = names_of(json.loads(body))
            self.assertEqual([one.replace("\ufffd", "") for one in told],
                             [one.replace("\ufffd", "") for one in shown])
            process.terminate()
            process.communicate(timeout=LIMIT)

    def notify(self, *arguments):
        return subprocess.run(
            [live_process.TOCSIN, "notify", "--receivers", "receivers.yaml",
             *arguments], cwd=self.folder, env=self.env, text=True,
            capture_output=True, timeout=LIMIT, check=False)

    def test_notify_shows_the_conversation_without_secrets(self):
        self.write("token", "TOKEN\n")
        self.write("receivers.yaml", "receivers:\n  ops:\n    url: "
                   f"{self.receiver.url('/SECRET')}\n    token_file: token\n"
                   "    headers:\n      X-Key: HEADER\n    body: slack\n")
        shown = (f"POST {self.receiver.url('/...')}\n"
                 "Content-Type: application/json\nUser-Agent: tocsin\n"
                 "Idempotency-Key: ID\nX-Key: ...\nAuthorization: ...\n\n"
                 '{"text":"This is a test by tocsin notify"}\n')

        def told(done):
            return re.sub(r"[0-9a-f-]{36}", "ID", done.stdout)

        done = self.notify("ops")
        self.assertEqual((done.returncode, told(done)), (0, shown), done.stderr)
        self.assertEqual(self.receiver.requests, [])
        done = self.notify("ops", "--try")
        self.assertEqual((done.returncode, told(done)),
                         (0, shown + "\nstatus 204\n"), done.stderr)
        self.receiver.status = 403
        self.receiver.headers = {"Location": "/SECRET", "Retry-After": "7",
                                 "Content-Type": "text/plain", "X-A": "b"}
        self.receiver.body = b"no TOKEN HEADER at /SECRET \x1b[2J"
        done = self.notify("ops", "--try")
        self.assertEqual(
            (done.returncode, told(done)),
            (1, shown + "\nstatus 403\nRetry-After: 7\nLocation: /...\n"
             "Content-Type: text/plain\n\nno ... ... at ... ?[2J\n"))

    def test_notify_says_once_what_is_sent_in_a_templates_place(self):
        self.write("receivers.yaml", "receivers:\n  ops:\n    url: "
                   f"{self.receiver.url()}\n    template: '"
                   "[{{#bindings}}{{#more}}1]{{/more}}{{/bindings}}'\n")
        self.assertTrue(self.notify("ops").stderr.endswith(
            "\ntocsin: notify: the template makes what is no JSON: sent as "
            "body: json\n"))

    def test_notify_shows_no_secret_where_nobody_answers(self):
        self.write("receivers.yaml", "receivers:\n  ops:\n    url: "
                   f"{self.receiver.url('/SECRET')}\n")
        self.receiver.close()
        done = self.notify("ops", "--try")
        self.assertEqual(done.returncode, 1)
        self.assertIn("Connection refused", done.stderr)
        self.assertNotIn("SECRET", done.stdout + done.stderr)

    def test_notify_tells_what_is_wrong_with_its_receiver(self):
        one = '{url: "http://127.0.0.1:1", token_file: none}'
        self.write("receivers.yaml",
                   f"receivers:\n  a: {one}\n  b: {one}\n  c: {one}\n")
        told = self.notify("b").stderr
        self.assertTrue(told.startswith("receivers.yaml:3:46: warning: token_file: "
                                        "No such file or directory\n"), told)
        self.assertEqual(told.count("warning: "), 1)
        self.assertIn("tocsin: notify: there are warnings of 2 other "
                      "receivers: tocsin check tells them\n", told)

    def test_notify_wants_a_receiver(self):
        self.write("receivers.yaml", "receivers:\n  ops:\n    url: http://a\n")
        done = self.notify("opps")
        self.assertEqual(
            (done.returncode, done.stdout, done.stderr),
            (2, "", "tocsin: notify: there is no receiver called opps; did you "
             "mean ops?\n"))
        self.write("receivers.yaml", "receivers:\n  ops:\n")
        self.assertEqual(self.notify("ops").returncode, 2)
        done = self.notify()
        self.assertEqual(
            (done.returncode, done.stderr),
            (2, "tocsin: notify: RECEIVER is required; try 'tocsin notify "
             "--help'\n"))

    def test_wrong_receivers_are_not_started_with(self):
        done = self.run_once("receivers:\n  ops:\n    ulr: http://a/SECRET\n")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(
            done.stderr,
            "receivers.yaml:2:3: error: there is no url\n"
            "    ops:\n"
            "    ^~~\n"
            "  hint: url: https://alerts.example.com, or url_file: a file "
            "that holds it\n"
            "receivers.yaml:3:5: error: receiver ops has no setting ulr\n"
            "      ulr: ***************\n"
            "      ^~~\n"
            "  hint: did you mean url?\n"
            "tocsin: receivers are wrong: nothing is evaluated\n")
        done = self.run_once("", TELL, "--receivers", "nowhere")
        self.assertEqual(done.returncode, 1)
        self.assertTrue(done.stderr.startswith("tocsin: --receivers: "))

    def test_check_reads_them(self):
        self.write("receivers.yaml",
                   "receivers:\n  ops:\n    url: http://a\n    url: http://b\n")
        self.assertEqual(
            self.check("--receivers", "receivers.yaml"),
            (1, "receivers.yaml:4:5: error: 'url' stands twice\n"
             "      url: ********\n"
             "      ^~~\n"
             "  hint: keep one\n"
             "0 receivers are right; 1 error, 0 warnings\n"))
        self.write("receivers.yaml",
                   "receivers:\n  ops:\n    url: http://a\n")
        self.write("rules", 'a = hinv.ncpu > 0 -> webhook "opps" "x";\n')
        self.assertEqual(
            self.check("--receivers", "receivers.yaml", "rules"),
            (1, "rules:1:30: error: there is no receiver called opps\n"
             '  a = hinv.ncpu > 0 -> webhook "opps" "x";\n'
             "                               ^~~~~~\n"
             "  hint: did you mean ops?\n"
             "1 receiver and 0 statements are right; 1 error, 0 warnings\n"
             "no metric was looked up: that takes an archive, -a, or a host, "
             "-h\n"))
        self.write("rules", 'a = hinv.ncpu > 0 -> webhook "ops" "x";\n')
        self.assertEqual(self.check("--receivers", "receivers.yaml", "rules")[0],
                         0)
        status, told = self.check("--json", "rules")
        self.assertEqual(status, 1)
        self.assertIn("--receivers FILE", json.loads(told)[0]["hint"])

    def test_check_opens_files_of_tls(self):
        self.write("empty.pem", "")
        self.write("receivers.yaml", "receivers:\n  ops:\n"
                   "    url: https://a\n    tls:\n"
                   "      ca_file: empty.pem\n"
                   "      certificate_file: none.pem\n")
        self.assertEqual(
            self.check("--receivers", "receivers.yaml"),
            (0, "receivers.yaml:5:16: warning: empty.pem: no certificates of "
             "authorities in PEM\n"
             "        ca_file: empty.pem\n"
             "                 ^~~~~~~~~\n"
             "  hint: in PEM -----BEGIN CERTIFICATE----- stands before each\n"
             "receivers.yaml:6:25: warning: certificate_file: No such file or "
             "directory\n"
             "        certificate_file: none.pem\n"
             "                          ^~~~~~~~\n"
             "  hint: it is read anew for each connection\n"
             "1 receiver is right; 0 errors, 2 warnings\n"))

    def test_check_warns_of_alerts_that_are_over_too_early(self):
        self.write("receivers.yaml", "receivers:\n  am:\n"
                   "    url: http://127.0.0.1:1/api/v2/alerts\n"
                   "    body: alertmanager\n    resolve_after: 90 sec\n")
        (self.folder / "receivers.yaml").chmod(0o600)
        self.write("rules", 'a = hinv.ncpu > 0 -> webhook 1 hour "am" "x";\n'
                   'b = hinv.ncpu > 0 -> webhook 1 min "am" "x";\n')
        status, told = self.check("--receivers", "receivers.yaml", "rules")
        self.assertEqual(status, 0, told)
        self.assertTrue(told.startswith(
            "rules:1:37: warning: an alert of am is over after 90 sec, and "
            "told again after 1 hour: it is resolved while it is true\n"), told)
        self.assertIn("; 0 errors, 1 warning\n", told)

    def test_over_archives_names_are_taken(self):
        for arguments, status in (((), 0), (("--receivers", "none.yaml"), 1)):
            self.write("none.yaml", "receivers:\n  x:\n    url: http://a\n")
            self.write("rules", TELL)
            done = subprocess.run(
                [live_process.TOCSIN, "-a", live_process.BUILD / "sample/shop",
                 "-t", "1min", "-T", "0", *arguments, "rules"],
                cwd=self.folder, env=self.env, text=True, capture_output=True,
                timeout=LIMIT, check=False)
            told = "webhook Mon Mar  2 08:00:00 2026: ops: hi\n"
            self.assertEqual(done.stdout.startswith(told), status == 0,
                             done.stderr)

    def test_hup_has_a_daemon_read_them_anew(self):
        self.hup_reads_them_anew(
            "-F", "-U", pwd.getpwuid(os.getuid()).pw_name)

    def test_and_a_run_in_the_foreground_without_a_terminal(self):
        self.hup_reads_them_anew("-f")

    def hup_reads_them_anew(self, *arguments):
        def write(path, name="ops"):
            text = f"    url: {self.receiver.url(path)}\n"
            spare = "" if name == "others" else "  spare:\n" + text
            self.write("receivers.yaml",
                       f"receivers:\n  {name}:\n{text}{spare}")

        def until_told_at(path):
            while self.receiver.next()[0] != path:
                pass

        write("/one")
        self.write("rules", 'hinv.ncpu > 0 -> webhook "ops" "hi";')
        process = self.begin(
            [live_process.TOCSIN, *arguments, "-h", "@", "-t", "50msec",
             "--receivers", "receivers.yaml", "rules"], start_new_session=True,
            # Also where nohup(1) runs the tests.
            preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL))
        until_told_at("/one")
        for path, name, told in (
                ("/two", "ops", "Info: the receivers are read anew"),
                ("wrong", "ops", "Error: the receivers cannot be read anew, "
                 "and stay what they were"),
                ("/two", "others", "Warning: there is no receiver called ops "
                 "any more: what it was to be told waits"),
                ("/three", "ops", "Info: the receivers are read anew")):
            write(path, name)
            process.send_signal(signal.SIGHUP)
            while told not in (line := process.stderr.readline()):
                self.assertNotEqual(line, "", told)
                self.assertNotIn("spare", line)
            if name == "ops" and path != "wrong":
                until_told_at(path)
        process.terminate()
        process.communicate(timeout=LIMIT)
        self.assertEqual(process.returncode, 0)

    def test_pmie_has_no_receivers(self):
        (self.folder / "pmie").symlink_to(live_process.TOCSIN)
        done = subprocess.run(
            [self.folder / "pmie", "--receivers", "x"], env=self.env,
            text=True, capture_output=True, timeout=LIMIT, check=False)
        self.assertIn("--receivers", done.stderr)
        self.assertEqual(done.returncode, 1)


if __name__ == "__main__":
    unittest.main()
