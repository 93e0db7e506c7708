"""What may be a secret is in nothing that the program says: paths of URLs, and
what a receiver's file keeps in other files. Everything is asked for that shows
rules, receivers or notifications, and searched."""
# Label: live
import http.server
import signal
import subprocess
import threading
import unittest

import live_process

LIMIT = 120  # Units: seconds; of a test that fails
MARK = "s3cr3t"  # a part of each secret


class Refusing(http.server.BaseHTTPRequestHandler):
    """Knows nobody, and says so with what it was sent."""

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.server.came.release()
        self.send_response(503, MARK)
        self.end_headers()

    def log_message(self, *_):
        pass


RECEIVERS = """receivers:
  ops:
    url_file: ops.url
    token_file: ops.token
  other:
    url: http://127.0.0.1:{port}/{mark}-named?{mark}=1
    user: we
    password_file: ops.token
    headers:
      X-Key: {mark}-header
"""
# Each action's line has a warning as well, which quotes it.
RULES = """delta = 100 msec;
a = hinv.ncpu > 0 -> webhook "http://127.0.0.1:{port}/{mark}-path?{mark}=1" "x" & print "5 min" "y";
b = hinv.ncpu > 0 -> webhook "ops" "x";
c = hinv.ncpu > 0 -> webhook "other" "x";
"""
WRONG = """a = hinv.ncpu > 0 -> webhook "https://{mark}:{mark}@h.example/{mark}" "x";
b = hinv.ncpu > -> webhook "https://h.example/{mark}" "x";
c = hinv.ncpu > 0 -> webhok "https://h.example/{mark}" "x";
d = hinv.ncpu "https://h.example/{mark}" > 0 -> webhook 5 "x";
e = "https://h.example/{mark}" + 1;
f = hinv.ncpu > 0 -> webhook "x" "https://h.example/{mark}";
g = hinv.ncpu > 0 -> webhook 'https://h.example/{mark}' "x";
h = hinv.ncpu > 0 -> 'https://h.example/{mark}' "x";
i = hinv.ncpu > 0 -> webhook "h.example/{mark} {mark}" "x";
j = hinv.ncpu > 0 -> webhook 1 hour "https//h.example/{mark}" "x";
k = hinv.ncpu > 0 -> webhook "https:/h.example/{mark}" "x";
l = hinv.ncpu > 0 -> webhook 'h.example:8080/{mark}' "x";
m = hinv.ncpu > 0 -> webhook h.example/{mark} "x";
n = hinv.ncpu > 0 -> webhook 1 hour
  "we:{mark}@h.example?{mark}" "x";
o = hinv.ncpu > 0 -> exec "https://h.example/{mark}" "x";
p = https://h.example/{mark} > 0 -> print "x";
q = hinv.ncpu > 0 -> webhook https://h.example/{mark} "x";
r = hinv.ncpu > 0 -> webhook "https://h.example:{mark}/x" "x";
s = hinv.ncpu > 0 -> webhook "h.example:{mark}" "x";
t = hinv.ncpu > 0 -> webhook "xoxb-1234-{mark}" "x";
u = hinv.ncpu > 0 -> webhook 5 min xoxb-1234-{mark} "x";
"""


class Secrets(live_process.Live):

    def setUp(self):
        super().setUp()
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0),
                                                      Refusing)
        self.server.daemon_threads = True
        self.server.came = threading.Semaphore(0)
        threading.Thread(target=self.server.serve_forever,
                         daemon=True).start()
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)
        known = {"port": self.server.server_port, "mark": MARK}
        self.write("receivers", RECEIVERS.format(**known))
        self.write("rules", RULES.format(**known))
        self.write("wrong", WRONG.format(**known))
        self.write("ops.url",
                   f"http://127.0.0.1:{known['port']}/{MARK}-file\n")
        self.write("ops.token", f"{MARK}-token\n")

    def said(self, *arguments):
        done = subprocess.run(
            [live_process.TOCSIN, *arguments], cwd=self.folder, env=self.env,
            text=True, capture_output=True, timeout=LIMIT, check=False)
        self.assertNotEqual(done.stdout + done.stderr, "", arguments)
        return done.stdout + done.stderr

    def check(self, what, text):
        self.assertNotIn(MARK, text, what)

    def test_a_run_and_its_outbox(self):
        process = self.begin([live_process.TOCSIN, "-v", "-h", "@", "--state",
                              "state", "--receivers", "receivers", "rules"])
        for _ in range(6):
            self.assertTrue(self.server.came.acquire(timeout=LIMIT))
        process.send_signal(signal.SIGUSR1)
        listed = self.said("outbox", "--state", "state", "list")
        self.check("list", listed)
        for line in listed.splitlines():
            self.check("show", self.said("outbox", "--state", "state", "show",
                                         line.split()[0]))
        process.terminate()
        out, log = process.communicate(timeout=LIMIT)
        self.check("standard output", out)
        self.assertIn("a time in quotes", log)
        self.assertIn("is tried again", log)
        self.check("the log", log)
        for file in (self.folder / "state").iterdir():
            self.assertNotIn(MARK.encode(), file.read_bytes(), file.name)

    def test_what_shows_receivers_and_rules(self):
        for arguments in (
                ("check", "--receivers", "receivers", "rules"),
                ("check", "--json", "--receivers", "receivers", "rules"),
                ("check", "wrong"), ("check", "--json", "wrong"),
                ("-h", "@", "wrong"), ("-C", "-h", "@", "wrong"),
                ("notify", f"http://127.0.0.1:1/{MARK}", "--try"),
                *(("notify", "--receivers", "receivers", *try_, name)
                  for try_ in ((), ("--try",)) for name in ("ops", "other"))):
            self.check(arguments, self.said(*arguments))


if __name__ == "__main__":
    unittest.main()
