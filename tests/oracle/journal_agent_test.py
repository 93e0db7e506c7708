"""The journal as PCP's agent gives it beside our own reading of it: of a
journald in a /run of its own, the same entries with the same times, cursors
and fields. The agent takes no text, which is told where --store asks for it.
Skipped where the programs are not to be had."""
# Label: live
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile

import oracle
import own_pmcd
from pmevent_test import Asking

DAEMON = pathlib.Path("/lib/systemd/systemd-journald")
MACHINE = "0123456789abcdef0123456789abcdef"
RECORDS = "systemd.journal.records"
ENTRIES = 200
# A /run of the test's own, in which nothing but the daemon is.
SETUP = """
set -e
mount --bind machine-id /etc/machine-id
mount --bind run /run
"$1" >journald.log 2>&1 &
shift
exec "$@"
"""
APART = ["unshare", "-mpf" if os.geteuid() == 0 else "-rmpf", "--kill-child",
         "--mount-proc"]


def send(**fields):
    """As sd_journal_send(3)."""
    entry = b""
    for name, text in fields.items():
        value = text.encode()
        entry += (name.encode() + b"\n" + len(value).to_bytes(8, "little") +
                  value + b"\n")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as to:
        to.connect("/run/systemd/journal/socket")
        to.send(entry)


def entry(line):
    """The number of an entry of ours, or None, and all that is told of it."""
    told = json.loads(line)
    fields = told["parameters"]
    message = [one for one in fields.get("string", ())
               if one.startswith("MESSAGE=number ")]
    number = int(message[0].split()[1]) if message else None
    return number, (told["time"], told["flags"], fields["cursor"],
                    sorted(fields.get("string", ())), fields.get("blob", ()))


class Reader(Asking):

    def __init__(self, host):
        self.entries = {}
        super().__init__([oracle.BUILD / "tocsin", "events", "-h", host, "-Z",
                          "UTC", "--json", RECORDS])

    def take(self, line):
        number, told = entry(line)
        if number is not None:
            self.entries[number] = told


def await_journald():
    """Returns once it has its files."""
    while not list(pathlib.Path("/run/log/journal").glob("*/system.journal")):
        os.sched_yield()


def send_all(readers):
    """Entries, once all read; the number of the first of these."""
    number = 0
    while not all(reader.entries for reader in readers):
        send(MESSAGE=f"number {number}")
        number += 1
        for reader in readers:
            reader.poll(0.1)
    for i in range(number, number + ENTRIES):
        send(MESSAGE=f"number {i} \u00e4", PRIORITY=str(i % 8),
             LINES=f"a\n\nB={i}", BYTES="x\0y" if i % 2 else "x", EMPTY="",
             LONG="x" * (100 * i))
    for reader in readers:
        while number + ENTRIES - 1 not in reader.entries:
            reader.poll()
    return number


def refused(pmcd):
    """What a run says that is to store into the agent's metric."""
    done = oracle.ours("tocsin", "-h", pmcd.address, "-t", "100msec", "-T",
                       "0.95sec", "-f", f"--store={RECORDS}=",
                       "-c", pmcd.folder / "rules")
    return done.stdout + done.stderr


def inside(folder):
    await_journald()
    agent = own_pmcd.systemd_agent(folder)
    found = []
    with own_pmcd.Pmcd(("pmcd",), {"systemd": agent}) as pmcd:
        readers = [Reader(pmcd.address), Reader("@")]
        first = send_all(readers)
        theirs, ours = (reader.entries for reader in readers)
        for number in range(first, first + ENTRIES):
            if theirs.get(number) != ours.get(number) or number not in ours:
                found.append(f"{number}: agent {theirs.get(number)}, we "
                             f"{ours.get(number)}")
        for reader in readers:
            reader.end()
        (pmcd.folder / "rules").write_text(f"count_event ( {RECORDS} ) > 0;\n")
        told = refused(pmcd)
        if f"nothing is stored into {RECORDS}: " not in told:
            found.append(f"of the store that is refused: {told}")
    print(f"{len(theirs)} entries of the agent, {len(ours)} of ours")
    print("\n".join(found[:5]))
    return 1 if found else 0


def main():
    if len(sys.argv) > 1:
        return inside(pathlib.Path(sys.argv[1]))
    own_pmcd.require()
    missing = [path for path in (own_pmcd.SYSTEMD / "pmdasystemd", DAEMON)
               if not path.exists()]
    if missing or shutil.which("journalctl") is None:
        print("SKIPPED: no agent of the journal to run, or no journal")
        return oracle.SKIPPED
    if subprocess.run([*APART, "test", "-e", "/etc/machine-id"], check=False,
                      capture_output=True).returncode != 0:
        print("SKIPPED: there can be no /run of its own")
        return oracle.SKIPPED
    with tempfile.TemporaryDirectory(prefix="tocsin-") as name:
        folder = pathlib.Path(name)
        (folder / "machine-id").write_text(MACHINE + "\n")
        (folder / "run/log/journal" / MACHINE).mkdir(parents=True)
        (folder / "run/systemd").mkdir()
        return subprocess.run(
            [*APART, "sh", "-c", SETUP, "sh", DAEMON, sys.executable, __file__,
             folder], cwd=folder, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
