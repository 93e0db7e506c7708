"""An archive whose instances are called what does harm where it is not quoted,
and what people, programs and JSON are to have of such a name."""
import re
import struct

LONG = 1 << 20  # Units: bytes
HOST = b"h'\"$(touch canary)\r\nBcc: x@example.org\xff"

SINGLE = {
    "quotes": b"'\"'; touch canary; \"`\\",
    "shell": b"$(touch canary)`touch canary`${x}&&touch canary|touch canary;#",
    "newlines": b"\na\n\nb\n",
    "percent": b"%i%v%h%c%s%n%%%",
    "option": b"-n",
    "bytes": b"\xff\xfe\xc3(\xe2\x82\xf0\x9f\x98 \xed\xa0\x80 \xc0\xaf",
    "bidi": "\u202e\u2066a\u2069\u200f\u2028\u00e4\U0001f600".encode(),
    "headers": b"a\r\nX-Evil: 1\r\nBcc: x@example.org\r\n\r\nbody",
    "json": b'","canary":[{}],"a":"\\u0000\\',
    "markup": b"<!-- --><a href='x'>&amp;]]></a><!channel>",
    "mustache": b"{{id}}{{{rule}}}{{#bindings}}",
    "smtp": b"\r\n.\r\nQUIT\r\n..\r\n=?UTF-8?Q?x?=",
    "journal": b"\nMESSAGE=x\nPRIORITY=0\n",
    "syslog": b"\n<0>Jan  1 00:00:00 kernel[1]: x\n<1>y",
    "stomp": b"\nreceipt:9\ncontent-length:0\n\nx",
    "terminal": b"\x01\x1b[2J\x1b]0;x\x07\x7f\t\xc2\x9b2J\xef\xbf\xbf\b",
    "paths": b"../../*?[a-z]~{a,b}!!",
    "blank": b"  a  b  ",
    "form": b"a=b&c+d%20e;f",
}
IN_ONE = b"".join(SINGLE.values())


def long_name(hostile, filler):
    """Of LONG bytes, with `hostile` at the begin, in the middle and at the
    end."""
    half = hostile + filler * ((LONG // 2 - len(hostile)) // len(filler))
    rest = filler * ((LONG - len(half) - 2 * len(hostile)) // len(filler))
    return (half + hostile + rest).ljust(LONG - len(hostile), b".") + hostile


# By row: the instances of a metric.
ROWS = {row: [name] for row, name in SINGLE.items()} | {
    "inone": [IN_ONE],
    "together": list(SINGLE.values()),
    # Wherever it is cut, that may be within a character.
    "long": [long_name(IN_ONE, b"xxxx" + "\u20ac\U0001f514".encode())],
}


def shown(name):
    """A ? for each byte that is no UTF-8 and each character that steers a
    terminal."""
    return re.sub("[\x00-\x1f\x7f-\x9f\u2028\u2029\u061c\u200e\u200f"
                  "\u202a-\u202e\u2066-\u2069\udc80-\udcff]", "?",
                  name.decode(errors="surrogateescape"))


def replaced(name):
    """As JSON has it."""
    return name.decode(errors="replace")


def is_character(name):
    try:
        return len(name.decode()) == 1
    except UnicodeDecodeError:
        return False


def cut(name, most):
    """As much as fits, without half a character."""
    if len(name) <= most:
        return name
    halves = [begin for begin in range(most - 3, most)
              for end in range(most + 1, begin + 5)
              if is_character(name[begin:end])]
    return name[:halves[0] if halves else most]


def _words(*values):
    return b"".join(struct.pack(">I", value & 0xffffffff) for value in values)


def _record(*parts):
    body = b"".join(parts)
    size = _words(len(body) + 8)
    return size + body + size


def _label(volume):
    return _record(_words(0x50052602, 4711, 1_000_000_000, 0, volume),
                   HOST.ljust(64, b"\0"), b"UTC".ljust(40, b"\0"))


def _instances(domain, names):
    at, offsets = 0, []
    for name in names:
        offsets.append(at)
        at += len(name) + 1
    return _record(_words(2, 1_000_000_000, 0, domain, len(names),
                          *range(len(names)), *offsets),
                   b"".join(name + b"\0" for name in names))


def archive():
    """Its files by their suffix: metrics hostile.ROW, 1 for each instance, in a
    record. Source: pmapi/archive/FORMAT.md, version 2."""
    meta, sets = _label(-1), b""
    for number, (row, names) in enumerate(ROWS.items()):
        metric, name = 0x00f00400 + number, f"hostile.{row}".encode()
        meta += _record(_words(1, metric, 1, metric, 3, 0, 1, len(name)), name)
        meta += _instances(metric, names)
        sets += _words(metric, len(names), 0,
                       *(word for i in range(len(names)) for word in (i, 1)))
    return {"meta": meta, "0": _label(0) + _record(
        _words(1_000_000_000, 0, len(ROWS)), sets)}
