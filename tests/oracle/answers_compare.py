"""Reports of pmie, tocsin and tocsin-spec taken apart by statement, and
compared under the refinement rule: where pmie knows, we say the same to the
byte; where it does not, we say unknown or what we know."""
import re

VALUE = re.compile(r"^(r\d+) (\([^)]*\)): ?(.*)$")
ACTION = re.compile(r"^(?:print|shell|syslog|alarm|stomp) "
                    r"\w{3} \w{3} [ \d]\d [\d:]{8} \d{4}: (?:(r\d+)\|)?")
FIELD = re.compile(r'"[^"]*"|\S+')
PRINTED = re.compile(r"^(?:true|false|unknown|\?|-?inf|"
                     r'-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|"[^"]*")$')
UNKNOWN = {"?", "unknown"}


class Report:
    """values and actions by statement, each a list of texts, the latter with
    the number of values before them; `skeleton` is which statement reported
    when, in order."""

    def __init__(self, text, anonymous=None):
        """`anonymous`: the statement of actions that do not name theirs."""
        self.values, self.actions, self.skeleton = {}, {}, []
        self.strays = []
        current = None
        for line in text.split("\n"):
            value, action = VALUE.match(line), ACTION.match(line)
            if value:
                current = self.values.setdefault(value[1], [])
                current.append(line)
                self.skeleton.append(value[1] + value[2])
            elif action and (action[1] or anonymous):
                name = action[1] or anonymous
                before = len(self.values.get(name, []))
                self.actions.setdefault(name, []).append((before, line))
            elif line.startswith("    ") and current is not None:
                current[-1] += "\n" + line
            elif line:
                self.strays.append(line)
            else:
                self.skeleton.append("")

    def of(self, name, end=None):
        """Its values and actions, the first `end` evaluations of them."""
        values, actions = self.values.get(name, []), self.actions.get(name, [])
        return values[:end], [text for before, text in actions
                              if end is None or before < end]

    def defined(self, name):
        """How many of the evaluations are defined; None if all are."""
        for k, value in enumerate(self.values.get(name, [])):
            if value.endswith("): undefined"):
                return k
        return None

    def names(self):
        return sorted(set(self.values) | set(self.actions),
                      key=lambda n: int(n[1:]))


def values_of(text):
    return FIELD.findall(VALUE.match(text)[3])


def lanes_of(text):
    """A block of -V by host and instance; None for a line of -v."""
    head, *lines = text.split("\n")
    if not lines:
        return None
    lanes = []
    for line in lines:
        match = re.match(r"^    (.*?): (\[.*\] )?(.*)$", line)
        if not match:
            return None
        lanes.append(((match[1], match[2]), FIELD.findall(match[3])))
    return lanes


def field_refines(pmie, ours):
    return pmie == ours or pmie in UNKNOWN


def refines(pmie, ours):
    """True if `ours` says all that `pmie` knows. Both are one report of one
    statement."""
    if pmie == ours:
        return True
    theirs, mine = lanes_of(pmie), lanes_of(ours)
    if mine is None:
        known = values_of(ours)
    else:
        known = [v for _, fields in mine for v in fields]
    if not all(PRINTED.match(v) for v in known):
        return False
    if theirs is None:
        flat = values_of(pmie)
        if set(flat) <= UNKNOWN:
            return True
        return (mine is None and len(flat) == len(known)
                and all(map(field_refines, flat, known)))
    return (mine is not None and [l for l, _ in theirs] == [l for l, _ in mine]
            and all(len(a) == len(b) and all(map(field_refines, a, b))
                    for (_, a), (_, b) in zip(theirs, mine)))


class Verdict:
    """Of one statement: lines equal and refined, and whether more differs."""

    def __init__(self, pmie, ours, bindings):
        """`bindings`: the report is -W's, which shows only what is true."""
        (values, actions), (our_values, our_actions) = pmie, ours
        self.equal = self.refined = 0
        self.differs = (len(values) != len(our_values)
                        or actions != our_actions)
        for theirs, mine in zip(values, our_values):
            if theirs == mine:
                self.equal += 1
            elif not bindings and refines(theirs, mine):
                self.refined += 1
            else:
                self.differs = True
        if actions == our_actions:
            self.equal += len(actions)
