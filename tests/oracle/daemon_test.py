"""Daemons side by side: pmie and tocsin, by that name, over one pmcd: their
logs are the same to the word, and so are pid file, session, and what pmcd's
own agent tells of them as pmcd.pmie. What must come is waited for."""
import os
import pathlib
import pwd
import re
import signal
import subprocess
import sys
import threading

import oracle
import own_pmcd

ME = pwd.getpwuid(os.geteuid()).pw_name
# One tick, so that no machine is late for a second and logs are equal.
RULES = """delta = 1 hour;
still = hinv.ncpu;
yes = hinv.ncpu > 0 -> print "yes %v";
no = hinv.ncpu < 0 -> print "no";
ruleset hinv.ncpu < 0 -> print "a" else hinv.ncpu > 0 -> print "b"
  otherwise -> print "c";
"""
# Options, and the signals that it gets, one after the other.
RUNS = {
    "log": (("-l", "LOG"), (signal.SIGTERM,)),
    "interrupted": (("-l", "LOG"), (signal.SIGINT,)),
    "window": (("-l", "LOG", "-T", "0"), ()),
    "quiet window": (("-q", "-l", "LOG", "-T", "0"), ()),
    "primary": (("-P", "-l", "LOG"), (signal.SIGTERM,)),
    "systemd": (("-F", "-l", "LOG"), (signal.SIGTERM,)),
    "rotated": (("-P", "-l", "LOG"), (signal.SIGHUP, signal.SIGTERM)),
    "foreground": (("-f", "-P", "-l", "LOG"), (signal.SIGHUP, signal.SIGTERM)),
    "values": (("-v", "-l", "LOG"), (signal.SIGTERM,)),
    "checked": (("-C", "-l", "LOG"), ()),
    "nobody": (("-U", "no-such-user", "-l", "LOG"), ()),
    "no log": (("-l", "/nosuch/log"), ()),
}
EXPECTED = slice(8260, 8264)  # eval.expected in the file that the agent reads
PMCD_PMIE = ("configfile", "logfile", "pmcd_host", "numrules", "eval.expected")


class Daemon:
    """One program in a folder of its own, which has its log."""

    def __init__(self, program, name, pmcd, options):
        self.folder = pmcd.folder / f"{name} {program.name}"
        self.folder.mkdir()
        self.log = self.folder / "log"
        (self.folder / "rules").write_text(RULES)
        environment = pmcd.environment() if program.name == "pmie" and \
            oracle.ROOT in program.parents else dict(os.environ)
        self.environment = {
            **environment, "TZ": "UTC", "PCP_TMP_DIR": str(pmcd.folder),
            "PCP_RUN_DIR": str(self.folder)}
        user = () if "-U" in options else ("-U", ME)
        options = [str(self.log) if o == "LOG" else o for o in options]
        self.process = subprocess.Popen(
            [program, "-h", pmcd.address, *user, *options, "rules"],
            cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def wait_until(self, true):
        """Or until the program has ended."""
        pause = threading.Event()
        while self.process.poll() is None and not true():
            pause.wait(0.02)

    def wait_for(self, pattern):
        self.wait_until(lambda: self.log.exists() and
                        re.search(pattern, self.log.read_text()))

    def wait_for_statistics(self):
        file = pathlib.Path(self.environment["PCP_TMP_DIR"], "pmie",
                            str(self.process.pid))
        self.wait_until(lambda: file.exists() and
                        any(file.read_bytes()[EXPECTED]))

    def facts(self):
        pid = self.process.pid
        return {"leads a session": os.getsid(pid) == pid,
                "pid file": [path.read_text() == str(pid) for path in
                             self.folder.glob("pmie.pid")]}


def pmcd_pmie(pmcd, process):
    """What the agent says of it, without what goes on while one looks."""
    shown = {}
    for metric in PMCD_PMIE:
        done = pmcd.run(oracle.ROOT / "usr/bin/pminfo", "-h", pmcd.address,
                        "-f", f"pmcd.pmie.{metric}")
        found = re.search(rf'inst \[{process.pid} or .*\] value (.*)',
                          done.stdout)
        shown[metric] = found and re.sub(r"/.*(?= (?:pmie|ours)/)", "FOLDER",
                                         found[1].replace("ours", "pmie"))
    return shown


def plain(text, process):
    """Without times, process ids and folders."""
    text = re.sub(r"\w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d( \d{4})?", "TIME", text)
    text = text.replace(str(process.pid), "PID")
    text = re.sub(r"\S*/tocsin-pmcd-\S*[^/]*?(?=/log)", "FOLDER", text)
    return text.splitlines()


def run(program, name, pmcd, options, signals):
    daemon = Daemon(program, name, pmcd, options)
    process, told = daemon.process, {}
    foreground = "-f" in options
    daemon.wait_for(r"PID = \d+")
    if foreground:
        next(line for line in process.stdout if line.endswith(": b\n"))
    elif signals:
        daemon.wait_for("expr_1: true\n\n" if "-v" in options else ": b\n")
    for number in signals:
        if number != signal.SIGHUP and process.poll() is None:
            daemon.wait_for_statistics()
            told = {**daemon.facts(), **pmcd_pmie(pmcd, process)}
        process.send_signal(number)
        if number == signal.SIGHUP and not foreground:
            daemon.wait_for("rotated")
    out, err = process.communicate(timeout=60)
    log = daemon.log.read_text() if daemon.log.exists() else ""
    left = sorted(path.name for path in daemon.folder.iterdir())
    stats = (pmcd.folder / "pmie" / str(process.pid)).exists()
    return {"status": process.returncode, "log": plain(log, process),
            "out": bool(out) and not foreground,
            "err": plain(err, process), "left": left,
            "statistics stay": stats, **told}


def main():
    oracle.require()
    own_pmcd.require()
    failures = 0
    with own_pmcd.Pmcd(("pmcd", "linux")) as pmcd:
        ours = pmcd.folder / "ours" / "pmie"
        ours.parent.mkdir()
        ours.symlink_to(oracle.BUILD / "tocsin")
        theirs = oracle.ROOT / "usr/bin/pmie"
        for name, (options, signals) in RUNS.items():
            expected = run(theirs, name, pmcd, options, signals)
            got = run(ours, name + " ours", pmcd, options, signals)
            for what, value in expected.items():
                other = got[what]
                if what in ("configfile", "logfile") and value:
                    value, other = (bool(value), bool(other))
                if value != other:
                    failures += 1
                    print(f"{name}: {what}: pmie {value}\n  ours {other}")
            print(f"{name}: status {expected['status']}, "
                  f"{len(expected['log'])} lines")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
