"""The journal as event records: of files that systemd-journal-remote makes, and
of a systemd-journald in a /run of its own. What journalctl shows, each entry
once, while files are rotated and the program is killed. Skipped where the
programs are not to be had."""
# Label: live
import contextlib
import json
import os
import pathlib
import select
import shutil
import signal
import socket
import subprocess
import time
import unittest

import live_process

REMOTE = pathlib.Path("/lib/systemd/systemd-journal-remote")
DAEMON = pathlib.Path("/lib/systemd/systemd-journald")
MACHINE = "0123456789abcdef0123456789abcdef"
BOOT = b"f" * 32
RECORDS = "systemd.journal.records"
# Longer than any test: what is written has not been before it.
AHEAD = 3600 * 10**6


def exported(fields):
    """Fields in the Journal Export Format."""
    text = b""
    for name, value in fields:
        if b"\n" in value or b"\0" in value:
            text += name + b"\n" + len(value).to_bytes(8, "little") + value
        else:
            text += name + b"=" + value
        text += b"\n"
    return text


def parsed(text):
    """The entries of such a text: cursors, and fields as NAME=VALUE."""
    entries = []
    while text:
        fields, cursor = [], None
        while not text.startswith(b"\n"):
            line, _, rest = text.partition(b"\n")
            name, equals, value = line.partition(b"=")
            if not equals:
                length = int.from_bytes(rest[:8], "little")
                value, rest = rest[8:8 + length], rest[9 + length:]
            text = rest
            if name == b"__CURSOR":
                cursor = value.decode()
            if not name.startswith(b"__"):
                fields.append(name + b"=" + value)
        entries.append((cursor, sorted(fields)))
        text = text[1:]
    return entries


def told(line):
    """The same of a line of tocsin events --json."""
    parameters = json.loads(line)["parameters"]
    fields = [one.encode() for one in parameters.get("string", [])]
    fields += [bytes.fromhex(one) for one in parameters.get("blob", [])]
    return parameters["cursor"][0], sorted(fields)


class Journal(live_process.Live):

    def until(self, process, text, stream="stdout"):
        for line in getattr(process, stream):
            if text in line:
                return line
        return self.fail(f"{text} did not come: {process.stderr.read()}")

    def children(self, process):
        """Descriptors of the processes that it has begun."""
        pids = []
        for task in pathlib.Path(f"/proc/{process.pid}/task").iterdir():
            # A thread may end meanwhile; what it began is another's then.
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):
                pids += (task / "children").read_text().split()
        return [os.pidfd_open(int(pid)) for pid in pids]

    def assert_ended(self, child):
        self.assertTrue(select.select([child], [], [], 60)[0])
        os.close(child)


