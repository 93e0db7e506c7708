"""The faces of the program over the sample archive, from outside: started as
pmie and as tocsin, its words, exit statuses, logs, and ends by signals."""
import json
import re
import signal
import subprocess

import shop


RULES = """\
load = kernel.all.load;
some_inst kernel.all.load > 0.9;
"""
ACTIONS = """\
some_inst (kernel.all.load #'1 minute' #'5 minute' > 0.7)
  -> print "%h %i %v %c" " second" & syslog 3 min "busy" & alarm "a"
   & shell "echo x" & stomp "s";
"""
MISTAKE = "nosuch.metric > 1; mem.util.available > ;"


class Faces(shop.InFolder):
    def setUp(self):
        super().setUp()
        self.write("rules", RULES)
        self.write("actions", ACTIONS)
        self.write("mistake", MISTAKE)

    def run_as(self, program, *arguments, text="", stdout=subprocess.PIPE):
        return subprocess.run(
            [program, *map(str, arguments)], cwd=self.folder, input=text,
            env=shop.environment(), text=True, timeout=120, check=False,
            stdout=stdout, stderr=subprocess.PIPE)

    def pmie(self, *arguments, **more):
        return self.run_as("./pmie", *arguments, **more)

    def tocsin(self, *arguments, **more):
        return self.run_as(shop.TOCSIN, *arguments, **more)

    def assert_ends(self, result, status, out=None, err=None):
        """Times of the wall clock and process ids are left out of `err`."""
        said = re.sub(r"\[\w{3} \w{3} [ \d]\d [\d:]{8}\] (\w+)\(\d+\)",
                      r"[DATE] \1(PID)", result.stderr)
        said = re.sub(r"\w{3} \w{3} [ \d]\d [\d:]{8} \d{4}", "CTIME", said)
        said = re.sub(r"(Log for \w+ on) \S+", r"\1 HOST", said)
        if out is not None:
            self.assertEqual(result.stdout, out)
        if err is not None:
            self.assertEqual(said, err)
        self.assertEqual(result.returncode, status, said)


EXITING = "[DATE] pmie(PID) Info: evaluator exiting\n"


class Reports(Faces):
    """What pmie prints for the same archive and rules."""

    def report(self, *options):
        result = self.pmie("-a", "shop", "-t", 60, "-T", 60, *options, "rules")
        self.assert_ends(result, 0, err=EXITING)
        return result.stdout

    def test_values(self):
        expected = """\
load (Mon Mar  2 08:00:00 2026): 0.75 0.56 0.375
expr_1 (Mon Mar  2 08:00:00 2026): false

load (Mon Mar  2 08:01:00 2026): 1 0.75 0.50
expr_1 (Mon Mar  2 08:01:00 2026): true

"""
        self.assertEqual(self.report("-v"), expected)
        self.assertEqual(self.report("-v", "-e"), expected)

    def test_members(self):
        self.assertEqual(self.report("-V"), """\
load (Mon Mar  2 08:00:00 2026): 
    shop: [1 minute] 0.75
    shop: [5 minute] 0.56
    shop: [15 minute] 0.375
expr_1 (Mon Mar  2 08:00:00 2026): 
    shop: false

load (Mon Mar  2 08:01:00 2026): 
    shop: [1 minute] 1
    shop: [5 minute] 0.75
    shop: [15 minute] 0.50
expr_1 (Mon Mar  2 08:01:00 2026): 
    shop: true

""")

    def test_satisfied(self):
        self.assertEqual(self.report("-W"), """\
load (Mon Mar  2 08:00:00 2026): 
    shop: [1 minute] 0.75
    shop: [5 minute] 0.56
    shop: [15 minute] 0.375
expr_1 (Mon Mar  2 08:00:00 2026): 

load (Mon Mar  2 08:01:00 2026): 
    shop: [1 minute] 1
    shop: [5 minute] 0.75
    shop: [15 minute] 0.50
expr_1 (Mon Mar  2 08:01:00 2026): 
    shop: [1 minute] 1

""")

    def test_applet(self):
        self.assertEqual(self.report("-X"),
                         "0.75 0.56 0.375 false \n1 0.75 0.50 true \n")
        self.assertEqual(self.report("-X", "-V"), self.report("-X"))

    def test_source_zone(self):
        result = self.pmie("-z", "-a", "shop", "-T", 1, "rules")
        self.assert_ends(
            result, 0,
            "pmie: timezone set to local timezone from shop\n", EXITING)

    def test_negative_times_count_from_the_end(self):
        result = self.pmie("-a", "shop", "-v", "-t", 60, "-S", "-60", "rules")
        stamps = re.findall(r"load \((.*?)\)", result.stdout)
        self.assertEqual(stamps, ["Mon Mar  2 10:59:00 2026",
                                  "Mon Mar  2 11:00:00 2026"])

    def test_quiet(self):
        result = self.pmie("-q", "-a", "shop", "-T", 1, "rules")
        self.assert_ends(result, 0, "", "")


