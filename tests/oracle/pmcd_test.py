"""Our client beside PCP's, of one pmcd: descriptors, instances and values of
all metrics; and what becomes of it when pmcd or an agent is killed, between
any two messages, and comes back."""
# Label: live
import os
import re
import signal
import socket
import subprocess
import sys
import threading

import oracle
import own_pmcd

CHANGED = "changed"
TYPES = {"32-bit int": "32", "32-bit unsigned int": "U32", "64-bit int": "64",
         "64-bit unsigned int": "U64", "float": "FLOAT", "double": "DOUBLE",
         "string": "STRING", "aggregate": "AGGREGATE",
         "aggregate static": "AGGREGATE_STATIC",
         "event record array": "EVENT",
         "highres event record array": "HIGHRES_EVENT",
         "Not Supported": "NO_SUPPORT"}
SEMANTICS = {"counter": "1", "instant": "3", "discrete": "4"}
# What our own connection and pminfo's own process change, what is random, and
# what is not pmcd's.
MOVES = re.compile(r"network\.(sockstat|tcp|tcpconn)\.|sample\.(percontext|"
                   r"scramble|darkness)\.|pmcd\.|kernel\.all\.(nprocs|"
                   r"running|blocked)$")
COMPARED = {"32", "U32", "64", "U64", "FLOAT", "DOUBLE", "STRING"}


