"""Who vouches for a receiver is a file that may change: what it holds counts for
the next request, also where a connection was kept."""
# Label: live
import http.server
import os
import ssl
import subprocess
import threading
import unittest

import live_process
from http_receiver import LIMIT


class Told(http.server.ThreadingHTTPServer):
    """Counts what came, over connections that are kept."""
    daemon_threads = True

    def __init__(self, context):
        super().__init__(("127.0.0.1", 0), Conversation)
        self.socket = context.wrap_socket(self.socket, server_side=True,
                                          do_handshake_on_connect=False)
        self.came = threading.Semaphore(0)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, request, client_address):
        pass  # who does not trust us hangs up


class Conversation(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(204)
        self.end_headers()
        self.server.came.release()

    def log_message(self, *_):
        pass


class Trust(live_process.Live):

    def openssl(self, *arguments):
        subprocess.run(["openssl", *arguments], cwd=self.folder, check=True,
                       capture_output=True)

    def make_authority(self, name):
        self.openssl("req", "-x509", "-newkey", "ec", "-pkeyopt",
                     "ec_paramgen_curve:prime256v1", "-nodes", "-subj",
                     f"/CN={name}", "-days", "2", "-keyout", f"{name}.key",
                     "-out", f"{name}.pem")

    def setUp(self):
        super().setUp()
        for name in ("ours", "another"):
            self.make_authority(name)
        self.openssl("req", "-newkey", "ec", "-pkeyopt",
                     "ec_paramgen_curve:prime256v1", "-nodes", "-subj",
                     "/CN=localhost", "-addext",
                     "subjectAltName=DNS:localhost", "-keyout", "server.key",
                     "-out", "server.csr")
        self.openssl("x509", "-req", "-in", "server.csr", "-CA", "ours.pem",
                     "-CAkey", "ours.key", "-CAcreateserial", "-days", "2",
                     "-copy_extensions", "copy", "-out", "server.pem")
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.folder / "server.pem",
                                self.folder / "server.key")
        self.server = Told(context)
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)

    def trust(self, name):
        os.symlink(self.folder / f"{name}.pem", self.folder / "new")
        os.rename(self.folder / "new", self.folder / "trusted.pem")

    def expect_refused(self, process):
        line = process.stdout.readline()
        self.assertTrue(line.endswith(": refused\n"), line)

    def test_what_the_file_holds_now(self):
        self.trust("another")
        self.write("receivers.yaml",
                   "receivers:\n  ops:\n"
                   f"    url: https://localhost:{self.server.server_port}/\n"
                   "    tls: {ca_file: trusted.pem}\n")
        self.write("rules", 'delta = 50 msec;\nw = hinv.ncpu > 0 -> '
                   'now webhook "ops" "x" | print "refused";\n')
        process = self.begin([live_process.TOCSIN, "-h", "@", "--receivers",
                              "receivers.yaml", "rules"],
                             stderr=subprocess.DEVNULL)
        self.expect_refused(process)
        self.assertFalse(self.server.came.acquire(blocking=False))
        self.trust("ours")
        for _ in range(3):
            self.assertTrue(self.server.came.acquire(timeout=LIMIT))
        self.trust("another")
        # Those before the change may be on their way still.
        for _ in range(5):
            self.expect_refused(process)
        while self.server.came.acquire(blocking=False):
            pass
        for _ in range(5):
            self.expect_refused(process)
        self.assertFalse(self.server.came.acquire(blocking=False))


if __name__ == "__main__":
    unittest.main()
