"""Standard streams that are closed or full, too few descriptors, little memory:
nothing is lost or said twice, and what cannot be is one line and a status."""
# Label: live
import itertools
import os
import re
import resource
import subprocess
import unittest

from limits import descriptors, limit, unsanitized
from live_process import BUILD, TOCSIN, Live


class Streams(Live):

    def setUp(self):
        super().setUp()
        self.rules = self.folder / "rules"
        self.rules.write_text("a = hinv.ncpu > 0 -> print \"done\";\n",
                              encoding="utf-8")

    def run_it(self, *command, **more):
        return subprocess.run(
            command, cwd=self.folder, text=True, timeout=60, check=False,
            env=self.env,
            **{"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE,
               "stderr": subprocess.PIPE, **more})

    def test_the_log_where_streams_are_closed(self):
        closed = ("0<&-", "1>&-", "2>&-")
        for some in (some for n in range(4)
                     for some in itertools.combinations(closed, n)):
            for mode in (("-f",), ("-F",)):
                with self.subTest(closed=some, mode=mode):
                    log = self.folder / "log"
                    log.unlink(missing_ok=True)
                    self.run_it("sh", "-c", f'exec "$@" {" ".join(some)}',
                                "sh", TOCSIN, "-h", "@", "-l", "log", *mode,
                                *(("-U", "root") if os.geteuid() == 0 and
                                  mode == ("-F",) else ()),
                                "-T", "0", "rules")
                    text = log.read_text(encoding="utf-8")
                    self.assertRegex(text, r"\ALog for tocsin on .* started ")
                    self.assertRegex(text, r"\n\nLog finished .*\n\Z")
                    self.assertEqual(": done\n" in text.replace(
                        "not written: done", ""), mode == ("-F",), text)

    def test_a_closed_output_is_an_error(self):
        done = self.run_it("sh", "-c", 'exec "$@" >&-', "sh", TOCSIN, "eval",
                           "-h", "@", "hinv.ncpu")
        self.assertEqual((done.returncode, done.stderr),
                         (2, "tocsin: cannot write the output: Bad file "
                             "descriptor\n"))

    def test_a_full_output_is_told_once(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = self.run_it(TOCSIN, "eval", "-h", "@", "hinv.ncpu",
                               stdout=full)
        self.assertEqual((done.returncode, done.stderr),
                         (2, "tocsin: cannot write the output: No space left "
                             "on device\n"))

    def test_a_reader_that_is_gone_is_told_once(self):
        reader, writer = os.pipe()
        os.close(reader)
        done = self.run_it(TOCSIN, "-h", "@", "-q", "rules", stdout=writer)
        os.close(writer)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr.count("Broken pipe"), 1, done.stderr)

    def test_too_few_descriptors(self):
        tocsin = unsanitized(TOCSIN)
        # How many the program needs to be loaded is not its own affair.
        least = next(n for n in range(3, 21) if self.run_it(
            tocsin, "--version",
            preexec_fn=descriptors(n)).returncode == 0)
        for n in range(least, 21):
            for command in (("-h", "@", "-T", "0", "rules"),
                            ("eval", "-h", "@", "hinv.ncpu"),
                            ("check", "rules"),
                            ("-a", str(BUILD / "sample/shop"), "rules")):
                with self.subTest(n=n, command=command):
                    done = self.run_it(tocsin, *command,
                                       preexec_fn=descriptors(n))
                    self.assertIn(done.returncode, (0, 1, 2, 3), done.stderr)
                    self.assertNotIn("terminate called", done.stderr)
                    if done.returncode != 0:
                        self.assertRegex(done.stderr, r"(?m)^tocsin: .+\n")
        self.look_up_instances(tocsin, least)
        done = self.run_it(tocsin, "-h", "@", "-T", "0", "rules",
                           preexec_fn=descriptors(least))
        self.assertEqual(done.returncode, 2)
        self.assertTrue(re.fullmatch("tocsin: cannot go on: .*Too many open "
                                     "files\n", done.stderr), done.stderr)

    def look_up_instances(self, tocsin, least):
        """What was not found for want of descriptors is not missing."""
        self.write("instances", "a = network.interface.mtu > 0;\n")
        said = ""
        for n in range(least, 21):
            done = self.run_it(tocsin, "-h", "@", "-T", "0", "instances",
                               preexec_fn=descriptors(n))
            self.assertNotIn("Warning: warning", done.stderr)
            said += done.stderr
        self.assertNotIn("are not in this host's kernel", said)
        self.assertRegex(
            said, "the instances of network.interface.mtu cannot be looked up "
            "in this host's kernel: cannot read .*: Too many open files\n")

    def test_too_little_memory(self):
        tocsin = unsanitized(TOCSIN)
        self.rules.write_text((1 << 20) * "hinv.ncpu > 1;\n", encoding="utf-8")
        for command in (("-h", "@", "-T", "0", "rules"), ("check", "rules")):
            done = self.run_it(tocsin, *command, preexec_fn=limit(
                resource.RLIMIT_AS, 200 << 20))
            self.assertEqual(
                (done.returncode, done.stderr),
                (2, "tocsin: cannot go on: there is no memory left\n"))

    def test_too_little_memory_for_threads(self):
        """What a thread throws is told as what the first one throws."""
        tocsin = unsanitized(TOCSIN)
        metrics = ("disk.dev.avactive", "filesys.full", "kernel.all.load",
                   "network.interface.in.errors")
        self.rules.write_text("".join(
            f"some_inst ( avg_sample {metric} @0..{n} > {n} );\n"
            for metric in metrics for n in range(1, 60)), encoding="utf-8")
        ends = set()
        for megabytes in range(60, 420, 20):
            done = self.run_it(
                tocsin, "-a", str(BUILD / "sample/shop"), "--threads", "8",
                "-t", "1sec", "-T", "20min", "-q", "rules",
                preexec_fn=limit(resource.RLIMIT_AS, megabytes << 20))
            if "shared libraries" in done.stderr:
                continue  # so little does not do to begin
            ends.add((done.returncode, done.stderr))
        self.assertEqual(ends, {(0, ""), (
            2, "tocsin: cannot go on: there is no memory left\n")})

    def test_a_small_stack(self):
        tocsin = unsanitized(TOCSIN)
        self.write("sent", "delta = 10 msec;\nhinv.ncpu > 0 -> "
                   'shell "true" & webhook "http://127.0.0.1:9/" "%v";\n')
        # The libraries need about half of it, with threads as much each.
        for command in (("-h", "@", "-T", "20msec", "sent"),
                        ("-h", "localhost:9", "-T", "0", "rules"),
                        ("eval", "-h", "@", "hinv.ncpu"),
                        ("check", "-h", "@", "rules"),
                        ("-a", str(BUILD / "sample/shop"), "rules")):
            with self.subTest(command=command):
                done = self.run_it(tocsin, *command, preexec_fn=limit(
                    resource.RLIMIT_STACK, 64 << 10))
                self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    unittest.main()
