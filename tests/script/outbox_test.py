"""Notifications that outlive the program: a receiver that is down or hangs, and a state
directory that cannot be used. A program that is killed: kill_test.py.
Times are asserted nowhere: a test waits for what must come."""
# Label: live
import collections
import contextlib
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import threading
import unittest

import live_process
import outbox_process
from flaky_receiver import LIMIT, down, fine
from outbox_process import rules


class Outbox(outbox_process.OutboxProcess):

    def check(self, arrived, accepted):
        """All that was accepted arrived, in order, and nothing else."""
        first = {}
        for told in arrived:
            known = first.setdefault(told["id"], told)
            self.assertEqual(known, told, "the same key, another body")
        self.assertEqual(accepted - first.keys(), set())
        times = collections.defaultdict(list)
        for told in first.values():
            times[told["rule"]].append(told["time"])
        for rule, seen in times.items():
            self.assertEqual(seen, sorted(seen), rule)
            self.assertEqual(len(seen), len(set(seen)), "one a tick")

    def test_what_is_left_is_sent_after_the_next_start(self):
        server = self.receiver(down)
        self.write("rules", rules(server.url()))
        process = self.start()
        server.wait_for(3, "came")
        log = self.log_of(process)
        left = self.rows()
        self.assertRegex(log, rf"\b{len(left)} notifications left for the "
                         r"next start\n")
        self.assertEqual(log.count("answers 503; is tried again"), 1)
        self.assertNotIn("secret", log)
        server.answer = fine
        self.write("rules", rules(server.url(), delta="1 hour"))
        process = self.start()
        accepted = {one for one, _ in left}
        arrived = server.wait_for_all(accepted)
        self.log_of(process)
        self.check(arrived, accepted)

    def test_a_receiver_that_hangs_holds_up_no_tick_and_no_other(self):
        hangs = self.receiver(lambda _: (200, {}, "hang"))
        server = self.receiver(fine)
        self.write("rules", 'delta = 20 msec;\n'
                   f'a = hinv.ncpu > 0 -> webhook "{hangs.url()}" "x" '
                   '& print "tick";\n'
                   f'b = hinv.ncpu > 0 -> webhook "{server.url()}" "x";\n')
        process = self.start()
        for _ in range(5):
            self.assertTrue(process.stdout.readline().endswith(": tick\n"))
        server.wait_for(5)
        self.assertEqual(len(hangs.wait_for(1, "came")), 1)
        self.log_of(process)

    def test_without_a_place_it_is_memory_and_said_once(self):
        self.write("state", "a file")
        server = self.receiver(fine)
        self.write("rules", rules(server.url()))
        process = self.start()
        server.wait_for(30)
        log = self.log_of(process)
        self.assertEqual(log.count("the outbox cannot be used: "), 1)
        self.assertIn("Not a directory", log)

    def test_a_damaged_file_is_set_aside(self):
        (self.folder / "state").mkdir()
        self.write("state/outbox.db", "no database at all\n" * 1000)
        server = self.receiver(fine)
        self.write("rules", rules(server.url()))
        process = self.start()
        server.wait_for(10)
        log = self.log_of(process)
        self.assertEqual(log.count("the outbox is damaged"), 1)
        self.assertIn(", what waited in it, nobody knows how much, is not "
                      "sent\n", log)
        self.assertEqual(
            len(list((self.folder / "state").glob("outbox.db.corrupt-*Z"))), 1)

    def test_what_a_file_that_is_damaged_meanwhile_had_is_counted(self):
        server = self.receiver(down)
        self.write("rules", f"""delta = 50 msec;
            a = hinv.ncpu > 0 -> webhook "{server.url()}" "a" & print "a";
            b = hinv.ncpu > 0 -> webhook "{server.url()}" "b" & print "b";
            """)
        process = self.start()
        for _ in range(20):
            self.assertTrue(process.stdout.readline(), "has ended")
        accepted = 20 + self.damage(process)
        log = ""
        for line in process.stderr:
            log += line
            if "notifications dropped: the outbox was damaged" in line:
                break
        self.assertRegex(log, "the outbox is damaged: .*: it is set aside as "
                         ".*, what memory has of it goes into a new one, "
                         "what it alone had is not sent\n")
        server.answer = fine
        self.outbox("retry")
        server.wait_for(1)
        process.send_signal(signal.SIGUSR1)
        process.terminate()
        rest, errors = process.communicate(timeout=LIMIT)
        log += errors
        accepted += rest.count("\n")
        dropped = sum(map(int, re.findall(
            r"(?:a|b|a and b): .*: (\d+) notifications? dropped: "
            "the outbox was damaged\n", log)))
        self.assertGreaterEqual(dropped, 1)
        kept = {one for one, _ in self.rows()}
        kept |= {one["id"] for one in server.arrived}
        self.assertLessEqual(accepted, len(kept) + dropped)
        self.assertRegex(log, rf"notifications: .*, {dropped} dropped\n")

    def damage(self, process):
        """Overwrites all but the first page of the outbox of a program that
        runs: nothing of it is in the log beside it, where it could be read.
        How many lines it has told meanwhile."""
        path = self.folder / "state/outbox.db"
        with contextlib.closing(sqlite3.connect(
                path, isolation_level=None, timeout=LIMIT)) as other:
            told = self.checkpoint(process, other)
            other.execute("BEGIN IMMEDIATE")
            # What tocsin remembers of the file is then not what is there.
            other.execute("UPDATE queues SET due = due + 1")
            with open(path, "r+b") as file:
                size = file.seek(0, os.SEEK_END)
                file.seek(4096)
                file.write(b"x" * (size - 4096))
            other.execute("COMMIT")
            process.send_signal(signal.SIGCONT)
        return told

    def checkpoint(self, process, other):
        """Stops the program with all that it has written in the file, and not
        where it reads: it gets on by a line before it is stopped again, else it
        might be found at the same place for ever."""
        told = 0
        while True:
            other.execute("BEGIN IMMEDIATE")  # it is not at it itself
            process.send_signal(signal.SIGSTOP)
            state = os.waitid(os.P_PID, process.pid,
                              os.WSTOPPED | os.WEXITED | os.WNOWAIT)
            self.assertEqual(state.si_code, os.CLD_STOPPED)
            other.execute("COMMIT")
            busy, written, moved = other.execute(
                "PRAGMA wal_checkpoint(RESTART)").fetchone()
            if not busy and written == moved:
                return told
            process.send_signal(signal.SIGCONT)
            self.assertTrue(process.stdout.readline(), "has ended")
            told += 1

    def test_a_directory_that_is_removed_is_made_anew(self):
        server = self.receiver(down)
        self.write("rules", rules(server.url()))
        process = self.start()
        server.wait_for(3, "came")
        (self.folder / "state").rename(self.folder / "gone")
        for line in process.stderr:
            if "state/outbox.db was removed or replaced" in line:
                break
        log = self.log_of(process)
        left = {one for one, _ in self.rows()}
        self.assertLessEqual({one["id"] for one in server.came}, left)
        self.assertIn(f"{len(left)} notifications left for the next", log)
        server.answer = fine
        process = self.start()
        server.wait_for_all(left)
        self.log_of(process)

    @unittest.skipUnless(os.geteuid() == 0, "root becomes others")
    def test_root_looks_after_the_outbox_of_another(self):
        other = 61234
        state = self.folder / "state"
        state.mkdir(0o700)
        os.chown(state, other, other)
        server = self.receiver(down)
        self.write("rules", rules(server.url()))
        process = self.start(user=other, group=other, extra_groups=[])
        server.wait_for(3, "came")
        one = self.outbox("list").stdout.split()[0]
        self.assertEqual(self.outbox("drop", one).returncode, 0)
        self.assertEqual({path.stat().st_uid for path in state.iterdir()},
                         {other})
        log = self.log_of(process)
        left = [name for name, _ in self.rows()]
        self.assertIn(f" {len(left)} notifications left for the next start\n",
                      log)
        self.assertNotIn(one, left)

    def outbox(self, *arguments):
        return subprocess.run(
            [live_process.TOCSIN, "outbox", "--state", "state", *arguments],
            cwd=self.folder, env=self.env, text=True, capture_output=True,
            timeout=LIMIT, check=True)

    def test_a_disk_that_is_full(self):
        self.mount("size=300k")
        (self.folder / "state/other").write_bytes(b"x" * 250_000)
        server = self.receiver(fine)
        self.write("rules", rules(server.url()))
        process = self.start()
        for line in process.stderr:
            if "the outbox cannot be used" in line:
                break
        server.wait_for(50)
        log = self.log_of(process)
        self.assertNotIn("the outbox cannot be used", log)

    def test_the_outbox_on_a_disk_that_is_full_says_so(self):
        self.mount("size=300k")
        server = self.receiver(down)
        self.write("rules", rules(server.url(), 1, "1 hour"))
        process = self.start()
        server.wait_for(1, "came")
        self.log_of(process)
        with contextlib.suppress(OSError), \
                open(self.folder / "state/other", "wb", 0) as file:
            while True:
                file.write(b"x" * 4096)
        with self.assertRaises(subprocess.CalledProcessError) as failed:
            self.outbox("list")
        self.assertIn("state/outbox.db: No space left on device\n",
                      failed.exception.stderr)

    def test_a_disk_that_is_read_only(self):
        (self.folder / "state").mkdir()
        apart = ["unshare", "-rm", "sh", "-c",
                 "mount -t tmpfs -o ro,mode=700 tmpfs state && exec \"$@\"",
                 "sh"]
        if shutil.which("unshare") is None or subprocess.run(
                [*apart, "true"], cwd=self.folder, check=False,
                capture_output=True).returncode != 0:
            self.skipTest("nothing can be mounted here")
        server = self.receiver(fine)
        self.write("rules", rules(server.url()))
        process = self.begin([*apart, live_process.TOCSIN, "-h", "@",
                              "--state", "state", "rules"])
        server.wait_for(30)
        log = self.log_of(process)
        self.assertEqual(log.count("the outbox cannot be used: "), 1)
        self.assertIn("Read-only file system", log)

    def locked(self, process):
        """Who has locked the outbox, and the line that says so."""
        other = sqlite3.connect(self.folder / "state/outbox.db",
                                isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
        for line in process.stderr:
            if "another program has locked it" in line:
                break
        return other, line

    def test_a_file_that_another_program_locks(self):
        server = self.receiver(fine)
        self.write("rules", rules(server.url(), 2))
        process = self.start()
        server.wait_for(5)
        other, _ = self.locked(process)
        count = len(server.came)
        server.wait_for(count + 20)
        process.send_signal(signal.SIGUSR1)
        for line in process.stderr:
            if line.startswith("the outbox is out of use"):
                break
        self.assertIn("another program has locked it", line)
        other.execute("ROLLBACK")
        for line in process.stderr:
            self.assertNotIn("still being performed", line)
            if "is used again" in line:
                break
        log = self.log_of(process)
        self.assertNotIn("locked", log)
        self.check(server.arrived, set())

    def test_receivers_that_fail_do_not_drown_what_is_said_of_it(self):
        server = self.receiver(down)
        self.write("rules", "".join(
            f'r{i} = hinv.ncpu > 0 -> webhook 1 hour "{server.url(str(i))}" '
            '"x";\n' for i in range(30)))
        process = self.start()
        server.wait_for(30, "came")
        other, line = self.locked(process)
        self.assertIn("the outbox cannot be used: ", line)
        self.assertNotIn("more like these", line)
        other.execute("ROLLBACK")
        self.log_of(process)

    def test_the_status_says_who_fails(self):
        server = self.receiver(down)
        self.write("rules", rules(server.url(), 2, "1 hour") +
                   f'r2 = hinv.ncpu > 0 -> webhook "{server.url("other")}";\n')
        process = self.start()
        server.wait_for(3, "came")
        told = None
        while told is None:  # each signal has several lines
            process.send_signal(signal.SIGUSR1)
            line = process.stderr.readline()
            self.assertTrue(line, "has ended")
            told = re.match(r"fails since .*: http://127\.0\.0\.1:\d+: answers "
                            r"503, 3 wait, for 2 URLs there that fail so\n",
                            line)
        self.log_of(process)

    def test_a_second_program_does_not_share_it(self):
        server = self.receiver(down)
        self.write("rules", rules(server.url()))
        first = self.start()
        server.wait_for(1, "came")
        second = self.start()
        for line in second.stderr:
            if "another process uses it" in line:
                break
        self.log_of(second)
        # One that is ended while it waits for the first to end says why, too.
        self.write("rules", "some_inst ( kernel.all.load > -1 ) -> "
                            f'webhook "{server.url()}" "x" & print "told";\n')
        third = self.start()
        self.assertIn("told", third.stdout.readline())
        log = self.log_of(third)
        self.assertIn("another process uses it", log)
        self.assertIn("1 notification not delivered: the program ends", log)
        self.log_of(first)

    def test_the_outbox_beside_a_program_that_runs(self):
        def outbox(*arguments):
            done = subprocess.run(
                [live_process.TOCSIN, "outbox", "--state", "state",
                 *arguments], cwd=self.folder, env=self.env, text=True,
                capture_output=True, timeout=LIMIT, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
            return done.stdout
        server = self.receiver(lambda _: (429, {"Retry-After": "3600"}, "whole"))
        self.write("rules", rules(server.url(), 2, "1 hour"))
        process = self.start()
        server.wait_for(2, "came")
        lines = []
        while sum("; 1 try: answers 429; next try 2" in one
                  for one in lines) < 2:
            lines = outbox("list").splitlines()
        self.assertEqual(len(lines), 2)
        one, other = (line.split()[0] for line in lines)
        self.assertEqual(json.loads(outbox("show", one))["id"], one)
        self.assertEqual(outbox("drop", one), "1 notification dropped\n")
        self.assertEqual([key for key, _ in self.rows()], [other])
        server.answer = fine
        self.assertEqual(outbox("retry"), "1 notification is due now\n")
        arrived = server.wait_for(1)
        self.assertEqual([told["id"] for told in arrived], [other])
        self.log_of(process)

    def test_what_is_taken_out_is_not_sent_though_it_was_at_hand(self):
        goes_on, held = threading.Event(), threading.Semaphore(0)
        late, after = threading.local(), []

        def answer(number):
            late.yes = goes_on.is_set()
            if number > 100 and not late.yes:
                held.release()
                goes_on.wait(LIMIT)
            return fine(number)
        self.addCleanup(goes_on.set)
        server = self.receiver(answer)
        noted = server.note

        def note(told, *how):
            if late.yes:  # who is held comes when it is let go, in any order
                after.append(told)
            noted(told, *how)
        server.note = note
        self.write("rules", rules(server.url(), 400, "1 hour") +
                   "delta = 1 sec; last = hinv.ncpu > 0 -> webhook "
                   f'"{server.url()}" "last";')
        process = self.start()
        for _ in range(8):  # all that are on their way at once
            self.assertTrue(held.acquire(timeout=LIMIT))
        ids = [line.split()[0] for line in subprocess.run(
            [live_process.TOCSIN, "outbox", "--state", "state", "list"],
            cwd=self.folder, env=self.env, text=True, capture_output=True,
            timeout=LIMIT, check=True).stdout.splitlines()]
        subprocess.run([live_process.TOCSIN, "outbox", "--state", "state",
                        "drop", *ids], cwd=self.folder, env=self.env,
                       stdout=subprocess.DEVNULL, timeout=LIMIT, check=True)
        next(line for line in process.stderr if "taken out of" in line)
        goes_on.set()
        with server.lock:
            self.assertTrue(server.lock.wait_for(
                lambda: sum(one["rule"] == "last" for one in after) > 1,
                LIMIT))
        self.log_of(process)
        self.assertEqual([one for one in after if one["rule"] != "last"], [])

    def test_no_state_keeps_nothing(self):
        server = self.receiver(down)
        self.write("rules", rules(server.url()))
        process = self.start("--no-state",
                             env={**self.env, "STATE_DIRECTORY": "other"})
        server.wait_for(1, "came")
        self.assertRegex(self.log_of(process), r"\d+ notifications? not "
                         r"delivered: the program ends\n")
        self.assertFalse((self.folder / "state").exists())
        self.assertFalse((self.folder / "other").exists())

    def test_systemd_says_where(self):
        server = self.receiver(fine)
        self.write("rules", rules(server.url()))
        process = self.begin([live_process.TOCSIN, "-h", "@", "rules"],
                             env={**self.env, "STATE_DIRECTORY": "one:two"})
        server.wait_for(1)
        self.log_of(process)
        self.assertTrue((self.folder / "one/outbox.db").exists())


if __name__ == "__main__":
    unittest.main()
