"""A program that is killed at any point while a thousand notifications are due to
a receiver that fails in all ways, on a disk that is usable, full, or read-only:
what was accepted arrives at least once, each time with the same key, in order,
and nothing is sent that was not due. It is killed TOCSIN_KILLS times (4), by
turns in the midst of an arrival and soon after its start."""
# Label: live
import calendar
import collections
import json
import math
import mmap
import os
import random
import statistics
import struct
import sys
import threading
import time
import unittest

import outbox_process
from flaky_receiver import down, fine, flaky
from http_receiver import mmv, value_offset

# Units: seconds; of a life that fails. One in which five tries in a row fail
# may rest for half a minute, and then for longer.
LIMIT = 600
KILLS = int(os.environ.get("TOCSIN_KILLS", "4"))
DUE = 1000  # as many are due at least when the program is killed
REQUESTS = 60  # of these come at most before a kill, with DUE and more due
ENOUGH = DUE + 2 * REQUESTS  # are due: hardly more come
RULES = 40
INSTANCES = ["one", "two", "three"]
SOON = 1  # Units: seconds; a timer kills within them, from a start on
NOT_DUE = 1_000_000  # values from here on are not


class Truth:
    """What the rules look at: of each instance a number, which is greater with
    each step, and from NOT_DUE on where it is not due."""

    def __init__(self, path, seed):
        path.write_bytes(mmv([name.encode() for name in INSTANCES]))
        with open(path, "r+b") as file:
            self.values = mmap.mmap(file.fileno(), 0)
        self.chance = random.Random(seed)
        self.steps = 0
        self.now = {}  # the due instances, and their values
        self.until = {}  # when such a pair was over
        self.step(0)

    def close(self):
        self.values.close()

    def step(self, share):
        """Each instance is due with this probability."""
        self.steps += 1
        over, self.now = self.now, {}
        for number, name in enumerate(INSTANCES):
            value = self.steps
            if self.chance.random() < share:
                self.now[name] = value
            else:
                value += NOT_DUE
            struct.pack_into("=I", self.values,
                             value_offset(len(INSTANCES), number), value)
        at = time.time_ns()
        for pair in over.items():
            self.until[pair] = at

    def was_due(self, instance, value, at):
        """So it was when that was evaluated, or a moment later."""
        if self.now.get(instance) == value:
            return True
        return at <= self.until.get((instance, value), 0)


def nanoseconds(text):
    """A time of RFC 3339, of UTC."""
    whole, _, fraction = text.removesuffix("Z").partition(".")
    seconds = calendar.timegm(time.strptime(whole, "%Y-%m-%dT%H:%M:%S"))
    return seconds * 10**9 + int(fraction.ljust(9, "0"))


def instance_of(rule):
    return INSTANCES[int(rule[1:]) % len(INSTANCES)]


