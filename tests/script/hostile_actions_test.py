"""Instances whose names do harm where they are not quoted, through each action
and each body: what others take is the name, whole and nothing else, or what the
documentation says of it. An action or a body without a column fails."""
# Label: live
import collections
import itertools
import json
import os
import queue
import re
import select
import subprocess
import threading
import unittest

import hostile_bodies as bodies
import live_process
from hostile_archive import HOST, LONG, ROWS, archive, cut, shown
from http_receiver import LIMIT, Receiver
from log_daemons import Datagrams, journal_entry
from stomp_broker import Broker, good

SYSTEM_PYTHON = "/usr/bin/python3"  # it has Debian's packages
# Where programs look for the log daemon, the journal and sendmail are ours.
SETUP = """
set -e
for name in null urandom; do
  touch dev/$name
  mount --bind /dev/$name dev/$name
done
mount --rbind dev /dev
mount --bind run /run
mount --bind sbin /usr/sbin
exec "$@"
"""
APART = ["unshare", "-rm"]
# Keeps what it is given, one after the other, with an empty word between.
TAKE = """#!/bin/sh
set -C
cat /proc/$$/cmdline {folder}/nul /proc/$$/environ {folder}/nul - \\
  >{folder}/taken/${{0##*/}}.$$
"""
MOST_IN_ARGUMENT = 131_071
MOST_IN_MESSAGE = 60_000
MOST_IN_WINDOW = 64 << 10

VARIABLES = (b"TOCSIN_RULE", b"TOCSIN_HOST", b"TOCSIN_INSTANCE",
             b"TOCSIN_VALUE")

TEXT = '"{rule}:" "[%i]"'
# For less than Alertmanager waits for news.
WEBHOOK = 'webhook 4 min "{column}" ' + TEXT
# What is told of each action, in the language of rules.
ACTIONS = {
    "print": "print 1 hour " + TEXT,
    "alarm": "alarm 1 hour " + TEXT,
    "syslog": "syslog 1 hour " + TEXT,
    "journal": "journal 1 hour " + TEXT,
    "stomp": "stomp 1 hour " + TEXT,
    "mail": 'mail 1 hour "ops@example.org" ' + TEXT,
    "exec": 'exec 1 hour "{folder}/take" "{rule}" "%i" "[%i]"',
    "shell": r"""shell 1 hour "printf '%s\\0' %i '%i' \"%i\" x%i """
             r"""\"\$TOCSIN_INSTANCE\" \"\$TOCSIN_HOST\" >>'{rule}'; " """,
    "webhook": 'now webhook 1 hour "{url}" ' + TEXT,
}
RELIABLE = ["syslog", "stomp", "exec", "journal", "mail"]
COLUMNS = ACTIONS | {
    "within": r"""shell 1 hour "printf '%s\\0' \$(printf %s %i) """
              r""">>'{rule}'; " """,
    "piped": r"""piped shell 1 hour "printf '%s\\0' %i >>'{rule}'; " """
             r""" "cat >'{rule}.json'" """,
    "smtp": WEBHOOK, **{name: WEBHOOK for name in bodies.BODIES},
    **{"reliably" + name: f"reliably {ACTIONS[name]}" for name in RELIABLE},
}


def cut_text(text, most):
    """As people get it where it does not fit: with how long it was."""
    raw = text.encode()
    whole = len(raw) <= most
    return text if whole else f"{cut(raw, most).decode()}... ({len(raw)} bytes)"


def action_of(column):
    name = column.removeprefix("reliably")
    return "shell" if name in ("within", "piped") else name


def family_of(column):
    """What is taken of it is as without `reliably`, or as of each body."""
    name = action_of(column)
    return "body" if name in bodies.BODIES or name == "webhook" else name


def assert_same(taken, expected):
    """Does not look for the difference in megabytes."""
    if taken != expected:
        raise AssertionError(f"{str(taken)[:500]} is not "
                             f"{str(expected)[:500]}")


def path_of(name):
    """Of a receiver's URL; Alertmanager has one path alone."""
    return name + "/api/v2/alerts" * (name == "alertmanager")


