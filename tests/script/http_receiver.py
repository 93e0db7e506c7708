"""A receiver of webhooks that is not ours, and metrics whose instances are
called what one likes."""
import http.server
import struct
import threading

LIMIT = 60  # Units: seconds; of a test that fails


class Receiver(http.server.ThreadingHTTPServer):
    """Answers each request with `status`, `headers` and `body`, and never if
    `status` is 0; with `missing` bytes of the body it is not done."""
    daemon_threads = True
    request_queue_size = 100

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Conversation)
        self.status, self.headers, self.body = 204, {}, b""
        self.missing = 0
        self.requests = []
        self.origin = None  # the address whence the last one came
        self.came = threading.Semaphore(0)
        self.over = threading.Event()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def url(self, path="/"):
        return f"http://127.0.0.1:{self.server_port}{path}"

    def next(self):
        """The next request's path, headers and body."""
        assert self.came.acquire(timeout=LIMIT)
        return self.requests.pop(0)

    def close(self):
        self.over.set()
        self.shutdown()
        self.server_close()


class Conversation(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        server = self.server
        server.origin = self.client_address[0]
        server.requests.append((self.path, self.headers, body))
        server.came.release()
        if server.status == 0:
            server.over.wait()
            return
        self.send_response(server.status)
        for name, value in server.headers.items():
            self.send_header(name, value)
        if server.status != 204:
            self.send_header("Content-Length", str(len(server.body) + server.missing))
        self.end_headers()
        try:
            self.wfile.write(server.body)
            if server.missing:
                server.over.wait()
        except OSError:
            pass  # who asked reads as much as it likes

    do_PUT = do_POST

    def log_message(self, *_):
        pass


BEFORE_INSTANCES = 40 + 4 * 16 + 32  # bytes of a memory-mapped value file


def value_offset(count, number):
    """Where mmv() has the value of an instance, one of `count`: 32 bits."""
    return BEFORE_INSTANCES + 80 * count + 104 + 32 * number


def mmv(names):
    """A memory-mapped value file: metric `a`, 1 for an instance of each
    name, of at most 63 bytes. Source: mmv(5), version 1."""
    count = len(names)
    instances = BEFORE_INSTANCES
    metrics = instances + 80 * count
    values = metrics + 104
    out = bytearray(b"MMV\0") + struct.pack("=IQQiiii", 1, 5, 5, 4, 0, 0, 0)
    for kind, many, at in ((1, 1, 104), (2, count, instances),
                           (3, 1, metrics), (4, count, values)):
        out += struct.pack("=iiQ", kind, many, at)
    out += struct.pack("=IIQQQ", 1, count, instances, 0, 0)
    for number, name in enumerate(names):
        out += struct.pack("=Qii64s", 104, 0, number, name)
    out += struct.pack("=64siiiIIIQQ", b"a", 1, 1, 3, 0, 1, 0, 0, 0)
    for number in range(count):
        out += struct.pack("=I4xqQQ", 1, 0, metrics, instances + 80 * number)
    return out
