"""Every option of both command lines, and of both subcommands, with arguments
that are missing, empty, huge, negative or hostile: no crash, no endless run,
and where it ends in an error one line that says which option, what is wrong
and what to write. A table: a row is added for each new option, or the test
says which one is missing."""
import os
import re
import subprocess

import shop

PAGE = shop.SOURCE / "docs/man/tocsin.1"

# What is given to each option that takes an argument.
ARGUMENTS = ["", "0", "-1", "1e99", "9" * 400, "x" * 5000, "\x1b[2J\n",
             "%s%n", "@", "@@", "-", "nan", "inf", "..", "é\udcff", "a=b,c",
             "2026-03-02T25:00", "@31 Feb", "10min -", "1hour 1foo"]

WITH_ARGUMENT = {"-a": "--archive", "-A": "--align", "-c": "--config",
                 "-D": "--debug", "-h": "--host", "-j": None,
                 "-m": "--note", "-n": "--namespace",
                 "-o": "--format", "-O": "--origin", "-S": "--start",
                 "-t": "--interval", "-T": "--finish", "-U": "--username",
                 "-Z": "--timezone", "--min-level": "--min-level",
                 "--receivers": "--receivers", "--state": "--state",
                 "--threads": "--threads", "--follow": "--follow",
                 "--journal": "--journal", "--sets": "--sets",
                 "--site": "--site",
                 "--extract": "--extract", "--store": "--store",
                 "-l": "--logfile"}  # last: it leaves files behind
WITHOUT = {"-b": "--buffer", "-C": "--check", "-d": "--interact",
           "-e": "--timestamp", "-f": "--foreground", "-F": "--systemd",
           "-H": None, "-P": "--primary", "-q": "--quiet", "-v": None,
           "-V": "--verbose", "-W": None, "-X": "--secret-applet",
           "-x": "--secret-agent", "-z": "--hostzone", "-?": "--help",
           "--version": None, "--no-state": None, "--act": None,
           "--journal-resume": None}
# It looks for hosts out in the world: elsewhere.
OUTWARD = {"-h"}

EVAL = {"-a": "--archive", "-h": "--host", "-A": "--align", "-O": "--origin",
        "-s": "--samples", "-S": "--start", "-t": "--interval",
        "-T": "--finish", "-Z": "--timezone"}
LIST = {"-i": "--instances"}
EVENTS = {"-a": "--archive", "-h": "--host", "-O": "--origin",
          "-S": "--start", "-T": "--finish", "-Z": "--timezone"}
SERVE = {None: "--control", "": "--hosts", "-j": "--stompfile", "-l": "--logfile",
         "-U": "--username", "-Z": "--timezone"}
SERVE_LONG = ("--sets", "--site")
EVENTS_WITHOUT = ("--json", "--count", "--hostzone")
# Of conf why and its kin, and the words that make a command of each.
CONF = {"--sets": ["lint"], "--site": ["lint"],
        "--receivers": ["lint", "--sets", "none.rules"],
        "--to-sets": ["diff", "--sets", "none.rules"],
        "--to-site": ["diff", "--sets", "none.rules"],
        "--rules": ["import", "--sets", "none.rules", "rules"]}


