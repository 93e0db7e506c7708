"""Names of instances that steer terminals: what people get to see of them has
a ? for each such character, what programs read has them escaped."""
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess

import hostile_archive
import shop


# Of the same length: C0 and DEL; C1; the mark that turns text to the left.
HOSTILE = {b"sda\0": b"\x1b\n\x7f\0", b"sdb\0": b"\xc2\x9bb\0",
           b"1 minute\0": "\u202eminut".encode() + b"\0"}
SHOWN = ["???", "?b"]


class HostileNames(shop.InFolder):
    def setUp(self):
        super().setUp()
        for suffix in ("0", "index"):
            shutil.copy(f"{shop.SHOP}.{suffix}", self.folder / f"bad.{suffix}")
        meta = pathlib.Path(f"{shop.SHOP}.meta").read_bytes()
        for plain, hostile in HOSTILE.items():
            self.assertEqual(len(plain), len(hostile))
            self.assertIn(plain, meta)
            meta = meta.replace(plain, hostile)
        (self.folder / "bad.meta").write_bytes(meta)

    def run_as(self, *command, text=""):
        done = subprocess.run(
            command, cwd=self.folder, input=text.encode(), timeout=60,
            env=shop.environment(),
            capture_output=True, check=False)
        for stream in (done.stdout, done.stderr):
            for byte in (b"\x1b", b"\x7f", b"\xc2\x9b", b"\xe2\x80\xae"):
                self.assertNotIn(byte, stream, command)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def test_reports_and_actions_over_archives(self):
        rules = ('busy = disk.dev.avactive;\n'
                 'all_inst disk.dev.avactive >= 0 -> print "%i\\n" & '
                 'syslog "%i;" & alarm "%i;" & stomp "%i;" & shell "x %i;";\n')
        for program in ("./pmie", shop.TOCSIN):
            for style in ("-v", "-V", "-W"):
                status, out, err = self.run_as(
                    program, "-q", style, "-a", "bad", "-t", "1min", "-T",
                    "1min", text=rules)
                self.assertEqual((status, err), (0, ""))
                if style != "-v":
                    self.assertIn("    shop: [???] ", out)
                    self.assertIn("    shop: [?b] ", out)
                for kind in ("syslog", "alarm", "stomp"):
                    self.assertRegex(out, rf"(?m)^{kind} .*: \?\?\?;\?b;")
                self.assertRegex(out, r"(?m)^shell .*: x \?\?\?;x \?b;")
                self.assertRegex(
                    out, r"(?m)^print .*: \?\?\?\n\?b\n",
                    "the author's own newlines stay")

    def test_what_programs_read(self):
        status, out, err = self.run_as(
            shop.TOCSIN, "eval", "--json", "-a", "bad", "-T", "1min",
            "disk.dev.avactive")
        self.assertEqual((status, err), (0, ""))
        self.assertTrue(out.isascii())
        names = [one["instance"] for one in json.loads(out)["values"]]
        self.assertEqual(names[:2], ["\x1b\n\x7f", "\x9bb"])
        status, out, err = self.run_as(
            shop.TOCSIN, "eval", "-a", "bad", "-T", "1min",
            "kernel.all.load")
        self.assertEqual((status, err), (0, ""))
        self.assertIn("[?minut] ", out)

    def test_lists(self):
        status, out, err = self.run_as(shop.TOCSIN, "list", "-a", "bad")
        self.assertEqual((status, err), (0, ""))
        self.assertIn("    3 instances: '???', '?b', sdc\n", out)
        status, out, err = self.run_as(shop.TOCSIN, "list", "--json", "-a",
                                       "bad", "disk.dev.avactive")
        self.assertEqual((status, err), (0, ""))
        self.assertTrue(out.isascii())
        self.assertEqual(json.loads(out)[0]["instances"][:2],
                         ["\x1b\n\x7f", "\x9bb"])
        self.run_as(shop.TOCSIN, "list", "-a", "bad", "no\x1b[2J")

    def test_diagnostics(self):
        self.run_as(shop.TOCSIN, "check", "-a", "bad", "-",
                    text="no\x1bsuch.metric > 1;")
        for instance in ("#'\x1b[2J'", "#'\x7f\u202e'", "#'\x9b'"):
            status, out, _ = self.run_as(
                shop.TOCSIN, "check", "-a", "bad", "-",
                text=f"disk.dev.avactive {instance} > 1;")
            self.assertEqual(status, 1)
            self.assertIn('has no instance "?', out)
        self.run_as(shop.TOCSIN, "-a", "\x1b[2J", text="")
        self.run_as(shop.TOCSIN, "-a", "bad", "\x1b[2J")
        self.run_as(shop.TOCSIN, "eval", "-a", "\x1b[2J", "x")
        self.run_as(shop.TOCSIN, "check", "\x1b[2J")
        self.run_as(shop.TOCSIN, "--\x1b[2J")
        self.run_as(shop.TOCSIN, "eval", "--\x1b[2J")

    def test_names_of_rules(self):
        (self.folder / "rules").write_text(
            "'a\x1b[2J\u202e' = hinv.ncpu > 0;\n", encoding="utf-8")
        for program in ("./pmie", shop.TOCSIN):
            for style in ("-v", "-V", "-W"):
                status, out, _ = self.run_as(program, "-h", "@", style, "-T",
                                             "0", "rules")
                self.assertEqual(status, 0)
                self.assertIn("a?[2J?", out)
            status, out, _ = self.run_as(
                program, "-d", "-h", "@", "rules",
                text="l\nv\nl no\x1bsuch\nf no\x9bsuch\nq\n")
            self.assertIn("a?[2J? =\n", out)
            self.assertIn("a?[2J? (subexpression ", out)

    def test_the_state_of_a_run(self):
        (self.folder / "rules").write_text(
            "'a\x1b[2J\u202e' = hinv.ncpu > 0 -> print \"x\";\n",
            encoding="utf-8")
        process = subprocess.Popen(
            [shop.TOCSIN, "-h", "@", "rules"], cwd=self.folder,
            env={**os.environ, "PCP_TMP_DIR": str(self.folder)},
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE)
        for undo in (process.stdout.close, process.stderr.close, process.wait,
                     process.kill):
            self.addCleanup(undo)
        self.assertIn(b": x\n", process.stdout.readline())
        process.send_signal(signal.SIGUSR1)
        while not (line := process.stderr.readline()).startswith(b"1 eval"):
            last = line
        self.assertEqual(last, b"true: a?[2J?\n")
        process.terminate()

    def test_configuration(self):
        (self.folder / "derived").write_text(
            "x\x1b = a +\nok = (b + \x1b[2J\u202e\n", encoding="utf-8")
        (self.folder / "names").write_text("root { my\x1b[2J }\n",
                                           encoding="utf-8")
        for program in ("./pmie", shop.TOCSIN):
            _, _, err = self.run_as("env", "PCP_DERIVED_CONFIG=derived",
                                    program, "-a", "bad", "-T", "1min",
                                    text="hinv.ncpu > 0;")
            self.assertIn("x?", err)
            _, _, err = self.run_as(program, "-n", "names", "-a", "bad",
                                    text="")
            self.assertIn("root { my?[2J }", err)
        for command in (("eval", "-a", "bad", "hinv.ncpu"),
                        ("check", "-a", "bad", "-")):
            _, _, err = self.run_as("env", "PCP_DERIVED_CONFIG=derived",
                                    shop.TOCSIN, *command, text="")
            self.assertIn("x?", err)

    def test_what_waits(self):
        for suffix, text in hostile_archive.archive().items():
            (self.folder / f"hostile.{suffix}").write_bytes(text)
        rows = hostile_archive.ROWS
        self.write("rules", "".join(
            f"a_{row} = some_inst hostile.{row} > 0 -> "
            'reliably exec "/no/such" "%i" & webhook "http://127.0.0.1:1" "%i";'
            for row in rows))
        status, _, _ = self.run_as(
            shop.TOCSIN, "-a", "hostile", "-T", "0", "--act", "--state",
            "state", "rules")
        self.assertEqual(status, 0)
        status, out, _ = self.run_as(shop.TOCSIN, "outbox", "--state", "state",
                                     "list")
        self.assertEqual(status, 0)
        self.assertEqual(re.findall(r"(?m)^\S+ \S+ a_(\w+) on ", out),
                         [row for row in rows for _ in range(2)])
        self.assertEqual(out.count("\n"), 2 * len(rows))
        status, out, _ = self.run_as(
            shop.TOCSIN, "outbox", "--state", "state", "show",
            *(line.split()[0] for line in out.splitlines()))
        self.assertEqual(status, 0)
        self.assertTrue(out.isascii())
        kept = [json.loads(line) for line in out.splitlines()]
        for i, names in enumerate(rows.values()):
            words = [bytes(one) if isinstance(one, list) else one.encode()
                     for one in kept[2 * i]["arguments"]]
            self.assertEqual(words[1:], [hostile_archive.cut(one, 131_071)
                                         for one in names])
            self.assertEqual(len(kept[2 * i + 1]["bindings"]), len(names))

    def test_the_log(self):
        self.run_as(shop.TOCSIN, "-l", "log", "-a", "bad", "-T", "1min",
                    text="no\x1bsuch.metric > 1;\n"
                         "disk.dev.avactive #'\x1b[2J' > 1;\n")
        log = (self.folder / "log").read_bytes()
        self.assertIn(b"error", log)
        self.assertNotIn(b"\x1b", log)


if __name__ == "__main__":
    shop.main()
