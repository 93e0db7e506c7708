"""Rules files and modification files with mistakes: tocsin as pmieconf says of
each what the real one says, with the same exit status, and leaves the same
file. Left out is what docs/pmie-differences.md lists under pmieconf."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import oracle

HEAD = "#pmieconf-rules 1\n"
GLOBALS = (HEAD + 'string global.delta default = "2 min";\n'
           'string global.holdoff default = "10 min";\n'
           'syslog global.tell default = "$rule$";\n')
RULE = 'rule a.b default = "$rule$" predicate = "x > 1"'
FILE = "// pmieconf-pmie 1 {rules}\n"

# Behind the globals, in a file whose first line is its header.
RULES = {
    "no type": "foo a.b;\n",
    "no type at the end of a line": "foo\n a.b;\n",
    "no attribute at the end of a line": "rule a.b foo\n\n = 1;\n",
    "a name twice at the end of a line": RULE + ";\nrule a.b\n default = x;\n",
    "no rule at the end of a line": "string x\n default = y;\n",
    "neither yes nor no in a string": 'rule a.b enabled = "may\nbe"\n;\n',
    "neither yes nor no at the end": "rule a.b enabled = may\n;\n",
    "no version at the end of a line": "rule a.b version = x\n;\n",
    "no equals sign but lines": 'rule a.b default\n\n "x\ny";\n',
    "a type in capitals": "Rule a.b;\n",
    "a stray semicolon": ";\n",
    "a stray equals sign": "= a;\n",
    "no attribute": "rule a.b foo = 1;\n",
    "an attribute in capitals": "rule a.b Default = 1;\n",
    "an equals sign for an attribute": "rule a.b = x;\n",
    "no equals sign": "rule a.b default x;\n",
    "no equals sign before the end": "rule a.b default ;\n",
    "nothing behind an attribute": "rule a.b default",
    "nothing behind an equals sign": "rule a.b default =",
    "no semicolon": "rule a.b default = x\n",
    "no semicolon before a rule": "rule a.b default = x\nrule c.d;\n",
    "a string without its end": 'rule a.b default = "x;\n',
    "a help without its end": 'rule a.b default = x help = "y\n\n',
    "a name without its end": 'rule "a.b default = x;\n',
    "a blank help": 'rule a.b default = x help = " \n";\n',
    "an empty help": 'rule a.b default = x help = "";\n',
    "neither yes nor no": "rule a.b default = x enabled = maybe;\n",
    "a yes in capitals": "rule a.b default = x display = Yes;\n",
    "modify that is neither": "rule a.b default = x modify = 1;\n",
    "no version": "rule a.b default = x version = x;\n",
    "a version with a rest": "rule a.b default = x version = 1a;\n",
    "a variable without a rule": "string x default = y;\n",
    "an action without a rule": 'shell "x" default = y;\n',
    "a rule called global": "rule global default = x;\n",
    "a rule that begins so": "rule globalx.y default = x;\n",
    "a name twice": RULE + ";\n" + RULE + ";\n",
    "no number": RULE + ";\ndouble t default = abc;\n",
    "no whole number": RULE + ";\ninteger t default = 1.5;\n",
    "a number of another base": RULE + ";\nunsigned t default = 0x10;\n",
    "over a hundred": RULE + ";\npercent t default = 101;\n",
    "below nothing": RULE + ";\npercent t default = -1%;\n",
    "no percentage": RULE + ";\npercent t default = %%x;\n",
    "a list without its end": RULE + ";\ninstlist t default = \"a 'b\";\n",
    "hosts without their end": RULE + ";\nhostlist t default = \"'\";\n",
    "a global with a wrong value": "double global.t default = x;\n" + RULE
                                   + ";\n",
    "a long word": RULE + " " + 80 * "y" + " = 1;\n",
    "enumerate of an attribute": RULE + " enumerate = enabled;\n",
    "enumerate of nothing known": RULE + " enumerate = nosuch;\n",
    "enumerate of a string": RULE + " enumerate = delta;\n",
    "an action of nothing known": RULE + ';\nshell s default = "$nosuch$";\n',
    "a summary of nothing known": 'rule a.b default = "$no$" predicate = x;\n',
    "a dollar sign alone": 'rule a.b default = "$" predicate = "x > $5";\n',
    "bytes that are not ASCII": "rule a.\xe9b default = x;\n",
    "right": RULE + ";\n",
}
# Of a rule a.b with a percentage t, and rules files that another one is.
MODIFICATIONS = {
    "another file": "some text\n",
    "only a header": "// pmieconf-pmie\n",
    "a remark": "// something else\n",
    "an unknown version": "// pmieconf-pmie 2 {rules}\n",
    "no path": "// pmieconf-pmie 1",
    "a path that is gone": "// pmieconf-pmie 1 none:{rules}\n// end\n",
    "no number": FILE + "// x a.b t = 5%\n// end\n",
    "no equals sign at the end": FILE + "// 1 a.b t",
    "no value": FILE + "// 1 a.b t =",
    "a string without its end": FILE + '// 1 a.b u = "x\n// end\n',
    "a wrong value": FILE + "// 1 a.b t = abc\n// end\n",
    "a wrong switch": FILE + "// 1 a.b enabled = maybe\n// end\n",
    "an unknown variable": FILE + "// 1 a.b none = 1\n// end\n",
    "an unknown global one": FILE + '// 0 global none = "x"\n// end\n',
    "an unknown rule": FILE + "// 1 c.d t = 5%\n// end\n",
    "another version of it": FILE + "// 2 a.b t = 5%\n// end\n",
    "its own number": FILE + "// 1x a.b t = 5%\n// end\n",
    "empty": "",
    "blank lines": "\n\n" + FILE + "// end\n",
    "right": FILE + "// 1 a.b t = 5%\n// end\n",
}


class Case:

    def __init__(self, folder, rules, modifications):
        self.folder = folder
        (folder / "rules").write_text(rules, encoding="latin-1")
        self.file = folder / "x.pmie"
        self.before = modifications

    def run(self, program, environment, *words):
        self.file.unlink(missing_ok=True)
        if self.before is not None:
            self.file.write_text(self.before.format(rules="rules"))
        done = subprocess.run(
            [program, "-r", "rules", "-f", "x.pmie", *words], text=True,
            errors="surrogateescape", cwd=self.folder, env=environment,
            stdin=subprocess.DEVNULL, capture_output=True, timeout=120,
            check=False)
        file = self.file.read_text() if self.file.exists() else None
        if done.returncode != 0:
            file = None  # the real one may leave it empty
        if file:
            file = re.sub(r"(?m)^(// .*generated by pmieconf on: ).*$", r"\1",
                          file)
        return done.stdout, done.stderr, done.returncode, file


def cases():
    for name, text in RULES.items():
        yield f"rules: {name}", GLOBALS + text, None
    rule = GLOBALS + RULE + ";\npercent t default = 7%;\nstring u default = v;\n"
    for name, text in MODIFICATIONS.items():
        yield f"modifications: {name}", rule, text


def main():
    oracle.require()
    differ, told = 0, 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "pmieconf").symlink_to(oracle.BUILD / "tocsin")
        for title, rules, modifications in cases():
            case = Case(folder, rules, modifications)
            for words in (["rules"], ["list", "a"], ["-F"]):
                theirs = case.run(oracle.ROOT / "usr/bin/pmieconf",
                                  oracle.environment(), *words)
                ours = case.run(folder / "pmieconf", dict(os.environ), *words)
                told += theirs[2] != 0
                if ours != theirs:
                    differ += 1
                    print(title, words, *(f"ours: {one!r}\ntheirs: {other!r}"
                                          for one, other in zip(ours, theirs)
                                          if one != other), sep="\n")
    print(f"{len(RULES) + len(MODIFICATIONS)} files, {told} errors, "
          f"{differ} differ")
    return 1 if differ or not told else 0


if __name__ == "__main__":
    sys.exit(main())
