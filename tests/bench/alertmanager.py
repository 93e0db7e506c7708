"""10,000 notifications of one tick: how long until they are in the outbox, and
until Alertmanager has them; beside it how long Alertmanager takes for as many
when it is handed them by a program that does nothing else, eight at a time and
all in one. No test: it depends on the machine.
    alertmanager.py [NOTIFICATIONS]"""
import concurrent.futures
import contextlib
import http.client
import json
import pathlib
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.request

import cases

CONNECTIONS = 8


class Alertmanager:
    """One that has just been started, and is gone afterwards."""

    def __init__(self, folder):
        (folder / "am.yml").write_text(
            "route: {receiver: none}\nreceivers: [{name: none}]\n",
            encoding="utf-8")
        self.process = subprocess.Popen(
            [shutil.which("prometheus-alertmanager"),
             f"--config.file={folder}/am.yml", f"--storage.path={folder}/data",
             "--web.listen-address=127.0.0.1:0", "--cluster.listen-address="],
            text=True, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL)
        for line in self.process.stderr:
            listens = re.search(r'"Listening on" address=(\S+)', line)
            if listens:
                self.address = listens[1]
                return

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate()

    def received(self):
        with urllib.request.urlopen(
                f"http://{self.address}/metrics") as metrics:
            found = re.search(rb'alerts_received_total\{status="firing",'
                              rb'version="v2"\} (\S+)', metrics.read())
        return int(float(found[1])) if found else 0

    def wait_for(self, count):
        while self.received() < count:
            time.sleep(0.05)


def alert(number):
    return {"labels": {"alertname": f"r{number}", "host": "h"},
            "annotations": {"summary": "hi"}}


def post(address, bodies):
    connection = http.client.HTTPConnection(address)
    for body in bodies:
        connection.request("POST", "/api/v2/alerts", body,
                           {"Content-Type": "application/json"})
        answer = connection.getresponse()
        answer.read()
        assert answer.status == 200, answer.status
    connection.close()


def alone(count):
    """Seconds for one at a time on each connection, and for all in one."""
    bodies = [json.dumps([alert(n)]) for n in range(count)]
    took = []
    for parts in ([bodies[n::CONNECTIONS] for n in range(CONNECTIONS)],
                  [[json.dumps([alert(n) for n in range(count)])]]):
        with tempfile.TemporaryDirectory() as folder, \
                Alertmanager(pathlib.Path(folder)) as peer, \
                concurrent.futures.ThreadPoolExecutor(CONNECTIONS) as pool:
            begun = time.monotonic()
            list(pool.map(lambda part: post(peer.address, part), parts))
            took.append(time.monotonic() - begun)
    return took


def written(state):
    """How many have been put into the outbox, which may not be there yet."""
    try:
        outbox = sqlite3.connect(f"file:{state}/outbox.db?mode=ro", uri=True)
        with contextlib.closing(outbox):
            return outbox.execute("SELECT sum(seq) FROM sqlite_sequence "
                                  "WHERE name = 'notifications'").fetchone()[0]
    except sqlite3.OperationalError:
        return None


def ours(count):
    """Seconds from the first answer of the rules to all in the outbox, and to
    all at Alertmanager."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        with Alertmanager(folder) as peer:
            (folder / "receivers.yaml").write_text(
                "receivers:\n  ops:\n    body: alertmanager\n    url: "
                f"http://{peer.address}/api/v2/alerts\n", encoding="utf-8")
            (folder / "receivers.yaml").chmod(0o600)
            rules = "".join(f'r{n} = hinv.ncpu > 0 -> webhook 4 min "ops" "hi";\n'
                            for n in range(count))
            (folder / "rules").write_text(
                'hinv.ncpu > 0 -> print 1 hour "begun";\n' + rules,
                encoding="utf-8")
            with subprocess.Popen(
                    [cases.BUILD / "tocsin", "-q", "-h", "@", "-t", "1hour",
                     "--state", folder / "state", "--receivers",
                     folder / "receivers.yaml", "-c", folder / "rules"],
                    text=True, stdout=subprocess.PIPE) as process:
                process.stdout.readline()
                begun = time.monotonic()
                while written(folder / "state") != count:
                    time.sleep(0.01)
                kept = time.monotonic() - begun
                peer.wait_for(count)
                delivered = time.monotonic() - begun
                process.terminate()
    return kept, delivered


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10000
    kept, delivered = ours(count)
    single, together = alone(count)
    print(f"{count} notifications: in the outbox after {kept:.2f} s, "
          f"at Alertmanager after {delivered:.2f} s")
    print(f"Alertmanager alone: {single:.2f} s one by one over {CONNECTIONS} "
          f"connections, {together:.2f} s in one request")


if __name__ == "__main__":
    main()
