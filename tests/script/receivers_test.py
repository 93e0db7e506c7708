"""Receivers by their names: what their files make of a notification, with a
server that is not ours at the other end, and what is said of wrong ones."""
# Label: live
import json
import signal
import subprocess
import unittest

import live_process
from http_receiver import LIMIT, Receiver

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
        self.assertIn("expr_1: webhook: ops: url: No such file", done.stderr)

    def test_wrong_receivers_are_not_started_with(self):
        done = self.run_once("receivers:\n  ops:\n    ulr: http://a/SECRET\n")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(
            done.stderr,
            "receivers.yaml:2:3: error: there is no url\n"
            "    ops:\n"
            "    ^~~\n"
            "  hint: url: https://alerts.example.com/path, or url_file: a file "
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
             "      url: ****://*\n"
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

    def test_pmie_has_no_receivers(self):
        (self.folder / "pmie").symlink_to(live_process.TOCSIN)
        done = subprocess.run(
            [self.folder / "pmie", "--receivers", "x"], env=self.env,
            text=True, capture_output=True, timeout=LIMIT, check=False)
        self.assertIn("--receivers", done.stderr)
        self.assertEqual(done.returncode, 1)


if __name__ == "__main__":
    unittest.main()
