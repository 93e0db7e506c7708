"""Event records of several live hosts, which are numbered: rules of two
intervals are told each of them, once; of a host that is gone nothing is known.
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

    def test_of_a_host_that_is_gone_nothing_is_known(self):
        hosts, [port] = self.hosts(1)
        metric = f"fake.records :'127.0.0.1:{port}'"
        self.write("rules", "delta = 50 msec; ruleset count_event ( "
                   f"{metric} where number < 0 ) == 0 -> print \"none\" "
                   "unknown -> print \"nobody knows\" "
                   "otherwise -> print \"some\";")
        process = self.begin([TOCSIN, "-f", "rules"])

        def until(word):
            """What is said until that is."""
            said = set()
            while word not in said:
                line = process.stdout.readline()
                self.assertNotEqual(line, "")
                said.add(line.rstrip().split(": ")[-1])
            return said

        until("none")
        hosts.kill()
        self.assertEqual(until("nobody knows") - {"none"}, {"nobody knows"})


if __name__ == "__main__":
    unittest.main()