class Arguments(shop.InFolder):
    def setUp(self):
        super().setUp()
        self.write("rules", "hinv.ncpu > 0 -> print \"x\";\n")

    def run_as(self, *command):
        done = subprocess.run(
            [os.fsencode(str(word)) for word in command], cwd=self.folder,
            timeout=120, check=False, stdin=subprocess.DEVNULL,
            capture_output=True, env=shop.environment(
                PCP_TMP_DIR=str(self.folder), PCP_RUN_DIR=str(self.folder)))
        self.assertGreaterEqual(done.returncode, 0, (command, done.stderr))
        self.assertNotIn(b"Sanitizer", done.stderr, command)
        self.assertNotRegex(done.stderr, rb"\d{100}" if "9" * 400 not in command
                            else rb"\d{500}", command)
        if command[0] != "./pmie":  # its words repeat what was given
            self.assertNotIn(b"\x1b", done.stderr, command)
        return done

    def assert_one_line(self, command, option, names):
        """An error is one line, and names the option."""
        done = self.run_as(*command)
        if done.returncode == 0:
            return
        said = done.stderr.decode(errors="replace")
        if option == "-n":  # what is wrong in the file comes before
            said = re.sub(r"\A(.*Error Parsing ASCII PMNS: .*\n(    .*\n)*)+",
                          "", said)
        if option == "--receivers":
            said = re.sub(r"\A(.*:\d+:\d+: error: .*\n(  .*\n)*)+", "", said)
        self.assertEqual(said.count("\n"), 1, (command, said))
        self.assertRegex(said, r"\Atocsin: ", (command, said))
        self.assertLess(len(said), 800 if "x" * 5000 not in command and
                        "9" * 400 not in command else 12000, command)
        known = [name for name in names if name]
        self.assertTrue(any(name in said for name in known) or
                        any(word in said for word in ABOUT.get(option, ())),
                        (command, said))

    def test_the_table_is_whole(self):
        page = PAGE.read_text()
        named = set(re.findall(r"^\.It Fl (\\&)?(\S)(?: |$)", page, re.M))
        letters = {"-" + letter for _, letter in named if letter != "-"}
        self.assertEqual(letters, {one for one in
                                   {**WITH_ARGUMENT, **WITHOUT}
                                   if not one.startswith("--")})
        for name in re.findall(r"Fl -([a-z-]+)", page):
            self.assertIn("--" + name, [*WITH_ARGUMENT.values(),
                                        *WITHOUT.values(), *WITHOUT,
                                        *EVAL.values(), *LIST.values(),
                                        *EVENTS_WITHOUT, "--try", *CONF,
                                         *SERVE.values(), *SERVE_LONG])

    def test_arguments_of_conf(self):
        self.write("none.rules", "")
        for option, words in CONF.items():
            for argument in ARGUMENTS:
                done = self.run_as(shop.TOCSIN, "conf", *words, option,
                                   argument)
                if argument == "..":
                    continue  # a folder, in which anything may be
                self.assertEqual(done.returncode, 2, (option, argument))
                self.assertRegex(done.stderr, rb"\Atocsin: ",
                                 (option, argument))

    def test_arguments_of_tocsin(self):
        for option, name in WITH_ARGUMENT.items():
            if option in OUTWARD:
                continue
            for argument in ARGUMENTS:
                archive = [] if option == "-a" else ["-a", "shop"]
                rules = [] if option == "-c" else ["rules"]
                with self.subTest(option=option, argument=argument):
                    self.assert_one_line(
                        [shop.TOCSIN, *archive, "-q", "-T", "1min",
                         option, argument, *rules], option, [option, name])

    def test_arguments_of_pmie(self):
        """No crash, and no more than that: the words are pmie's."""
        for option in WITH_ARGUMENT:
            if option in OUTWARD:
                continue
            archive = [] if option == "-a" else ["-a", "shop"]
            for argument in ARGUMENTS[:9]:
                self.run_as("./pmie", *archive, "-q", "-T", "1min", option,
                            argument, *([] if option == "-c" else ["rules"]))

    def test_an_empty_argument(self):
        """Never taken without a word, but for texts."""
        for option in set(WITH_ARGUMENT) - {"-m", "-o"}:
            archive = [] if option in ("-a", "-h") else ["-a", "shop"]
            done = self.run_as(shop.TOCSIN, *archive, "-q", "-C", option, "",
                               *([] if option == "-c" else ["rules"]))
            self.assertEqual(done.returncode, 1, (option, done.stderr))
        for option in EVAL:
            archive = [] if option in ("-a", "-h") else ["-a", "shop"]
            done = self.run_as(shop.TOCSIN, "eval", *archive, option, "",
                               "hinv.ncpu")
            self.assertEqual(done.returncode, 2, (option, done.stderr))

    def test_a_missing_argument(self):
        for option, name in WITH_ARGUMENT.items():
            for word in filter(None, (option, name)):
                done = self.run_as(shop.TOCSIN, word)
                self.assertEqual(done.returncode, 1)
                self.assertRegex(
                    done.stderr.decode(), rf"\Atocsin: option .*requires an "
                    rf"argument.*{word.lstrip('-')}|\Atocsin: option '{word}' "
                    r"requires an argument; try 'tocsin --help'\n\Z")
                self.assertEqual(done.stderr.count(b"\n"), 1)

    def test_an_argument_too_many(self):
        for name in filter(None, WITHOUT.values()):
            done = self.run_as(shop.TOCSIN, name + "=5")
            self.assertEqual((done.returncode, done.stderr.decode()), (
                1, f"tocsin: option '{name}' doesn't allow an argument; try "
                "'tocsin --help'\n"))

    def test_no_such_option(self):
        for word, said in (("-Q", "invalid option -- 'Q'"),
                           ("--bogus", "unrecognized option '--bogus'"),
                           ("-\x1b", "invalid option -- '?'"),
                           ("--s", "option '--s' is ambiguous")):
            done = self.run_as(shop.TOCSIN, word)
            self.assertEqual(done.returncode, 1)
            self.assertTrue(done.stderr.decode().startswith(
                "tocsin: " + said), done.stderr)
            self.assertTrue(done.stderr.endswith(b"; try 'tocsin --help'\n"))
            self.assertEqual(done.stderr.count(b"\n"), 1)

    def test_arguments_of_eval(self):
        for option, name in EVAL.items():
            for argument in ARGUMENTS:
                if option in OUTWARD:
                    continue
                archive = [] if option == "-a" else ["-a", "shop"]
                with self.subTest(option=option, argument=argument):
                    self.assert_one_line(
                        [shop.TOCSIN, "eval", *archive, option, argument,
                         "hinv.ncpu"], option, [option, name])
            done = self.run_as(shop.TOCSIN, "eval", option)
            self.assertEqual(done.returncode, 2)
            self.assertEqual(done.stderr.decode(),
                             f"tocsin: eval: {name} needs an argument; try "
                             "'tocsin eval --help'\n")

    def test_arguments_of_events(self):
        for option, name in EVENTS.items():
            for argument in ARGUMENTS:
                if option in OUTWARD:
                    continue
                archive = [] if option == "-a" else ["-a", "shop"]
                command = [shop.TOCSIN, "events", *archive, option, argument]
                with self.subTest(option=option, argument=argument):
                    done = self.run_as(*command, "no.such")
                    self.assertEqual(done.returncode, 2, done.stderr)
                    if b"error: no metric no.such" not in done.stderr:
                        self.assert_one_line([*command, "no.such"], option,
                                             [option, name])
            done = self.run_as(shop.TOCSIN, "events", option)
            self.assertEqual(done.returncode, 2)
            self.assertEqual(done.stderr.decode(),
                             f"tocsin: events: {name} needs an argument; try "
                             "'tocsin events --help'\n")
        for name in EVENTS_WITHOUT:
            done = self.run_as(shop.TOCSIN, "events", name + "=x", "no.such")
            self.assertEqual(done.returncode, 2, (name, done.stderr))
            self.assertEqual(done.stderr.count(b"\n"), 1, done.stderr)

    def test_nonsense_for_subcommands(self):
        for command, said in (
                (["eval"], "EXPRESSION is required"),
                (["eval", ""], "nothing to evaluate"),
                (["eval", "a", "b"], "not expected: b"),
                (["eval", "--bogus", "a"], "not expected: --bogus"),
                (["eval", "-a", "shop", "-h", "x", "a"], "--host"),
                (["check", "--bogus", "rules"], "not expected: --bogus"),
                (["check", "-a", "shop", "-h", "x", "rules"], "--host"),
                (["list", "--bogus"], "not expected: --bogus"),
                (["list", "-h"], "--host needs an argument"),
                (["list", "-a", "shop", "-h", "x"], "--host"),
                (["list", "-a", ""], "--archive '' is empty"),
                (["events"], "RECORDS is required"),
                (["events", "--bogus", "a"], "not expected: --bogus"),
                (["events", "-a", "shop", "-h", "x", "a"], "--host"),
                (["check", "-a"], "--archive needs an argument"),
                (["check", "-a", "", "rules"], "--archive '' is empty"),
                (["list", "--follow", "x"], "--follow 'x' is no log file"),
                (["eval", "--follow", "1=/x", "a"], "--follow '1' cannot be"),
                (["eval", "--follow"], "--follow needs an argument"),
                (["eval", "--extract", "x=(?P<a>b)", "a"],
                 "--extract 'x=(?P<a>b)' is of no log file"),
                (["list", "--follow", "x=/x", "--extract", "x=b"],
                 "--extract 'b': no group has a name"),
                (["list", "-a", "shop", "--follow", "x=/x"], "--follow"),
                (["list", "--journal", ""], "--journal '' is empty"),
                (["eval", "--journal"], "--journal needs an argument"),
                (["list", "-a", "shop", "--journal", "x"], "--journal"),
                (["serve", "--bogus"], "not expected: --bogus"),
                (["serve", "x"], "not expected: x"),
                (["serve", "--control"], "--control needs an argument"),
                (["serve", "-Z", "No/Where"], "No/Where"),
                (["serve", "--site", "x"], "name these with --sets"),
                (["serve", "--sets", "x"], "name these"),
                (["check", ""], "No such file")):
            done = self.run_as(shop.TOCSIN, *command)
            err = done.stderr.decode()
            self.assertEqual(done.returncode, 2, (command, err))
            self.assertIn(said, err, command)
            self.assertTrue(err.startswith(f"tocsin: {command[0]}: "), err)
            self.assertEqual(err.count("\n"), 1, err)

    def test_help_and_version(self):
        for command in (["--help"], ["-?"], ["eval", "--help"],
                        ["check", "--help"], ["list", "--help"]):
            done = self.run_as(shop.TOCSIN, *command)
            self.assertEqual((done.returncode, done.stderr), (0, b""))
            self.assertIn(b"--archive", done.stdout)
        done = self.run_as(shop.TOCSIN, "--version")
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertRegex(done.stdout, rb"\Atocsin \d+\.\d+\.\d+\n\Z")
        done = self.run_as("./pmie", "--version")
        self.assertEqual((done.returncode, done.stdout), (1, b""))
        self.assertTrue(done.stderr.startswith(
            b"pmie: unrecognized option '--version'\nUsage: pmie [options]"))


# What else tells which option it is.
ABOUT = {"-a": ["archive"], "-c": ["config file", "directory"],
         "-l": ["log"], "-n": ["namespace"], "-Z": []}


if __name__ == "__main__":
    shop.main()
