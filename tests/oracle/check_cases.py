"""Statements for check_test.py: by hand, and generated from what metrics an
archive has."""

# Over hostA and hostB.
REFERENCE = r"""
t.s.gauge > 1
t.s.nosuch > 1
t.s
t.s.gauge #x
t.i.gauge #nope
t.i.gauge #red #nope #nope2
t.i.gauge #blue
t.i.gauge #'blue x'
t.i.gauge :hostB :hostA #red
t.s.late :hostA :hostB
sum_inst t.s.str
sum_host 5
sum_host $hour
sum_host (5)
sum_host -$hour
sum_sample $hour
sum_inst $hour
sum_inst 5
min_inst 5
min_inst $hour
count_inst (1 > 2)
count_host (1 > 2)
count_host true
some_inst true
some_host 1 > 2
some_host (1 > 2)
some_host $hour > $minute
50%_inst 1 > 2
all_sample true
rate 5
rate $hour
rising true
falling (1 > 2)
match_inst "red" true
match_inst "red" $hour > 1
match_inst "red" t.s.gauge > 1
match_inst "(" t.s.gauge > 1
match_inst "(" t.s.nosuch > 1
match_inst "a{1" t.i.gauge > 1
match_inst "a**" t.i.gauge > 1
match_inst "(" t.s.gauge > 1 && t.s.gauge == "a"
match_inst ")" t.i.gauge > 1
sum_host (sum_host t.s.gauge)
sum_sample (sum_sample t.s.gauge)
sum_inst (sum_inst t.i.gauge)
some_inst (some_inst t.i.gauge > 3)
sum_host count_inst (t.i.str == "x")
sum_inst ($hour * t.i.gauge)
sum_inst (t.s.gauge + count_inst(t.i.str == "x"))
sum_inst (count_inst(t.i.str == "x") * t.s.gauge)
sum_inst ($hour + sum_host(sum_inst(sum_sample t.i.gauge @0..1)))
"abc"
"abc" == "abd" -> print "x"
"abc" == t.s.str
t.s.str == "idle"
t.i.str == t.s.str
t.i.str == t.d.gauge
t.s.str :hostA :hostB == t.i.gauge @0..1
count_inst (t.i.str == "x") == 1
count_inst (t.i.str == "x") + t.s.kb == t.s.kb
t.s.kb + count_inst (t.i.str == "x") == 1
count_inst (t.i.str == "x") == count_inst (t.i.str == "y")
max_inst t.i.gauge == "x"
t.s.str + 1
t.s.str > 1
-t.s.str + t.s.kb
rate t.s.str == "idle"
min_inst t.i.str == "x"
instant t.s.str == "busy"
1 == "a"
$hour == "a"
"x" == (1)
"x" == t.s.kb
t.s.gauge == 1 && "a" == 1
t.i.gauge > t.d.gauge
t.i.gauge + t.d.gauge
t.i.gauge * (t.d.gauge)
t.i.gauge * t.d.gauge @0..1
t.i.gauge > t.d.gauge && "a" == 1
(t.i.gauge > t.d.gauge) && t.s.nosuch > 1
t.s.nosuch > 1 && (t.i.gauge > t.d.gauge)
t.s.gauge == "a" && t.s.gauge == "b"
t.s.nosuch == "x"
t.s.nosuch > 1 -> print "x"
t.i.gauge > t.d.gauge -> print "x"
(t.i.gauge > 1 -> (print "x"))
t.i.gauge > 1 -> print "x" & print "y"
some_inst t.i.gauge #nope > 1 -> print "x"
sum_host 5 > 1 -> print "x"
sum_inst t.s.str > 1 -> print "x"
ruleset t.s.nosuch > 1 -> print "x" else 1 > 2 -> print "y"
ruleset t.i.gauge > 1 -> print "x" else t.s.nosuch > 1 -> print "y"
ruleset t.s.gauge > 1 -> print "x" else t.i.gauge > 1 -> print "y"
ruleset t.i.gauge > 1 -> print "x" unknown -> print "y"
ruleset t.s.gauge > 1 -> print "x" else t.s.kb > 1 -> print "y" otherwise -> print "z"
t.i.gauge @0..1 > 1 -> print "x"
t.s.gauge @1 > 1 -> print "x"
some_sample some_inst t.i.gauge @0..1 > 1 -> print "x"
some_inst t.i.gauge @0..1 > 1 -> print "x"
t.i.gauge #red > 1 -> print "x"
t.i.gauge :hostA :hostB > t.i.gauge
t.i.gauge :hostA :hostB > t.i.gauge :hostB :hostA
t.s.gauge :hostA :hostB > t.i.gauge :hostA :hostB
t.s.gauge :hostA :hostB > t.i.gauge #red #green
sum_inst t.i.gauge :hostA :hostB > t.s.gauge :hostA :hostB
sum_inst t.i.gauge :hostA :hostB > sum_inst t.d.gauge :hostB :hostA
t.i.gauge + sum_sample t.i.gauge @0..1
(some_sample t.i.gauge @0..1 > 11) && t.i.gauge > 2
t.i.gauge @0..1 > t.s.gauge
t.i.gauge @0..1 > t.s.gauge @0..1
print "x"
5
true
x = t.s.kb; x = t.s.ms
x = t.s.kb; x = t.s.nosuch > 1 -> print "x"
x = t.s.kb; x = t.i.gauge > 1 -> print "x"
expr_2 = t.s.gauge
t.s.gauge :nohost
t.s.nosuch :hostB :nohost
""".strip().split("\n")