class Files(Journal):
    """A directory of journal files, which come as those of a journald do."""

    def setUp(self):
        super().setUp()
        if not REMOTE.exists() or shutil.which("journalctl") is None:
            self.skipTest("there is no systemd-journal-remote")
        self.journal = self.folder / "journal"
        self.journal.mkdir()
        self.state = self.folder / "state"
        self.next = time.time_ns() // 1000 + AHEAD
        self.put("old", [[(b"MESSAGE", b"old")]], self.next - 2 * AHEAD)

    def put(self, name, entries, at=None):
        text = b""
        for fields in entries:
            at, self.next = (self.next, self.next + 1) if at is None else (
                at, self.next)
            text += (b"__REALTIME_TIMESTAMP=%d\n__MONOTONIC_TIMESTAMP=%d\n"
                     b"_BOOT_ID=%b\n" % (at, at, BOOT))
            text += exported(fields) + b"\n"
            at = None
        subprocess.run([REMOTE, f"--output={self.journal / name}.journal", "-"],
                       input=text, check=True, capture_output=True)

    def put_messages(self, name, count):
        self.put(name, [[(b"MESSAGE", b"message %d" % i),
                         (b"PRIORITY", b"%d" % (i % 8))]
                        for i in range(count)])

    def events(self, *arguments):
        process = self.begin([live_process.TOCSIN, "events", "--json",
                              "--journal", self.journal, RECORDS, *arguments])
        self.followed(process)
        return process

    def followed(self, process):
        """How its journalctl is called, once it follows: from then on it is
        known where it has begun."""
        path = pathlib.Path(f"/proc/{process.pid}/task")
        while process.poll() is None:
            for one in path.glob("*/children"):
                with contextlib.suppress(FileNotFoundError,
                                         ProcessLookupError):
                    for pid in one.read_text().split():
                        line = pathlib.Path(f"/proc/{pid}/cmdline")
                        if b"--follow\0" in (call := line.read_bytes()):
                            return call
        return self.fail(process.stderr.read())

    def watch(self, rules, *options, **how):
        self.write("rules", 'hinv.ncpu > 0 -> print "tick";\n' + rules)
        return self.begin([live_process.TOCSIN, "-t", "0.1sec", "--journal",
                           self.journal, *options, "rules"], **how)

    def resumed(self):
        return self.watch(
            f"count_event ( {RECORDS} ) > 0 -> print \"count %v\";\n"
            f"sum_event event.missed ( {RECORDS} ) > 0 "
            '-> print "missed %v";\n',
            "--state", self.state, "--journal-resume")

    def counted(self, process, count):
        """The numbers of entries that evaluations had, up to so many."""
        counts = []
        while sum(counts) < count:
            counts.append(int(self.until(process, "count").split()[-1]))
        return counts

    def end(self, process):
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(), 0, process.stderr.read())

    def await_kept(self, process, place=None):
        place = place or self.shown()[-1][0]
        while not (self.state / "journal.cursor").exists() or (
                self.state / "journal.cursor").read_text() != place + "\n":
            self.until(process, "tick")

    def shown(self):
        done = subprocess.run(
            ["journalctl", "-a", "-m", "-o", "export", "-D", self.journal],
            capture_output=True, check=True)
        return parsed(done.stdout)

    def test_each_entry_is_a_record_over_rotations(self):
        process = self.events()
        count = 0
        for part in range(4):
            self.put(f"part{part}", [
                [(b"MESSAGE", b"message %d" % i), (b"PRIORITY", b"3"),
                 (b"LINES", b"a\n\nB=%d\n" % i), (b"BYTES", b"\0\xff\n"),
                 (b"TWICE", b"1"), (b"TWICE", b"2"),
                 (b"LONG", b"x" * 20_000)] for i in range(200)])
            count += 200
        read = [told(process.stdout.readline()) for _ in range(count)]
        entries = [one for one in self.shown() if b"MESSAGE=old" not in one[1]]
        self.assertEqual(len(entries), count)
        self.assertEqual(sorted(read), sorted(entries))

    def test_a_journalctl_that_path_names_is_not_called(self):
        self.write("journalctl", "#!/bin/sh\n")
        (self.folder / "journalctl").chmod(0o700)
        self.env["PATH"] = f"{self.folder}:{os.environ['PATH']}"
        process = self.events()
        self.put_messages("new", 1)
        self.assertIn("message 0", process.stdout.readline())

    def test_a_rule_names_what_it_looks_for(self):
        process = self.watch(
            f"errors = count_event ( {RECORDS} where priority <= 3 && "
            'message contains "disk" ) > 0 -> print "errors %v";\n')
        self.until(process, "tick")
        self.put("new", [[(b"MESSAGE", b"a disk fails"), (b"PRIORITY", b"3")],
                         [(b"MESSAGE", b"a disk"), (b"PRIORITY", b"6")],
                         [(b"MESSAGE", b"a fan"), (b"PRIORITY", b"3")]])
        self.assertIn("errors 1", self.until(process, "errors"))

    def test_a_later_run_goes_on(self):
        process = self.resumed()
        self.until(process, "tick")
        self.put_messages("one", 10)
        self.assertEqual(sum(self.counted(process, 10)), 10)
        self.end(process)
        self.put_messages("two", 7)
        process = self.resumed()
        self.assertEqual(sum(self.counted(process, 7)), 7)
        self.end(process)
        file = self.state / "journal.cursor"
        self.assertEqual(file.stat().st_mode & 0o7777, 0o600)

    def test_the_start_is_a_place_and_no_time(self):
        process = self.resumed()
        self.await_kept(process)
        for at in (-9 * AHEAD, 9 * AHEAD, -8 * AHEAD):
            self.put("old", [[(b"MESSAGE", b"new")]], self.next + at)
        self.assertEqual(sum(self.counted(process, 3)), 3)
        self.end(process)

    def test_what_is_there_at_the_start_does_not_count_later(self):
        self.put("old", [[(b"MESSAGE", b"early")]], self.next + 9 * AHEAD)
        process = self.events()
        self.put("old", [[(b"MESSAGE", b"late")]], self.next - 9 * AHEAD)
        # Who has waited in vain for the end goes on at the time of the start.
        if b"--since" not in self.followed(process):
            self.assertIn("late", process.stdout.readline())

    def test_killed_before_the_first_entry_it_loses_none(self):
        process = self.resumed()
        self.await_kept(process)
        child, = self.children(process)
        signal.pidfd_send_signal(child, signal.SIGKILL)
        self.assert_ended(child)
        self.put("old", [[(b"MESSAGE", b"new")]], self.next - 9 * AHEAD)
        self.assertEqual(self.counted(process, 1), [1])
        self.end(process)

    def test_all_of_a_journal_without_files_is_to_come(self):
        (self.journal / "old.journal").unlink()
        process = self.resumed()
        self.until(process, "has no files of a journal", "stderr")
        self.put("new", [[(b"MESSAGE", b"first")]], self.next - 9 * AHEAD)
        self.assertEqual(self.counted(process, 1), [1])
        self.end(process)

    def test_all_of_a_journal_without_entries_is_to_come(self):
        (self.journal / "old.journal").unlink()
        self.put("new", [])
        process = self.resumed()
        self.await_kept(process, "@0")
        self.end(process)
        self.put("new", [[(b"MESSAGE", b"first")]], self.next - 9 * AHEAD)
        process = self.resumed()
        self.until(process, "is read from its first entry on", "stderr")
        self.assertEqual(self.counted(process, 1), [1])
        self.end(process)

    def test_killed_it_loses_nothing_and_repeats_little(self):
        rounds = 6
        rules = "".join(
            f'count_event ( {RECORDS} where string == "ROUND={one}" ) > 0 '
            f'-> print "round {one} %v";\n' for one in range(rounds))
        seen = [[] for _ in range(rounds)]
        for one in range(rounds):
            process = self.watch(rules, "--state", self.state,
                                 "--journal-resume")
            self.until(process, "tick")
            self.put(f"round{one}", [[(b"ROUND", b"%d" % one)]] * 10)
            while sum(seen[one]) < 10:
                words = self.until(process, "round").split()
                seen[int(words[-2])].append(int(words[-1]))
            if one % 2 == 1:
                self.await_kept(process)
            process.kill()
        self.assertEqual([sum(counts) for counts in seen[1::2]], [10] * 3)
        # Where that was not kept yet the next one repeats it, or what came
        # after the place that was kept amid it.
        for counts in seen[::2]:
            self.assertTrue(10 <= sum(counts) <= 20, seen)

    def test_a_place_that_is_gone_is_told(self):
        process = self.resumed()
        self.until(process, "tick")
        self.put_messages("one", 3)
        self.counted(process, 3)
        self.end(process)
        for file in self.journal.iterdir():
            file.unlink()
        self.put_messages("two", 4)
        process = self.resumed()
        self.until(process, "the journal has no more the entry", "stderr")
        count, missed = 0, []
        while count < 4 or not missed:
            words = process.stdout.readline().split()
            count += int(words[-1]) if "count" in words else 0
            missed += words[-1:] if "missed" in words else []
        self.assertEqual((count, missed), (4, ["1"]))
        self.end(process)

    def test_a_directory_that_is_made_anew_is_read_on(self):
        process = self.resumed()
        self.until(process, "tick")
        self.put_messages("one", 3)
        self.counted(process, 3)
        shutil.rmtree(self.journal)
        self.until(process, "systemd.journal.records is not read: ", "stderr")
        self.journal.mkdir()
        self.put_messages("two", 4)
        self.assertEqual(sum(self.counted(process, 4)), 4)
        self.end(process)

    def test_a_place_that_is_damaged_is_told(self):
        self.state.mkdir(mode=0o700)
        (self.state / "journal.cursor").write_bytes(b"s=\0\n")
        process = self.resumed()
        self.until(process, "journal.cursor: is damaged", "stderr")
        self.until(process, "missed 1")
        self.put_messages("one", 3)
        self.assertEqual(sum(self.counted(process, 3)), 3)
        self.end(process)

    def test_no_program_outlives_its_reader(self):
        for how in (signal.SIGKILL, signal.SIGTERM, signal.SIGINT):
            process = self.watch(f"count_event ( {RECORDS} ) > 0;\n")
            self.until(process, "tick")
            children = self.children(process)
            self.assertEqual(len(children), 1)
            process.send_signal(how)
            self.assert_ended(children[0])
            process.wait()

    def test_one_that_is_killed_is_begun_again(self):
        process = self.events()
        self.put_messages("one", 3)
        read = [told(process.stdout.readline()) for _ in range(3)]
        child, = self.children(process)
        signal.pidfd_send_signal(child, signal.SIGKILL)
        self.assert_ended(child)
        self.put_messages("two", 3)
        read += [told(process.stdout.readline()) for _ in range(3)]
        entries = [one for one in self.shown() if b"MESSAGE=old" not in one[1]]
        self.assertEqual(sorted(read), sorted(entries))

    @unittest.skipUnless(os.geteuid() == 0,
                         "only root can be somebody without the right")
    def test_who_may_not_read_all_is_told(self):
        self.journal.chmod(0o755)
        (self.journal / "old.journal").chmod(0o600)
        process = self.watch(f'count_event ( {RECORDS} ) >= 0 -> print "x";\n',
                             user="nobody")
        self.assertIn(
            f"cannot read the journal, {self.journal}/old.journal: Permission "
            "denied: run as root, or as a member of the group systemd-journal",
            self.until(process, "cannot read", "stderr"))
        for _ in range(5):
            self.assertIn("tick", process.stdout.readline())

    def test_nothing_is_begun_that_nobody_wants(self):
        process = self.watch("")
        self.until(process, "tick")
        self.assertEqual(self.children(process), [])


