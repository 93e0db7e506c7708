"""A host that needs longer than its rules' interval: its answers are late, and
its connection stays. A pmcd of one metric, over a socket, answers when the test
lets it: no time is measured."""
# Label: live
import itertools
import signal
import socket
import struct
import subprocess
import threading
import unittest

from live_process import TOCSIN, Live

ERROR, RESULT, FETCH, DESC_REQUEST, DESC = (
    0x7000, 0x7001, 0x7003, 0x7004, 0x7005)
IDS, NAMES, CHILDREN = 0x700d, 0x700e, 0x700f
LOAD = 0x00f00001
UNKNOWN_NAME = -12357


def pdu(kind, *words):
    body = b"".join(struct.pack(">I", word & 0xffffffff) for word in words)
    return struct.pack(">III", 12 + len(body), kind, 0) + body


class SlowPmcd:
    """Knows `load`, a counter that grows by 10 with each second of its own
    time, which is ten seconds a fetch. Each fetch takes a permit."""

    def __init__(self):
        self.greets = threading.Event()
        self.greets.set()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.spec = f"127.0.0.1:{self.listener.getsockname()[1]}"
        self.permits = threading.Semaphore(0)
        self.asked = threading.Event()
        self.connections = 0
        self.fetches = 0
        self.thread = threading.Thread(target=self.serve, daemon=True)
        self.thread.start()

    def serve(self):
        while True:
            try:
                peer = self.listener.accept()[0]
            except OSError:
                return
            self.connections += 1
            with peer:
                self.greets.wait()
                peer.sendall(pdu(ERROR, 0, 0x02000000))
                stream = peer.makefile("rb")
                try:
                    self.talk(peer, stream)
                except ConnectionError:  # it is gone
                    pass

    def talk(self, peer, stream):
        while len(head := stream.read(12)) == 12:
            size, kind, _ = struct.unpack(">III", head)
            if answer := self.answer(kind, stream.read(size - 12)):
                peer.sendall(answer)

    def answer(self, kind, body):
        if kind == NAMES:
            count = struct.unpack(">I", body[8:12])[0]
            found = [LOAD if name == b"load" else 0xffffffff
                     for name in self.names(body[12:], count)]
            return pdu(IDS, found.count(LOAD), count, *found)
        if kind == CHILDREN:
            return pdu(ERROR, UNKNOWN_NAME)
        if kind == DESC_REQUEST:  # 32 bits, singular, a counter, of nothing
            return pdu(DESC, LOAD, 1, 0xffffffff, 1, 0)
        if kind == FETCH:
            now = 1000 + 10 * self.fetches
            self.fetches += 1
            self.asked.set()
            self.permits.acquire()
            return pdu(RESULT, now, 0, 1, LOAD, 1, 0, 0xffffffff, 10 * now)
        return None

    @staticmethod
    def names(body, count):
        for _ in range(count):
            size = struct.unpack(">I", body[:4])[0]
            yield body[4:4 + size]
            body = body[4 + (size + 3) // 4 * 4:]


class SlowHost(unittest.TestCase):
    def test_has_values_late_and_keeps_its_connection(self):
        pmcd = SlowPmcd()
        self.addCleanup(pmcd.listener.close)
        with subprocess.Popen(
                [TOCSIN, "-h", pmcd.spec, "-v", "-t", "20msec"], text=True,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=subprocess.PIPE) as process:
            process.stdin.write("l = load;")
            process.stdin.close()
            lines = (line for line in process.stdout if line != "\n")
            for _ in range(3):
                self.assertEqual(next(lines), "l: ?\n")
            self.assertEqual(pmcd.fetches, 1, "nothing else is asked meanwhile")
            pmcd.permits.release()  # the first value of a counter: no rate yet
            for line in itertools.islice(lines, 3000):
                self.assertEqual(line, "l: ?\n")
                if pmcd.fetches > 1:
                    break
            pmcd.permits.release()
            known = next(line for line in itertools.islice(lines, 3000)
                         if line != "l: ?\n")
            self.assertEqual(known, "l: 10\n", "from one fetch to the next")
            process.send_signal(signal.SIGTERM)
            pmcd.permits.release(1000)
            process.stdout.read()
            errors = process.stderr.read()
            self.assertEqual(process.wait(timeout=60), 0)
        self.assertEqual(pmcd.connections, 1)
        self.assertNotIn("connection", errors)
        self.assertEqual(
            errors.count(f"Warning: pmcd {pmcd.spec} takes longer to answer "
                         "than three quarters of the interval: until it has "
                         "answered, what asks it is unknown\n"), 1, errors)

    def test_is_waited_for_by_who_asks_once(self):
        pmcd = SlowPmcd()
        self.addCleanup(pmcd.listener.close)
        with subprocess.Popen(
                [TOCSIN, "eval", "-h", pmcd.spec, "-t", "1msec", "load"],
                text=True, stdout=subprocess.PIPE,
                stderr=subprocess.PIPE) as process:
            pmcd.asked.wait()
            pmcd.permits.release(1000)
            told = process.communicate(timeout=60)
        self.assertEqual((process.returncode, *told), (0, "10\n", ""))

    def test_holds_up_no_other_at_the_start(self):
        """The kernel's rules begin while the pmcd has not said a word."""
        with socket.create_server(("127.0.0.1", 0)) as deaf, \
                subprocess.Popen(
                    [TOCSIN, "-h", "@", "-t", "1hour"], text=True,
                    stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE) as process:
            spec = f"127.0.0.1:{deaf.getsockname()[1]}"
            process.stdin.write("hinv.ncpu > 0 -> print \"up\";"
                                f"hinv.ncpu :'{spec}' > 0 -> print \"no\";")
            process.stdin.close()
            self.assertEqual(
                process.stderr.readline(),
                f"tocsin: warning - pmcd {spec} has not answered yet: until it "
                "has, what asks it is unknown\n")
            self.assertRegex(process.stdout.readline(), ": up$")
            process.send_signal(signal.SIGTERM)
            self.assertEqual(process.wait(timeout=60), 0)

    def test_signals_before_the_first_answer_end_it_as_later(self):
        for number, status in ((signal.SIGTERM, 0), (signal.SIGINT, 2)):
            with socket.create_server(("127.0.0.1", 0)) as deaf, \
                    subprocess.Popen(
                        [TOCSIN, "-h",
                         f"127.0.0.1:{deaf.getsockname()[1]}"], text=True,
                        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                        stderr=subprocess.PIPE) as process:
                process.stdin.write("hinv.ncpu > 0 -> print \"no\";")
                process.stdin.close()
                with deaf.accept()[0]:
                    process.send_signal(number)
                    self.assertEqual(process.wait(timeout=60), status)
                self.assertEqual(process.stdout.read(), "")
                self.assertNotIn("Interrupted", process.stderr.read())

    def test_signals_end_who_asks_once(self):
        """Before the host has said a word, and while its first tick waits."""
        pmcd = SlowPmcd()
        self.addCleanup(pmcd.listener.close)
        deaf = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(deaf.close)
        silent = f"127.0.0.1:{deaf.getsockname()[1]}"
        for number in (signal.SIGTERM, signal.SIGINT):
            for spec in (silent, pmcd.spec):
                with subprocess.Popen(
                        [TOCSIN, "eval", "-h", spec, "load"], text=True,
                        stdout=subprocess.PIPE,
                        stderr=subprocess.PIPE) as process:
                    if spec == silent:
                        peer = deaf.accept()[0]
                        self.addCleanup(peer.close)
                    else:
                        pmcd.asked.wait()
                        pmcd.asked.clear()
                    process.send_signal(number)
                    pmcd.permits.release()
                    told = process.communicate(timeout=60)
                self.assertEqual((process.returncode, *told), (2, "", ""))


class ThisHost(Live):
    """Its pmcd is one of the test's, and is waited for however slow the machine
    is."""

    def setUp(self):
        super().setUp()
        self.env |= {"PMCD_CONNECT_TIMEOUT": "60", "PMCD_REQUEST_TIMEOUT": "60"}

    def begin_beside_kernel(self, port, rules):
        """Shows `rules` beside one of this host's kernel, asked by its name."""
        self.env["PMCD_PORT"] = str(port)
        self.write("rules", f"k = hinv.ncpu :'@' > 0; {rules}")
        return self.begin([TOCSIN, "-v", "-t", "50msec", "rules"])

    def read_until(self, line, process):
        """What is shown until then, without empty lines."""
        shown = []
        while line not in shown:
            told = process.stdout.readline()
            self.assertNotEqual(told, "", shown)
            if told != "\n":
                shown.append(told.rstrip("\n"))
        return shown

    def test_is_not_given_up_for_its_kernel(self):
        """Which answers at once, where rules ask it by its name. An agent's
        metric would never come from there."""
        pmcd = SlowPmcd()
        self.addCleanup(pmcd.listener.close)
        pmcd.greets.clear()
        process = self.begin_beside_kernel(
            pmcd.spec.split(":")[1], "l = load >= 0;")
        self.assertEqual(self.read_until("l: unknown", process),
                         ["k: true", "l: unknown"])
        pmcd.permits.release(100000)
        pmcd.greets.set()
        self.read_until("l: true", process)
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(timeout=60), 0)
        self.assertNotIn("kernel", process.stderr.read())
        self.assertEqual(pmcd.connections, 1)

    def test_holds_up_no_other_while_it_is_silent(self):
        """Whether it is its pmcd or its kernel is then found out later."""
        with socket.create_server(("127.0.0.1", 0)) as deaf:
            process = self.begin_beside_kernel(deaf.getsockname()[1],
                                               "c = hinv.ncpu > 0;")
            with deaf.accept()[0]:
                self.assertEqual(self.read_until("c: unknown", process),
                                 ["k: true", "c: unknown"])
                self.assertEqual(
                    process.stderr.readline(),
                    "tocsin: warning - pmcd local: has not answered yet: until "
                    "it has, what asks it is unknown\n")
        self.read_until("c: true", process)
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(timeout=60), 0)
        told = process.stderr.read()
        self.assertEqual(
            told.count("this host's kernel stands in for its pmcd: "), 1, told)
        self.assertNotIn("again", told)

    def test_alone_it_is_waited_for_with_a_word(self):
        with socket.create_server(("127.0.0.1", 0)) as deaf:
            self.env["PMCD_PORT"] = str(deaf.getsockname()[1])
            self.write("rules", "c = hinv.ncpu > 0;")
            process = self.begin([TOCSIN, "-v", "-T", "0sec", "rules"])
            with deaf.accept()[0]:
                self.assertRegex(process.stderr.readline(),
                                 "Info: waiting for local:$")
        self.assertEqual(process.wait(timeout=60), 0)
        self.assertEqual(process.stdout.read(), "c: true\n\n")

    def test_is_its_kernel_where_its_pmcd_is_deaf(self):
        self.env |= {"PMCD_CONNECT_TIMEOUT": "0.1",
                     "PMCD_REQUEST_TIMEOUT": "0.1"}
        self.write("rules", "c = hinv.ncpu > 0;")
        told = "warning - this host's kernel stands in for its pmcd: "
        with socket.create_server(("127.0.0.1", 0)) as deaf:
            self.env["PMCD_PORT"] = str(deaf.getsockname()[1])
            for name, answer, command in (
                    ("tocsin", "c: true\n\n", ("-q", "-v", "-T", "0sec", "rules")),
                    ("tocsin: eval", "true\n", ("eval", "hinv.ncpu > 0"))):
                process = self.begin([TOCSIN, *command])
                self.assertEqual(process.wait(timeout=60), 0)
                self.assertEqual(process.stdout.read(), answer)
                self.assertRegex(process.stderr.read(),
                                 f"\\A{name}: {told}.+\n\\Z")


if __name__ == "__main__":
    unittest.main()
