"""The journal, kept by a daemon that is not ours: systemd-journald, in a /run of
its own, and read from its file by journalctl. Skipped where they are not to be
had."""
# Label: live
import json
import pathlib
import shutil
import subprocess
import unittest

import live_process
from http_receiver import LIMIT, mmv

DAEMON = pathlib.Path("/lib/systemd/systemd-journald")
MACHINE = "0123456789abcdef0123456789abcdef"
# A /run of the test's own, in which nothing but the daemon is.
SETUP = """
set -e
mount --bind machine-id /etc/machine-id
mount --bind run /run
"$1" >journald.log 2>&1 &
shift
exec "$@"
"""
APART = ["unshare", "-rmpf", "--kill-child", "--mount-proc"]


class JournalPeer(live_process.Live):

    def setUp(self):
        super().setUp()
        if not DAEMON.exists() or shutil.which("journalctl") is None:
            self.skipTest("there is no systemd-journald")
        if subprocess.run([*APART, "test", "-e", "/etc/machine-id"],
                          check=False, capture_output=True).returncode != 0:
            self.skipTest("there can be no /run of its own")
        (self.folder / "run/log/journal" / MACHINE).mkdir(parents=True)
        (self.folder / "run/systemd").mkdir()
        self.write("machine-id", MACHINE + "\n")

    def entry(self, process):
        """The first of ours in the file, once it is there."""
        file = self.folder / "run/log/journal" / MACHINE / "system.journal"
        while process.poll() is None:
            done = subprocess.run(
                ["journalctl", "--file", file, "-a", "-o", "json",
                 "SYSLOG_IDENTIFIER=tocsin"],
                text=True, capture_output=True, timeout=LIMIT, check=False)
            if done.stdout:
                return json.loads(done.stdout.splitlines()[0])
        return self.fail(process.stderr.read())

    def start(self, rules, *arguments):
        self.write("rules", rules)
        return self.begin([*APART, "sh", "-c", SETUP, "sh", DAEMON,
                           str(live_process.TOCSIN), "-t", "100msec",
                           *arguments, "rules"])

    def test_each_field_is_there_byte_for_byte(self):
        names = [b"plain", b"a\nMESSAGE=b", b"<0>x", b"\xff\xfe", b"%i\x1b[2J",
                 "\u202e\u00e4".encode()]
        (self.folder / "hostile").write_bytes(mmv(names))
        entry = self.entry(self.start(
            "full = some_inst ( mmv.hostile.a > 0 ) "
            '-> journal 1 hour "[%i]";',
            "-h", f"mmv:{self.folder / 'hostile'}"))
        told = [bytes(one) if isinstance(one, list) else one.encode()
                for one in entry["TOCSIN_INSTANCE"]]
        self.assertEqual(sorted(told), sorted(names))
        self.assertEqual(entry["TOCSIN_RULE"], "full")
        self.assertEqual(entry["TOCSIN_VALUE"], "1")
        self.assertEqual(entry["PRIORITY"], "5")
        self.assertTrue(entry["MESSAGE"].startswith("[plain][a?MESSAGE=b]"))
        self.assertEqual(entry["_COMM"], "tocsin")

    def test_one_that_is_longer_than_a_datagram(self):
        text = "x" * 10_000
        entry = self.entry(self.start(
            "hinv.ncpu > 0 -> reliably journal 1 hour " +
            f'"{text}" ' * 60 + ";", "-h", "@"))
        self.assertEqual(entry["MESSAGE"], text * 60)


if __name__ == "__main__":
    unittest.main()