class Ours:
    """Our client: pmcd_dump, told what to do line by line."""

    def __init__(self, *addresses):
        self._process = subprocess.Popen(
            [oracle.BUILD / "oracle/pmcd_dump", *map(str, addresses)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            errors="surrogateescape")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._process.stdin.close()
        self._process.wait()

    def say(self, *words):
        """(lines as lists of fields, how it ended: "ok" or the error)"""
        self._process.stdin.write(" ".join(words) + "\n")
        self._process.stdin.flush()
        lines = []
        for line in self._process.stdout:
            fields = line.rstrip("\n").split("\t")
            if fields[0] == "ok":
                return lines, "ok"
            if fields[0] == "error":
                changed = "have changed" in fields[2]
                return lines, CHANGED if changed else fields[2]
            lines.append(fields)
        raise RuntimeError(f"pmcd_dump ended: {self._process.wait()}")

    def values(self, verb="tick"):
        """({(metric, instance): value}, how it ended)"""
        lines, end = self.say(verb)
        return {(f[1], f[2]): "\t".join(f[4:])
                for f in lines if f[0] == "value"}, end


def parse_pminfo(text):
    """name -> (type, indom, semantics, units, {id: (name, value)})"""
    metrics = {}
    for part in re.split(r"\n\n(?=\S+\n)", "\n" + text):
        lines = part.strip("\n").split("\n")
        desc = re.search(r"Data Type: (.*?)  InDom: (\S+) ", part)
        rest = re.search(r"Semantics: (\S+)  Units: (.*)", part)
        if desc is None or rest is None or desc[1] not in TYPES:
            continue
        values = {}
        for line in lines:
            named = re.match(
                r'    inst \[(-?\d+) or "(.*?)"\] value (.*)$', line)
            if named:
                values[named[1]] = (named[2], named[3])
            elif line.startswith("    value "):
                values["-1"] = ("", line[len("    value "):])
        metrics[lines[0]] = (
            TYPES[desc[1]], desc[2], SEMANTICS.get(rest[1]),
            "" if rest[2] == "none" else rest[2], values)
    return metrics


def pminfo(pmcd, *names):
    return parse_pminfo(
        pmcd.run("pminfo", "-h", pmcd.address, "-df", *names).stdout)


def judge(before, after, facts, values):
    """({metric or (metric, instance): what is wrong}, values compared)"""
    wrong, compared = {}, 0
    descs = {f[1]: f[3:] for f in facts if f[0] == "metric"}
    instances = {(f[1], f[2]): f[3] for f in facts if f[0] == "instance"}
    for name, (kind, indom, semantics, units, theirs) in before.items():
        expected = [kind, indom, semantics, units]
        if descs.get(name) != expected:
            wrong[name] = f"{descs.get(name)}, pminfo {expected}"
            continue
        if kind not in COMPARED or MOVES.match(name):
            continue
        again = after.get(name, (0, 0, 0, 0, {}))[4]
        for number, (label, value) in theirs.items():
            ours = values.get((name, number), "")
            several_lines = kind == "STRING" and not re.fullmatch(
                '".*"', value)
            if again.get(number) != (label, value) or several_lines:
                continue
            compared += 1
            called = instances.get((indom, number), "")
            if (ours, called) != (value, label):
                wrong[name, number] = (
                    f"{ours} {called!r}, pminfo {value} {label!r}")
    return wrong, compared


def compare(pmcd, names):
    """As judge(): what stands still between two runs of pminfo."""
    with Ours(f"unix:{pmcd.socket}") as ours:
        before = pminfo(pmcd, *names)
        facts, end = ours.say("prepare", *names)
        assert end == "ok", end
        assert ours.say("open")[1] == "ok"
        values, end = ours.values()
        assert end == "ok", end
        return judge(before, pminfo(pmcd, *names), facts, values)


def everything(pmcd):
    """Every metric: facts, and the values that stand still."""
    names = [name for name in pmcd.run(
        "pminfo", "-h", pmcd.address).stdout.split()
        if not name.startswith("event.")]  # libpcp's own
    wrong, compared = compare(pmcd, names)
    print(f"{len(names)} metrics, {compared} values")
    # Some moved meanwhile, and back: what is wrong is wrong each time.
    for _ in range(5):
        if not wrong:
            break
        again, _ = compare(pmcd, sorted(
            {key if isinstance(key, str) else key[0] for key in wrong}))
        wrong = {key: again[key] for key in wrong if key in again}
    few = [] if compared > 500 else ["too few values to tell"]
    return [f"{key}: {what}" for key, what in wrong.items()] + few


class Relay:
    """Passes bytes on to a pmcd; `break_at` messages of pmcd's later it does
    `then` and hangs up before the next one."""

    def __init__(self, pmcd):
        self.pmcd = pmcd
        self.break_at = None
        self.then = None
        self.passed = 0
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            try:
                server = socket.create_connection(
                    ("127.0.0.1", self.pmcd.port))
            except OSError:
                client.close()
                continue
            threading.Thread(target=self._up, args=(client, server),
                             daemon=True).start()
            self._down(client, server)

    @staticmethod
    def _up(client, server):
        try:
            while data := client.recv(65536):
                server.sendall(data)
            server.shutdown(socket.SHUT_WR)
        except OSError:
            pass

    def _down(self, client, server):
        stream = server.makefile("rb")
        try:
            while len(head := stream.read(4)) == 4:
                if self.passed == self.break_at:
                    self.break_at = None
                    self.then()
                    break
                self.passed += 1
                length = int.from_bytes(head, "big")
                client.sendall(head + stream.read(length - 4))
        except OSError:
            pass
        client.close()
        server.close()

    def close(self):
        self._listener.close()


NAMES = ["hinv.ncpu", "sample.bin", "sample.no.such", "sample.string.hullo"]
BIN = ("sample.bin", "300")


def killed_between_messages(pmcd):
    """kill -9 and restart before each of the messages of a conversation."""
    def restart():
        pmcd.kill()
        pmcd.start()

    wrong = []
    messages = None
    at = 0
    while messages is None or at < messages:
        relay = Relay(pmcd)
        relay.break_at = at if messages is not None else None
        relay.then = restart
        with Ours(relay.address) as ours:
            ours.say("prepare", *NAMES)
            ours.say("open")
            for _ in range(2):
                values, end = ours.values("until")
                if end != "ok" or values.get(BIN) != "300":
                    wrong.append(f"killed before message {at}: {end} {values}")
        if messages is None:
            messages = relay.passed
        else:
            at += 1
        relay.close()
    print(f"killed before each of {messages} messages")
    return wrong + ([] if messages > 6 else ["too few messages"])


def agent_process(pmcd, name):
    log = pmcd.run("pminfo", "-h", pmcd.address, "-f", "pmcd.agent.status")
    assert log.returncode == 0, log.stderr
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/cmdline", "rb") as file:
                program = file.read().split(b"\0")[0]
            with open(f"/proc/{pid}/environ", "rb") as file:
                own = str(pmcd.folder).encode() in file.read()
        except OSError:
            continue
        if own and f"pmda{name}".encode() in program:
            return int(pid)
    raise RuntimeError(f"no agent {name}")


TICKS = 20000  # far more than pmcd needs to notice anything


def tick_until(ours, condition):
    """Ticks until condition(values, end); the last tick, which may not be."""
    for _ in range(TICKS):
        values, end = ours.values()
        if condition(values, end):
            break
    return values, end


def begin(ours):
    ours.say("prepare", *NAMES)
    ours.say("open")
    return ours.values()


def agents_come_and_go(pmcd):
    """One leaves the configuration and comes back, one is killed."""
    wrong = []

    def expect(what, good, seen):
        if not good:
            wrong.append(f"{what}: {seen}")

    def changed(_, end):
        return end == CHANGED

    def has_bin(values, _):
        return values.get(BIN) == "300"

    with Ours(pmcd.address) as ours:
        seen = begin(ours)
        expect("before", has_bin(*seen), seen)
        pmcd.configure(["pmcd", "linux", "mmv"])
        pmcd.hang_up()
        seen = tick_until(ours, changed)
        expect("the agent has gone", changed(*seen), seen)
        seen = begin(ours)
        expect("without it", BIN not in seen[0] and
               ("hinv.ncpu", "-1") in seen[0], seen)
        pmcd.configure(own_pmcd.AGENTS)
        pmcd.hang_up()
        seen = tick_until(ours, changed)
        expect("the agent has come", changed(*seen), seen)
        seen = begin(ours)
        expect("with it", has_bin(*seen), seen)
        # pmcd starts an agent that died again, sooner or later or at once.
        os.kill(agent_process(pmcd, "sample"), signal.SIGKILL)
        ours.values()
        pmcd.hang_up()
        for _ in range(TICKS):
            values, end = ours.values()
            if end == CHANGED:
                values, end = begin(ours)
            if has_bin(values, end):
                break
        expect("killed", has_bin(values, end), (values, end))
    return wrong


def main():
    own_pmcd.require()
    wrong = []
    with own_pmcd.Pmcd() as pmcd:
        for part in (everything, killed_between_messages, agents_come_and_go):
            wrong += [f"{part.__name__}: {line}" for line in part(pmcd)]
    for line in wrong[:40]:
        print(line)
    print(f"{len(wrong)} differences")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
