"""Peers that send without end below what a request is told of: in the handshake
of TLS, in frames of HTTP/2, to a mail. No tick waits for them, and the
connection is broken off: what is sent ends for no other reason."""
# Label: live
import socketserver
import ssl
import struct
import subprocess
import threading
import unittest

import live_process
from http_receiver import LIMIT

# A record with a HelloRequest, of which OpenSSL says nothing.
HELLO_REQUEST = b"\x16\x03\x03\x00\x04\x00\x00\x00\x00"
H2_DATA, H2_PRIORITY, H2_SETTINGS, H2_GOAWAY = 0, 2, 4, 7


def frame(kind, stream, payload=b""):
    return (struct.pack(">I", len(payload))[1:] + bytes([kind, 0]) +
            struct.pack(">I", stream) + payload)


class Endless(socketserver.ThreadingTCPServer):
    """Has `greet` make of each connection what `flood` is sent over, until that
    fails."""
    daemon_threads = True

    def __init__(self, flood, greet):
        super().__init__(("127.0.0.1", 0), None)
        self.flood, self.greet = flood, greet
        self.broken_off = threading.Semaphore(0)
        self.port = self.server_address[1]
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def finish_request(self, connection, _address):
        try:
            with self.greet(connection) as greeted:
                while True:
                    greeted.sendall(self.flood)
        except OSError:
            self.broken_off.release()


class EndlessTls(live_process.Live):

    def setUp(self):
        super().setUp()
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
             "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=localhost",
             "-addext", "subjectAltName=DNS:localhost", "-days", "2",
             "-keyout", "server.key", "-out", "server.crt"],
            cwd=self.folder, check=True, capture_output=True)

    def peer(self, flood, greet):
        one = Endless(flood, greet)
        self.addCleanup(one.server_close)
        self.addCleanup(one.shutdown)
        return one

    def expect_ticks_beside(self, peer, url, more=""):
        self.write("receivers.yaml", f"receivers:\n  ops:\n    url: {url}\n"
                   f"    tls: {{ca_file: server.crt}}\n{more}")
        self.write("rules", 'delta = 20 msec;\n'
                   'w = hinv.ncpu > 0 -> webhook "ops" "x";\n'
                   't = hinv.ncpu > 0 -> print "tick";\n')
        process = self.begin([live_process.TOCSIN, "-h", "@", "--receivers",
                              "receivers.yaml", "rules"])
        self.assertTrue(peer.broken_off.acquire(timeout=LIMIT))
        for _ in range(5):
            self.assertTrue(process.stdout.readline().endswith(": tick\n"))
        process.terminate()
        _, log = process.communicate(timeout=LIMIT)
        self.assertIn("w: webhook: ops: ", log)
        self.assertNotIn("no answer after", log)

    def test_a_handshake_without_end(self):
        def greet(connection):
            connection.recv(4096)
            return connection
        peer = self.peer(HELLO_REQUEST * 1000, greet)
        self.expect_ticks_beside(peer, f"https://127.0.0.1:{peer.port}")

    def test_a_handshake_without_end_of_a_mail(self):
        def greet(connection):
            connection.recv(4096)
            return connection
        peer = self.peer(HELLO_REQUEST * 1000, greet)
        self.expect_ticks_beside(peer, f"smtps://127.0.0.1:{peer.port}",
                                 "    from: a@example.org\n"
                                 "    to: b@example.org\n")

    def test_frames_without_end(self):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.folder / "server.crt",
                                self.folder / "server.key")
        context.set_alpn_protocols(["h2"])

        def greet(connection):
            greeted = context.wrap_socket(connection, server_side=True)
            greeted.recv(4096)
            greeted.sendall(frame(H2_SETTINGS, 0))
            return greeted

        for what in (frame(H2_DATA, 1), frame(H2_PRIORITY, 3, b"\0\0\0\0\x10"),
                     frame(H2_GOAWAY, 0, struct.pack(">II", 0x7FFFFFFF, 0))):
            with self.subTest(frame=what):
                peer = self.peer(what * 1000, greet)
                self.expect_ticks_beside(peer,
                                         f"https://localhost:{peer.port}")


if __name__ == "__main__":
    unittest.main()