class HostileActions(live_process.Live):

    def program(self, path, text):
        path = self.folder / path
        path.write_text(text.format(folder=self.folder), encoding="utf-8")
        path.chmod(0o700)

    def close_later(self, peer):
        self.addCleanup(peer.close)
        return peer

    def write_rules(self, url):
        self.write("rules", "delta = 1 sec;\n" + "".join(
            f"{column}_{row} = some_inst hostile.{row} > 0 -> "
            + action.replace("{rule}", f"{column}_{row}")
            .replace("{column}", column).replace("{url}", url)
            .replace("{folder}", str(self.folder)) + ";\n"
            for column, action in COLUMNS.items() for row in ROWS))

    def start_mail_peer(self):
        """A line of JSON for each mail comes into self.mails."""
        peer = self.begin([SYSTEM_PYTHON, "-B", live_process.SOURCE /
                           "tests/script/mail_peer.py"],
                          stderr=subprocess.DEVNULL)
        port = int(peer.stdout.readline())
        self.mails = queue.SimpleQueue()

        def read():
            for line in peer.stdout:
                self.mails.put(line)

        threading.Thread(target=read, daemon=True).start()
        return port

    def write_receivers(self, url, mail_port):
        self.write("receivers.yaml", "receivers:\n"
                   f"  smtp: {{url: 'smtp://127.0.0.1:{mail_port}', "
                   "from: tocsin@example.org, to: ops@example.org}\n" + "".join(
                       f"  {name}: {{url: '{url}{path_of(name)}', {settings}}}\n"
                       for name, (settings, *_) in bodies.BODIES.items()))
        for kind, (text, *_) in bodies.TEMPLATES.items():
            self.write(kind.replace("/", "."), text)

    def setUp(self):
        super().setUp()
        for suffix, text in archive().items():
            (self.folder / f"hostile.{suffix}").write_bytes(text)
        self.env["PCP_XCONFIRM_PROG"] = str(self.folder / "window")

    def perform(self):
        """All of the table; what its peers have been told."""
        for folder in ("dev", "run/systemd/journal", "sbin", "taken"):
            (self.folder / folder).mkdir(parents=True)
        (self.folder / "nul").write_bytes(b"\0")
        self.program("take", TAKE)
        self.program("sbin/sendmail", TAKE)
        self.program("window", TAKE + "echo >{folder}/windows\n")
        os.mkfifo(self.folder / "windows")
        self.windows = os.open(self.folder / "windows", os.O_RDWR)
        self.addCleanup(os.close, self.windows)
        self.broker = self.close_later(Broker(good))
        self.write("broker", f"host=127.0.0.1\nport={self.broker.port}\n"
                             "user=joe\npasscode=x\n")
        self.http = self.close_later(Receiver())
        self.write_rules(self.http.url())
        self.write_receivers(self.http.url(), self.start_mail_peer())
        log = Datagrams(self.folder / "dev/log")
        journal = Datagrams(self.folder / "run/systemd/journal/socket")
        for secret in ("broker", "receivers.yaml"):
            (self.folder / secret).chmod(0o600)
        done = subprocess.run(
            [*APART, "sh", "-c", SETUP, "sh", live_process.TOCSIN, "-a",
             "hostile", "-T", "0", "--act", "--state", "state", "-j", "broker",
             "--receivers", "receivers.yaml", "rules"], cwd=self.folder,
            env=self.env, capture_output=True, timeout=4 * LIMIT, check=False)
        self.syslog, self.journal = log.close(), journal.close()
        self.lines = done.stdout.decode().split("\n")
        self.log = re.sub(r"\[.*?\] tocsin\(\d+\) ", "", done.stderr.decode())
        self.assertEqual(done.returncode, 0, self.log[:9999])
        self.read_programs()

    def read_programs(self):
        """What each program was given, by its rule."""
        for _ in ROWS:
            ready, _, _ = select.select([self.windows], [], [], LIMIT)
            self.assertTrue(ready, "a window has not come")
            os.read(self.windows, 1)
        self.programs = collections.defaultdict(list)
        for path in (self.folder / "taken").iterdir():
            words, variables, text = path.read_bytes().split(b"\0\0", 2)
            self.programs[path.stem].append((
                words.split(b"\0")[2:],  # behind /bin/sh and its script
                dict(one.split(b"=", 1) for one in variables.split(b"\0")),
                text))

    # What has been taken by a column, by rule; and what is to be.

    def taken_print(self):
        for line in filter(None, self.lines):
            yield re.fullmatch(r"Sun Sep  9 01:46:40 2001: ((\w+):.*)",
                               line).group(2, 1)

    def expected_print(self, rule, names):
        return f"{rule}:" + "".join(f"[{shown(one)}]" for one in names)

    def taken_alarm(self):
        for words, _, text in self.programs["window"]:
            self.assertEqual(words[:-1], [
                b"-header", b"Performance Co-Pilot Alarm", b"-b", b"Cancel",
                b"-icon", b"warning", b"-t", b"Sun Sep  9 01:46:40 2001\n",
                b"-t"])
            self.assertEqual(text, b"")
            told = words[-1].decode()
            yield told.partition(":")[0], told

    def expected_alarm(self, rule, names):
        return cut_text(self.expected_print(rule, names), MOST_IN_WINDOW)

    def taken_syslog(self):
        for line in self.syslog:
            yield re.fullmatch(r"<29>Sep  9 01:46:40 pcp-pmie\[\d+\]: "
                               r"((\w+):.*)", line.decode()).group(2, 1)

    def expected_syslog(self, rule, names):
        return cut_text(self.expected_print(rule, names), MOST_IN_MESSAGE)

    def taken_journal(self):
        for entry in map(journal_entry, self.journal):
            yield dict(entry)["TOCSIN_RULE"].decode(), entry

    def expected_journal(self, rule, names):
        return [("MESSAGE", self.expected_print(rule, names).encode()),
                ("PRIORITY", b"5"), ("SYSLOG_IDENTIFIER", b"tocsin"),
                ("TOCSIN_RULE", rule.encode()),
                ("TOCSIN_TIME", b"2001-09-09T01:46:40Z"),
                *(field for one in names for field in (
                    ("TOCSIN_HOST", HOST), ("TOCSIN_INSTANCE", one),
                    ("TOCSIN_VALUE", b"1")))]

    def taken_stomp(self):
        frames = [self.broker.next() for _ in range(1 + 2 * len(ROWS))]
        self.assertEqual((frames[0].command, self.broker.told), ("CONNECT", []))
        for frame in frames[1:]:
            rule = frame.body.partition(b":")[0].decode()
            self.assertRegex(frame["receipt"], r"^\d+$")
            self.assertEqual(int(frame["content-length"]), len(frame.body))
            yield rule, (frame.body, frame["content-type"],
                         [name for name, _ in frame.headers])

    def expected_stomp(self, rule, names):
        text = bodies.text_of(rule, names)
        kind = ("text/plain;charset=utf-8"
                if text.decode(errors="replace").encode() == text else
                "application/octet-stream")
        more = ["idempotency-key"] * rule.startswith("reliably")
        return text, kind, ["destination", "content-type", "time", "receipt",
                            "content-length", *more]

    def taken_mail(self):
        for words, _, text in self.programs["sendmail"]:
            self.assertEqual(words, [b"-t", b"-i"])
            told = bodies.read_mail(text)
            yield told[3][0].partition(":")[0], told

    expected_mail = staticmethod(bodies.mail_of)

    def taken_smtp(self):
        for told in (json.loads(self.mails.get(timeout=LIMIT)) for _ in ROWS):
            self.assertEqual((told["from"], told["to"]),
                             ("tocsin@example.org", ["ops@example.org"]))
            self.assertEqual(told["mail"].count("\r\n"),
                             told["mail"].count("\n"))
            mail = bodies.read_mail(
                told["mail"].replace("\r\n", "\n").encode("ascii"))
            yield mail[3][0].partition(":")[0], mail
        self.assertTrue(self.mails.empty())

    expected_smtp = staticmethod(bodies.smtp_of)

    def taken_exec(self):
        for words, variables, text in self.programs["take"]:
            yield words[0].decode(), (words, {
                name: value for name, value in variables.items()
                if name in VARIABLES}, bodies.read_json(text))

    def expected_exec(self, rule, names):
        variables = dict(zip(VARIABLES, (rule.encode(), HOST, names[0], b"1")))
        words = [rule.encode(), *names, *(b"[%s]" % one for one in names)]
        told = bodies.json_of(rule, names)
        told["text"] = [rule.encode(), b"".join(names),
                        b"".join(b"[%s]" % one for one in names)]
        bodies.say_of_each(told, names, [b"%s%s[%s]" % (rule.encode(), one, one)
                                         for one in names])
        return ([cut(one, MOST_IN_ARGUMENT) for one in words],
                {name: cut(name + b"=" + one, MOST_IN_ARGUMENT)
                 .removeprefix(name + b"=")
                 for name, one in variables.items()}, told)

    def taken_shell(self):
        for row in ROWS:
            for rule in (f"shell_{row}", f"within_{row}"):
                yield rule, (self.folder / rule).read_bytes().split(b"\0")[:-1]
            rule = f"piped_{row}"
            yield rule, (
                (self.folder / rule).read_bytes().split(b"\0")[:-1],
                bodies.read_json((self.folder / f"{rule}.json").read_bytes()))

    def expected_shell(self, rule, names):
        if rule.startswith("within"):
            return [re.sub(rb"[^\w./:,@+-]", b"_", one) for one in names]
        if rule.startswith("piped"):
            file = rule.encode()
            told = bodies.json_of(rule, names)
            taken = [b"printf '%%s\\0' %s >>'%s'; " % (one, file)
                     for one in names]
            last = b"cat >'%s.json'" % file
            told["text"] = [b"".join(taken), last]
            bodies.say_of_each(told, names, [one + last for one in taken])
            return names, told
        variable = b"TOCSIN_INSTANCE="
        first = cut(variable + names[0], MOST_IN_ARGUMENT)
        return [word for one in names for word in (
            one, one, one, b"x" + one, first.removeprefix(variable), HOST)]

    def taken_body(self):
        """By HTTP: of each receiver, and of the URL that is none's."""
        for path, headers, body in self.http.requests:
            column = path.split("/")[1] or "webhook"
            rule = re.search(rf"{column}_({'|'.join(ROWS)})\b".encode(), body)
            self.assertRegex(headers["Idempotency-Key"], bodies.UUID)
            read = bodies.BODIES[path.split("/")[1] or "json"][2]
            yield rule.group().decode(), (headers.keys(),
                                          headers["Content-Type"], read(body))

    def expected_body(self, rule, names):
        column = rule.partition("_")[0].replace("webhook", "json")
        _, kind, _, expected = bodies.BODIES[column]
        return (["Host", "Accept", "Content-Type", "User-Agent",
                 "Idempotency-Key", "Content-Length"], kind,
                expected(rule, names))

    def test_each_name_through_each_action_and_body(self):
        for needed, why in ((["unshare", "-rm", "true"], "/dev of its own"),
                            ([SYSTEM_PYTHON, "-c", "import aiosmtpd"],
                             "python3-aiosmtpd")):
            if subprocess.run(needed, check=False,
                              capture_output=True).returncode:
                self.skipTest(f"there is no {why}")
        self.perform()
        taken = collections.defaultdict(list)
        for family in sorted(set(map(family_of, COLUMNS))):
            with self.subTest(family):
                for rule, told in getattr(self, "taken_" + family)():
                    taken[rule].append(told)
        for column, (row, names) in itertools.product(COLUMNS, ROWS.items()):
            rule = f"{column}_{row}"
            with self.subTest(rule):
                expected = getattr(self, "expected_" + family_of(column))
                assert_same(taken.pop(rule, None), [expected(rule, names)])
        self.assertEqual(list(taken), [])
        self.assertEqual(sorted(self.log.splitlines()),
                         sorted(self.expected_log()))
        self.assertFalse((self.folder / "canary").exists())

    def expected_log(self):
        """What is cut."""
        for column in COLUMNS:
            action = action_of(column)
            rule = f"{column}_long"
            text = len(self.expected_print(rule, ROWS["long"]).encode())
            what, most = {
                "exec": (f"an argument or variable of {LONG + 16}",
                         "131071 fit, up to the first NUL"),
                "alarm": (f"a text of {text}", f"{MOST_IN_WINDOW} fit"),
                "syslog": (f"a text of {text}", f"{MOST_IN_MESSAGE} fit"),
            }.get(action.replace("shell", "exec"), (None, None))
            if what:
                yield (f"Error: {rule}: {action}: cut: {what} bytes, of which "
                       + most)
        yield "Info: evaluator exiting"

    def test_over_archives_each_is_a_line(self):
        self.write_rules("http://127.0.0.1:1/")
        done = subprocess.run(
            [live_process.TOCSIN, "-a", "hostile", "-T", "0", "rules"],
            cwd=self.folder, env=self.env, capture_output=True, timeout=LIMIT,
            check=True)
        lines = done.stdout.split(b"\n")
        self.assertEqual(len(lines), len(COLUMNS) * len(ROWS) + 1)
        for line in lines:
            assert_same(shown(line), line.decode())

    def test_each_action_and_body_has_a_column(self):
        def found(path, pattern):
            text = (live_process.SOURCE / path).read_text(encoding="utf-8")
            return set(re.findall(pattern, text))

        words = "grammar/words.cc"
        self.assertEqual(found(words, r'S::kAction, "(\w+)"'), set(ACTIONS))
        self.assertEqual(found(words, r'S::kActionPrefix, "(\w+)"'),
                         {"now", "reliably", "piped"})
        self.assertEqual(found("actions/receivers/receivers_file.cc",
                               r'\{"(\w+)", BodyForm::'), set(bodies.FORMS))
        self.assertEqual(
            found("actions/receivers/body_template.cc",
                  r'\btype(?: == |\.ends_with\()"([^"]+)"'),
            {one.replace("application/x+", "+") for one in bodies.TEMPLATES})
        self.write("rules", 'true -> reliably print "x";\n')
        done = subprocess.run(
            [live_process.TOCSIN, "check", "rules"], cwd=self.folder,
            env=self.env, capture_output=True, text=True, timeout=LIMIT,
            check=False)
        kept = re.search("reliably stands before (.*) alone", done.stdout)
        self.assertEqual(re.split(", | and ", kept[1]), RELIABLE)


if __name__ == "__main__":
    unittest.main()
