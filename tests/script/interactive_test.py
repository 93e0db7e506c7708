"""The interactive mode over the sample archive, from outside: a conversation
through a pipe. The program's other faces are cli_test.py's."""
import re
import subprocess

import cli_test
import shop


class Conversations(cli_test.Faces):
    """-d: one command a line, through a pipe."""

    def talk(self, text, *options, status=0, err=""):
        """What comes after each prompt, the first one's menu apart."""
        result = self.pmie("-d", "-q", "-v", "-a", "shop", "-t", 60, *options,
                           text=text)
        self.assert_ends(result, status, err=err)
        self.menu, *said = result.stdout.split("pmie> ")
        return said

    def test_menu(self):
        said = self.talk("h\n?\n\n  \nother\nq\nh\n")
        menu = self.menu[self.menu.index("pmie commands"):]
        for command in "f [", "l [", "r [", "S ", "T ", "v [", "h ", "q ":
            self.assertIn("\n  " + command, menu)
        self.assertEqual(said, [menu, menu, menu, ""], "blank lines are none")

    def test_end_of_input(self):
        self.assertEqual(self.talk(""), [""])
        self.assertEqual(self.talk("T 5"), ["", ""])

    def test_a_last_line_without_a_newline_counts(self):
        self.assertEqual(self.talk("f  rules\nr 0")[1],
                         self.talk("f  rules\nr 0\n")[1])
        self.assertIn("load (", self.talk("f  rules\nr 0")[1])

    def test_rules_of_a_file(self):
        self.assertEqual(self.talk("f  rules \nl load\nl\n"), [
            "", "load =\nkernel.all.load :shop;\n\n",
            "load =\nkernel.all.load :shop;\n\n"
            "expr_1 =\nsome_inst (kernel.all.load :shop > 0.9);\n\n", ""])
        self.assertEqual(self.talk("l load\n", "rules")[0],
                         "load =\nkernel.all.load :shop;\n\n")

    def test_a_file_that_is_not_there(self):
        self.assertEqual(
            self.talk("f /nosuch\nh\n", status=1,
                      err="pmie: cannot access config file /nosuch: "
                      "No such file or directory\n"), [""])

    def test_tocsin_keeps_its_rules_where_a_file_is_not_there(self):
        result = self.tocsin("-d", "-q", "-a", "shop",
                             text="f rules\nf nosuch\nl load\n")
        self.assert_ends(result, 0)
        self.assertTrue(result.stdout.endswith(
            "tocsin> tocsin> load =\nkernel.all.load :shop;\n\ntocsin> "))
        self.assertIn("nosuch: No such file or directory\n", result.stderr)

    def test_tocsin_goes_on_where_rules_name_a_host_that_is_none(self):
        for source, host, said in (
                (["-a", "shop"], "nosuch",
                 'no archive of host "nosuch" is open'),
                (["-h", "@"], "foo:bar", "bad host specification")):
            with self.subTest(source):
                result = self.tocsin(
                    "-d", "-q", *source,
                    text=f"f\nx = hinv.ncpu; .\nf\ny = hinv.ncpu :'{host}'; .\n"
                    "f\nz = 1 >; .\nl\n")
                self.assert_ends(result, 0)
                self.assertRegex(result.stdout,
                                 r"tocsin> x =\nhinv\.ncpu :[^ @]+;\n\ntocsin> $")
                self.assertEqual(result.stderr.count(said), 1, result.stderr)
                self.assertEqual(result.stderr.count("follow >"), 1,
                                 result.stderr)

    def test_typed_rules(self):
        said = self.talk("f\nx = kernel.all.load\n #'1 minute' // ; .\n"
                         ' > 0.9 -> print "; .";\n . l x\nv\nq\n')
        self.assertEqual(said, [
            "", "x =\nkernel.all.load :shop #'1 minute' > 0.9 -> "
            'print "; .";\n\n',
            "x (subexpression for %h, %i and %v bindings) =\n"
            "kernel.all.load :shop #'1 minute'\n\n", ""])

    def test_live_hosts_are_called_as_they_call_themselves(self):
        result = self.pmie("-d", "-q", "-h", "@",
                           text="f\nhinv.ncpu > 0; .\nl\nq\n")
        self.assert_ends(result, 0, err="")
        self.assertRegex(result.stdout,
                         r"> expr_1 =\nhinv\.ncpu :[^ @]+ > 0;\n\npmie> $")

    def test_wrong_rules_leave_the_others(self):
        self.assertEqual(
            self.talk("f\nx = 1 > ; y = kernel.all.load; .\nl\nr 0\nr 0\n",
                      err="pmie: syntax error - near line 1 of standard input\n"
                      "arithmetic expression expected to follow >\n")[1],
            "y =\nkernel.all.load :shop;\n\n")

    def test_names_that_are_none(self):
        self.talk("f rules\nl zz\nv zz\nS\nT\n",
                  err='pmie: error - rule "zz" not defined\n'
                  "pmie: error - rule 'zz' not defined\n"
                  "pmie: error - argument required\n"
                  "pmie: error - argument required\n")

    def test_times_that_are_none(self):
        self.talk("f rules\nr x\nT -1\nS 3 foo\n",
                  err="x\n^ -- unexpected value\n"
                  "-1\n^ -- unexpected value\n"
                  "3 foo\n  ^ -- unexpected value\n")

    def minutes(self, report):
        return re.findall(r"08:(\d\d):00 2026", report)

    def test_windows(self):
        said = self.talk("f\nx = kernel.all.load; .\nr\nr 1min\nr\nS 2min\nr\n"
                         "T 0\nr\nS @08:01\nr 120\nq\n", "-T", 180)
        self.assertEqual(
            [self.minutes(report) for report in said if report],
            [["00", "01", "02", "03"], ["00", "01"], ["00", "01"],
             ["02", "03"], ["02"], ["01", "02", "03"]])

    def test_each_run_reads_its_own_window(self):
        one = self.talk("f rules\nr 60\nr 60\n")
        self.assertIn("0.75 0.56 0.375", one[1])
        self.assertEqual(one[1], one[2])

    def test_runs_say_that_they_end(self):
        result = self.pmie("-d", "-a", "shop", "rules", text="r 0\nr 0\n")
        self.assert_ends(result, 0, err=2 * cli_test.EXITING)

    def test_prompts_are_seen_before_the_answer(self):
        talk = subprocess.Popen(
            ["./pmie", "-d", "-a", "shop"], cwd=self.folder,
            env=shop.environment(), stdin=subprocess.PIPE,
            stdout=subprocess.PIPE)
        with talk:
            said = b""
            while not said.endswith(b"pmie> "):
                more = talk.stdout.read(1)
                self.assertTrue(more, "it ended without a prompt")
                said += more
            self.assertEqual(talk.communicate(b"q\n", timeout=60)[0], b"")
            self.assertEqual(talk.returncode, 0)


if __name__ == "__main__":
    shop.main()
