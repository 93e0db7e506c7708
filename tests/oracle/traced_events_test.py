"""An archive of what the bash agent tells of a script, which a real pmlogger
records: unpacked it is as pmdumplog shows it, and at each interval as many
records are counted. The agent gives records only to who has stored something
over the same connection: a relay says that for pmlogger, and --store for us."""
# Label: live
import contextlib
import pathlib
import queue
import socket
import socketserver
import struct
import subprocess
import sys
import tempfile
import threading

import oracle
import own_pmcd
import recorded_events_test

RECORDS = "bash.xtrace.records"
PMID = 112 << 22 | 4  # its number
ENOUGH = 200          # lines that the script is told
POLLS = 100           # until the agent knows it
SCRIPT = """. "$1"
pcp_trace on one two
work() { true "$1" 'as "it" stands'; }
while read -r line; do work "$line"; done
pcp_trace off
"""
# PDUs: their length, type and sender, as pmapi/pmcd/format.h has them.
HEAD = struct.Struct(">III")
RESULT, FETCH, HIGHRES_FETCH = 0x7001, 0x7003, 0x7014
STRING, IN_A_BLOCK, NO_INSTANCE = 6, 1, 0xffffffff


def store():
    """pmStore(3) of an empty text: what has no instance is of all of them."""
    value = struct.pack(">I", STRING << 24 | 5) + bytes(4)
    before = struct.pack(">IIIIIIII", 0, 0, 1, PMID, 1, IN_A_BLOCK, NO_INSTANCE,
                         (HEAD.size + 32) // 4)
    body = before + value
    return HEAD.pack(HEAD.size + len(body), RESULT, 0) + body


def pdus(stream):
    """Each with its type, until either side ends."""
    try:
        while head := stream.read(HEAD.size):
            length, kind, _ = HEAD.unpack(head)
            yield kind, head + stream.read(length - HEAD.size)
    except ConnectionError:
        pass


class Relay(socketserver.StreamRequestHandler):
    """Before the first fetch it stores, and keeps the answer for itself."""

    def handle(self):
        self.stores, self.stored = threading.Event(), threading.Event()
        with socket.create_connection(self.server.pmcd) as self.pmcd:
            back = threading.Thread(target=self.answer)
            back.start()
            for kind, pdu in pdus(self.rfile):
                fetches = kind in (FETCH, HIGHRES_FETCH)
                if fetches and not self.stored.is_set():
                    self.stores.set()
                    self.pmcd.sendall(store())
                    self.stored.wait()
                self.pmcd.sendall(pdu)
            self.pmcd.shutdown(socket.SHUT_RDWR)
            back.join()

    def answer(self):
        for _, pdu in pdus(self.pmcd.makefile("rb")):
            if self.stores.is_set() and not self.stored.is_set():
                self.stored.set()
            else:
                self.wfile.write(pdu)
        self.stored.set()


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True

    def __init__(self, pmcd):
        super().__init__(("127.0.0.1", 0), Relay)
        self.pmcd = "127.0.0.1", pmcd.port
        self.address = f"127.0.0.1:{self.server_address[1]}"


def known(pmcd, script):
    """Whether the agent has found the script, and what it says of itself."""
    return f'"{script.pid} one two"' in pmcd.run(
        "pminfo", "-h", pmcd.address, "-f", "bash.xtrace.count").stdout


def tell(script, logger, pmcd, folder):
    """Lines, until there is a second volume."""
    told = 0
    while not (folder / "traced.1").exists() or told < ENOUGH:
        if logger.poll() is not None:
            raise RuntimeError((folder / "pmlogger.log").read_text())
        script.stdin.writelines(f"line {told + i}\n" for i in range(10))
        script.stdin.flush()
        told += 10
        known(pmcd, script)


@contextlib.contextmanager
def running(pmcd, folder):
    """A script that is told lines, until it is told no more."""
    (folder / "script").write_text(SCRIPT)
    (pmcd.folder / "bash").mkdir(exist_ok=True)
    with subprocess.Popen(
            ["bash", folder / "script",
             oracle.ROOT / "usr/share/pcp/lib/bashproc.sh"], text=True,
            env=pmcd.environment(), stdin=subprocess.PIPE,
            stderr=subprocess.DEVNULL) as script:
        try:
            yield script
        finally:
            script.stdin.close()


@contextlib.contextmanager
def traced(pmcd, folder):
    """One that the agent traces. It sees no script that comes in the second in
    which another went, and one whose beginning it reads too early has no name:
    another is begun, then."""
    while True:
        with running(pmcd, folder) as script:
            if any(known(pmcd, script) for _ in range(POLLS)):
                yield script
                return
            script.kill()


def record(pmcd, folder, address):
    """An archive of what comes while the script is told lines, in volumes."""
    (folder / "config").write_text(f"log mandatory on 100 msec {{\n{RECORDS}\n}}\n")
    with traced(pmcd, folder) as script:
        logger = subprocess.Popen(
            [own_pmcd.BIN / "pmlogger", "-h", address, "-c",
             folder / "config", "-l", folder / "pmlogger.log", "-v", "20Kb",
             "-u", folder / "traced"],
            env=pmcd.environment(), cwd=folder, stdin=subprocess.DEVNULL)
        try:
            tell(script, logger, pmcd, folder)
        finally:
            logger.terminate()
            logger.wait()
    return folder / "traced"


def watched(pmcd, folder):
    """What a live tocsin says that stores by itself, until it has seen records
    of a script that it knows and of one that comes later."""
    (folder / "rules").write_text(
        f"some_inst ( count_event ( {RECORDS} ) > 0 ) -> print \"seen %i;\";\n")
    ours = subprocess.Popen(
        [oracle.BUILD / "tocsin", "-h", pmcd.address, "-t", "100msec",
         f"--store={RECORDS}=", folder / "rules"],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        stdin=subprocess.DEVNULL)
    lines = queue.Queue()
    threading.Thread(target=lambda: [lines.put(one) for one in ours.stdout],
                     daemon=True).start()
    said = ""
    try:
        for _ in range(2):
            with traced(pmcd, folder) as script:
                while f"seen {script.pid} one two;" not in said:
                    if ours.poll() is not None:
                        return f"it has ended: {said}"
                    script.stdin.write("line\n")
                    script.stdin.flush()
                    with contextlib.suppress(queue.Empty):
                        said += lines.get(timeout=0.02)
    finally:
        ours.terminate()
        ours.wait()
    return None


def main():
    own_pmcd.require()
    if not (own_pmcd.PMDAS / "bash/pmdabash").exists():
        print("SKIPPED: no bash agent to run")
        return oracle.SKIPPED
    with tempfile.TemporaryDirectory(prefix="tocsin-") as name:
        folder = pathlib.Path(name)
        bash = own_pmcd.bash_agent(folder)
        with own_pmcd.Pmcd(("pmcd",), {"bash": bash}) as pmcd, \
                Server(pmcd) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            archive = record(pmcd, folder, server.address)
            server.shutdown()
            wrong = watched(pmcd, folder)
        found = list(recorded_events_test.differences(archive, True,
                                                      (RECORDS,)))
    if wrong:
        found.append(wrong)
    print("\n".join(found[:20]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
