"""Rule files for the test of same answers: typed random statements over what
an archive holds, and options to run them with. The same seed, the same files.
What crashes pmie or prints addresses is left out (see AVOIDED)."""
import random

# What no file here contains, because pmie 6.0.3 always crashes, hangs or prints
# addresses (of what does so sometimes the specification tells): rate and rising of clock variables (B5), strings that may lack a
# value under -v, windows of strings, strings under -V and -W (B6), delta <= 0
# (B10), aggregates over the instances of several hosts, one of them empty,
# several lists of instances of a domain in one file, names of the instances
# of && and || of two sets.
AVOIDED = "B5 B6 B10"

SCALE_WORDS = ["", "", "", " Kbyte", " Mbyte", " msec", " sec", " count"]
CLOCKS = ["$minute", "$hour", "$day", "$month", "$year", "$day_of_week"]
RELATIONS = ["<", "<=", ">", ">=", "==", "!="]
AGGREGATES = ["sum", "avg", "min", "max"]
SINGLE, COLLAPSED = None, "collapsed"


class Metric:
    """A line of tocsin-spec --describe."""

    def __init__(self, fields):
        (self.name, self.type, self.semantics, self.indom, instances,
         points, self.typical) = fields
        self.instances, self.points = int(instances), int(points)

    @property
    def singular(self):
        return self.indom == "PM_INDOM_NULL"

    @property
    def string(self):
        return self.type == "STRING"

    @property
    def counter(self):
        return self.semantics == "1"


class Catalog:
    """What rules over an archive can ask for."""

    def __init__(self, description):
        self.metrics, self.instances = [], {}
        for line in description.splitlines():
            kind, *fields = line.split("\t")
            if kind == "archive":
                self.host, self.start, self.end, self.marks = (
                    fields[0], int(fields[1]), int(fields[2]), int(fields[3]))
            elif kind == "metric":
                self.metrics.append(Metric(fields))
            elif kind == "instance":
                self.instances.setdefault(fields[0], []).append(fields[1])
        self.seconds = (self.end - self.start) / 1e9
        self.numeric = [m for m in self.metrics if not m.string]


class Domain:
    """The instances that the parts of an expression share: all of an indom,
    or some by name; on which hosts."""

    def __init__(self, indom, names=(), hosts=()):
        self.indom, self.names, self.hosts = indom, tuple(names), tuple(hosts)

    def qualifiers(self):
        return ("".join(f" :{quoted(h)}" for h in self.hosts)
                + "".join(f" #{quoted(n)}" for n in self.names))


def quoted(name):
    plain = name[:1].isalpha() and all(c.isalnum() or c in "._"
                                       for c in name)
    return name if plain else f"'{name}'"


