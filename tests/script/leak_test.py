"""Nothing is left open, however long it goes on: hosts that refuse, hang up,
talk nonsense, never answer or have no address, and commands that are run at
each tick. Open descriptors and children are counted while hundreds of these
come and go."""
# Label: live
import os
import pathlib
import socket
import subprocess
import tempfile
import threading
import unittest

SOURCE = pathlib.Path(os.environ.get(
    "TOCSIN_SOURCE", pathlib.Path(__file__).resolve().parents[2]))
BUILD = pathlib.Path(os.environ.get("TOCSIN_BUILD", SOURCE / "build/dev"))
# Of each kind of host so many come and go before the first count is over, and
# so many more in the second.
FEW, MANY = 20, 200
# What may be under way at every moment: a connection a host, a look-up, a
# child. A busy machine has more under way at times, so that it is the fewest at
# any tick that are looked at: what is never given back is among them.
UNDER_WAY = 12


class Host:
    """Listens, and deals with who comes as `greet` says: None: not at all."""

    def __init__(self, greet):
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.spec = f"127.0.0.1:{self.listener.getsockname()[1]}"
        self.greet = greet
        self.greeted = 0
        self.one_more = threading.Condition()
        if greet:
            threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            with client:
                self.greet(client)
            with self.one_more:
                self.greeted += 1
                self.one_more.notify_all()

    def wait_for(self, count):
        with self.one_more:
            reached = self.one_more.wait_for(
                lambda: self.greeted >= count, 60)
        assert reached, f"{self.greeted} of {count} connections"

    def close(self):
        self.listener.close()


class Nobody:
    """A port that stays the test's own, and refuses whoever comes."""

    def __init__(self):
        self.socket = socket.socket()
        self.socket.bind(("127.0.0.1", 0))
        self.spec = f"127.0.0.1:{self.socket.getsockname()[1]}"

    def close(self):
        self.socket.close()


class Leaks(unittest.TestCase):
    def host(self, greet):
        host = Host(greet)
        self.addCleanup(host.close)
        return host

    def start(self, rules):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = pathlib.Path(folder.name) / "rules"
        path.write_text(rules, encoding="utf-8")
        process = subprocess.Popen(
            [BUILD / "tocsin", "-q", "-h", "@", path], text=True,
            env={**os.environ, "PMCD_CONNECT_TIMEOUT": "0.05",
                 "PMCD_REQUEST_TIMEOUT": "0.05",
                 "PMCD_RECONNECT_TIMEOUT": "0.01"},
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def fewest(self, process, enough):
        """The fewest descriptors and children at any tick until `enough`."""
        fewest = float("inf")
        proc = pathlib.Path(f"/proc/{process.pid}")
        while not enough():
            self.assertIn("tick", process.stdout.readline())
            children = (proc / f"task/{process.pid}/children").read_text()
            fewest = min(fewest, len(os.listdir(proc / "fd"))
                         + len(children.split()))
        return fewest

    def test_hosts_that_cannot_be_had_and_commands(self):
        hosts = [self.host(lambda client: None),
                 self.host(lambda client: client.sendall(b"nonsense" * 4))]
        deaf = self.host(None)
        nobody = Nobody()
        self.addCleanup(nobody.close)
        specs = [host.spec for host in hosts] + [
            deaf.spec, nobody.spec, "no..such..host", "unix:/no/such/socket"]
        asked = "".join(f"h{i} = hinv.ncpu :'{spec}' > 0 -> print \"no\";\n"
                        for i, spec in enumerate(specs))
        process = self.start(
            "delta = 10 msec;\n"
            "t = hinv.ncpu > 0 -> print \"tick\" & shell \"exit 1\";\n" + asked)
        for host in hosts:
            host.wait_for(1)

        def after(count):
            return lambda: all(host.greeted >= count for host in hosts)

        first = self.fewest(process, after(FEW))
        later = self.fewest(process, after(FEW + MANY))
        self.assertLessEqual(later, first + UNDER_WAY)
        process.terminate()
        self.assertEqual(process.wait(timeout=60), 0)


if __name__ == "__main__":
    unittest.main()
