"""Event records of several live hosts, which are numbered: rules of two
intervals are told each of them, once; of a host that is gone nothing is known
until it is back, and of an array that is damaged nothing at that evaluation.
How many hosts and records a second that goes well with:
tests/bench/event_hosts.py."""
# Label: live
import subprocess
import unittest

from live_process import BUILD, TOCSIN, Live

HOSTS = 5
RATE = 2000   # Units: records a second, of each
TOTAL = 3000  # of each
INTERVALS = {"a": "50 msec", "b": "170 msec"}


class EventHosts(Live):

    def hosts(self, number=HOSTS):
        """What they are, and their ports. They end with the test."""
        process = self.begin([BUILD / "bench/event_hosts", str(number),
                              str(RATE), str(TOTAL)], stdin=subprocess.PIPE)
        self.addCleanup(process.stdin.close)
        return process, [process.stdout.readline().split()[1]
                         for _ in range(number)]

    def test_each_record_of_each_host_is_told_once(self):
        _, ports = self.hosts()
        text = []
        for name, interval in INTERVALS.items():
            text.append(f"delta = {interval};")
            for port in ports:
                metric = f"fake.records :'127.0.0.1:{port}'"
                text += [f"count_event ( {metric} ) > 0 "
                         f"-> print \"{name} {port} came %v\";",
                         f"max_event number ( {metric} ) >= 0 "
                         f"-> print \"{name} {port} last %v\";"]
        self.write("rules", "\n".join(text))
        process = self.begin([TOCSIN, "-f", "rules"])
        came = {(name, port): 0 for name in INTERVALS for port in ports}
        left = set(came)
        for line in process.stdout:
            *_, name, port, what, number = line.split()
            if what == "came":
                came[name, port] += int(number)
            elif int(number) == TOTAL - 1:
                left.remove((name, port))
            if not left:
                break
        self.assertEqual(came, dict.fromkeys(came, TOTAL))

    def judged(self):
        """A host, and rules of its two metrics that say what is known."""
        hosts, [self.port] = self.hosts(1)
        self.write("rules", "delta = 50 msec;" + "".join(
            f"ruleset count_event ( fake.{name} :'127.0.0.1:{self.port}' "
            f"where number < 0 ) == 0 -> print \"{name}: none\" "
            f"unknown -> print \"{name}: nobody knows\" "
            f"otherwise -> print \"{name}: some\";"
            for name in ("records", "others")))
        self.env["PMCD_RECONNECT_TIMEOUT"] = "0.05"
        return hosts, self.begin([TOCSIN, "-f", "rules"])

    def until(self, process, word):
        """What is said until that is."""
        said = set()
        while word not in said:
            line = process.stdout.readline()
            self.assertNotEqual(line, "")
            said.add(": ".join(line.rstrip().split(": ")[-2:]))
        return said

    def command(self, hosts, what):
        hosts.stdin.write(what + "\n")
        hosts.stdin.flush()

    def test_of_a_host_that_is_gone_nothing_is_known(self):
        hosts, process = self.judged()
        self.until(process, "records: none")
        self.until(process, "others: none")
        for _ in range(2):
            self.command(hosts, "down")
            said = self.until(process, "records: nobody knows")
            said |= self.until(process, "others: nobody knows")
            self.assertFalse({one for one in said if "some" in one})
            self.command(hosts, "up")
            said = self.until(process, "records: none")
            said |= self.until(process, "others: none")
            self.assertFalse({one for one in said if "some" in one})

    def test_a_damaged_array_is_one_evaluation_of_its_metric(self):
        hosts, process = self.judged()
        self.until(process, "records: none")
        self.until(process, "others: none")
        self.command(hosts, "damage")
        self.until(process, "records: nobody knows")
        self.until(process, "records: none")
        # A host that is late, on a machine that is busy, may be told of before.
        wanted = (f"not all is well with pmcd 127.0.0.1:{self.port}: event "
                  "records of fake.records are damaged: ")
        for line in process.stderr:
            if wanted in line:
                break
        else:
            self.fail(f"ended without {wanted}")


if __name__ == "__main__":
    unittest.main()