class Actions(Faces):
    def test_each_kind_is_described(self):
        result = self.pmie("-a", "shop", "-t", 60, "-T", 60, "actions")
        self.assert_ends(result, 0, """\
print Mon Mar  2 08:00:00 2026: shop 1 minute 0.75 shop second
syslog Mon Mar  2 08:00:00 2026: busy
alarm Mon Mar  2 08:00:00 2026: a
shell Mon Mar  2 08:00:00 2026: echo x
stomp Mon Mar  2 08:00:00 2026: s
print Mon Mar  2 08:01:00 2026: shop 1 minute 1 shopshop 5 minute 0.75 shop second
alarm Mon Mar  2 08:01:00 2026: a
shell Mon Mar  2 08:01:00 2026: echo x
stomp Mon Mar  2 08:01:00 2026: s
""", EXITING)

    def test_format(self):
        self.write("one", "kernel.all.load #'1 minute' > 0 -> print \"p\";")
        result = self.pmie("-q", "-a", "shop", "-T", 1, "-o", "%a|%d|%f|%m|%%",
                           "one")
        self.assert_ends(
            result, 0, "print|Mon Mar  2 08:00:00 2026|one|p|%\n", "")


class RulesThatAreSwallowed(Faces):
    """By a quote or a comment without its end: the rest of the rules is lost."""

    RULES = ('hinv.ncpu > 1 -> print "a";\n', 'hinv.ncpu > 1 -> print "b";\n')

    def setUp(self):
        super().setUp()
        self.write("comment", "/* x\n".join(self.RULES))
        self.write("quote", "".join(self.RULES)[:-3] + ";\n")

    def test_tocsin_says_where_it_begins(self):
        for rules, place in (("comment", "2:1: warning: this comment"),
                             ("quote", "2:24: warning: this string")):
            for check in ((), ("-C",)):
                result = self.tocsin("-a", "shop", "-T", 1, *check, rules)
                self.assertEqual(result.returncode, 0)
                self.assertIn(f"{rules}:{place} is not closed; it runs to the "
                              "end of the text\n", result.stderr)

    def test_where_all_are_lost_it_is_an_error(self):
        self.write("all", "/* " + "".join(self.RULES))
        for status, arguments in ((3, ("-a", "shop", "all")),
                                  (1, ("-C", "-a", "shop", "all")),
                                  (1, ("check", "all"))):
            result = self.tocsin(*arguments)
            self.assertEqual(result.returncode, status, result)
            self.assertIn("all:1:1: warning: this comment is not closed",
                          result.stderr + result.stdout)
        for arguments in (("-q",), ("-C",)):
            self.assert_ends(self.pmie(*arguments, "-a", "shop", "all"), 0, "",
                             "")

    def test_pmie_says_nothing(self):
        for rules in "comment", "quote":
            result = self.pmie("-a", "shop", "-T", 1, rules)
            self.assert_ends(result, 0, err=EXITING)