class Kill(outbox_process.OutboxProcess):

    def setUp(self):
        super().setUp()
        self.truth = Truth(self.folder / "truth", 42)
        self.addCleanup(self.truth.close)
        self.chance = random.Random(42)
        self.server = self.receiver(down)
        self.lives = 0
        self.due = []  # how many were, at each kill
        self.said = collections.Counter()  # to be accepted
        self.write("rules", "delta = 20 msec;\n"
                   'some_inst ( mmv.truth.a > 0 ) -> print "tick";\n'
                   f"never = some_inst ( mmv.truth.a > {2 * NOT_DUE} ) -> "
                   'webhook "flaky" "%i %v";\n' + "".join(
                       f"r{number} = mmv.truth.a "
                       f"#'{instance_of(f'r{number}')}' < {NOT_DUE} -> "
                       'webhook "flaky" "%i %v" & '
                       f'print "accepted: r{number}" " %i %v";\n'
                       for number in range(RULES)))

    def live(self, limit):
        """A life of the program; what it sends is told by its path."""
        self.lives += 1
        self.write("receivers.yaml", "receivers:\n  flaky:\n"
                   f"    url: {self.server.url(self.lives)}\n"
                   f"    timeout: {limit}\n")
        with open(self.folder / "log", "w", encoding="utf-8") as log:
            return self.start("--receivers", "receivers.yaml", stderr=log,
                              host=f"mmv:{self.folder / 'truth'}")

    def life(self, known=0, enough=ENOUGH, limit=LIMIT):
        """Until the program is killed, after `limit` seconds at the latest:
        yields it and how many are due, of the `known` and of new ones, at each
        tick. More come until `enough` are."""
        process = self.live("1 sec")
        timer = threading.Timer(limit, process.kill)
        timer.daemon = True
        timer.start()
        before, accepted = len(self.server.arrived), 0

        def due():
            arrived = self.server.arrived[before:]
            return known + accepted - len({one["id"] for one in arrived})
        begun = time.monotonic()
        for line in process.stdout:
            if line.endswith("\n") and ": accepted: " in line:
                accepted += 1
                self.said[line.strip().rpartition(": ")[2]] += 1
            if line.endswith(": tick\n"):
                yield process, due()
                self.truth.step(0.75 if due() < enough else 0.02)
            self.assertLess(time.monotonic() - begun, LIMIT)
        process.wait()
        timer.cancel()
        self.due.append(due())

    def is_unusable(self):
        """Whether the program has said so of the outbox."""
        log = (self.folder / "log").read_text(encoding="utf-8")
        return "the outbox cannot be used" in log

    def kill_often(self, known=lambda: 0, ready=lambda: True, enough=ENOUGH):
        """Kills it at points of time by chance, once it is `ready`, and each
        second time soon after its start: yields what is in the outbox then."""
        self.server.answer = flaky(4711)
        self.due.clear()
        for number in range(KILLS):
            is_set = number % 2 > 0
            for process, due in self.life(
                    known(), enough,
                    self.chance.uniform(0, SOON) if is_set else LIMIT):
                if due >= DUE + REQUESTS and ready() and not is_set:
                    is_set = True
                    self.server.call_after(self.chance.randint(1, REQUESTS),
                                           process.kill)
            yield self.ids()
        due = self.due[::2]
        print(f"{self.id()}: due at {len(due)} kills: {min(due)} at least, "
              f"{statistics.median(due):.0f} in the median", file=sys.stderr)
        self.assertGreaterEqual(min(due), DUE)

    def ids(self):
        return {key for key, _ in self.rows()}

    def check_said(self):
        """Each that was said to be accepted is in the outbox or has come."""
        known = {told["id"]: told for told in [*self.told(), *self.server.came]}
        have = collections.Counter(f"{told['rule']} {told['text'][0]}"
                                   for told in known.values())
        self.assertEqual(self.said - have, collections.Counter())

    def told(self):
        """What is in the outbox, in the life of no program."""
        with self.database() as database:
            return [json.loads(kept) for kept, in database.execute(
                "SELECT json FROM notifications")]

    def deliver(self, accepted):
        """All of it, in one more life, in which nothing is due."""
        self.server.answer = fine
        self.truth.step(0)
        process = self.live("30 sec")
        self.server.wait_for_all(accepted)
        self.log_of(process)

    def arrivals(self, what):
        """By rule and host the first arrivals in their order."""
        first = collections.defaultdict(dict)
        for told in what:
            queue = told["rule"], told["bindings"][0]["host"]
            first[queue].setdefault(told["id"], nanoseconds(told["time"]))
        return first

    def check(self, accepted):
        self.check_bodies()
        arrived = {told["id"] for told in self.server.arrived}
        self.assertEqual(accepted - arrived, set())
        came = list(zip(self.server.came, self.server.paths))
        for kept in [told for told, _ in came], self.server.arrived:
            self.check_order([told for told in kept if told["id"] in accepted])
        for life in {path for _, path in came}:
            self.check_order([told for told, path in came if path == life])

    def check_order(self, what):
        for queue, times in self.arrivals(what).items():
            times = list(times.values())
            self.assertEqual(times, sorted(set(times)), queue)

    def check_bodies(self):
        """Each that came was due, with these values and at this time, and has
        one key."""
        bodies = {}
        for told in self.server.came:
            self.assertEqual(bodies.setdefault(told["id"], told), told)
        keys = {}
        for key, told in bodies.items():
            bound, = told["bindings"]
            instance, value = bound["instance"], int(bound["value"])
            self.assertEqual(instance, instance_of(told["rule"]))
            self.assertEqual(told["text"], [f"{instance} {value}"])
            at = nanoseconds(told["time"])
            self.assertTrue(self.truth.was_due(instance, value, at), told)
            other = keys.setdefault((told["rule"], at), key)
            self.assertEqual(other, key, "one a rule and tick")

    def test_killed_at_any_point_nothing_is_lost(self):
        # What a disk takes too long for is said to be accepted before.
        self.mount_if_allowed("size=64m")
        rows, accepted = set(), set()
        for rows in self.kill_often(lambda: len(rows)):
            self.assertGreaterEqual(len(rows), self.due[-1])
            self.check_said()
            accepted |= rows
        # What is sent is in the outbox before.
        accepted |= {told["id"] for told in self.server.came}
        before = len(self.server.came)
        self.deliver(accepted)
        last = {told["id"] for told in self.server.came[before:]}
        self.assertEqual(last, rows)
        self.check(accepted)

    def test_killed_where_the_disk_is_full(self):
        self.mount("size=800k")
        for process, _ in self.life(enough=math.inf):
            if self.is_unusable():
                process.kill()
        rows = accepted = self.ids()
        self.assertGreaterEqual(len(rows), DUE)
        for rows in self.kill_often(lambda: len(rows), self.is_unusable,
                                    2 * DUE):
            accepted = accepted | rows
        self.remount("size=16m")
        self.deliver(accepted)
        self.check(accepted)

    def test_killed_where_the_disk_is_read_only(self):
        self.mount("size=16m")
        for process, due in self.life():
            if due >= DUE:
                process.kill()
        accepted = self.ids()
        self.assertGreaterEqual(len(accepted), DUE)
        self.remount("ro")
        for rows in self.kill_often(ready=self.is_unusable):
            self.assertEqual(rows, accepted)
        self.remount("rw")
        self.deliver(accepted)
        self.check(accepted)


if __name__ == "__main__":
    unittest.main()
