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

    def hazards(self, case, where):
        """Why pmie may crash, by statement. What reads freed memory may also
        make others crash."""
        said = self.spec(where / "rules.pmie", case, "--switches=pmie")
        why = dict(re.findall(r"^tocsin-spec: (\w+): pmie (reads .*|crashes "
                              r"on .*)$", said.words, re.M))
        for name in re.findall(r"^tocsin-spec: (\w+): rejected", said.words,
                               re.M):
            why.setdefault(name, "crashes on what it rejects")
        for statement in case.statements:
            if case.wrap and case.uses_long_counter(statement):
                why.setdefault(statement.name,
                               "crashes on a wrapped counter of type 32")
        return why

    def what_crashes(self, case, where):
        """The statements without which pmie survives, each with the documented
        reason, or None: those that may crash it, and others that do so after
        those before them."""
        file = where / "trial.pmie"
        why = self.hazards(case, where)
        out = [s for s in case.statements if s.name in why]

        def survives(without):
            file.write_text(case.without(without))
            return not self.pmie(file, case).crashed()

        if not survives(out):
            for number, statement in enumerate(case.statements):
                if statement not in out and not survives(
                        out + case.statements[number + 1:]):
                    out.append(statement)
        return [(s, why.get(s.name)) for s in out]
