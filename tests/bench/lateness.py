"""How late ticks are while what actions need stands still: a receiver that
hangs, commands that sleep, a server of names that never answers, a state disk
that hangs. A rule that speaks every 20 ms is listened to; beside it eight rules
act every 100 ms. No test: it depends on the machine.
    lateness.py [SECONDS]"""
import os
import pathlib
import socket
import statistics
import subprocess
import sys
import tempfile
import time

import cases

PULSE = 0.02  # Units: seconds
RULES = 8
# A disk that has stopped: what is to be there is never there.
STILL_DISK = """
#include <unistd.h>
static int wait(void) { for (;;) pause(); }
int fsync(int fd) { (void)fd; return wait(); }
int fdatasync(int fd) { (void)fd; return wait(); }
"""


class Silent:
    """A port of this machine where nobody says anything."""

    def __init__(self):
        self.socket = socket.create_server(("127.0.0.1", 0), backlog=100)
        self.url = f"http://127.0.0.1:{self.socket.getsockname()[1]}/"


def lateness(command, rules, seconds, environment):
    """How much later than every PULSE a line has come, in milliseconds."""
    came = []
    with tempfile.NamedTemporaryFile("w", suffix=".pmie") as file:
        file.write(f'delta = {PULSE} sec; hinv.ncpu > 0 -> print "pulse";\n'
                   "delta = 100 msec;\n" + rules)
        file.flush()
        with subprocess.Popen([*command, "-h", "@", "-c", file.name], text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, env=environment,
                              ) as process:
            for line in process.stdout:
                if line.rstrip().endswith(" pulse"):
                    came.append(time.monotonic())
                if came and came[-1] > came[0] + seconds:
                    process.kill()
                    break
    offsets = [at - number * PULSE for number, at in enumerate(came)]
    first = min(offsets)
    return [1000 * (one - first) for one in offsets]


def show(name, late, expected):
    late.sort()
    per = statistics.quantiles(late, n=100)
    print(f"{name:32} ms late: median {per[49]:6.2f}  p99 {per[98]:6.2f}  "
          f"most {late[-1]:6.2f}   {len(late)} of {expected} ticks", flush=True)


def still_disk(folder):
    """The environment of a program whose disk has stopped."""
    source, library = folder / "still.c", folder / "still.so"
    source.write_text(STILL_DISK, encoding="utf-8")
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source],
                   check=True)
    return {**os.environ, "LD_PRELOAD": str(library)}


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

    tell = rules(f'webhook "{hangs.url}" "hi"')
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        state = ["--state", str(folder / "state")]
        todo = [("alone", tocsin, "", None),
                ("prints", tocsin, rules('print "hi"'), None),
                ("a receiver that hangs", tocsin, tell, None),
                ("... with an outbox", [*tocsin, *state], tell, None),
                ("commands that sleep 60 s", tocsin, rules('shell "sleep 60"'),
                 None),
                ("a state disk that hangs", [*tocsin, *state], tell,
                 still_disk(folder))]
        wrapped = without_names(folder)
        if wrapped:
            todo.append(("names that nobody knows", [*wrapped, *tocsin],
                         rules('webhook "http://name.example/" "hi"'), None))
        for what, command, text, environment in todo:
            show(what, lateness(command, text, seconds, environment), expected)


if __name__ == "__main__":
    main()
