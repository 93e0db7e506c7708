"""A host whose text is another at every fetch, and whose instances are others,
under names of their own: what has been seen is not kept. The program has less
memory than what comes in all; the test goes by fetches, not by time."""
# Label: live
import resource
import socket
import struct
import threading
import unittest

from limits import limit, unsanitized
from live_process import Live, TOCSIN

ERROR, RESULT, FETCH = 0x7000, 0x7001, 0x7003
DESC_REQUEST, DESC = 0x7004, 0x7005
INSTANCE_REQUEST, INSTANCES = 0x7006, 0x7007
IDS, NAMES, CHILDREN = 0x700d, 0x700e, 0x700f
UNKNOWN_NAME = -12357
QUERY, JOBS = 0x00f00001, 0x00f00002
DOMAIN = 0x00f00001
STRING = 6
# Each fetch brings 1 MB of text or 1 MB of names.
TEXT, NAME, INSTANCES_AT_ONCE = 1_000_000, 100_000, 10
FETCHES = 400
# All that the program has; it needs some 50 MB.
MEMORY = 200 << 20


def words(*values):
    return b"".join(struct.pack(">I", value & 0xffffffff) for value in values)


def padded(text):
    return text + b"\0" * (-len(text) % 4)


def pdu(kind, body):
    return words(12 + len(body), kind, 0) + body


class EndlessPmcd:
    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.spec = f"127.0.0.1:{self.listener.getsockname()[1]}"
        self.fetches = 0
        self.done = threading.Event()
        self.thread = threading.Thread(target=self.serve, daemon=True)
        self.thread.start()

    def serve(self):
        try:
            peer = self.listener.accept()[0]
            with peer, peer.makefile("rb") as stream:
                peer.sendall(pdu(ERROR, words(0, 0x02000000)))
                while len(head := stream.read(12)) == 12:
                    size, kind, _ = struct.unpack(">III", head)
                    if answer := self.answer(kind, stream.read(size - 12)):
                        peer.sendall(answer)
        except OSError:  # the program has gone, or the test is over
            pass
        self.done.set()

    def answer(self, kind, body):
        if kind == NAMES:
            return self.ids(body)
        if kind == CHILDREN:
            return pdu(ERROR, words(UNKNOWN_NAME))
        if kind == DESC_REQUEST and body[:4] == words(QUERY):
            return pdu(DESC, words(QUERY, STRING, -1, 3, 0))
        if kind == DESC_REQUEST:
            return pdu(DESC, words(JOBS, 0, DOMAIN, 3, 0))
        if kind == INSTANCE_REQUEST:
            return pdu(INSTANCES, words(DOMAIN, INSTANCES_AT_ONCE) + b"".join(
                words(one, NAME) + padded(b"%0*d" % (NAME, one))
                for one in self.instances()))
        if kind == FETCH:
            self.fetches += 1
            if self.fetches == FETCHES:
                self.done.set()
            return self.result(body[12 + 4:])
        return b""

    def ids(self, body):
        known = {b"query": QUERY, b"jobs": JOBS}
        count = struct.unpack(">I", body[8:12])[0]
        found, at = [], 12
        for _ in range(count):
            size = struct.unpack(">I", body[at:at + 4])[0]
            found.append(known.get(body[at + 4:at + 4 + size], -1))
            at += 4 + size + -size % 4
        return pdu(IDS, words(sum(one != -1 for one in found), count, *found))

    def instances(self):
        first = self.fetches * INSTANCES_AT_ONCE
        return range(first, first + INSTANCES_AT_ONCE)

    def result(self, asked):
        head = words(1000 + self.fetches, 0, 1)
        if asked[:4] == words(JOBS):
            values = words(*(word for one in self.instances()
                             for word in (one, 1)))
            return pdu(RESULT, head + words(JOBS, INSTANCES_AT_ONCE, 0)
                       + values)
        text = b"%0*d\0" % (TEXT, self.fetches)
        # The value stands behind these 11 words.
        return pdu(RESULT, head + words(QUERY, 1, 1, -1, 11)
                   + words(STRING << 24 | len(text) + 4) + padded(text))


class EndlessNames(Live):
    def goes_on(self, rule):
        pmcd = EndlessPmcd()
        self.addCleanup(pmcd.listener.close)
        self.write("rules", rule)
        process = self.begin(
            [unsanitized(TOCSIN), "-q", "-h", pmcd.spec, "-t", "5msec",
             "rules"], preexec_fn=limit(resource.RLIMIT_DATA, MEMORY))
        self.assertTrue(pmcd.done.wait(300))
        process.terminate()
        _, errors = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 0, errors)
        self.assertGreaterEqual(pmcd.fetches, FETCHES)

    def test_text(self):
        self.goes_on('r = query == "no" -> print "it is";\n')

    def test_instances(self):
        self.goes_on('r = some_inst match_inst "no" jobs > 0'
                     ' -> print "there is";\n')


if __name__ == "__main__":
    unittest.main()
