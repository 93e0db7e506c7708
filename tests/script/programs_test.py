"""exec and the variables of commands, with programs that write down what they
get. Mail and the journal are tried in tests/unit/actions: their places on a
host are fixed."""
# Label: live
import json
import os
import subprocess
import unittest

import live_process
from http_receiver import LIMIT, mmv

EACH = "delta = 20 msec; hinv.ncpu > 0 -> "
NAMES = [b'","a":"', b"'; $(x) `x`", b"a\nb\r\nX-Evil: 1", b"%i%v%h", b"-n",
         b"\xff\xfe", "\u202e\u00e4".encode(), b"\x1b[2J\x7f", b"\\", b"a b"]


class Programs(live_process.Live):

    def program(self, script):
        path = self.folder / "program"
        path.write_text("#!/bin/sh\n" + script, encoding="utf-8")
        path.chmod(0o700)
        return path

    def run_once(self, rules, *arguments, host="@", **options):
        self.write("rules", rules)
        done = subprocess.run(
            [live_process.TOCSIN, "-h", host, "-t", "1hour", "-T", "10msec",
             *arguments, "rules"], cwd=self.folder, env=self.env,
            capture_output=True, timeout=LIMIT, check=False, **options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout, done.stderr

    def test_hostile_names_are_words_and_no_more(self):
        (self.folder / "hostile").write_bytes(mmv(NAMES))
        program = self.program(
            'printf "%s\\0" "$@" >arguments; cat >event\n'
            'printf "%s\\0" "$TOCSIN_RULE" "$TOCSIN_INSTANCE" "$TOCSIN_VALUE" '
            '>variables; printf "%s\\n" "$TOCSIN_HOST" >host\n')
        _, log = self.run_once(
            "full = some_inst ( mmv.hostile.a > 0 ) -> exec "
            f'"{program}" "--who" "%i" "<%v>";',
            host=f"mmv:{self.folder / 'hostile'}")
        self.assertNotIn(b"full: ", log)
        words = (self.folder / "arguments").read_bytes().split(b"\0")[:-1]
        count = len(NAMES)
        self.assertEqual(words[:count + 1], [b"--who"] + NAMES)
        self.assertEqual(len(words), 2 * count + 1)
        for word in words[count + 1:]:
            self.assertRegex(word, rb"\A<[0-9.]+>\Z")
        variables = (self.folder / "variables").read_bytes().split(b"\0")
        self.assertEqual(variables[:2], [b"full", NAMES[0]])
        told = json.loads((self.folder / "event").read_bytes())
        self.assertEqual((told["version"], told["rule"]), (1, "full"))
        self.assertEqual(len(told["bindings"]), count)
        self.assertEqual((self.folder / "host").read_text().strip(),
                         told["bindings"][0]["host"])

    def test_a_shell_has_our_standard_files(self):
        out, log = self.run_once(
            'hinv.ncpu > 0 -> shell "cat; echo told >&2";', input=b"ours\n")
        self.assertEqual(out, b"ours\n")
        self.assertIn(b"told\n", log)

    def test_an_exec_of_a_shell_has_the_event(self):
        self.run_once('full = hinv.ncpu > 0 -> exec "/bin/sh" "-c" '
                      '"cat >event; echo \\"\\$1\\" >word" "sh" "%v";',
                      input=b"ours\n")
        told = json.loads((self.folder / "event").read_bytes())
        self.assertEqual(told["rule"], "full")
        self.assertEqual((self.folder / "word").read_text(),
                         f"{told['bindings'][0]['value']:.0f}\n")

    def test_a_piped_shell_has_the_event_and_is_logged(self):
        out, log = self.run_once(
            'full = hinv.ncpu > 0 -> piped shell "cat >event; echo out; '
            "echo 'err\033[2J' >&2; echo $TOCSIN_RULE >rule\";"
            .replace("$", "\\$"), input=b"ours\n")
        self.assertEqual(out, b"")
        self.assertIn(b"full: shell: says: out\n", log)
        self.assertIn(b"full: shell: says: err?[2J\n", log)
        told = json.loads((self.folder / "event").read_bytes())
        self.assertEqual((told["rule"], len(told["bindings"])), ("full", 1))
        self.assertEqual((self.folder / "rule").read_text(), "full\n")

    def test_a_long_piped_shell_reads_the_event_too(self):
        self.run_once('full = hinv.ncpu > 0 -> piped shell "cat >event; : "'
                      + 4 * (' "' + 60_000 * "x" + '"') + ";")
        told = json.loads((self.folder / "event").read_bytes())
        self.assertEqual(told["rule"], "full")

    def test_a_shell_has_the_variables(self):
        out, _ = self.run_once(
            "full = some_inst ( kernel.all.load > -1 ) -> shell "
            '"echo \\"$TOCSIN_RULE on $TOCSIN_HOST: $TOCSIN_INSTANCE '
            'is $TOCSIN_VALUE\\"";'.replace("$", "\\$"))
        self.assertRegex(out.decode(),
                         r"\Afull on \S+: 1 minute is [0-9.e-]+\n\Z")

    def test_each_failure_runs_the_alternative(self):
        for program in (self.program("exit 3\n"), "/no/such/program"):
            self.write("rules",
                       EACH + f'exec "{program}" "x" | print "instead";')
            process = self.begin([live_process.TOCSIN, "-h", "@", "rules"])
            for _ in range(2):
                self.assertTrue(
                    process.stdout.readline().endswith(": instead\n"))
            process.terminate()
            process.communicate(timeout=LIMIT)

    def test_a_program_that_has_done_it_holds_off(self):
        program = self.program("echo once >>runs\n")
        self.write("rules",
                   EACH + f'(exec 1 hour "{program}" | print "no") & '
                   'print "tick";')
        process = self.begin([live_process.TOCSIN, "-h", "@", "rules"])
        for _ in range(3):
            self.assertTrue(process.stdout.readline().endswith(": tick\n"))
        process.terminate()
        process.communicate(timeout=LIMIT)
        self.assertEqual((self.folder / "runs").read_text(), "once\n")

    def test_what_it_says_is_logged(self):
        program = self.program("echo out; echo 'err\033[2J' >&2; exit 3\n")
        out, log = self.run_once(f'a = hinv.ncpu > 0 -> exec "{program}";')
        self.assertEqual(out, b"")
        for line in (b"a: exec: says: out\n", b"a: exec: says: err?[2J\n",
                     b"a: exec: exit status 3: "):
            self.assertIn(line, log)

    def test_over_archives_it_is_described(self):
        program = self.program("echo run >runs\n")
        for name in ("tocsin", "pmie"):
            (self.folder / name).symlink_to(live_process.TOCSIN)
            done = subprocess.run(
                [self.folder / name, "-a", live_process.BUILD / "sample/shop",
                 "-t", "1min", "-T", "0"], env=self.env,
                input=f'hinv.ncpu > 0 -> exec "{program}" "%v" "%h CPUs" & '
                'mail "ops@example.org" "%v" & journal "%v on %h";', text=True,
                capture_output=True, timeout=LIMIT, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
            date = "Mon Mar  2 08:00:00 2026"
            self.assertRegex(
                done.stdout,
                rf"\Aexec {date}: {program} \d+ shop CPUs\n"
                rf"mail {date}: ops@example.org: \d+\n"
                rf"journal {date}: \d+ on shop\n")
        self.assertFalse((self.folder / "runs").exists())

    def test_what_cannot_be_meant_is_told(self):
        self.write("rules", 'hinv.ncpu > 0 -> exec "page" "x";\n'
                   'hinv.ncpu > 0 -> exec "/no/such" & mail "root" "x";\n')
        done = subprocess.run(
            [live_process.TOCSIN, "check", "rules"], cwd=self.folder,
            text=True, capture_output=True, timeout=LIMIT, check=False)
        self.assertEqual(done.returncode, 1)
        # One more where mail cannot leave this host.
        sendmail = os.access("/usr/sbin/sendmail", os.X_OK)
        self.assertEqual("/usr/sbin/sendmail: warning: mail: there is no "
                         "sendmail on this host" in done.stdout, not sendmail)
        for line in ("rules:1:23: error: the program of an exec is a whole "
                     "path\n",
                     "rules:2:18: warning: /no/such is not there on this "
                     "host\n",
                     "rules:2:41: warning: this address of a mail has no @\n",
                     "1 statement is right; 1 error, "
                     f"{2 if sendmail else 3} warnings\n"):
            self.assertIn(line, done.stdout)


if __name__ == "__main__":
    unittest.main()
