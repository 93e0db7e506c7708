"""Small archives of our own, as the test of same answers needs them: what the
test suite's archives do not have together. Written byte by byte after
pmapi/archive/FORMAT.md, without any of our code."""
import random
import struct

START = 1_000_000_000  # Sun Sep  9 01:46:40 2001 UTC
SINGULAR = 0xFFFFFFFF
T32, TU32, T64, TU64, TFLOAT, TDOUBLE, TSTRING = range(7)
COUNTER, INSTANT, DISCRETE = 1, 3, 4
PACK = {T64: ">q", TU64: ">Q", TFLOAT: ">f", TDOUBLE: ">d"}


def word(number):
    return struct.pack(">I", number & 0xFFFFFFFF)


def units(space=0, time=0, count=0, scales=(0, 0, 0)):
    nibbles = (space, time, count, *scales)
    number = 0
    for nibble in nibbles:
        number = number << 4 | nibble & 15
    return number << 8


NONE, COUNT = units(), units(count=1)
KBYTE, MSEC = units(space=1, scales=(1, 0, 0)), units(time=1, scales=(0, 2, 0))
KBYTE_SEC = units(space=1, time=-1, scales=(1, 3, 0))


class Writer:
    """An archive of version 2 or 3 under construction."""

    def __init__(self, path, host, version=2, start=(START, 0)):
        self.version, self.host, self.start = version, host, start
        self.files = {}
        for name, volume in (("0", 0), ("meta", -1), ("index", -2)):
            self.files[name] = open(f"{path}.{name}", "wb")
            self.files[name].write(self.label(volume))
        self.metrics, self.last = {}, start
        self.index(start)

    def stamp(self, time):
        seconds, nanos = time if isinstance(time, tuple) else (time, 0)
        if self.version == 2:
            return word(seconds) + word(nanos // 1000)
        return word(seconds) + word(seconds >> 32) + word(nanos)

    def label(self, volume):
        body = word(0x50052600 | self.version) + word(4711)
        body += self.stamp(self.start) + word(volume)
        host, zone = self.host.encode(), b"UTC"
        if self.version == 2:
            body += host.ljust(64, b"\0") + zone.ljust(40, b"\0")
        else:
            body += word(0) + word(0) + host.ljust(256, b"\0")
            body += zone.ljust(256, b"\0") + b"\0" * 256
        return word(len(body) + 8) + body + word(len(body) + 8)

    def record(self, name, body):
        length = word(len(body) + 8)
        self.files[name].write(length + body + length)

    def index(self, time):
        meta, data = self.files["meta"].tell(), self.files["0"].tell()
        if self.version == 2:
            places = word(meta) + word(data)
        else:
            places = struct.pack(">qq", meta, data)
        self.files["index"].write(self.stamp(time) + word(0) + places)

    def metric(self, name, kind, semantics=INSTANT, unit=NONE, indom=SINGULAR):
        pmid = 245 << 22 | len(self.metrics) + 1
        self.metrics[name] = (pmid, kind)
        text = name.encode()
        self.record("meta", b"".join(map(word, (
            1, pmid, kind, indom, semantics, unit, 1, len(text)))) + text)

    def instances(self, time, indom, names):
        """`names`: by identifier."""
        body, offsets, text = b"", b"", b""
        for number, name in names.items():
            body += word(number)
            offsets += word(len(text))
            text += name.encode() + b"\0"
        kind = 2 if self.version == 2 else 5
        self.record("meta", word(kind) + self.stamp(time) + word(indom)
                    + word(len(names)) + body + offsets + text)

    def mark(self, time):
        self.record("0", self.stamp(time) + word(0))
        self.last = time

    def values(self, time, sets):
        """`sets`: a value, or values by instance, by metric. The index has
        every record: libpcp misses marks when it positions itself behind
        one and reads backwards."""
        header = 4 + (8 if self.version == 2 else 12) + 4
        plain = {m: v if isinstance(v, dict) else {-1: v}
                 for m, v in sets.items()}
        size = header + sum(8 + (4 + 8 * len(v) if v else 0)
                            for v in plain.values())
        body, blocks = b"", b""
        for metric, values in plain.items():
            pmid, kind = self.metrics[metric]
            body += word(pmid) + word(len(values))
            if values:
                body += word(0 if kind in (T32, TU32) else 1)
            for instance, value in values.items():
                body += word(instance)
                if kind in (T32, TU32):
                    body += word(value)
                    continue
                body += word((size + len(blocks)) // 4 + 2)
                block = (value.encode() + b"\0" if kind == TSTRING
                         else struct.pack(PACK[kind], value))
                blocks += word(kind << 24 | len(block) + 4) + block
                blocks += b"~" * (-len(blocks) % 4)
        self.index(time)
        self.record("0", self.stamp(time) + word(len(sets)) + body + blocks)
        self.last = time

    def close(self):
        self.index(self.last)
        for file in self.files.values():
            file.close()


def indom(serial):
    return 245 << 22 | serial


def present(k):
    """The instances that hostA's t.d metrics have at record k."""
    if k < 3:
        return (0, 1)
    if k < 6:
        return (0, 1, 2)
    if k < 8:
        return (1, 2)
    if k < 10:
        return ()
    return (3,) if k < 12 else (0, 3)


def host(path, name, factor=1, records=20, step=10, offset=0, version=2):
    """The archive of docs/pmie.md, "The example hosts"."""
    w = Writer(path, name, version, (START + offset, 0))
    still, moving = indom(1), indom(2)
    for metric in (
            ("t.s.gauge", TDOUBLE), ("t.s.cnt", TU64, COUNTER, COUNT),
            ("t.s.disc", T32, DISCRETE), ("t.s.str", TSTRING, DISCRETE),
            ("t.s.kb", TU32, INSTANT, KBYTE),
            ("t.s.kbcnt", TU32, COUNTER, KBYTE),
            ("t.s.mscnt", TU32, COUNTER, MSEC),
            ("t.s.ms", T32, INSTANT, MSEC),
            ("t.s.kbs", TFLOAT, INSTANT, KBYTE_SEC),
            ("t.s.wrap32", TU32, COUNTER, COUNT),
            ("t.s.reset", TU64, COUNTER, COUNT), ("t.s.late", T32),
            ("t.s.bool", T32), ("t.i.gauge", TDOUBLE, INSTANT, NONE, still),
            ("t.i.cnt", TU64, COUNTER, COUNT, still),
            ("t.i.str", TSTRING, INSTANT, NONE, still),
            ("t.i.disc", T32, DISCRETE, NONE, still),
            ("t.d.gauge", T32, INSTANT, NONE, moving),
            ("t.d.cnt", TU32, COUNTER, COUNT, moving)):
        w.metric(*metric)
    w.instances(START + offset, still, {0: "red", 1: "green", 2: "blue sky"})
    w.instances(START + offset, moving, {i: f"d{i}" for i in range(4)})
    for k in range(records):
        sets = {
            "t.s.gauge": factor * (k + 0.5), "t.s.cnt": factor * 100 * k + 1000,
            "t.s.str": "busy" if k // 2 % 2 else "idle", "t.s.kb": factor * k,
            "t.s.kbcnt": factor * 10 * k, "t.s.mscnt": factor * 1000 * k,
            "t.s.ms": factor * 1500, "t.s.kbs": factor * 2.5,
            "t.s.wrap32": (2**32 - 250 + 100 * k) % 2**32,
            "t.s.reset": 100 * (k % 4), "t.s.bool": k // 2 % 2,
            "t.i.gauge": {i: factor * (k + 10 * i) for i in range(3)},
            "t.i.cnt": {i: factor * (i + 1) * 10 * k for i in range(3)},
            "t.i.str": {i: "xyz"[(k + i) % 3] for i in range(3)},
            "t.i.disc": {i: i for i in range(3)},
            "t.d.gauge": {i: factor * (k + 100 * i) for i in present(k)},
            "t.d.cnt": {i: factor * k * (i + 1) * 10 for i in present(k)}}
        if k in (0, 5, 10):
            sets["t.s.disc"] = factor * k
        if k >= 6:
            sets["t.s.late"] = k
        w.values(START + offset + k * step, sets)
    w.close()


def flip(path):
    """An instance takes another's place, their number the same (B8)."""
    w = Writer(path, "flip")
    w.metric("f.gauge", T32, INSTANT, NONE, indom(1))
    w.metric("f.cnt", TU32, COUNTER, COUNT, indom(1))
    w.instances(START, indom(1), {0: "a one", 1: "x two", 2: "b", 3: "c"})
    for k in range(20):
        there = (0, 1) if k < 7 else (0, 2) if k < 14 else (0, 2, 3)
        w.values(START + 10 * k, {
            "f.gauge": {i: 100 * i + k for i in there},
            "f.cnt": {i: (i + 1) * k * 10 for i in there}})
        if k in (6, 13):
            w.mark(START + 10 * k + 5)
    w.close()


def marks(path, version):
    """Marks between records, near and far, and labels before the first."""
    w = Writer(path, "marks", version, (START - 25, 300_000))
    for name, kind, semantics in (("m.gauge", TDOUBLE, INSTANT),
                                  ("m.cnt", TU64, COUNTER),
                                  ("m.disc", T32, DISCRETE),
                                  ("m.str", TSTRING, DISCRETE)):
        w.metric(name, kind, semantics)
    for name, kind, semantics in (("m.i.gauge", TDOUBLE, INSTANT),
                                  ("m.i.cnt", TU32, COUNTER),
                                  ("m.i.disc", T32, DISCRETE)):
        w.metric(name, kind, semantics, NONE, indom(1))
    w.instances(START, indom(1), {7: "seven", 2: "two", 5: "five"})
    time = START
    for k in range(40):
        ids = [i for i in (7, 2, 5) if (k // 7 + i) % 4]
        w.values((time, 123_456_000), {
            "m.gauge": k * 1.25, "m.cnt": 50 * k, "m.disc": k // 3,
            "m.str": f"s{k // 5}",
            "m.i.gauge": {i: k + i / 8 for i in ids},
            "m.i.cnt": {i: k * i * 4 for i in ids},
            "m.i.disc": {i: k // 4 * i for i in ids}})
        if k % 9 == 8:
            w.mark((time + 1, 0))
            time += 30
        time += 5
    w.close()


def numbers(path):
    """Counters of all types that wrap, reset and are beyond 2^53; values at
    the borders of their types and of pmie's formats."""
    w = Writer(path, "numbers")
    limits = {T32: 2**31, TU32: 2**32, T64: 2**63, TU64: 2**64}
    for kind in (T32, TU32, T64, TU64):
        for unit, suffix in ((COUNT, "n"), (KBYTE, "kb")):
            w.metric(f"n.wrap{kind}.{suffix}", kind, COUNTER, unit)
        w.metric(f"n.high{kind}", kind, COUNTER, COUNT)
    for kind in (TFLOAT, TDOUBLE):
        w.metric(f"n.real{kind}", kind, COUNTER, COUNT)
        w.metric(f"n.value{kind}", kind)
    w.metric("n.big", TU64)
    values = [0, -0.0, 0.1, 0.4995, 0.5, 4.998, 5.0001, 49.98, 50.001, 50.5,
              51.5, 1e15, 2147483647, 2147483648, -4.995, float("nan"),
              float("inf"), -float("inf"), 1e20, 1.5e30]
    for k in range(20):
        sets = {}
        for kind, limit in limits.items():
            near = limit - 700 + 150 * k
            signed = kind in (T32, T64)
            wrapped = near - 2 * limit if signed and near >= limit else (
                near % limit)
            sets[f"n.wrap{kind}.n"] = sets[f"n.wrap{kind}.kb"] = wrapped
            sets[f"n.high{kind}"] = limit // 2 + k * (limit // 64) % limit // 2
        sets["n.real4"] = sets["n.real5"] = [k * 1.7, 5.0][k % 7 == 6]
        sets["n.value4"] = min(max(values[k], -1e30), 1e30) if (
            values[k] == values[k]) else 0.0
        sets["n.value5"] = values[k]
        sets["n.big"] = 2**64 - 1 - k * 2**40
        w.values(START + 10 * k, sets)
    w.close()


def equal(path):
    """Two or three records at every other time."""
    w = Writer(path, "equal")
    for name, kind, semantics in (("e.gauge", TDOUBLE, INSTANT),
                                  ("e.cnt", TU64, COUNTER),
                                  ("e.disc", T32, DISCRETE)):
        w.metric(name, kind, semantics)
    for k in range(20):
        for again in range(1 if k % 2 else 2 + k % 3 // 2):
            value = 10 * k + again
            w.values(START + 10 * k, {"e.gauge": value / 2, "e.cnt": value,
                                      "e.disc": value})
    w.close()


def churn(path, seed, version):
    """Instances that come, go and return at random, some records empty."""
    rng = random.Random(f"churn {seed}")
    start = (START, 0 if version == 2 else 123_456_789)
    w = Writer(path, f"churn{seed}", version, start)
    w.metric("c.gauge", TDOUBLE, INSTANT, NONE, indom(1))
    w.metric("c.cnt", TU64, COUNTER, COUNT, indom(1))
    w.metric("c.str", TSTRING, INSTANT, NONE, indom(1))
    w.metric("c.other", T32, INSTANT, NONE, indom(2))
    w.metric("c.single", TDOUBLE)
    w.metric("c.total", TU32, COUNTER, KBYTE)
    w.instances(start, indom(1), {i: f"i{i}" for i in (9, 1, 4, 3, 16)})
    w.instances(start, indom(2), {i: f"o{i}" for i in (0, 1)})
    ids = {1, 4, 9}
    for k in range(60):
        if rng.random() < 0.25:
            ids ^= {rng.choice((1, 3, 4, 9, 16))}
        if rng.random() < 0.04:
            ids = set()
        sets = {"c.gauge": {i: rng.uniform(0, 2 * i) for i in sorted(ids)},
                "c.cnt": {i: k * i * 7 + rng.randrange(3)
                          for i in sorted(ids)},
                "c.str": {i: rng.choice("xyz") for i in sorted(ids)},
                "c.other": {i: rng.randrange(5) for i in (0, 1)
                            if rng.random() < 0.9}}
        if rng.random() < 0.9:
            sets["c.single"] = rng.uniform(-3, 3)
            sets["c.total"] = k * 100
        w.values((START + 10 * k, start[1]), sets)
        if rng.random() < 0.08:
            w.mark((START + 10 * k + rng.choice((1, 5)), start[1]))
    w.close()


def domains(path, version):
    """Two domains of three instances and one of one. Between two marks each
    has some of them, from the first record on or later, to the last or not."""
    rng = random.Random(f"domains {version}")
    w = Writer(path, f"domains{version}", version)
    for serial, size in ((1, 3), (2, 3), (3, 1)):
        w.metric(f"d.gauge{serial}", TDOUBLE, INSTANT, NONE, indom(serial))
        w.metric(f"d.cnt{serial}", TU32, COUNTER, COUNT, indom(serial))
        w.instances(w.start, indom(serial),
                    {i: f"{'xyz'[serial - 1]}{i}" for i in range(size)})
    w.metric("d.single", TDOUBLE)
    time = START
    for _ in range(16):
        length = rng.choice((4, 6, 9))
        spans = {}
        for serial, size in ((1, 3), (2, 3), (3, 1)):
            some = rng.sample(range(size), rng.choice((0, 1, 1, size, size)))
            spans[serial] = {i: (rng.choice((0, 0, 2)),
                                 length - rng.choice((0, 0, 2)))
                             for i in sorted(some)}
        for k in range(length):
            sets = {"d.single": rng.uniform(-1, 2)}
            for serial, span in spans.items():
                now = [i for i, (begin, end) in span.items()
                       if begin <= k < end]
                sets[f"d.gauge{serial}"] = {i: rng.choice((0, 1, 2))
                                            for i in now}
                sets[f"d.cnt{serial}"] = {i: 10 * k * (i + rng.choice((0, 1)))
                                          + 100 * k for i in now}
            w.values(time + 10 * k, sets)
        time += 10 * length
        w.mark(time - 5)
    w.close()


def hostile(path):
    """Instances and a string that would steer a terminal."""
    w = Writer(path, "hostile")
    w.metric("h.gauge", T32, INSTANT, NONE, indom(1))
    w.metric("h.str", TSTRING)
    w.instances(START, indom(1), {0: "\x1b[31mred", 1: "x\u202ey", 2: "\x9b2J"})
    for k in range(6):
        w.values(START + 10 * k, {"h.gauge": {i: k + i for i in range(3)},
                                  "h.str": f"\x1b]0;title{k // 2}\x07"})
    w.close()


def write(folder):
    """Makes them all; each entry is the archives of one run of pmie."""
    at = lambda name: folder / name
    host(at("hostA"), "hostA")
    host(at("hostB"), "hostB", 2)
    host(at("hostC"), "hostC", 3, 10, 10, 50)
    host(at("third"), "third", 1, 20, 10, 0, 3)
    flip(at("flip"))
    marks(at("marks2"), 2)
    marks(at("marks3"), 3)
    numbers(at("numbers"))
    equal(at("equal"))
    hostile(at("hostile"))
    domains(at("domains2"), 2)
    domains(at("domains3"), 3)
    runs = [["hostA"], ["hostA", "hostB"], ["hostB", "hostC", "hostA"],
            ["third"], ["flip"], ["marks2"], ["marks3"], ["numbers"],
            ["equal"], ["hostile"], ["domains2"], ["domains3"]]
    for seed in range(4):
        churn(at(f"churn{seed}"), seed, 2 + seed % 2)
        runs.append([f"churn{seed}"])
    return [[at(name) for name in run] for run in runs]
