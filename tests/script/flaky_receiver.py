"""A receiver of webhooks that does of what a receiver may do everything, and
notes what came and what of it arrived."""
import http.server
import json
import os
import random
import socket
import struct
import threading

LIMIT = 120  # Units: seconds; of a test that fails
PACE = 0.02  # Units: seconds; between the bytes of a slow body


class Flaky(http.server.ThreadingHTTPServer):
    """Answers as `answer` says, a function of the request's number; notes what
    came: its key, rule and time, and whether it was told that it arrived."""
    daemon_threads = True
    request_queue_size = 100

    def __init__(self, answer):
        super().__init__(("127.0.0.1", 0), Conversation)
        self.answer = answer
        self.lock = threading.Condition()
        self.came = []
        self.paths = []  # of each that came
        self.arrived = []
        self.last = None  # the number of a request, and what is called then
        self.over = threading.Event()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def url(self, path="secret"):
        return f"http://127.0.0.1:{self.server_port}/{path}"

    def note(self, told, path, arrives):
        with self.lock:
            self.came.append(told)
            self.paths.append(path)
            if arrives:
                self.arrived.append(told)
            if self.last and len(self.came) >= self.last[0]:
                self.last[1]()
                self.last = None
            self.lock.notify_all()

    def call_after(self, count, what):
        """Calls `what` in the midst of a request, the last of `count`."""
        with self.lock:
            self.last = len(self.came) + count, what

    def wait_for(self, count, what="arrived"):
        """Until so many different ones have come."""
        with self.lock:
            done = self.lock.wait_for(
                lambda: len({one["id"] for one in getattr(self, what)})
                >= count, LIMIT)
            assert done, f"{len(self.arrived)} of {count}"
            return list(getattr(self, what))

    def wait_for_all(self, keys):
        """Until all of these have arrived."""
        with self.lock:
            done = self.lock.wait_for(
                lambda: keys <= {one["id"] for one in self.arrived}, LIMIT)
            missing = keys - {one["id"] for one in self.arrived}
            assert done, f"{len(missing)} of {len(keys)} are missing"
            return list(self.arrived)

    def handle_error(self, *_):
        pass  # who is killed breaks off

    def close(self):
        self.over.set()
        self.shutdown()
        self.server_close()


class Conversation(http.server.BaseHTTPRequestHandler):
    """What `answer` calls a manner is a method here."""
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        told = json.loads(
            self.rfile.read(int(self.headers["Content-Length"])))
        assert self.headers["Idempotency-Key"] == told["id"]
        status, headers, manner = self.server.answer(len(self.server.came))
        silent = manner in ("hang", "close")
        self.server.note(told, self.path, status // 100 == 2 and not silent)
        if silent:
            self.close_connection = True
            getattr(self, manner)()
        else:
            getattr(self, manner)(status, headers)

    def begin(self, status, headers, length):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(length))
        self.end_headers()

    def whole(self, status, headers):
        self.begin(status, headers, 0)

    def short(self, status, headers):
        """Says more than it has."""
        self.begin(status, headers, 100)
        self.wfile.write(b"x")
        self.close_connection = True

    def long(self, status, headers):
        """Has more than it says."""
        self.begin(status, headers, 1)
        self.wfile.write(b"x" * 100)

    def slow(self, status, headers):
        self.begin(status, headers, 10)
        for _ in range(10):
            self.server.over.wait(PACE)
            self.wfile.write(b"x")

    def reset(self, status, headers):
        """In the midst of the body, and not the end of the stream."""
        self.begin(status, headers, 100)
        self.wfile.write(b"x")
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER,
                                   struct.pack("ii", 1, 0))
        self.close_connection = True
        os.close(self.connection.detach())

    def hang(self):
        """Until who asks has enough of it."""
        self.connection.recv(1)

    def close(self):
        pass

    def log_message(self, *_):
        pass


def fine(_):
    return 200, {}, "whole"


def down(_):
    return 503, {}, "whole"


def flaky(seed):
    """Everything, but nothing for long."""
    chance = random.Random(seed)
    often = {(200, "whole"): 100, (500, "whole"): 6}
    manners = [(200, manner) for manner in
               ("short", "long", "slow", "reset", "hang", "close")]
    manners += [(500, manner) for manner in
                ("short", "long", "slow", "reset")]
    kinds = [((status, {}, manner), often.get((status, manner), 2))
             for status, manner in [*often, *manners]]
    kinds += [((429, {"Retry-After": pause}, "whole"), weight)
              for pause, weight in (("0", 4), ("1", 1))]

    def answer(_):
        return chance.choices([kind for kind, _ in kinds],
                              [weight for _, weight in kinds])[0]
    return answer