class Missing(Journal):

    def said(self, path):
        process = self.begin([live_process.TOCSIN, "events", "--journal", path,
                              RECORDS])
        line = process.stderr.readline()
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.communicate()[0], "")
        self.assertEqual(process.returncode, 1)
        return line

    def test_without_a_journal_there_is_a_line(self):
        self.assertIn("none: No such file or directory", self.said("none"))
        self.assertIn("tmp: has no files of a journal", self.said("tmp"))

    def test_a_file_is_no_directory(self):
        self.write("file", "")
        done = subprocess.run(
            [live_process.TOCSIN, "events", "--journal", "file", RECORDS],
            cwd=self.folder, env=self.env, text=True, capture_output=True,
            check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("file: no directory: name the one that has the journal's "
                      "files", done.stderr)


# A /run of the test's own, in which nothing but the daemon is.
SETUP = """
set -e
mount --bind machine-id /etc/machine-id
mount --bind run /run
"$1" >journald.log 2>&1 &
echo $! >daemon
shift
exec "$@"
"""
APART = ["unshare", "-rmpf", "--kill-child", "--mount-proc"]


class Daemon(Journal):
    """This host's own journal, kept by a journald."""

    def setUp(self):
        super().setUp()
        if not DAEMON.exists() or shutil.which("journalctl") is None:
            self.skipTest("there is no systemd-journald")
        if subprocess.run([*APART, "test", "-e", "/etc/machine-id"],
                          check=False, capture_output=True).returncode != 0:
            self.skipTest("there can be no /run of its own")
        self.journal = self.folder / "run/log/journal" / MACHINE
        self.journal.mkdir(parents=True)
        (self.folder / "run/systemd").mkdir()
        self.write("machine-id", MACHINE + "\n")

    def send(self, **fields):
        """As sd_journal_send(3)."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as to:
            to.connect(str(self.folder / "run/systemd/journal/socket"))
            to.send(exported((name.encode(), value.encode())
                             for name, value in fields.items()))

    def shown(self):
        done = subprocess.run(
            ["journalctl", "-a", "-m", "-o", "export", "-D", self.journal,
             "TEST=yes"], capture_output=True, check=True)
        return parsed(done.stdout)

    def test_what_journald_takes_comes_over_rotations(self):
        # Journald has its files before anybody looks.
        self.write("wait", "until ls run/log/journal/*/system.journal; do :; "
                   "done >wait.log 2>&1\nexec \"$@\"\n")
        process = self.begin(
            [*APART, "sh", "-c", SETUP, "sh", DAEMON, "sh", "wait",
             live_process.TOCSIN, "events", "-h", "@", "--json",
             f'{RECORDS} where string == "TEST=yes"'])
        read, sent = [], 0
        # What is sent before the first is read may be before the start.
        while not read:
            try:
                self.send(TEST="yes", MESSAGE=f"first {sent}")
                sent += 1
            except OSError:
                continue  # journald has not begun
            if select.select([process.stdout], [], [], 0.1)[0]:
                read.append(told(process.stdout.readline()))
        for part in range(3):
            for i in range(300):
                self.send(TEST="yes", MESSAGE=f"message\n{part} {i}")
            subprocess.run(
                ["nsenter", "-t", str(self.inner(process)), "-m", "-p",
                 "journalctl", "--rotate"], check=True, capture_output=True)
        self.send(TEST="yes", MESSAGE="last")
        while b"MESSAGE=last" not in read[-1][1]:
            read.append(told(process.stdout.readline()))
        entries = self.shown()
        first = [cursor for cursor, _ in entries].index(read[0][0])
        self.assertGreater(len(list(self.journal.iterdir())), 3)
        self.assertGreaterEqual(len(read), 902)
        self.assertEqual(read, entries[first:])

    def inner(self, process):
        """The program's process within its namespaces."""
        child = process.pid
        children = pathlib.Path(f"/proc/{child}/task/{child}/children")
        return children.read_text().split()[0]


if __name__ == "__main__":
    unittest.main()
