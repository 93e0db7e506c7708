"""Event records of several live hosts, which are numbered: rules of two
intervals are told each of them, once. How many hosts and records a second that
goes well with: tests/bench/event_hosts.py."""
# Label: live
import subprocess
import unittest

from live_process import BUILD, TOCSIN, Live

HOSTS = 5
RATE = 2000   # Units: records a second, of each
TOTAL = 3000  # of each
INTERVALS = {"a": "50 msec", "b": "170 msec"}


class EventHosts(Live):

    def hosts(self):
        """Their ports. They end with the test."""
        process = self.begin([BUILD / "bench/event_hosts", str(HOSTS),
                              str(RATE), str(TOTAL)], stdin=subprocess.PIPE)
        return [process.stdout.readline().split()[1] for _ in range(HOSTS)]

    def test_each_record_of_each_host_is_told_once(self):
        ports = self.hosts()
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


if __name__ == "__main__":
    unittest.main()
