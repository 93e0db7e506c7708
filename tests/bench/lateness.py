"""How late ticks are, and how much memory is taken, while what actions need
stands still (receivers, commands, names, a disk) or a million wait. A rule that
speaks every 20 ms is listened to; beside it eight rules act every 100 ms, and
one that only sleeps tells how late the machine is. No test: it depends on that.
    lateness.py [SECONDS]"""
import contextlib
import os
import pathlib
import re
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time

import cases

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "script"))
from http_receiver import mmv

PULSE = 0.02  # Units: seconds
RULES = 8
BINDINGS = 20_000
# Of so many bindings and texts the body takes long to make.
TEMPLATE = """receivers:
  ops:
    url: {}
    template: >-
      [{{{{#bindings}}}}"{{{{instance}}}} {{{{#texts}}}}{{{{.}}}}{{{{/texts}}}}"{{{{#more}}}}, {{{{/more}}}}{{{{/bindings}}}}]
"""
# Takes what it is told, and prints where it is.
RECEIVER = """
import http.server
class Conversation(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(204), self.end_headers()
    log_message = lambda *_: None
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Conversation)
print(server.server_port, flush=True), server.serve_forever()
"""
# A disk that has stopped: what is to be there is never there.
STILL_DISK = """
#include <unistd.h>
static int wait(void) { for (;;) pause(); }
int fsync(int fd) { (void)fd; return wait(); }
int fdatasync(int fd) { (void)fd; return wait(); }
"""
# Sleeps until its standard input ends, and prints how late it was at most.
SLEEPER = f"""
import select, sys, time
due, worst = time.monotonic(), 0
while True:
    due += {PULSE}
    rest = max(due - time.monotonic(), 0)
    if select.select([sys.stdin], [], [], rest)[0]:
        break
    worst = max(worst, time.monotonic() - due)
print(1000 * worst)
"""


class Silent:
    """A port of this machine where nobody says anything."""

    def __init__(self):
        self.socket = socket.create_server(("127.0.0.1", 0), backlog=100)
        self.place = f"127.0.0.1:{self.socket.getsockname()[1]}/"