class Statuses(Faces):
    def test_check_only(self):
        self.assert_ends(self.pmie("-C", "-a", "shop", "rules"), 0, "", "")
        self.assert_ends(self.pmie("-C", "-a", "shop", "mistake"), 1, "", """\
pmie: metric nosuch.metric not in namespace for archive shop (host shop)
pmLookupName failed: Unknown metric name
pmie: syntax error - at end of file
arithmetic expression expected to follow >
""")

    def test_some_mistakes_are_stamped_as_log_lines(self):
        self.write("named", "kernel.all.load #'2 minute';")
        self.assert_ends(
            self.pmie("-C", "-a", "shop", "named"), 1, "",
            "[DATE] pmie(PID) Error: metric kernel.all.load from archive shop "
            '(host shop) does not (currently) have instance "2 minute"\n')

    def test_an_unknown_host_ends_pmie_there_and_then(self):
        self.write("strange", "nosuch.one; mem.util.available :strange;"
                   "nosuch.two; mem.util.available > ;")
        for options in ((), ("-C",)):
            self.assert_ends(
                self.pmie("-a", "shop", *options, "strange"), 1, "",
                "pmie: metric nosuch.one not in namespace for archive shop "
                "(host shop)\npmLookupName failed: Unknown metric name\n"
                "pmie: cannot open archive unknown archive\n"
                "pmNewContext: No such file or directory\n")
        result = self.tocsin("-C", "-a", "shop", "strange")
        self.assert_ends(result, 1, "")
        for name in ("nosuch.one", "strange", "nosuch.two", "follow >"):
            self.assertIn(name, result.stderr)

    def test_check_only_without_an_archive(self):
        for face in (self.pmie, self.tocsin):
            self.assert_ends(face("-C", "rules"), 0, "")
            self.assert_ends(face("-C", "-T", "5", "rules"), 0, "")
            self.assert_ends(face("-C", "mistake"), 1, "")

    def test_archives_that_are_none(self):
        self.assert_ends(
            self.pmie("-a", "nosuch", "rules"), 1, "",
            "pmie: cannot open archive nosuch\n"
            "pmNewContext failed: No such file or directory\n")
        result = self.tocsin("-a", "nosuch", "rules")
        self.assert_ends(result, 1, "")
        self.assertIn("tocsin: cannot open archive nosuch", result.stderr)

    def test_an_archive_without_a_good_record(self):
        volume = (self.folder / "shop.0").read_bytes()
        label = volume[:int.from_bytes(volume[:4], "big")]
        (self.folder / "cut.0").write_bytes(label + b"\0\0\0\x30\0\0")
        (self.folder / "cut.meta").symlink_to(f"{shop.SHOP}.meta")
        self.assert_ends(
            self.pmie("-a", "cut", "rules"), 1, "",
            "pmie: archive cut is corrupted\npmGetArchiveEnd failed: "
            "Corrupted record in a PCP archive log\n")

    def test_lists_of_archives(self):
        self.assert_ends(
            self.pmie("-a", "shop", "-a", "shop", "rules"), 1, "",
            "pmie: Error: archive shop not legal - archive shop is already "
            "open for host shop\n")
        self.assert_ends(
            self.pmie("-a", "shop,nosuch", "rules"), 1, "",
            "pmie: cannot open archive nosuch\n"
            "pmNewContext failed: No such file or directory\n")

    def test_rule_files_that_are_none(self):
        missing = (": No such file or directory\n")
        self.assert_ends(
            self.pmie("-a", "shop", "nosuch"), 1, "",
            "pmie: cannot access config file as either nosuch or "
            "/nonexistent/config/pmie/nosuch" + missing)
        self.assert_ends(
            self.pmie("-a", "shop", "/nosuch"), 1, "",
            "pmie: cannot access config file /nosuch" + missing)

    def test_options_that_do_not_go_together(self):
        for options, complaint in [
                (("-a", "shop", "-h", "x"), "at most one of -a or -h allowed"),
                (("-a", "shop", "-z", "-Z", "UTC"),
                 "at most one of -Z and -z allowed"),
                (("-a", "shop", "-F"),
                 "the -f and -F options are mutually exclusive"),
                (("-a", "shop", "-d", "-c", "rules"),
                 "at most one of -c and -d allowed")]:
            result = self.pmie(*options)
            self.assert_ends(result, 1, "")
            self.assertEqual(result.stderr.splitlines()[0],
                             "pmie: " + complaint)
            self.assertIn("Usage: pmie [options] [filename ...]",
                          result.stderr)

    def test_windows_that_cannot_be(self):
        result = self.pmie("-a", "shop", "-A", 0, "rules")
        self.assert_ends(
            result, 1, "", "0\n^ -- alignment specified by -A switch could "
            "not be applied\n")

    def test_a_full_disk(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            result = self.pmie("-q", "-a", "shop", "-v", "rules", stdout=full)
            self.assert_ends(result, 1, err="pmie: cannot write the output: "
                             "No space left on device\n")
            result = self.tocsin("eval", "-a", "shop", "1 > mem.util.available",
                                 stdout=full)
            self.assert_ends(result, 2, err="tocsin: cannot write the output: "
                             "No space left on device\n")
            result = self.tocsin("check", "-a", "shop", "rules", stdout=full)
            self.assert_ends(result, 2)
            for option in ("--help", "--version"):
                result = self.tocsin(option, stdout=full)
                self.assert_ends(result, 1, err="tocsin: cannot write the "
                                 "output: No space left on device\n")


class FilesThatAreNone(Faces):
    def test_a_folder_holds_no_rules(self):
        (self.folder / "folder").mkdir()
        self.assert_ends(self.pmie("-a", "shop", "folder"), 0, "", "")
        self.assert_ends(self.tocsin("-a", "shop", "folder"), 1, "")

    def test_standard_input_has_no_name_for_pmie(self):
        missing = ("pmie: cannot access config file as either - or /nonexistent"
                   "/config/pmie/-: No such file or directory\n")
        self.assert_ends(
            self.pmie("-a", "shop", "-", text="hinv.ncpu;"), 1, "", missing)
        result = self.tocsin("-q", "-v", "-a", "shop", "-T", 1, "-",
                             text="hinv.ncpu;")
        self.assert_ends(
            result, 0, "expr_1 (Mon Mar  2 08:00:00 2026): 4\n\n", "")

    def test_complaints_come_in_the_order_of_the_options(self):
        unread = ('Error Parsing ASCII PMNS: Cannot open "nonames"\n')
        unopened = ("pmie: cannot open archive nosuch\n"
                    "pmNewContext failed: No such file or directory\n")
        self.assert_ends(self.pmie("-n", "nonames", "-a", "nosuch"), 1, "",
                         unread + unopened)
        self.assert_ends(self.pmie("-Q", "-a", "nosuch", "-n", "nonames"), 1,
                         "", unopened)


class NameSpaces(Faces):
    def test_another_name_space(self):
        self.write("names", "root { my /* own */ }\nmy { load 60:2:0 }\n")
        result = self.pmie("-q", "-v", "-n", "names", "-a", "shop", "-T", 1,
                           text="my.load #'1 minute'; kernel.all.load;")
        self.assert_ends(
            result, 0, "expr_1 (Mon Mar  2 08:00:00 2026): 0.75\n\n",
            "pmie: metric kernel.all.load not in namespace for archive shop "
            "(host shop)\npmLookupName failed: Unknown metric name\n")

    def test_what_is_no_name_space(self):
        self.write("names", "root {\n load 60:2\n}\n")
        self.assert_ends(
            self.pmie("-n", "names", "-a", "shop", "rules"), 1, "",
            "[names:2] Error Parsing ASCII PMNS: Illegal PMID\n"
            "    load 60:2\n         ^\n"
            "[names:2] Error Parsing ASCII PMNS: Expected NAME, PMID or }\n"
            "         ^\n         ^\n"
            'pmie: Cannot load namespace from "names": Problems parsing PMNS '
            "definitions\n")
        self.assert_ends(
            self.pmie("-n", "nosuch", "-a", "shop", "rules"), 1, "",
            'Error Parsing ASCII PMNS: Cannot open "nosuch"\n'
            'pmie: Cannot load namespace from "nosuch": No such file or '
            "directory\n")


class Logs(Faces):
    def test_log_file(self):
        result = self.pmie("-l", "log", "-a", "shop", "-T", 1, "mistake")
        self.assert_ends(result, 0, "", "")
        log = (self.folder / "log").read_text(encoding="utf-8").splitlines()
        self.assertRegex(log[0], r"^Log for pmie on \S+ started \w{3} \w{3} ")
        self.assertEqual(log[1], "")
        self.assertIn("pmie: syntax error - at end of file", log)
        self.assertEqual(log[-2], "")
        self.assertRegex(log[-1], r"^Log finished \w{3} \w{3} .* 20\d\d$")

    def test_a_log_that_cannot_be(self):
        self.assert_ends(
            self.pmie("-l", "/nosuch/log", "-a", "shop", "rules"), 1, "",
            'pmie: cannot open log "/nosuch/log" for writing : No such file '
            "or directory\nLog for pmie on HOST started CTIME\n\n"
            "pmie: cannot find realpath for log /nosuch/log: No such file or "
            "directory\n\nLog finished CTIME\n")
        self.assert_ends(
            self.tocsin("-l", "/nosuch/log", "-a", "shop", "rules"), 1, "",
            'tocsin: cannot open log "/nosuch/log" for writing : No such file '
            "or directory\n")


class ManyHosts(Faces):
    """Of which the archive knows one."""

    def test_is_one_error_with_the_host(self):
        hosts = " ".join(f":web{i}" for i in range(299))
        self.write("many", f"some_host (hinv.ncpu :shop {hosts} > 9);\n"
                           "a = hinv.ncpu :shop;\n")
        result = self.tocsin("check", "-a", "shop", "many")
        self.assertEqual(result.returncode, 1, result.stderr)
        said = result.stdout.splitlines()
        self.assertEqual(
            said[0], 'many:1:12: error: no archive of host "web0" is open')
        self.assertEqual(said[3], "  hint: the hosts are: shop")
        self.assertEqual(said[4], "1 statement is right; 1 error, 0 warnings")
        result = self.tocsin("-q", "-a", "shop", "many")
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertEqual(result.stderr.splitlines()[0], said[0])


class Zones(Faces):
    def test_what_is_none(self):
        for zone in ("Mars/Olympus", "CEST", "EST5:60"):
            said = (f"-Z '{zone}' is no time zone: write UTC, EST5EDT or, of "
                    "those in /usr/share/zoneinfo, Europe/Prague")
            self.assert_ends(
                self.tocsin("-Z", zone, "-a", "shop", "rules"), 1, "",
                f"tocsin: {said}; try 'tocsin --help'\n")
            self.assert_ends(
                self.tocsin("eval", "-Z", zone, "-a", "shop", "hinv.ncpu"), 2,
                "", f"tocsin: eval: {said}\n")
            # To pmie it is UTC.
            self.assert_ends(self.pmie("-Z", zone, "-q", "-a", "shop", "rules"),
                             0, "", "")

    def test_what_is_one(self):
        for zone in ("UTC", ":UTC", "GMT", "EST5", "AEST-10AEDT", "<+03>-3",
                     "CET-1CEST,M3.5.0,M10.5.0/3"):
            self.assert_ends(
                self.tocsin("-Z", zone, "-q", "-a", "shop", "rules"), 0, "", "")
            self.assert_ends(
                self.tocsin("eval", "-Z", zone, "-a", "shop", "hinv.ncpu"), 0,
                "4\n", "")

    def test_a_date_with_dots(self):
        for option in ("-S", "-T", "-O"):
            said = (f"{option} '2.3.2026' is no time: a date is written "
                    "2026-03-02, or '@2 Mar 2026'\n")
            self.assert_ends(
                self.tocsin(option, "2.3.2026", "-a", "shop", "rules"), 1, "",
                f"tocsin: {said}")
            self.assert_ends(
                self.tocsin("eval", option, "2.3.2026", "-a", "shop",
                            "hinv.ncpu"), 2, "", f"tocsin: eval: {said}")
            # To pmie it is two and a half seconds.
            self.assert_ends(self.pmie(option, "2.3.2026", "-q", "-a", "shop",
                                       "rules"), 0, "", "")


class Signals(Faces):
    """A replay of ten million evaluations is ended while it goes on."""

    def ended_by(self, number):
        replay = subprocess.Popen(
            ["./pmie", "-q", "-v", "-a", "shop", "-t", "1msec", "rules"],
            cwd=self.folder, env=shop.environment(), stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        with replay:
            self.assertTrue(replay.stdout.readline(), "it goes on")
            replay.send_signal(number)
            out, err = replay.communicate(timeout=60)
            self.assertEqual(err, b"")
            self.assertTrue(out.endswith(b"\n\n"), "whole evaluations")
            return replay.returncode

    def test_terminated(self):
        self.assertEqual(self.ended_by(signal.SIGTERM), 0)

    def test_interrupted(self):
        self.assertEqual(self.ended_by(signal.SIGINT), 2)


class Eval(Faces):
    def value(self, *arguments):
        result = self.tocsin("eval", "-a", "shop", *arguments)
        return result.returncode, result.stdout

    def test_statuses(self):
        self.assertEqual(self.value("hinv.ncpu == 4"), (0, "true\n"))
        self.assertEqual(self.value("hinv.ncpu > 4"), (1, "false\n"))
        self.assertEqual(self.value("-T", "-3600", "hinv.ncpu"), (0, "4\n"))
        self.assertEqual(self.value("-T", "-3600", "disk.dev.avactive #sdc")[0],
                         3)
        status, _ = self.value("nosuch.metric > 1")
        self.assertEqual(status, 2)
        self.assertEqual(self.value("1 +")[0], 2)
        self.assertEqual(self.value()[0], 2)
        result = self.tocsin("eval", "-a", "nosuch", "hinv.ncpu")
        self.assert_ends(result, 2, "")

    def test_negative_times_are_no_options(self):
        for options in (("-S", "-60"), ("-S-60",), ("--start=-60",),
                        ("--start", "-60"), ("-S", "-1min", "-T", "-30sec")):
            self.assertEqual(self.value(*options, "hinv.ncpu"), (0, "4\n"),
                             options)

    def test_json(self):
        status, out = self.value("--json", "-T", "60", "-t", "60",
                                 "kernel.all.load #'1 minute'")
        self.assertEqual(status, 0)
        self.assertEqual(json.loads(out), {
            "time": "2026-03-02T08:01:00Z",
            "values": [{"host": "shop", "instance": "1 minute", "value": 1}]})


    def test_json_of_what_it_cannot_write(self):
        """Infinity is a word, unknown is null."""
        status, out = self.value("--json", "-T", "0", "-t", "60",
                                 "1 / (hinv.ncpu - 4)")
        self.assertEqual((status, json.loads(out)["values"]),
                         (0, [{"host": "shop", "value": "inf"}]))
        status, out = self.value("--json", "-T", "0",
                                 "disk.dev.avactive #sda")
        self.assertEqual(
            (status, json.loads(out)["values"]),
            (3, [{"host": "shop", "instance": "sda", "value": None}]))

    def test_an_empty_window(self):
        result = self.tocsin("eval", "-a", "shop", "-S", "2030-01-01T00:00Z",
                             "hinv.ncpu")
        self.assert_ends(
            result, 2, "", "tocsin: eval: nothing is evaluated: the window "
            "(-S, -T, -O) begins at CTIME, after its end at CTIME; the archive "
            "is of CTIME to CTIME\n")


class NothingToDo(Faces):
    """pmie says nothing of it, and ends with 0."""

    def test_only_wrong_rules(self):
        self.assert_ends(self.pmie("-q", "-a", "shop", "mistake"), 0, "")
        result = self.tocsin("-q", "-a", "shop", "mistake")
        self.assert_ends(result, 3, "")
        self.assertTrue(result.stderr.endswith(
            "\ntocsin: no rule is right: nothing is evaluated\n"))
        result = self.tocsin("-q", "-h", "@", "-T", "0",
                             text="mem.util.available > ;")
        self.assert_ends(result, 3, "")
        self.write("both", MISTAKE + RULES)
        self.assert_ends(self.tocsin("-q", "-a", "shop", "-T", 1, "both"), 0)

    def test_no_rules(self):
        for program, said in ((self.pmie, ""), (
                self.tocsin,
                "tocsin: there are no rules: nothing is evaluated\n")):
            self.assert_ends(program("-q", "-a", "shop", text="// none\n"), 0,
                             "", said)

    def test_an_empty_window(self):
        window = ("-q", "-v", "-a", "shop", "-S", "4hour")
        self.assert_ends(self.pmie(*window, "rules"), 0, "", "")
        self.assert_ends(
            self.tocsin(*window, "rules"), 1, "",
            "tocsin: nothing is evaluated: the window (-S, -T, -O) begins at "
            "CTIME, after its end at CTIME; the archive is of CTIME to CTIME\n")


class Times(Faces):
    def test_iso_8601(self):
        for program in (self.pmie, self.tocsin):
            for start in ("2026-03-02T10:30:00Z", "2026-03-02T10:30",
                          "2026-03-02T11:30:00.0+01:00"):
                result = program("-q", "-v", "-a", "shop", "-S", start, "-T",
                                 "0", "rules")
                self.assert_ends(result, 0)
                self.assertTrue(result.stdout.startswith(
                    "load (Mon Mar  2 10:30:00 2026): "), (start, result))

    def test_what_is_none(self):
        for option, argument in (("-S", "soon"), ("-T", "late"), ("-O", "1foo")):
            result = self.tocsin("-a", "shop", option, argument, "rules")
            self.assert_ends(result, 1, "")
            self.assertRegex(
                result.stderr, rf"\Atocsin: {option} '{argument}' is no time: "
                r"write .*\n\Z")
            result = self.pmie("-a", "shop", option, argument, "rules")
            self.assertIn("^ -- ", result.stderr)


class Applet(Faces):
    """-X: a named rule with actions is refused, as by pmie."""

    RULES = """\
n = hinv.ncpu;
r = hinv.ncpu > 0 -> print "r";
hinv.ncpu > 3 -> print "unnamed";
q = ruleset hinv.ncpu > 0 -> print "q" otherwise -> print "o";
"""

    def test_named_rules(self):
        self.write("named", self.RULES)
        for program in (self.pmie, self.tocsin):
            result = program("-q", "-X", "-a", "shop", "-T", 0, "named")
            self.assert_ends(result, 0, """\
print Mon Mar  2 08:00:00 2026: unnamed
print Mon Mar  2 08:00:00 2026: q
4 true true \n""")
            self.assertEqual(result.stderr.count("->"),
                             1 if program == self.pmie else 2)
        self.assertIn("operator -> not allowed in agent mode\n",
                      self.pmie("-q", "-X", "-a", "shop", "-T", 0,
                                "named").stderr)

    def test_interactive(self):
        self.write("named", self.RULES)
        result = self.pmie("-q", "-X", "-d", "-a", "shop", "-T", 0,
                           text="f named\nr 0\nr 0\nq\n")
        self.assertEqual(result.stdout.count("4 true true \n"), 2)


class ZoneFirst(Faces):
    def test_before_what_is_wrong_with_the_rules(self):
        result = subprocess.run(
            ["./pmie", "-q", "-z", "-a", "shop", "-C", "mistake"],
            cwd=self.folder, env=shop.environment(), text=True, timeout=60,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        self.assertEqual(result.stdout.splitlines()[0],
                         "pmie: timezone set to local timezone from shop")


class Check(Faces):
    def test_every_file(self):
        """Of those that cannot be read it is said; the others are checked."""
        (self.folder / "folder").mkdir()
        for files in (("mistake", "folder"), ("folder", "mistake"),
                      ("nosuch", "mistake")):
            result = self.tocsin("check", "-a", "shop", *files)
            self.assert_ends(result, 2)
            self.assertIn("mistake:1:1: error", result.stdout)
            self.assertRegex(result.stderr, r"\Atocsin: check: .*\n\Z")
        self.write("strange", "mem.util.available :strange;")
        result = self.tocsin("check", "-a", "shop", "strange", "mistake")
        self.assert_ends(result, 1)
        self.assertIn("mistake:1:1: error", result.stdout)

    def test_hosts(self):
        """This host's kernel says which metrics and instances there are."""
        self.assert_ends(self.tocsin("check", "-h", "@", "rules"), 0,
                         "2 statements are right; 0 errors, 0 warnings\n", "")
        self.write("wrong", "kernel.all.lod > 1; kernel.all.load > 1 byte; "
                   "kernel.all.load #'2 minute' > 1;")
        result = self.tocsin("check", "-h", "@", "wrong")
        self.assert_ends(result, 1, err="")
        for part in ("wrong:1:1: error: no metric kernel.all.lod",
                     'did you mean "kernel.all.load"?',
                     "wrong:1:", "2 minute"):
            self.assertIn(part, result.stdout)
        result = self.tocsin("check", "-h", "unix:/no/such/socket", "rules")
        self.assert_ends(result, 2,
                         "2 statements are right; 0 errors, 0 warnings\n")
        self.assertIn("tocsin: check: pmcd via unix:/no/such/socket does not "
                      "respond: ", result.stderr)

    def test_text(self):
        result = self.tocsin("check", "-a", "shop", "rules")
        self.assert_ends(result, 0)
        self.assertIn("0 errors, 0 warnings\n", result.stdout)
        result = self.tocsin("check", "-a", "shop", "mistake")
        self.assert_ends(result, 1)
        self.assertIn("mistake:1:1: error", result.stdout)
        self.assertIn("2 errors, 0 warnings\n", result.stdout)
        self.assert_ends(self.tocsin("check", "nosuch"), 2, "")
        result = self.tocsin("check", "-a", "nosuch", "mistake")
        self.assert_ends(result, 2)
        self.assertIn("mistake:1:40: error", result.stdout)
        self.assertIn("no metric was looked up", result.stdout)
        self.assert_ends(self.tocsin("check"), 2, "")

    def test_json(self):
        result = self.tocsin("check", "--json", "-a", "shop", "mistake")
        self.assert_ends(result, 1)
        found = json.loads(result.stdout)
        self.assertEqual([(one["file"], one["line"], one["severity"])
                          for one in found], [("mistake", 1, "error")] * 2)
        result = self.tocsin("check", "--json", "rules")
        self.assert_ends(result, 0, "[]\n", "")


if __name__ == "__main__":
    shop.main()