class Expressions:
    """Random expressions: number() and truth() of a domain and a window.

    domain: SINGLE, or a Domain; window: the number of samples, or COLLAPSED
    where a reduction over samples has taken them."""

    def __init__(self, rng, catalog, hosts=(), strings=True):
        self.rng, self.catalog, self.hosts = rng, catalog, list(hosts)
        self.strings = strings
        self.two_sets = False  # && and || may be of two sets
        self.named = {}
        by_indom = {}
        for metric in catalog.numeric:
            by_indom.setdefault(metric.indom, []).append(metric)
        self.known = {i: ms[0].instances for i, ms in by_indom.items()}
        self.singular = by_indom.pop("PM_INDOM_NULL", [])
        self.by_indom = by_indom

    def some_domain(self):
        """A domain of instances, or of singular metrics on several hosts;
        SINGLE where there is none."""
        rng = self.rng
        hosts = []
        if len(self.hosts) > 1 and rng.random() < 0.3:
            hosts = rng.sample(self.hosts, rng.choice((1, 2)))
        if not self.by_indom or (hosts and self.singular
                                 and rng.random() < 0.4):
            return Domain("PM_INDOM_NULL", (), hosts) if hosts else SINGLE
        indom = rng.choice(sorted(self.by_indom))
        names = self.names_of(indom) if rng.random() < 0.3 else ()
        return Domain(indom, names, hosts)

    def names_of(self, indom):
        """Some instances, always the same ones: pmie forgets the first list
        when a second one of the domain comes after a singular metric."""
        known = self.catalog.instances.get(indom, [])
        if indom not in self.named:
            count = min(len(known), self.rng.choice((1, 2, 3)))
            self.named[indom] = self.rng.sample(known, count)
        return self.named[indom]

    def metric_of(self, domain):
        if domain is SINGLE:
            return self.rng.choice(self.singular) if self.singular else None
        return self.rng.choice(
            self.by_indom.get(domain.indom) or self.singular or [None])

    def fetch(self, domain, window):
        metric = self.metric_of(domain)
        if metric is None:
            return self.counted()
        text = metric.name + (domain.qualifiers() if domain else "")
        if window != 1:
            first = self.rng.choice((0, 0, 0, 1, 2))
            text += f" @{first}..{first + window - 1}"
        elif self.rng.random() < 0.1:
            text += f" @{self.rng.choice((0, 1, 2, 3))}"
        if metric.counter and self.rng.random() < 0.15:
            text = f"(instant {text})"
        return text

    def counted(self):
        """A single number where the archive has no singular metric."""
        return f"(count_inst ({self.rng.choice(self.catalog.numeric).name} >= 0))"

    def constant(self, like=None):
        rng = self.rng
        try:
            typical = float(like.typical) if like else 1.0
        except ValueError:
            typical = 1.0
        value = abs(typical) * rng.choice((0, 0.5, 0.9, 1, 1, 1.1, 2))
        if rng.random() < 0.3:
            value = rng.choice((0, 1, 2, 10, 0.5, 1000, 100000))
        text = f"{value:.6f}".rstrip("0").rstrip(".")
        return (text or "0") + (rng.choice(SCALE_WORDS)
                                if rng.random() < 0.1 else "")

    def number(self, domain, window, depth):
        """An arithmetic expression of that shape."""
        rng = self.rng
        if window == COLLAPSED:
            inner = self.number(domain, rng.choice((2, 3, 4)), depth - 1)
            if rng.random() < 0.2:
                return (f"(count_sample "
                        f"({self.truth(domain, rng.choice((2, 3)), depth - 1)}"
                        f"))")
            return f"({rng.choice(AGGREGATES)}_sample ({inner}))"
        if depth <= 0 or rng.random() < 0.25:
            if domain is SINGLE and window == 1 and rng.random() < 0.12:
                return rng.choice(CLOCKS)
            return self.fetch(domain, window)
        kind = rng.random()
        if kind < 0.45:
            return self.binary(domain, window, depth)
        if kind < 0.55:
            return f"(- ({self.number(domain, window, depth - 1)}))"
        if kind < 0.70:
            return f"(rate ({self.steady(domain, window, depth - 1)}))"
        if kind < 0.75:
            return f"(instant ({self.number(domain, window, depth - 1)}))"
        if domain is SINGLE:
            return self.reduced_number(window, depth)
        return self.fetch(domain, window)

    def steady(self, domain, window, depth):
        """A number without clock variables."""
        text = self.number(domain, window, depth)
        return self.fetch(domain, window) if "$" in text else text

    def binary(self, domain, window, depth):
        rng = self.rng
        left = self.number(domain, window, depth - 1)
        choice = rng.random()
        if choice < 0.4:
            right = self.number(domain, window, depth - 1)
        elif choice < 0.8:
            right = self.constant()
        else:
            right = self.number(SINGLE, 1, depth - 1)
        if rng.random() < 0.3:
            left, right = right, left
        return f"({left} {rng.choice('+-*/')} {right})"

    def reduced_number(self, window, depth):
        rng = self.rng
        domain = self.some_domain()
        if domain is SINGLE:
            return self.fetch(SINGLE, window)
        over = "host" if self.one_value_a_host(domain) else "inst"
        if rng.random() < 0.25:
            return (f"(count_{over} "
                    f"({self.truth(domain, window, depth - 1)}))")
        return (f"({rng.choice(AGGREGATES)}_{over} "
                f"({self.number(domain, window, depth - 1)}))")

    @staticmethod
    def one_value_a_host(domain):
        return domain.indom == "PM_INDOM_NULL"

    def relation(self, domain, window, depth):
        rng = self.rng
        left = self.number(domain, window, depth - 1)
        if rng.random() < 0.75:
            metric = next((m for m in self.catalog.numeric
                           if m.name in left), None)
            right = self.constant(metric)
        elif rng.random() < 0.5:
            right = self.number(SINGLE, 1, depth - 2)
        else:
            right = self.number(domain, window, depth - 1)
        if rng.random() < 0.2:
            left, right = right, left
        return f"({left} {rng.choice(RELATIONS)} {right})"

    def equality_of_strings(self, domain):
        # pmie takes strings of up to 254 characters.
        indom = domain.indom if domain else "PM_INDOM_NULL"
        metrics = [m for m in self.catalog.metrics if m.string
                   and 0 < len(m.typical) < 250 and m.indom == indom]
        if not metrics or not self.strings:
            return None
        metric = self.rng.choice(metrics)
        text = metric.name + (domain.qualifiers() if domain else "")
        value = self.rng.choice((metric.typical, metric.typical, "none"))
        return f'({text} {self.rng.choice(("==", "!="))} "{value}")'

    def truth(self, domain, window, depth):
        """A logical expression of that shape."""
        rng = self.rng
        if depth <= 0 or rng.random() < 0.35:
            if window == 1 and rng.random() < 0.15:
                text = self.equality_of_strings(domain)
                if text:
                    return text
            return self.relation(domain, window, max(depth, 1))
        kind = rng.random()
        if kind < 0.4:
            return self.logic(domain, window, depth)
        if kind < 0.52:
            return f"(! {self.truth(domain, window, depth - 1)})"
        if kind < 0.70:
            return (f"({rng.choice(('rising', 'falling'))} "
                    f"{self.unclocked(domain, window, depth - 1)})")
        if kind < 0.80 and domain is not SINGLE and not self.two_sets:
            return self.match(domain, window, depth)
        if domain is SINGLE or window == COLLAPSED:
            return self.reduced_truth(domain, window, depth)
        return self.relation(domain, window, depth)

    def unclocked(self, domain, window, depth):
        """A truth without clock variables."""
        for _ in range(8):
            text = self.truth(domain, window, depth)
            if "$" not in text:
                return text
        return "(1 > 2)"

    def size(self, domain):
        """How many values pmie takes a domain for when it reads the rules."""
        return len(domain.names) or self.known.get(domain.indom, 0)

    def other_domain(self, domain):
        """Another one that conforms with it, or the same."""
        if not self.two_sets or domain is SINGLE or domain.hosts or (
                self.size(domain) == 0):
            return domain
        others = [Domain(i) for i in sorted(self.by_indom)]
        others += [Domain(i, names) for i, names in sorted(self.named.items())]
        others = [o for o in others if self.size(o) in (1, self.size(domain))
                  or self.size(domain) == 1]
        return self.rng.choice(others or [domain])

    def logic(self, domain, window, depth):
        rng = self.rng
        left = self.truth(domain, window, depth - 1)
        right = (self.truth(self.other_domain(domain), window, depth - 1)
                 if rng.random() < 0.6 else self.truth(SINGLE, 1, depth - 1))
        if rng.random() < 0.3:
            left, right = right, left
        return f"({left} {rng.choice(('&&', '||'))} {right})"

    def match(self, domain, window, depth):
        return self.match_of(domain, self.truth(domain, window, depth - 1))

    def match_of(self, domain, truth):
        rng = self.rng
        names = self.catalog.instances.get(domain.indom) or ["a"]
        name = rng.choice(names)
        pattern = "".join(c for c in name[:rng.choice((1, 2, 5))]
                          if c.isalnum() or c == " ") or "a"
        pattern = rng.choice((pattern, "^" + pattern, "[0-9]", ".", "^$"))
        word = rng.choice(("match_inst", "nomatch_inst"))
        return f'({word} "{pattern}" {truth})'

    def quantifier(self, over):
        rng = self.rng
        return rng.choice((f"some_{over}", f"all_{over}",
                           f"{rng.choice((0, 10, 34, 50, 67, 80, 100))}"
                           f"%_{over}"))

    def reduced_truth(self, domain, window, depth):
        rng = self.rng
        if window == COLLAPSED:
            inner = self.truth(domain, rng.choice((2, 3, 4)), depth - 1)
            return f"({self.quantifier('sample')} {inner})"
        if domain is SINGLE:
            domain = self.some_domain()
        if domain is SINGLE:
            return self.relation(SINGLE, window, depth)
        over = "host" if self.one_value_a_host(domain) else "inst"
        return f"({self.quantifier(over)} {self.truth(domain, window, depth - 1)})"


    def count(self, depth):
        """How many are true of what is unknown here and there: without a
        value, or undecided."""
        rng = self.rng
        domain = self.some_domain()
        one = domain is SINGLE or self.one_value_a_host(domain)
        if not one and domain.hosts and rng.random() < 0.5:
            return (f"(count_host ({self.quantifier('inst')} "
                    f"{self.uncertain(domain, 1, depth)}))")
        window = rng.choice((1, 1, 1, 2, 3))
        text = self.uncertain(domain, window, depth)
        if window > 1 and domain is SINGLE:
            return f"(count_sample ({text}))"
        if window > 1:
            text = f"({self.quantifier('sample')} {text})"
        over = "host" if one and domain is not SINGLE else "inst"
        return f"(count_{over} ({text}))"

    def uncertain(self, domain, window, depth):
        """A truth of that shape of all kinds that may be undecided."""
        rng = self.rng
        text = self.relation(domain, window, 1)
        kind = rng.random()
        if depth <= 0 or kind < 0.2:
            return text
        inner = self.uncertain(domain, window, depth - 1)
        if kind < 0.5:
            beside = (text if rng.random() < 0.6
                      else self.relation(SINGLE, 1, 1))
            pair = [inner, beside]
            rng.shuffle(pair)
            return f"({pair[0]} {rng.choice(('&&', '||'))} {pair[1]})"
        if kind < 0.65:
            return f"(! {inner})"
        if kind < 0.8 and "$" not in inner:
            return f"({rng.choice(('rising', 'falling'))} {inner})"
        if domain is not SINGLE and not self.two_sets:
            return self.match_of(domain, inner)
        return inner


