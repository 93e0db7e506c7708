"""PCP's own scripts over tocsin by the name of pmie: pmie_check starts it, finds
it and stops it, pmie_daily has it begin its log anew, and both say what they say
of the real one. What must come is waited for by the scripts themselves."""
import os
import pathlib
import pwd
import re
import subprocess
import sys

import oracle
import own_pmcd

ME = pwd.getpwuid(os.geteuid()).pw_name
RULES = 'delta = 1 hour;\nyes = hinv.ncpu > 0 -> print "yes";\n'
PATIENCE = 300  # seconds, of a script


class Site:
    """A control file, its scripts, and the program that they start."""

    def __init__(self, program, name, pmcd):
        self.folder = pmcd.folder / name
        self.home = self.folder / "log"  # of a record
        for path in (self.home, self.folder / "tmp/pmie", self.folder / "run",
                     self.folder / "bin"):
            path.mkdir(parents=True)
        (self.home / "rules").write_text(RULES)
        for one in (oracle.ROOT / "usr/bin").iterdir():
            if one.name != "pmie":
                (self.folder / "bin" / one.name).symlink_to(one)
        (self.folder / "bin/pmie").symlink_to(program)
        (self.folder / "control").write_text(
            f"$version=1.1\n{pmcd.address} n n {self.home}/pmie.log "
            f"-c rules -U {ME}\n")
        self.environment = {**pmcd.environment(), "TZ": "UTC",
                            "PCP_CONF": str(self.configure())}
        for name in ("PCP_TMP_DIR", "PCP_RUN_DIR"):
            del self.environment[name]

    def configure(self):
        """A pcp.conf in which all is of this folder or of the oracle's."""
        own = {"PCP_BIN_DIR": self.folder / "bin", "PCP_LOG_DIR": self.folder,
               "PCP_TMP_DIR": self.folder / "tmp", "PCP_USER": ME,
               "PCP_RUN_DIR": self.folder / "run", "PCP_GROUP": ME,
               "PCP_AWK_PROG": "awk", "PCP_SORT_PROG": "sort",
               "PCP_WHICH_PROG": "which", "PCP_ECHO_PROG": "echo"}
        lines = []
        for line in (oracle.ROOT / "etc/pcp.conf").read_text().splitlines():
            name, equals, value = line.partition("=")
            if not equals or not re.fullmatch(r"\w+", name):
                continue
            inside = re.sub(r"^/(usr|etc|var/lib)/", rf"{oracle.ROOT}/\1/",
                            value)
            lines.append(f"{name}={own.get(name, inside)}\n")
        file = self.folder / "pcp.conf"
        file.write_text("".join(lines))
        return file

    def run(self, script, *options):
        """What the script says, without what differs from run to run."""
        report = self.folder / "report"
        report.unlink(missing_ok=True)
        done = subprocess.run(
            [oracle.ROOT / "usr/lib/pcp/bin" / script, *options, "-c",
             self.folder / "control", "-l", report], env=self.environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, timeout=PATIENCE, check=False)
        said = done.stdout + (report.read_text() if report.exists() else "")
        for number, pid in enumerate(self.pids()):
            said = re.sub(rf"\b{pid}\b", f"PID{number}", said)
        said = re.sub(r"\[process \d+\]", "[process PID]", said)
        said = re.sub(r"[. ]+done", " done", said)  # so many tries
        return done.returncode, said.replace(str(self.folder), "FOLDER")

    def pids(self):
        return sorted(int(one.name) for one in
                      (self.folder / "tmp/pmie").iterdir())

    def await_rotation(self):
        """It hears of the signal when it comes to that."""
        with subprocess.Popen(
                ["tail", "-n", "+1", "-s", "0.05", "-F", f"--pid={self.pids()[0]}",
                 self.home / "pmie.log"], text=True, stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL) as tail:
            for line in tail.stdout:
                if "via" in line:  # the last line of its head
                    break
            tail.kill()

    def files(self):
        return sorted(re.sub(r"\d{8}", "DATE", one.name)
                      for one in self.home.iterdir())

    def log(self):
        return re.sub(r"PID = \d+", "PID = N", (self.home / "pmie.log")
                      .read_text())


def steps(site):
    """What is seen of the program, one thing after the other."""
    yield "started", site.run("pmie_check", "-V")
    yield "running", len(site.pids())
    first = site.pids()
    yield "found", site.run("pmie_check", "-V")
    yield "the same", site.pids() == first
    yield "rotated", site.run("pmie_daily", "-V")
    site.await_rotation()
    yield "files", site.files()
    yield "log", re.sub(r"\w{3} \w{3} [ \d]\d [\d:]{8} \d{4}", "TIME",
                        site.log())
    yield "stopped", site.run("pmie_check", "-V", "-s")
    yield "gone", site.pids()


def main():
    own_pmcd.require()
    failed = 0
    with own_pmcd.Pmcd(agents=("pmcd", "linux")) as pmcd:
        programs = {"real": oracle.ROOT / "usr/bin/pmie",
                    "ours": pathlib.Path(os.environ["TOCSIN_BUILD"]).resolve() /
                    "tocsin"}
        seen = {name: dict(steps(Site(program, name, pmcd)))
                for name, program in programs.items()}
    for step, theirs in seen["real"].items():
        ours = seen["ours"][step]
        if ours == theirs:
            continue
        failed += 1
        print(f"{step}:\n  pmie:   {theirs}\n  tocsin: {ours}")
    print(f"{len(seen['real'])} steps, {failed} differ")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