def lateness(command, rules, seconds, environment, host="@",
             condition="hinv.ncpu > 0"):
    """How much later than every PULSE a line has come, in milliseconds, the most
    memory that it took, in MB, and how late the sleeper was."""
    came = []
    sleeper = subprocess.Popen([sys.executable, "-c", SLEEPER], text=True,
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    with tempfile.NamedTemporaryFile("w", suffix=".pmie") as file:
        file.write(f'delta = {PULSE} sec; {condition} -> print "pulse";\n'
                   "delta = 100 msec;\n" + rules)
        file.flush()
        with subprocess.Popen([*command, "-h", host, "-c", file.name], text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, env=environment,
                              ) as process:
            for line in process.stdout:
                if line.rstrip().endswith(" pulse"):
                    came.append(time.monotonic())
                if came and came[-1] > came[0] + seconds:
                    peak = peak_of(process.pid)
                    process.kill()
                    break
    offsets = [at - number * PULSE for number, at in enumerate(came)]
    first = min(offsets)
    slept = float(sleeper.communicate()[0])
    return [1000 * (one - first) for one in offsets], peak, slept


def peak_of(pid):
    """Also of what it has started in its place."""
    process = pathlib.Path(f"/proc/{pid}")
    status = (process / "status").read_text(encoding="utf-8")
    children = (process / f"task/{pid}/children").read_text(encoding="utf-8")
    return max([int(re.search(r"VmHWM:\s+(\d+) kB", status)[1]) / 1000,
                *map(peak_of, children.split())])


def fill(state, rows):
    """An outbox where so many wait, of 100 rules on 100 hosts, for one who does
    not answer."""
    url = f"http://127.0.0.1:{refusing()}/"
    with subprocess.Popen(
            [cases.BUILD / "tocsin", "-q", "-h", "@", "--state", state],
            text=True, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdin.write(f'one = hinv.ncpu > 0 -> webhook 1 hour "{url}" "hi";')
        process.stdin.close()
        next(line for line in process.stderr if "is tried again" in line)
        process.terminate()
    with contextlib.closing(sqlite3.connect(f"{state}/outbox.db")) as database:
        database.executescript(f"""
            BEGIN;
            WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
            INSERT INTO queues(receiver, rule, host, due)
              SELECT receiver, 'r' || (i % 100), 'h' || (i / 100), due
              FROM n, (SELECT receiver, due FROM queues LIMIT 1);
            WITH n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < {rows})
            INSERT INTO notifications
                (id, queue, time, arrived, tries, problem, json)
              SELECT 'id ' || i, 2 + i % 10000, time, arrived, 0, '', json
              FROM n, (SELECT time, arrived, json FROM notifications LIMIT 1);
            COMMIT;""")


def refusing():
    """A port where nobody is."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def show(name, measured, expected):
    late, peak, slept = measured
    late.sort()
    per = statistics.quantiles(late, n=100)
    print(f"{name:32} ms late: median {per[49]:6.2f}  p99 {per[98]:6.2f}  "
          f"most {late[-1]:6.2f} (a sleeper {slept:.2f})   "
          f"{len(late)} of {expected} ticks, {peak:.0f} MB", flush=True)


def still_disk(folder):
    """The environment of a program whose disk has stopped."""
    source, library = folder / "still.c", folder / "still.so"
    source.write_text(STILL_DISK, encoding="utf-8")
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source],
                   check=True)
    return {**os.environ, "LD_PRELOAD": str(library)}


def large_requests(folder, url):
    """A rule whose `now webhook` tells of many at once, as lateness() takes it."""
    names = [b"number %d" % number for number in range(BINDINGS)]
    (folder / "m").write_bytes(mmv(names))
    (folder / "receivers.yaml").write_text(TEMPLATE.format(url),
                                           encoding="utf-8")
    return ([cases.BUILD / "tocsin", "-q", "--receivers",
             folder / "receivers.yaml"],
            "delta = 1 sec; some_inst ( mmv.m.a > 0 ) -> now webhook "
            '"ops" ' + '"x" ' * 20 + ";\n", None, f"mmv:{folder / 'm'}",
            "mmv.m.a #'number 0' > 0")


def without_names(folder):
    """What runs a program whose server of names takes questions and is silent;
    None where that is not to be had."""
    (folder / "resolv.conf").write_text("nameserver 127.0.0.1\n",
                                        encoding="utf-8")
    wrapped = ["unshare", "-rnmpf", "--kill-child", "sh", "-c", "ip link set lo up && "
               f"mount --bind {folder}/resolv.conf /etc/resolv.conf && "
               "{ python3 -c 'import socket, time; "
               'names = "127.0.0.1", 53; '  # in a network of its own
               's = socket.socket(type=socket.SOCK_DGRAM); '
               's.bind(names); time.sleep(600)\' >/dev/null 2>&1 & } && '
               'exec "$@"', "sh"]
    tried = subprocess.run([*wrapped, "true"], check=False,
                           capture_output=True)
    return wrapped if tried.returncode == 0 else None


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 20
    expected = int(seconds / PULSE) + 1
    tocsin = [cases.BUILD / "tocsin", "-q"]
    hangs = Silent()

    def rules(action):
        return "".join(f"r{n} = hinv.ncpu > 0 -> {action};\n"
                       for n in range(RULES))

    tell = rules(f'webhook "http://{hangs.place}" "hi"')
    with contextlib.ExitStack() as stack:
        folder = pathlib.Path(
            stack.enter_context(tempfile.TemporaryDirectory()))
        state = ["--state", str(folder / "state")]
        todo = [("alone", tocsin, "", None),
                ("prints", tocsin, rules('print "hi"'), None),
                ("a receiver that hangs", tocsin, tell, None),
                ("... with an outbox", [*tocsin, *state], tell, None),
                ("TLS that never answers", tocsin,
                 rules(f'webhook "https://{hangs.place}" "hi"'), None),
                ("commands that sleep 60 s", tocsin, rules('shell "sleep 60"'),
                 None),
                ("a state disk that hangs", [*tocsin, *state], tell,
                 still_disk(folder))]
        for rows in (10_000, 1_000_000):
            full = folder / str(rows)
            fill(full, rows)
            todo.append((f"with {rows:,} that wait",
                         [*tocsin, "--state", str(full)], tell, None))
        wrapped = without_names(folder)
        if wrapped:
            todo.append(("names that nobody knows", [*wrapped, *tocsin],
                         rules('webhook "http://name.example/" "hi"'), None))
        receiver = stack.enter_context(subprocess.Popen(
            [sys.executable, "-c", RECEIVER], text=True,
            stdout=subprocess.PIPE))
        stack.callback(receiver.kill)
        port = int(receiver.stdout.readline())
        todo.append((f"{BINDINGS:,} bindings at once",
                     *large_requests(folder, f"http://127.0.0.1:{port}/")))
        for what, command, text, environment, *world in todo:
            show(what, lateness(command, text, seconds, environment, *world),
                 expected)


if __name__ == "__main__":
    main()