class Statement:
    """A named statement and the interval that stands before it, if any."""

    def __init__(self, name, text, delta=None):
        self.name, self.text, self.delta = name, text, delta
        self.interval = delta  # in force here

    def before(self):
        return f"delta = {self.delta} sec;\n" if self.delta else ""

    def source(self):
        return f"{self.before()}{self.name} = {self.text};\n"

    def alone(self):
        """The same where no other statement stands before it."""
        return Statement(self.name, self.text, self.interval).source()


class Case:
    """A rule file with the way to run it."""

    def __init__(self, archives, statements, options, wrap=False):
        self.archives, self.statements = archives, statements
        self.options, self.wrap = options, wrap
        self.long_counters = ()
        self.text = self.without(())
        interval = None
        for statement in statements:
            interval = statement.interval = statement.delta or interval

    def without(self, out):
        """The text without some statements; what they say of the interval
        stays."""
        return "".join(s.before() if s in out else s.source()
                       for s in self.statements)

    def leave_out(self, out):
        self.text = self.without(out)
        self.statements = [s for s in self.statements if s not in out]

    def anonymous(self):
        """The name of the first statement whose action does not begin with
        it: no file has two."""
        for statement in self.statements:
            if "->" in statement.text and (
                    f'"{statement.name}|"' not in statement.text):
                return statement.name
        return None

    def uses_long_counter(self, statement):
        """Of type 32, which libpcp cannot correct where it wraps."""
        return any(m.name in statement.text for m in self.long_counters)

    def line(self):
        """How it is run."""
        return " ".join((*map(str, self.archives), *self.options,
                         *(["wrap"] if self.wrap else [])))


