"""A message broker that is not ours, as good or as bad as a test wants it."""
import contextlib
import socket
import threading

LIMIT = 60  # Units: seconds; of a test that fails


class Frame:
    def __init__(self, command, headers, body):
        self.command, self.headers, self.body = command, headers, body

    def __getitem__(self, name):
        return dict(reversed(self.headers))[name]


class Client:
    """What has connected, as the broker sees it."""

    def __init__(self, connection):
        self.connection, self.heard, self.beats = connection, b"", 0

    def _need(self, enough):
        while not enough(self.heard):
            got = self.connection.recv(1 << 16)
            if not got:
                raise ConnectionError("the client has gone")
            self.heard += got

    def beat(self):
        """Waits for a heart-beat."""
        self._need(lambda heard: heard)
        assert self.heard[:1] == b"\n", self.heard
        self.heard = self.heard[1:]

    def frame(self):
        """The next one. Its headers are as they were sent."""
        while True:
            self._need(lambda heard: heard)
            if self.heard[:1] != b"\n":
                break
            self.heard = self.heard[1:]
        self._need(lambda heard: b"\n\n" in heard)
        head, self.heard = self.heard.split(b"\n\n", 1)
        command, *lines = head.decode().split("\n")
        headers = [tuple(line.split(":", 1)) for line in lines]
        length = dict(headers).get("content-length")
        if length is None:
            self._need(lambda heard: b"\0" in heard)
            body, self.heard = self.heard.split(b"\0", 1)
            return Frame(command, headers, body)
        length = int(length)
        self._need(lambda heard: len(heard) > length)
        body, nul = self.heard[:length], self.heard[length:length + 1]
        assert nul == b"\0", nul
        self.heard = self.heard[length + 1:]
        return Frame(command, headers, body)

    def say(self, text):
        self.connection.sendall(text if isinstance(text, bytes)
                                else text.encode())

    def let_in(self, version="1.2", beat="0,0"):
        """Its CONNECT, which is granted."""
        frame = self.frame()
        assert frame.command == "CONNECT", frame.command
        self.say(f"CONNECTED\nversion:{version}\nheart-beat:{beat}\n\n\0\n")
        return frame

    def receipt(self, frame):
        self.say(f"RECEIPT\nreceipt-id:{frame['receipt']}\n\n\0\n")

    def take(self):
        """The next message, which is confirmed."""
        frame = self.frame()
        assert frame.command == "SEND", frame.command
        self.receipt(frame)
        return frame

    def wait_for_end(self):
        with contextlib.suppress(ConnectionError):
            while True:
                self._need(lambda heard: False)


class Broker:
    """Has `play` talk to each who connects; with `tls`, an ssl.SSLContext,
    encrypted. The frames that it returns or yields are for the test."""

    def __init__(self, play, tls=None):
        self._play, self._tls = play, tls
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port = self._socket.getsockname()[1]
        self.told, self._came = [], threading.Semaphore(0)
        self._connections = []
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self):
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self._socket.accept()
                connection.settimeout(LIMIT)
                self._connections.append(connection)
                threading.Thread(target=self._talk, args=(connection,),
                                 daemon=True).start()

    def _talk(self, connection):
        with contextlib.suppress(OSError):
            if self._tls:
                connection = self._tls.wrap_socket(connection,
                                                   server_side=True)
            for one in self._play(Client(connection)):
                self.told.append(one)
                self._came.release()
        connection.close()

    def next(self):
        assert self._came.acquire(timeout=LIMIT)
        return self.told.pop(0)

    def close(self):
        self._socket.close()
        for connection in self._connections:
            connection.close()


def good(client):
    """Lets in, and takes all messages."""
    yield client.let_in()
    while True:
        yield client.take()
