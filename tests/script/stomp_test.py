"""Message brokers over STOMP: one that is good, and all that a bad one may do.
Times are asserted nowhere: a test waits for what must come."""
# Label: live
import signal
import socket
import ssl
import struct
import subprocess
import threading
import unittest

import live_process
from http_receiver import mmv
from stomp_broker import LIMIT, Broker, good

EACH = "delta = 20 msec; hinv.ncpu > 0 -> "
ONCE = "delta = 1 hour; a = hinv.ncpu > 0 -> "


class Stomp(live_process.Live):

    def broker(self, play=good, tls=None, settings=""):
        """One that plays so, and the file that names it."""
        broker = Broker(play, tls)
        self.addCleanup(broker.close)
        self.write("broker", f"host=localhost\nport={broker.port}\nuser=joe\n"
                             f"passcode=s3cret\n{settings}")
        return broker

    def start(self, rules, *arguments, program=live_process.TOCSIN, host="@"):
        self.write("rules", rules)
        return self.begin([program, "-h", host, "-j", "broker", *arguments,
                           "rules"])

    def pmie(self):
        link = self.folder / "pmie"
        if not link.exists():
            link.symlink_to(live_process.TOCSIN)
        return link

    def end(self, process):
        process.terminate()
        return process.communicate(timeout=LIMIT)[1]

    def lines(self, process, count):
        return [process.stdout.readline().rpartition(": ")[2]
                for _ in range(count)]

    def failing(self, play, settings="timeout=1\n", rules=EACH):
        """The log of a run whose messages fail."""
        self.broker(play, settings=settings)
        process = self.start(rules + 'stomp "x" | print "instead";')
        self.assertEqual(self.lines(process, 2), ["instead\n"] * 2)
        log = self.end(process)
        self.assertNotIn("s3cret", log)
        return log

    def test_what_is_told(self):
        broker = self.broker(settings="# comment\n\ntopic=alarms\n")
        process = self.start(ONCE + 'stomp "%v" " x:\\\\y" & print "done";')
        connect = broker.next()
        self.assertEqual(connect.headers, [
            ("accept-version", "1.0,1.1,1.2"), ("host", "/"), ("login", "joe"),
            ("passcode", "s3cret"), ("heart-beat", "10000,10000")])
        message = broker.next()
        (name, time), = message.headers[2:3]
        self.assertEqual(message.headers[:2] + message.headers[3:], [
            ("destination", "/topic/alarms"),
            ("content-type", "text/plain;charset=utf-8"), ("receipt", "1"),
            ("content-length", str(len(message.body)))])
        self.assertEqual(name, "time")
        self.assertRegex(time, r"^\d{4}-\d\d-\d\dT\d\d\\c\d\d\\c[\d.]+Z$")
        self.assertRegex(message.body, rb"^\d+ x:\\y$")
        self.assertEqual(self.lines(process, 1), ["done\n"])
        self.assertNotIn("stomp", self.end(process))

    def test_each_version(self):
        for version, destination in (("1.0", "/queue/a:b\\c"),
                                     ("1.1", "/queue/a\\cb\\\\c"),
                                     ("1.2", "/queue/a\\cb\\\\c")):
            def play(client, version=version):
                client.let_in(version)
                yield client.take()
            broker = self.broker(play,
                                 settings="destination=/queue/a:b\\c\n")
            process = self.start(ONCE + 'stomp "x";')
            self.assertEqual(broker.next()["destination"], destination)
            self.end(process)

    def test_hostile_names_are_no_headers(self):
        names = [b"a\nb\r\nreceipt:9\n\nX", b"\xff\xfe", b"\\n:\\", b"-n",
                 b"%i%v%h", b"\"';$(x)", "\u202e\u00e4".encode()]
        (self.folder / "hostile").write_bytes(mmv(names))
        broker = self.broker()
        process = self.start(
            'some_inst ( mmv.hostile.a > 0 ) -> stomp "%i";', "-t", "1hour",
            host=f"mmv:{self.folder / 'hostile'}")
        broker.next()
        message = broker.next()
        self.assertEqual(message.body, b"".join(names))
        self.assertEqual([name for name, _ in message.headers],
                         ["destination", "content-type", "time", "receipt",
                          "content-length"])
        self.end(process)

    def test_a_long_message_is_whole(self):
        broker = self.broker()
        text = "x" * 10_000
        process = self.start(ONCE + "stomp " + f'"{text}" ' * 100 + ";")
        broker.next()
        self.assertEqual(broker.next().body, text.encode() * 100)
        self.end(process)

    def test_without_a_receipt_it_has_failed(self):
        def play(client):
            client.let_in()
            while True:
                yield client.frame()
        self.assertIn(": takes what it is sent and sends no receipt; is tried again\n",
                      self.failing(play))

    def test_no_tick_waits(self):
        def play(client):
            yield client.let_in()
            client.wait_for_end()
        broker = self.broker(play, settings="timeout=3600\n")
        process = self.start(
            EACH + 'stomp "x" | print "failed";\nhinv.ncpu > 0 -> print "t";')
        broker.next()
        self.assertEqual(self.lines(process, 9), ["t\n"] * 9)
        self.end(process)

    def test_what_it_does_not_want_is_told_in_its_words(self):
        def play(client):
            client.let_in()
            frame = client.frame()
            client.say(f"ERROR\nreceipt-id:{frame['receipt']}\nmessage:no "
                       "s3cret\x1b[2J\n\n" + "y" * 100_000 + "\0")
            client.wait_for_end()
            yield frame
        log = self.failing(play)
        self.assertRegex(log, r": answers no \*\*\*\?\[2J: y{100,200}\.\.\.")
        self.assertLess(len(log), 2000)

    def test_what_is_no_broker(self):
        for said, told in (
                ("HTTP/1.1 400 Bad Request\r\n\r\n", "is no STOMP broker"),
                ("CONNECTED\nversion:9.9\n\n\0", "speaks another STOMP than"),
                ("ERROR\nmessage:go away\n\n\0", "answers go away"),
                ("RECEIPT\nreceipt-id:1\n\n\0", "is no STOMP broker"),
                ("CONNECTED\ncontent-length:99999999\n\n", "content-length"),
                ("CONNECTED\nversion:1.2", "Connection reset|closed by the"),
                ("", "Connection reset|closed by the")):
            def play(client, said=said):
                client.frame()
                client.say(said)
                client.connection.setsockopt(
                    socket.SOL_SOCKET, socket.SO_LINGER,
                    struct.pack("ii", 1, 0) if said else
                    struct.pack("ii", 0, 0))
                if "\0" in said or "\r" in said or "length" in said:
                    client.wait_for_end()
                yield from ()
            with self.subTest(said):
                self.assertRegex(self.failing(play), told)

    def test_one_that_does_not_answer(self):
        def play(client):
            client.wait_for_end()
            yield from ()
        self.assertIn(": connected, and does not answer; is tried again\n",
                      self.failing(play))

    def test_heart_beats(self):
        def play(client):
            client.let_in(beat="1000,1000")
            client.beat()
            yield "beat"
            client.wait_for_end()
            yield "gone"
        broker = self.broker(play, settings="heartbeat=1\n")
        process = self.start(ONCE + 'print "x" & print "y" | stomp "z";')
        self.assertEqual([broker.next(), broker.next()], ["beat", "gone"])
        self.assertIn(": has been silent for 2 s; is tried again\n",
                      self.end(process))

    def test_it_is_connected_to_again(self):
        def play(client):
            client.let_in()
            yield client.take()  # and closes
        broker = self.broker(play)
        process = self.start(
            'delta = 20 msec; hinv.ncpu > 0 -> stomp "x" | print "instead";')
        broker.next()
        broker.next()
        broker.next()
        log = self.end(process)
        self.assertIn(": closed by the peer; is tried again\n", log)
        self.assertIn(": connected again\n", log)

    def status(self, process):
        """What SIGUSR1 has the log say of the broker."""
        process.send_signal(signal.SIGUSR1)
        for line in process.stderr:
            if "connected to the message broker" in line:
                return line
        return self.fail("nothing is said of the broker")

    def test_the_status_says_how_things_stand(self):
        go_on = threading.Semaphore(0)

        def play(client):
            yield client.frame()
            go_on.acquire()
            client.say("CONNECTED\nversion:1.2\n\n\0\n")
            yield client.take()
            yield client.frame()
            go_on.acquire()
        broker = self.broker(play, settings="timeout=3600\n")
        process = self.start(ONCE + 'stomp "x" & stomp "y";')
        broker.next()
        self.assertRegex(
            self.status(process), "^not connected to the message broker since "
            rf"\w.*: localhost:{broker.port}, 1 waits\n")
        go_on.release()
        broker.next()
        broker.next()
        self.assertRegex(
            self.status(process), "^connected to the message broker localhost:"
            rf"{broker.port} since \w.* \d{{4}}, 1 waits\n")
        go_on.release()
        for line in process.stderr:
            if "is tried again" in line:
                break
        self.assertRegex(
            self.status(process), "^not connected to the message broker since "
            rf"\w.*: localhost:{broker.port}: .*, 0 wait\n")
        self.end(process)

    def test_tls(self):
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
             "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=broker",
             "-addext", "subjectAltName=DNS:localhost", "-days", "2",
             "-keyout", "key", "-out", "crt"], cwd=self.folder, check=True,
            capture_output=True, timeout=LIMIT)
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.load_cert_chain(self.folder / "crt", self.folder / "key")
        broker = self.broker(tls=tls, settings="tls=yes\nca_file=crt\n")
        process = self.start(ONCE + 'stomp "x" & print "done";')
        self.assertEqual(broker.next()["login"], "joe")
        self.assertEqual(broker.next().body, b"x")
        self.assertEqual(self.lines(process, 1), ["done\n"])
        self.end(process)
        self.broker(tls=tls, settings="tls=yes\ntimeout=1\n")
        process = self.start(EACH + 'stomp "x" | print "instead";')
        self.assertEqual(self.lines(process, 1), ["instead\n"])
        self.assertRegex(self.end(process), "stomp: localhost:.*certificate")

    def test_as_pmie_it_is_enough_that_it_is_sent(self):
        def play(client):
            client.let_in()
            while True:
                yield client.frame()
        broker = self.broker(play)
        process = self.start(ONCE + 'stomp "x" & print "done";',
                             program=self.pmie())
        message = broker.next()
        self.assertEqual(message.headers, [("destination", "/topic/PMIE")])
        self.assertEqual(message.body, b"x")
        self.assertEqual(self.lines(process, 1), ["done\n"])
        self.end(process)

    def run_with(self, settings, program=live_process.TOCSIN):
        self.write("broker", settings)
        process = self.start(ONCE + 'stomp "x";', program=program)
        self.assertEqual(process.wait(timeout=LIMIT), 1)
        return process.stderr.read()

    def test_what_is_wrong_with_the_file(self):
        self.assertEqual(
            self.run_with("hots=a\nport=x\nuser=a b\npasscode=s3cret\n"
                          "s3cret\ntls=maybe\n"), """\
broker:1:1: error: there is no such key
  hots=*
  ^~~~
  hint: did you mean host?
broker:1:1: error: there is no host=
  hots=*
  ^
broker:2:6: error: a port is a whole number from 1 to 65535
  port=*
       ^
broker:3:7: error: a value ends at the first blank
  user=***
        ^~
broker:5:1: error: this is no key=value
  ******
  ^~~~~~
broker:6:5: error: this is yes or no
  tls=maybe
      ^~~~~
tocsin: the message broker is wrong: nothing is evaluated
""")
        (self.folder / "broker").unlink()
        process = self.start(ONCE + 'stomp "x";')
        self.assertEqual(process.wait(timeout=LIMIT), 1)
        self.assertEqual(
            process.stderr.read(),
            "tocsin: stomp: broker: No such file or directory: say with -j "
            "FILE which message broker is told\n")

    def test_check_reads_the_file(self):
        self.write("rules", 'hinv.ncpu > 0 -> stomp "x";')
        for settings, status, told in (
                ("host=a\nport=1\nuser=b\npasscode=c\n", 0, "0 errors"),
                ("hots=a\nport=1\nuser=b\npasscode=s3cret\n", 1,
                 "did you mean host?"),
                ("host=a\nport=1\nuser=b\npasscode=c\ntls=yes\nca_file=no\n", 0,
                 "broker:6:9: warning: no: No such file or directory"),
                ("host=a\nport=1\nuser=b\npasscode=c\ntls=yes\nca_file=rules\n",
                 1, "broker:6:9: error: rules: no certificates"),
                (None, 2, "")):
            (self.folder / "broker").unlink(missing_ok=True)
            if settings:
                self.write("broker", settings)
            done = subprocess.run(
                [live_process.TOCSIN, "check", "-j", "broker", "rules"],
                cwd=self.folder, env=self.env, text=True, capture_output=True,
                timeout=LIMIT, check=False)
            self.assertEqual(done.returncode, status, done.stderr)
            self.assertIn(told, done.stdout)
            self.assertNotIn("s3cret", done.stdout)
        self.assertIn("tocsin: check: -j: broker: ", done.stderr)

    def test_check_reads_the_file_that_a_run_would_read(self):
        place = self.folder / "config/pmie/stomp"
        place.parent.mkdir(parents=True)
        self.env["PCP_VAR_DIR"] = str(self.folder)
        for action, text, mode, status, told in (
                ("stomp", None, 0, 0, ""),
                ("stomp", "hots=a\n", 0o600, 1, ""),
                ("stomp", "host=a\nport=1\nuser=b\npasscode=c\n", 0o644, 0,
                 f"{place}: warning: everybody can read this file, and it "
                 f"holds a passcode: chmod o-r {place}, and for the service "
                 f"chgrp tocsin {place}\n"),
                ("print", "hots=a\n", 0o600, 0, "")):
            self.write("rules", f'hinv.ncpu > 0 -> {action} "x";')
            if text:
                place.write_text(text, encoding="utf-8")
                place.chmod(mode)
            done = subprocess.run(
                [live_process.TOCSIN, "check", "rules"], cwd=self.folder,
                env=self.env, text=True, capture_output=True, timeout=LIMIT,
                check=False)
            self.assertEqual((done.returncode, done.stderr), (status, ""))
            self.assertIn(told, done.stdout)
            if not text:
                self.assertIn(
                    f"{place}: warning: stomp: {place}: No such file or "
                    "directory: say with -j FILE which message broker is told; "
                    "without it no run begins\n", done.stdout)
                self.assertIn("0 errors, 1 warning\n", done.stdout)

    def test_what_is_wrong_with_the_file_in_the_words_of_pmie(self):
        log = self.run_with("hots=a\nport=1\nother\n", self.pmie())
        self.assertEqual(
            [line.rpartition(") ")[2] for line in log.splitlines()],
            [f"Error: No {what} in STOMP config file broker"
             for what in ("host", "username", "passcode")])
        (self.folder / "broker").unlink()
        process = self.start(ONCE + 'stomp "x";', program=self.pmie())
        self.assertEqual(process.wait(timeout=LIMIT), 1)
        self.assertTrue(process.stderr.read().endswith(
            " Error: Cannot open STOMP configuration file broker: No such file "
            "or directory\n"))

    def test_the_file_of_pmie_is_read_by_default(self):
        (self.folder / "config/pmie").mkdir(parents=True)
        broker = self.broker()
        (self.folder / "broker").rename(self.folder / "config/pmie/stomp")
        self.env["PCP_VAR_DIR"] = str(self.folder)
        self.write("rules", ONCE + 'stomp "x";')
        process = self.begin([live_process.TOCSIN, "-h", "@", "rules"])
        broker.next()
        self.assertEqual(broker.next().body, b"x")
        self.end(process)


if __name__ == "__main__":
    unittest.main()