def condition(expressions, depth):
    """A single truth."""
    rng = expressions.rng
    if rng.random() < 0.3:
        return (f"{expressions.count(depth)} {rng.choice(RELATIONS)} "
                f"{rng.choice((0, 1, 1, 2))}")
    text = expressions.truth(SINGLE, 1, depth)
    if rng.random() < 0.3:
        window = rng.choice((2, 3))
        text = (f"{expressions.quantifier('sample')} "
                f"{expressions.truth(SINGLE, window, depth)}")
    return text


def action(rng, name, selectors=True):
    calls = []
    for _ in range(rng.choice((1, 1, 1, 2))):
        word = rng.choice(("print", "print", "syslog", "shell", "alarm"))
        holdoff = rng.choice(("", "", "", " 20", " 1 min", " 25 sec"))
        text = rng.choice(('"%h:%i=%v"', '"%v "', '"plain"',
                           '"[%i] " "%c %v"', '"100%% %x"')
                          if selectors else ('"plain"', '"100%% %x"'))
        calls.append(f'{word}{holdoff} "{name}|" {text}')
    return rng.choice((" & ", " | ")).join(calls)


def rule(expressions, name, depth):
    rng = expressions.rng
    selectors = not expressions.two_sets
    if rng.random() < 0.7:
        return (f"{condition(expressions, depth)} -> "
                f"{action(rng, name, selectors)}")
    parts = [f"{condition(expressions, depth)} -> "
             f"{action(rng, name, selectors)}"
             for _ in range(rng.choice((1, 2, 3)))]
    text = "ruleset " + "\n  else ".join(parts)
    if rng.random() < 0.6:
        text += f"\n  unknown -> {action(rng, name)}"
    if rng.random() < 0.6:
        text += f"\n  otherwise -> {action(rng, name)}"
    return text


