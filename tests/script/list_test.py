"""tocsin list, from outside: over the sample archive, on this host, and where
there is nothing to list."""
import json
import subprocess

import shop


class List(shop.InFolder):
    def list(self, *arguments, **more):
        """(exit status, standard output, standard error)"""
        done = subprocess.run(
            [shop.TOCSIN, "list", *arguments], cwd=self.folder, text=True,
            env=shop.environment(PCP_RUN_DIR=str(self.folder), PMCD_PORT="1",
                                 **more),
            stdin=subprocess.DEVNULL, timeout=120, check=False,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        return done.returncode, done.stdout, done.stderr

    def test_an_archive(self):
        status, out, err = self.list("-a", "shop")
        self.assertEqual((status, err), (0, ""))
        self.assertIn("disk.dev.avactive: counter, millisec, 32-bit unsigned\n"
                      "    3 instances: sda, sdb, sdc\n", out)
        self.assertIn("'1 minute', '5 minute', '15 minute'\n", out)
        for name in ("disk", "disk.dev", "disk.dev.avactive", "*.avac?ive"):
            status, some, err = self.list("-a", "shop", name)
            self.assertEqual((status, some.count("avactive:"), err),
                             (0, 1, ""), name)
            self.assertIn(some, out)

    def test_what_it_names_can_be_asked_for(self):
        status, out, _ = self.list("-a", "shop", "--json")
        self.assertEqual(status, 0)
        for metric in json.loads(out):
            name = metric["name"]
            self.assertEqual(metric["host"], "shop")
            for instance in metric.get("instances", [])[:1]:
                name += f" #'{instance}'"
            done = subprocess.run(
                [shop.TOCSIN, "eval", "-a", "shop", name], text=True,
                cwd=self.folder, env=shop.environment(), timeout=60,
                capture_output=True, check=False)
            self.assertNotEqual(done.returncode, 2, done.stderr)

    def test_nothing_of_a_name(self):
        self.assertEqual(
            self.list("-a", "shop", "disk.dv"),
            (1, "", "tocsin: list: no metric is called 'disk.dv' and no group "
             'of metrics; did you mean "disk.dev"?\n'))
        status, out, err = self.list("-a", "shop", "no.*", "mem.util")
        self.assertEqual(status, 1)
        self.assertIn("mem.util.available: ", out)
        self.assertEqual(err, "tocsin: list: no metric is called 'no.*'\n")

    def test_nobody_to_ask(self):
        for source in (("-a", "nosuch"), ("-h", "unix:nosuch.socket"),
                       ("-h", "mmv:nosuch"), ("-h", ":"),
                       ("-a", "shop", "-h", "@")):
            status, out, err = self.list(*source)
            self.assertEqual((status, out), (2, ""), source)
            self.assertTrue(err.startswith("tocsin: list: "), err)
            self.assertEqual(err.count("\n"), 1, err)

    def test_this_host(self):
        """Where nothing is installed its kernel answers."""
        for host in ((), ("-h", "@")):
            status, out, err = self.list(*host, "kernel.all.load", "hinv.ncpu")
            self.assertEqual((status, err), (0, ""))
            self.assertEqual(out, """\
hinv.ncpu: discrete, 32-bit unsigned
    number of CPUs in use
kernel.all.load: instant, float
    mean number of tasks that run or wait, over 1, 5, 15 minutes
    3 instances: '1 minute', '5 minute', '15 minute'
""")
            status, out, err = self.list(*host, "--json", "hinv.ncpu")
            self.assertEqual(json.loads(out)[0]["help_line"],
                             "number of CPUs in use")

    def test_derived_metrics_may_have_texts(self):
        self.write("derived", """\
my.free = mem.util.free + mem.util.cached
my.free(oneline) = memory to be had
my.free(helptext) = "Free memory, and what
the page cache would give back."
""")
        for name, more in (("my", ""), ("my.free", """
    Free memory, and what
    the page cache would give back.
""")):
            status, out, err = self.list("-h", "@", name,
                                         PCP_DERIVED_CONFIG="derived")
            self.assertEqual((status, err), (0, ""))
            self.assertEqual(out, f"""\
my.free: instant, Kbyte, 64-bit unsigned
    memory to be had
{more}""")


if __name__ == "__main__":
    shop.main()
