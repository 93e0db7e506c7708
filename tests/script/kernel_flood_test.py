"""The kernel's log in a flood, beside a host that has event records: each
record of the log is counted or missed, each of the host is counted, and memory
does not grow with what is said. A pipe of packets stands in for /dev/kmsg: as
that it gives a record a read, and what there is no room for is lost, which is
known by the numbers of records. Skipped where nothing can be mounted."""
# Label: live
import fcntl
import os
import pathlib
import re
import select
import subprocess
import threading
import unittest

from live_process import BUILD, TOCSIN, Live

TOTAL = 3000     # records of the other host
NEEDLE = 7       # one of so many records is looked for
ENOUGH = 20_000  # records that are lost
LIMIT = 60       # for who reads. Units: s
# Units: bytes. An evaluation has up to 8 MB of records, in several forms.
MOST_GROWTH = 100 << 20
SETUP = 'set -e; mount --bind kmsg /dev/kmsg; exec "$@"'
APART = ["unshare", "-rm"]
RULES = """
delta = 50 msec;
count_event ( kmsg.records ) > 0 -> print "told %v";
sum_event event.missed ( kmsg.records ) > 0 -> print "missed %v";
count_event ( kmsg.records where message contains "needle" && priority <= 4 ) > 0
  -> print "matched %v";
count_event ( fake.records :'127.0.0.1:PORT' ) > 0 -> print "other %v";
"""


class Kernel:
    """Speaks from its beginning to its end, whether there is room or not."""

    def __init__(self, path):
        os.mkfifo(path)
        # For both, so that it never ends; each write is a packet.
        self._pipe = os.open(path, os.O_RDWR | os.O_NONBLOCK)
        fcntl.fcntl(self._pipe, fcntl.F_SETFL, os.O_DIRECT | os.O_NONBLOCK)
        self._ends = threading.Event()
        self._thread = threading.Thread(target=self._flood)
        self.said = self.told = self.matched = 0

    def begin(self):
        self._thread.start()

    def _say(self):
        """What there is no room for is lost, and has had its number."""
        needle = self.said % NEEDLE == 0
        text = ("a needle " if needle else "hay ") + "x" * (self.said % 3000)
        record = f"4,{self.said},{self.said},-;{text}\n".encode()
        self.said += 1
        try:
            os.write(self._pipe, record)
        except BlockingIOError:
            return
        self.told += 1
        self.matched += needle

    def _flood(self):
        while not self._ends.is_set():
            self._say()

    def lost(self):
        return self.said - self.told

    def stop(self):
        self._ends.set()
        self._thread.join()

    def say_last(self):
        """It is not lost, and tells of those before it."""
        select.select([], [self._pipe], [], LIMIT)
        self._say()


def resident(process, what):
    """VmRSS or VmHWM. Units: bytes."""
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text("ascii")
    return int(re.search(rf"^{what}:\s+(\d+) kB$", status, re.M)[1]) << 10


class KernelFlood(Live):

    def setUp(self):
        super().setUp()
        tried = [*APART, "sh", "-c", 'mount --bind "$1" /dev/kmsg', "sh",
                 self.folder / "tried"]
        self.write("tried", "")
        if subprocess.run(tried, check=False, capture_output=True).returncode:
            self.skipTest("nothing can be mounted at /dev/kmsg")
        # What is freed does not stay in memory.
        self.env["ASAN_OPTIONS"] = "quarantine_size_mb=1"

    def test_each_record_is_told_or_missed(self):
        hosts = self.begin([BUILD / "bench/event_hosts", "1", "2000",
                            str(TOTAL)], stdin=subprocess.PIPE)
        self.addCleanup(hosts.stdin.close)
        port = hosts.stdout.readline().split()[1]
        self.write("rules", RULES.replace("PORT", port))
        kernel = Kernel(self.folder / "kmsg")
        process = self.begin([*APART, "sh", "-c", SETUP, "sh", TOCSIN,
                              "-h", "@", "-f", "rules"])
        kernel.begin()
        self.addCleanup(kernel.stop)
        counts = dict.fromkeys(("told", "missed", "matched", "other"), 0)
        before = None
        for line in process.stdout:
            *_, what, number = line.split()
            counts[what] += int(number)
            before = before or resident(process, "VmRSS")
            if counts["other"] == TOTAL and kernel.lost() >= ENOUGH:
                break
        kernel.stop()
        kernel.say_last()
        while counts["told"] + counts["missed"] < kernel.said:
            *_, what, number = process.stdout.readline().split()
            counts[what] += int(number)
        growth = resident(process, "VmHWM") - before
        process.terminate()
        for line in process.stdout:  # of the last evaluation
            *_, what, number = line.split()
            counts[what] += int(number)
        print(counts, f"growth {growth >> 20} MiB")
        self.assertEqual(counts, {"told": kernel.told,
                                  "missed": kernel.lost(),
                                  "matched": kernel.matched, "other": TOTAL})
        self.assertLess(growth, MOST_GROWTH)


if __name__ == "__main__":
    unittest.main()