def shown(expressions, depth):
    """An expression to look at: of any sort and shape."""
    rng = expressions.rng
    if rng.random() < 0.15:
        return expressions.count(depth)
    domain = expressions.some_domain() if rng.random() < 0.7 else SINGLE
    window = rng.choice((1, 1, 1, 2, 3, COLLAPSED))
    if rng.random() < 0.5:
        return expressions.truth(domain, window, depth)
    text = expressions.number(domain, window, depth)
    return f"{text} + 0" if text.startswith("instant") else text


def interval(rng, catalog, ticks):
    """So that about `ticks` of them fit, or as people write them."""
    ideal = max(catalog.seconds / ticks, 0.002)
    scaled = ideal * rng.choice((0.5, 1, 1, 1.37))
    nice = [n for n in (0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300,
                        600, 1800, 3600, 86400) if n >= ideal / 2]
    value = rng.choice((nice or [86400])[:2]) if rng.random() < 0.6 else scaled
    return max(round(value, 3), 0.001)


def window(rng, catalog, step, ticks):
    """-S, -T, -O and -A, and never many more ticks than `ticks`."""
    options = []
    start = 0.0
    if rng.random() < 0.4 and catalog.seconds > step:
        start = rng.uniform(0, catalog.seconds * 0.7)
        start = round(start, rng.choice((0, 1, 3)))
        options += ["-S", f"{start:g}"]
    length = step * ticks
    if catalog.seconds - start > length or rng.random() < 0.3:
        options += ["-T", f"{min(length, catalog.seconds):.3f}"]
    if rng.random() < 0.15:
        options += ["-O", f"{rng.uniform(0, step):.3f}"]
    if rng.random() < 0.15:
        options += ["-A", f"{max(round(step), 1)}"]
    return options


def meets_records(catalog, step, options):
    """Whether a tick may fall on a whole second, where our own archives have
    their records: what a string is there, libpcp lets the order of its
    reading decide."""
    if "-A" in options:
        return True
    words = dict(zip(options[1:], options[2:]))
    first = catalog.start + sum(int(float(words.get(o, 0)) * 1e9)
                                for o in ("-S", "-O"))
    return any((first + k * int(step * 1e9)) % 10**9 == 0
               for k in range(1, 100))


def case(rng, archives, catalog, hosts=(), statements=10, ticks=24):
    """One rule file over `archives`, the first of which `catalog` tells of."""
    report = rng.choice(("-v", "-v", "-v", "-V", "-W"))
    step = interval(rng, catalog, ticks)
    options = [report, "-t", f"{step:g}"] + window(rng, catalog, step, ticks)
    strings = report == "-v" and not meets_records(catalog, step, options)
    expressions = Expressions(rng, catalog, hosts, strings)
    made = []
    deltas = not strings and rng.random() < 0.15
    for i in range(statements):
        name, depth = f"r{i}", rng.choice((1, 2, 2, 3))
        expressions.two_sets = report == "-v" and rng.random() < 0.3
        text = (rule(expressions, name, depth) if rng.random() < 0.25
                else shown(expressions, depth))
        delta = None
        if deltas and rng.random() < 0.5:
            delta = f"{max(step * rng.choice((1, 2, 3)), 0.001):.3f}"
        made.append(Statement(name, text, delta))
    made = Case(archives, made, options, wrap=rng.random() < 0.1)
    made.long_counters = [m for m in catalog.metrics
                          if m.counter and m.type == "32"]
    return made


def generator(seed, archive):
    return random.Random(f"{seed}/{archive}")
