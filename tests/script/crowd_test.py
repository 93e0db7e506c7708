"""Many rules that become true together, and commands as they are on a bad day:
each is performed, or it is said that it was not. Who is whose turn is in
tests/unit/actions; here nothing depends on how long anything takes."""
# Label: live
import os
import pwd
import re
import resource
import signal
import subprocess
import unittest

from live_process import TOCSIN, Live

OTHER = "nobody"


def other_user():
    user = pwd.getpwnam(OTHER)
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


class Crowd(Live):

    def setUp(self):
        super().setUp()
        self.fifo = self.folder / "fifo"
        os.mkfifo(self.fifo)
        self.fifo.chmod(0o666)

    def start(self, rules, *arguments, **options):
        self.write("rules", rules)
        return self.begin([TOCSIN, "-h", "@", *arguments, "rules"], **options)

    def start_alone(self, rules):
        """As somebody who may have no other process, and no thread."""
        hard = resource.getrlimit(resource.RLIMIT_NPROC)[1]
        return self.start(
            rules, "-t", "50msec", **other_user(), preexec_fn=lambda:
            resource.setrlimit(resource.RLIMIT_NPROC, (0, hard)))

    @staticmethod
    def lift(process):
        """The limit of start_alone(): who looks for leaks at the end wants a
        process, too. Only who is the same user may surely lift it."""
        hard = resource.getrlimit(resource.RLIMIT_NPROC)[1]
        subprocess.run(
            ["true"], check=True, timeout=60, **other_user(),
            preexec_fn=lambda: resource.prlimit(
                process.pid, resource.RLIMIT_NPROC, (hard, hard)))

    def let_go(self):
        """Whoever reads from the fifo, now or later, goes on."""
        fifo = os.open(self.fifo, os.O_RDWR)
        self.addCleanup(os.close, fifo)
        os.write(fifo, b"\n" * 1000)

    def test_two_hundred_commands_in_one_tick(self):
        process = self.start("".join(
            f"r{n} = 1 < hinv.ncpu + 1 -> shell \"echo {n}\";\n"
            for n in range(200)), "-t", "1hour", "-T", "1sec")
        out, err = process.communicate(timeout=300)
        self.assertEqual(process.returncode, 0, err)
        self.assertEqual(sorted(map(int, out.split())), list(range(200)))
        self.assertNotIn("Error", err)

    def test_a_signal_tells_what_was_not_begun(self):
        # The first that have begun are there until the test lets them go.
        process = self.start("".join(
            f"r{n} = 1 < hinv.ncpu + 1 -> "
            f"shell \"echo begun; read x <{self.fifo}\" | "
            f"print \"instead of {n}\";\n" for n in range(70)), "-t", "1hour")
        self.assertEqual(process.stdout.readline(), "begun\n")
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(timeout=60), 0)
        self.let_go()
        out, err = process.communicate(timeout=60)
        begun = 1 + out.count("begun\n")
        self.assertLessEqual(begun, 64)
        late = range(begun, 70)
        told = re.findall(r"\] tocsin\(\d+\) Error: (and \d+ more|r\d+: shell: "
                          "the program ends: not begun: echo)", err)
        named = late if len(late) <= 11 else late[:10]
        self.assertEqual(
            told, [f"r{n}: shell: the program ends: not begun: echo"
                   for n in named] +
            ([] if named == late else [f"and {len(late) - 10} more"]))
        self.assertEqual(re.findall(r": instead of (\d+)\n", out),
                         [str(n) for n in late])
        self.assertRegex(err, f"Error: {len(late)} actions? w(as|ere) not "
                              "performed\n")

    def test_what_a_command_leaves_behind_is_not_waited_for(self):
        # A daemon that keeps standard output open.
        process = self.start(
            f"a = 1 < hinv.ncpu + 1 -> shell \"read x <{self.fifo} &\" & "
            "print \"after\";", "-t", "1hour")
        self.assertRegex(process.stdout.readline(), ": after\n")
        self.let_go()
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(timeout=60), 0)

    def test_a_command_that_is_longer_than_an_argument(self):
        process = self.start(
            "a = 1 < hinv.ncpu + 1 -> shell \"x='\" " +
            4 * ("\"" + 50_000 * "y" + "\" ") + "\"'; echo \\${#x}\";", "-t", "1hour", "-T", "1sec")
        out, err = process.communicate(timeout=60)
        self.assertEqual(out, "200000\n", err)

    @unittest.skipUnless(os.geteuid() == 0, "root makes others be limited")
    def test_no_process_is_to_be_had(self):
        process = self.start_alone(
            "a = 1 < hinv.ncpu + 1 -> shell 1 hour \"echo done\" | "
            "print \"instead\";")
        # Its holdoff is not spent: it is due at each tick.
        for _ in range(2):
            self.assertRegex(process.stdout.readline(), ": instead\n")
        self.lift(process)
        lost = 2
        while (line := process.stdout.readline()) != "done\n":
            self.assertRegex(line, ": instead\n")
            lost += 1
        err = ""
        while "performed again" not in err:
            err += process.stderr.readline() or self.fail(err)
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(timeout=60), 0)
        err += process.stderr.read()
        self.assertEqual(len(re.findall(
            "Error: a: shell: /bin/sh: Resource temporarily unavailable: not "
            "begun: echo done\n", err)), 1, err)
        self.assertIn(f"Info: a: shell: performed again; {lost} before it not\n",
                      err)
        self.assertIn(f"Error: {lost} actions were not performed\n", err)

    @unittest.skipUnless(os.geteuid() == 0, "root makes others be limited")
    def test_no_thread_is_to_be_had(self):
        """Names are looked up on threads: a host that cannot be looked up is
        tried again later, like one that does not answer."""
        process = self.start_alone(
            "a = 1 < hinv.ncpu :'@' + 1 -> print \"here\";"
            "b = hinv.ncpu :'localhost:1' > 0 -> print \"there\";")
        for _ in range(3):
            self.assertRegex(process.stdout.readline(), ": here\n")
        self.lift(process)
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 0, err)
        self.assertNotIn("there", out)
        self.assertIn("pmcd via localhost:1 is unreachable: ", err)

    def test_what_cannot_be_printed_is_told_by_rule(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            process = self.start("".join(
                f"{name} = 1 < hinv.ncpu + 1 -> print \"the {name}\";"
                for name in ("a", "b")), "-T", "0", stdout=full)
        said = process.communicate(timeout=60)[1]
        self.assertEqual(
            re.findall(r"Error: (.*); until", said),
            ["cannot write standard output: No space left on device"])
        self.assertEqual(re.findall(r"Error: (\w: .*)", said),
                         ["a: print: not written: the a",
                          "b: print: not written: the b"])
        self.assertIn("Error: 2 actions were not performed\n", said)

    def test_a_crowd_that_is_lost_is_told_in_sum(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            process = self.start("".join(
                f"a{n} = 1 < hinv.ncpu + 1 -> print \"x\";"
                for n in range(4000)), "-T", "0", stdout=full)
        said = process.communicate(timeout=60)[1]
        self.assertEqual(
            re.findall(r"Error: (a.*)", said),
            [f"a{n}: print: not written: x" for n in range(10)] +
            ["and 3990 more like these; the last: a3999: print: not written: "
             "x"])
        self.assertIn("Error: 4000 actions were not performed\n", said)


if __name__ == "__main__":
    unittest.main()