# Over oddhost and otherhost.
ODD = r"""
o.mix :oddhost :otherhost
o.mix :oddhost :otherhost + o.s :oddhost :otherhost
o.mix :otherhost :oddhost #a
sum_inst o.mix :oddhost :otherhost > 1
o.type :oddhost :otherhost
o.type :oddhost :otherhost == 1
o.type :otherhost :oddhost == 1
o.undefined
o.undefined #a
o.undefined + o.set
o.undefined > 1 -> print "x"
o.nosupport
o.nosupport + o.set
o.nosupport == "x"
o.nosupports + o.set
o.nosupports #a > 1 -> print "x"
o.nosupports > 1 -> print "x"
o.event
o.event #a
o.events #zz
o.aggregate
o.highres
o.static
o.unknown
o.unknown > 1 -> print "x"
o.one + o.set
o.s + o.one
o.one > 0 -> print "x"
o.s > 0 && o.one > 0 -> print "x"
o.empty
o.empty > 1 -> print "x"
o.domain :oddhost :otherhost
o.domain :oddhost :otherhost > o.set
o.words == "t"
o.set #c #'c e' #'c x'
o.set #a #a
o.set :otherhost :oddhost #nope
o
o.
""".strip().split("\n")


class Generator:
    """Random statements over `world`: a name to (type, instances or None)."""

    def __init__(self, random, world, hosts):
        self.random = random
        self.world = world
        self.hosts = hosts
        self.clocks = True
        self.numbers = [n for n, (t, _) in world.items() if t != "STRING"]
        self.strings = [n for n, (t, _) in world.items() if t == "STRING"]

    def chance(self, part):
        return self.random.random() < part

    def one_of(self, *texts):
        return self.random.choice(texts)

    def fetch(self, names):
        name = self.random.choice(names)
        instances = self.world[name][1]
        if self.chance(0.02):
            return name + "x"
        text = name
        if len(self.hosts) > 1 and self.chance(0.2):
            for host in self.random.sample(self.hosts, self.one_of(1, 2)):
                text += f" :'{host}'"
        if instances and self.chance(0.3):
            for one in self.random.choices(instances, k=self.one_of(1, 2, 3)):
                if self.chance(0.05):
                    one += "x"
                text += f" #'{one}'"
        elif not instances and self.chance(0.02):
            text += " #x"
        if self.chance(0.15):
            text += self.one_of(" @1", " @0..1", " @0..2", " @1..2")
        return text

    def number(self, depth):
        if depth <= 0 or self.chance(0.3):
            if self.chance(0.2):
                return self.one_of("5", "2 Kbyte", *["$hour", "$delta"] *
                                   self.clocks)
            return self.fetch(self.numbers)
        if self.chance(0.5):
            op = self.one_of("+", "-", "*", "/")
            return self.group(f"{self.number(depth - 1)} {op} "
                              f"{self.number(depth - 1)}")
        if self.chance(0.2):
            return self.one_of("rate ", "- ", "instant ") + \
                self.group(self.number(depth - 1))
        domain = self.one_of("_inst ", "_inst ", "_host ", "_sample ")
        if self.chance(0.3):
            return "count" + domain + self.group(self.truth(depth - 1))
        return self.one_of("sum", "avg", "min", "max") + domain + \
            self.group(self.number(depth - 1))

    def truth(self, depth):
        kind = self.random.random()
        if depth <= 0 or kind < 0.35:
            op = self.one_of("<", ">", "<=", ">=", "==", "!=")
            return f"{self.number(depth - 1)} {op} {self.number(depth - 1)}"
        if kind < 0.45 and self.strings:
            op = self.one_of("==", "!=")
            right = self.one_of('"x"', self.fetch(self.strings),
                                self.number(0))
            return f"{self.fetch(self.strings)} {op} {right}"
        if kind < 0.65:
            op = self.one_of("&&", "||")
            return self.group(f"{self.truth(depth - 1)} {op} "
                              f"{self.truth(depth - 1)}")
        if kind < 0.75:
            return self.one_of("! ", "rising ", "falling ",
                               'match_inst "a" ', 'match_inst "(" ') + \
                self.group(self.truth(depth - 1))
        return self.one_of("some", "all", "50%") + \
            self.one_of("_inst ", "_inst ", "_host ", "_sample ") + \
            self.group(self.truth(depth - 1))

    def group(self, text):
        return f"({text})" if self.chance(0.6) else text

    def statement(self):
        depth = self.one_of(1, 2, 2, 3)
        kind = self.random.random()
        if kind < 0.3:
            return self.number(depth)
        if kind < 0.6:
            return self.truth(depth)
        if kind < 0.9:
            return f'{self.truth(depth)} -> print "x"'
        # After a mistake in the first rule pmie reads freed clock variables.
        self.clocks = False
        text = (f'ruleset {self.truth(depth)} -> print "x" else '
                f'{self.truth(depth)} -> print "y"')
        self.clocks = True
        return text
