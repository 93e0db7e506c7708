"""A log daemon or a journal that is not ours, as far as it takes datagrams."""
import socket
import threading


class Datagrams:
    """A socket where others expect a daemon: all that comes, or what is in the
    files that come."""

    def __init__(self, path):
        self.path, self.all = str(path), []
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(self.path)
        self.thread = threading.Thread(target=self.read, daemon=True)
        self.thread.start()

    def read(self):
        while True:
            text, files, *_ = socket.recv_fds(self.socket, 1 << 20, 1)
            for file in files:
                with open(file, "rb") as whole:
                    text = whole.read()
            if text == b"":
                return
            self.all.append(text)

    def close(self):
        """What has come is read before."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as last:
            last.sendto(b"", self.path)
        self.thread.join()
        self.socket.close()
        return self.all


def journal_entry(text):
    """Source: systemd, "Native Journal Protocol"."""
    fields = []
    while text:
        line, _, rest = text.partition(b"\n")
        name, equals, value = line.partition(b"=")
        if not equals:
            size = int.from_bytes(rest[:8], "little")
            value, rest = rest[8:8 + size], rest[8 + size:]
            assert rest[:1] == b"\n"
            rest = rest[1:]
        fields.append((name.decode("ascii"), value))
        text = rest
    return fields
