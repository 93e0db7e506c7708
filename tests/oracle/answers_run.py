"""Runs pmie, tocsin and the specification on one rule file, and leaves out
what pmie does not survive."""
import collections
import os
import re
import resource
import signal
import subprocess

import oracle

SPEC = oracle.BUILD / "tests/support/spec/tocsin-spec"
# Seconds: of a process's own time, and on a machine that is busy.
CPU_LIMIT, TIMEOUT = 300, 3600

# pmie loses a clock variable of its other statements with a statement that it
# rejects, and may then crash or not.
VARIABLE_LOST = re.compile(r"varDeref|macro \$(year|month|day|hour|minute)")


class Said(collections.namedtuple("Said", "text status words")):
    """Standard output, exit status (None if a signal ended it) and standard
    error of a program."""

    def crashed(self):
        return self.status is None or bool(VARIABLE_LOST.search(self.words))

    def damage(self):
        """The line with which it gave up over a damaged archive, or None."""
        match = re.search(r"pmFetch failed: .*", self.words)
        return match[0] if match and self.status else None

    def evaluations(self):
        return self.text.split("\n").count("") - 1


def first_evaluations(text, count):
    """What was written until `count` evaluations had been reported."""
    lines = text.split("\n")
    for k, line in enumerate(lines):
        if count == 0:
            return "\n".join(lines[:k] + [""])
        count -= line == ""
    return text


def limit_cpu():
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_LIMIT, CPU_LIMIT + 1))


class Runner:
    """Runs the three programs on one rule file."""

    def __init__(self, folder):
        self.folder = folder
        self.pmie_link = folder / "pmie"
        if not self.pmie_link.exists():
            self.pmie_link.symlink_to(oracle.BUILD / "tocsin")

    @staticmethod
    def options(case):
        listed = [w for a in case.archives for w in ("-a", str(a))]
        return listed + list(case.options)

    @staticmethod
    def environment(case, base):
        env = dict(base, TZ="UTC")
        env.pop("PCP_COUNTER_WRAP", None)
        if case.wrap:
            env["PCP_COUNTER_WRAP"] = ""
        return env

    def run(self, program, rules, case, env):
        done = subprocess.run(
            [str(program), *rules], env=self.environment(case, env),
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, errors="surrogateescape",
            timeout=TIMEOUT, cwd=self.folder, preexec_fn=limit_cpu)
        if -done.returncode in (signal.SIGXCPU, signal.SIGKILL):
            raise TimeoutError(f"{program} takes too long: {case.line()}")
        status = done.returncode if done.returncode >= 0 else None
        return Said(done.stdout, status, done.stderr)

    def pmie(self, file, case):
        return self.run(oracle.ROOT / "usr/bin/pmie",
                        ["-q", *self.options(case), "-c", file], case,
                        oracle.environment())

    def tocsin(self, file, case):
        return self.run(self.pmie_link,
                        ["-q", *self.options(case), "-c", file], case,
                        os.environ)

    def spec(self, file, case, how):
        return self.run(SPEC, [how, *self.options(case), file], case,
                        os.environ)

    def what_crashes(self, case, where):
        """The statements without which pmie survives: each crashes it, after
        those before it that do not."""
        file = where / "trial.pmie"
        out = []
        for number, statement in enumerate(case.statements):
            later = case.statements[number + 1:]
            file.write_text(case.without(out + later))
            if self.pmie(file, case).crashed():
                out.append(statement)
        return out

    def why_crashes(self, statement, case, where):
        """A documented reason for which pmie crashes on the statement, or
        None."""
        file = where / f"crash-{statement.name}.pmie"
        file.write_text(statement.alone())
        said = self.spec(file, case, "--switches=pmie")
        match = re.search(r"pmie (reads freed memory|crashes on .*)",
                          said.words)
        if match:
            return match[1]
        if "rejected:" in said.words:
            return "crashes on what it rejects"
        whole = self.spec(where / "rules.pmie", case, "--switches=pmie")
        if "rejected:" in whole.words and "$" in statement.text:
            return "loses a clock variable with what it rejects"
        if case.wrap and case.uses_long_counter(statement):
            return "crashes on a wrapped counter of type 32"
        return None
