"""What libpcp makes of the texts of the small grammars, in the lines of
notation_dump.cc, whose input it reads too. Runs in the oracle's environment, loads
its libpcp, and knows only the man pages' signatures. NOW_S of a window is put
to the present; the case as it was run stands before its answer, after a tab."""
import ctypes as c
import sys
import time

lib = c.CDLL("libpcp.so.3")


class Timeval(c.Structure):
    _fields_ = [("sec", c.c_long), ("usec", c.c_long)]

    def micros(self):
        return self.sec * 1000000 + self.usec


class MetricSpec(c.Structure):
    _fields_ = [("isarch", c.c_int), ("source", c.c_char_p),
                ("metric", c.c_char_p), ("ninst", c.c_int),
                ("inst", c.c_char_p * 64)]


class HostSpec(c.Structure):
    _fields_ = [("name", c.c_char_p), ("ports", c.POINTER(c.c_int)),
                ("nports", c.c_int)]


class HashTable(c.Structure):
    _fields_ = [("nodes", c.c_int), ("size", c.c_int), ("rest", c.c_void_p * 4)]


def escaped(data):
    text = data.decode("utf-8", "surrogateescape")
    return (text.replace("\\", "\\\\").replace("\n", "\\n")
            .replace("\t", "\\t"))


def unescaped(text):
    if text == "\\0":
        return None
    plain, i = "", 0
    while i < len(text):
        if text[i] == "\\" and i + 1 < len(text):
            i += 1
            plain += {"n": "\n", "t": "\t"}.get(text[i], text[i])
        else:
            plain += text[i]
        i += 1
    return plain.encode("utf-8", "surrogateescape")


def error(message):
    return "error " + escaped(c.string_at(message.value))


def interval(text):
    value, message = Timeval(), c.c_void_p()
    if lib.pmParseInterval(text, c.byref(value), c.byref(message)) < 0:
        return error(message)
    return str(value.micros())


def units(text):
    word, factor, message = c.c_uint(), c.c_double(), c.c_void_p()
    if lib.pmParseUnitsStr(text, c.byref(word), c.byref(factor),
                           c.byref(message)) < 0:
        return error(message)
    return "%08x %.12g" % (word.value, factor.value)


def metric(text):
    spec, message = c.POINTER(MetricSpec)(), c.c_void_p()
    if lib.pmParseMetricSpec(text, 0, None, c.byref(spec),
                             c.byref(message)) < 0:
        return error(message)
    parsed = spec.contents
    return "|".join(
        ["%d %s" % (parsed.isarch != 0, escaped(parsed.source or b"")),
         escaped(parsed.metric)] +
        [escaped(parsed.inst[i]) for i in range(parsed.ninst)])


def host(text):
    spec, count, message = c.POINTER(HostSpec)(), c.c_int(), c.c_void_p()
    attributes = HashTable()
    if lib.__getattr__("__pmParseHostAttrsSpec")(
            text, c.byref(spec), c.byref(count), c.byref(attributes),
            c.byref(message)) < 0:
        return error(message)
    return "".join(
        escaped(spec[i].name) +
        "".join(f":{spec[i].ports[j]}" for j in range(spec[i].nports)) + "|"
        for i in range(count.value))


def window(fields):
    start, end = (Timeval(*divmod(int(f), 1000000)) for f in fields[1:3])
    texts = [unescaped(f) for f in fields[4:8]]
    results = [Timeval() for _ in range(3)]
    message = c.c_void_p()
    status = lib.pmParseTimeWindow(
        *texts, c.byref(start), c.byref(end), *map(c.byref, results),
        c.byref(message))
    if status < 0:
        return error(message)
    return " ".join([str(status)] + [str(r.micros()) for r in results])


ONE_TEXT = {"interval": interval, "units": units, "metric": metric,
            "host": host}
sys.stdin.reconfigure(errors="surrogateescape")
sys.stdout.reconfigure(errors="surrogateescape")
for line in sys.stdin:
    case = line.rstrip("\n").split("\t")
    if case[0] == "window":
        case[3] = str(int(time.time()))
        answer = window(case)
    else:
        answer = ONE_TEXT[case[0]](unescaped(case[1]) or b"")
    print("\t".join(case + [answer]))
