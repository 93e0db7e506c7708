"""`reliably`: what cannot be done now is done later, and after a restart. Times
are asserted nowhere: a test waits for what must come."""
# Label: live
import json
import os
import socket
import subprocess
import unittest

import live_process
from stomp_broker import LIMIT, Broker, good

# A /dev with what programs need, and no log daemon but ours.
SETUP = """
set -e
mkdir -p dev
for name in null urandom; do
  touch dev/$name
  mount --bind /dev/$name dev/$name
done
mount --rbind dev /dev
exec "$@"
"""
APART = ["unshare", "-rm"]
ONCE = "delta = 1 hour; a = hinv.ncpu > 0 -> reliably "


class Reliably(live_process.Live):

    def start(self, rules, *arguments, setup=()):
        self.write("rules", rules)
        return self.begin([*setup, live_process.TOCSIN, "-h", "@", "--state", "state",
                           *arguments, "rules"])

    def end(self, process):
        process.terminate()
        return process.communicate(timeout=LIMIT)[1]

    def end_when_done(self, process):
        """Once nothing is in the outbox any more."""
        while process.poll() is None and self.outbox("list"):
            pass
        self.end(process)

    def outbox(self, *arguments):
        done = subprocess.run(
            [live_process.TOCSIN, "outbox", "--state", "state", *arguments],
            cwd=self.folder, env=self.env, text=True, capture_output=True,
            timeout=LIMIT, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def program(self, text):
        path = self.folder / "page"
        path.write_text("#!/bin/sh\n" + text, encoding="utf-8")
        path.chmod(0o700)
        return path

    def log_with(self, process, text):
        """Waits for a line of the log that has `text`."""
        for line in process.stderr:
            if text in line:
                return line
        return self.fail(f"no line with {text}")

    def test_a_program_that_fails_thrice_and_a_restart(self):
        done = self.folder / "done"
        os.mkfifo(done)
        path = self.program(
            'echo "$TOCSIN_RULE $1" >>tries\n'
            '[ $(wc -l <tries) -gt 3 ] || exit 7\n'
            f'cat >input; echo "$@" >{done}\n')
        self.write("tries", "")
        process = self.start(
            ONCE + f'exec "{path}" "a; b" "%v" & print "kept";')
        self.assertTrue(process.stdout.readline().endswith(": kept\n"))
        line = self.log_with(process, "tried again")
        self.assertIn(f"a: exec {path}: exit status 7; is tried again", line)
        while (self.folder / "tries").read_text() == "":
            pass
        self.assertIn("left for the next start", self.end(process))
        self.assertRegex(self.outbox("list"),
                         rf"^[0-9a-f-]{{36}} \S+ a on \S+ to exec {path}; \d "
                         r"(try|tries, the last): exit status 7(; next "
                         r"try \S+)?\n$")
        number = self.outbox("list").split()[0]
        kept = json.loads(self.outbox("show", number))
        self.assertEqual(kept["program"], str(path))
        self.assertEqual(kept["arguments"][:2], [str(path), "a; b"])
        self.assertIn("TOCSIN_RULE=a", kept["environment"])
        self.assertEqual(json.loads(kept["message"])["id"], number)
        process = self.start("delta = 1 hour; hinv.ncpu > 1e9;")
        with open(done, encoding="utf-8") as fifo:
            said = fifo.read()
        self.assertEqual(said, " ".join(kept["arguments"][1:]) + "\n")
        self.end_when_done(process)
        told = json.loads((self.folder / "input").read_text())
        self.assertEqual(told["rule"], "a")

    def test_a_log_daemon_that_comes_back(self):
        if subprocess.run([*APART, "true"], check=False).returncode != 0:
            self.skipTest("there are no name spaces for mounts")
        setup = [*APART, "sh", "-c", SETUP, "sh"]
        process = self.start(
            ONCE + 'syslog "-p user.err" "-t me" "x" & print "kept";',
            setup=setup)
        self.assertTrue(process.stdout.readline().endswith(": kept\n"))
        self.log_with(process, "a: syslog /dev/log: ")
        self.end(process)
        self.assertRegex(self.outbox("list"), " a on .* to syslog /dev/log; ")
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as daemon:
            daemon.bind(str(self.folder / "dev/log"))
            daemon.settimeout(LIMIT)
            process = self.start("delta = 1 hour; hinv.ncpu > 1e9;",
                                 setup=setup)
            self.assertRegex(daemon.recv(1000).decode(),
                             r"^<11>\w{3} [ \d]\d [\d:]{8} me\[\d+\]: x$")
            self.end_when_done(process)

    def test_a_broker_that_comes(self):
        with socket.create_server(("127.0.0.1", 0)) as nobody:
            port = nobody.getsockname()[1]
        settings = "host=localhost\nport={}\nuser=joe\npasscode=x\n"
        self.write("broker", settings.format(port))
        process = self.start(ONCE + 'stomp "x" & print "kept";',
                             "-j", "broker")
        self.assertTrue(process.stdout.readline().endswith(": kept\n"))
        self.log_with(process, f"a: stomp localhost:{port}: ")
        self.end(process)
        number = self.outbox("list").split()[0]
        self.assertEqual(json.loads(self.outbox("show", number)),
                         {"message": "x"})
        broker = Broker(good)
        self.addCleanup(broker.close)
        self.write("broker", settings.format(broker.port))
        process = self.start('delta = 1 hour; hinv.ncpu > 1e9 -> stomp "y";',
                             "-j", "broker")
        broker.next()
        message = broker.next()
        self.assertEqual(message.body, b"x")
        self.assertEqual(message["idempotency-key"], number)
        self.end_when_done(process)

    def test_what_a_mistake_is_told(self):
        self.write("rules", 'a = hinv.ncpu > 0 -> reliably shell "x";')
        done = subprocess.run(
            [live_process.TOCSIN, "check", "rules"], cwd=self.folder,
            text=True, capture_output=True, timeout=LIMIT, check=False)
        self.assertIn(
            "error: reliably stands before syslog, stomp, exec, journal and "
            "mail alone", done.stdout)
        self.assertIn("hint: shell cannot be kept for later: run a program "
                      "with exec", done.stdout)
        self.write("rules", 'a = hinv.ncpu > 0 -> reliably syslog "x" '
                            '| print "y";')
        done = subprocess.run(
            [live_process.TOCSIN, "check", "rules"], cwd=self.folder,
            text=True, capture_output=True, timeout=LIMIT, check=False)
        self.assertIn("warning: this has succeeded when it is in the outbox",
                      done.stdout)


if __name__ == "__main__":
    unittest.main()
