"""Receivers of mail whose server takes its time: it is in nobody's way. Times
are asserted nowhere: a test waits for what must come."""
# Label: live
import re
import socket
import threading
import unittest

import live_process

LIMIT = 120  # Units: seconds; of a test that fails
ANSWERS = {b"EHLO": b"250 it.is", b"MAIL": b"250 yes", b"RCPT": b"250 yes",
           b"DATA": b"354 go on"}


class Server:
    """Speaks up to the command `until`, which it answers after `pause` seconds,
    or never; "." is the end of a message, "" the beginning."""

    def __init__(self, until, pause=None):
        self.until, self.pause = until, pause
        self.reached = threading.Semaphore(0)
        self.over = threading.Event()
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        self.conversations = []
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            try:
                peer, _ = self.socket.accept()
            except OSError:
                return
            self.conversations.append(peer)
            threading.Thread(target=self.talk, args=(peer,),
                             daemon=True).start()

    def talk(self, peer):
        try:
            self.answer(peer)
        except OSError:
            pass  # who gives up breaks off

    def answer(self, peer):
        if self.until == b"":
            return self.reached.release()
        peer.sendall(b"220 hello\r\n")
        in_message = False
        for line in peer.makefile("rb"):
            word = line.strip()[:4].upper()
            if in_message and word != b".":
                continue
            if word == self.until:
                self.reached.release()
                if self.pause is None or self.over.wait(self.pause):
                    return None
            in_message = word == b"DATA"
            peer.sendall(ANSWERS.get(word, b"250 yes") + b"\r\n")

    def close(self):
        self.over.set()
        self.socket.shutdown(socket.SHUT_RDWR)
        self.socket.close()
        for peer in self.conversations:
            peer.close()


class Mail(live_process.Live):

    def start(self, until, settings="", pause=None, *arguments):
        self.server = server = Server(until, pause)
        self.addCleanup(server.close)
        self.write("r.yaml", "receivers:\n  ops:\n"
                   f"    url: smtp://127.0.0.1:{server.port}\n"
                   f"    from: a@example.org\n    to: b@example.org\n{settings}")
        self.write("rules", "delta = 20 msec;\n"
                   'hinv.ncpu > 0 -> webhook 1 hour "ops" "hi";\n'
                   'hinv.ncpu > 0 -> print "tick";\n')
        process = self.begin([live_process.TOCSIN, "-h", "@", "--receivers",
                              "r.yaml", *arguments, "rules"])
        self.assertTrue(server.reached.acquire(timeout=LIMIT))
        return process

    def test_a_server_that_hangs_holds_up_no_tick_and_no_end(self):
        for until in (b"", b"EHLO", b"DATA", b".", b"QUIT"):
            with self.subTest(until=until):
                process = self.start(until)
                for _ in range(20):
                    line = process.stdout.readline()
                    self.assertTrue(line.endswith(": tick\n"), line)
                process.terminate()
                log = process.communicate(timeout=LIMIT)[1]
                self.assertEqual(process.returncode, 0, log)
                # Who waited for the server would miss all of half a minute.
                missed = map(int, re.findall(r"(\d+) evaluations?, due", log))
                self.assertLess(sum(missed), 200, log)

    def test_a_server_may_be_slow_and_rude(self):
        for until, pause in ((b".", 6), (b"QUIT", None)):
            with self.subTest(until=until):
                process = self.start(until, "    timeout: 10 s\n", pause,
                                     "-T", "50 msec")
                log = process.communicate(timeout=LIMIT)[1]
                self.assertNotIn("ops: ", log)
                self.assertEqual(len(self.server.conversations), 1)

    def test_its_time_is_limited(self):
        for until in (b"EHLO", b"."):
            with self.subTest(until=until):
                process = self.start(until, "    timeout: 1 s\n")
                for line in process.stderr:
                    if "ops: no answer after 1 s; is tried again" in line:
                        break
                else:
                    self.fail("it was not given up")
                process.kill()
                process.communicate()


if __name__ == "__main__":
    unittest.main()
