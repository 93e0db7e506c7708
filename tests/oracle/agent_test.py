"""-x, beside pmie: the PDUs on standard output and what is complained of, over
an archive and over a pmcd. Names are those of a name space of the test's own;
with -n live metrics are looked up there, too."""
# Label: live
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

import oracle
import own_pmcd

NAMES = """root { my }
my { a 1:0:1 b 1:0:2 c 1:0:3 d 1:0:4 e 1:0:5 }
"""
ARCHIVE = (
    "my.a = mem.util.free; my.b = kernel.all.load #'1 minute';",
    "my.a = disk.all.blkread; my.b = instant disk.all.blkread;",
    "my.a = disk.all.blkread * swap.used; my.b = disk.all.blkread / swap.used;",
    "my.a = disk.all.blkread * 5; my.b = 5 * disk.all.blkread;",
    "my.a = 5 / disk.all.blkread; my.b = 5 Kbytes + disk.all.blkread;",
    "my.a = disk.all.blkread + swap.used; my.b = swap.used - disk.all.blkread;",
    "my.a = rate swap.used; my.b = rate disk.all.blkread;",
    "my.a = instant rate disk.all.blkread; my.b = - swap.used;",
    "my.a = instant (disk.all.blkread / swap.used);",
    "my.a = avg_inst kernel.all.load; my.b = sum_sample swap.used @0..1;",
    "my.a = count_inst (kernel.all.load > 5);",
    "my.a = swap.used * count_inst (kernel.all.load > 5);",
    "my.a = count_inst (kernel.all.load > 5) * swap.used;",
    "my.a = swap.used * swap.used * swap.used * swap.used * swap.used "
    "* swap.used * swap.used * swap.used * swap.used * swap.used;",
    "my.a = some_inst kernel.all.load > 500; my.b = mem.util.free @1;",
    "my.a = nosuch; my.b = swap.used + nosuch; my.c = swap.used;",
    "my.a = 5; my.b = \"a\"; my.c = 1 / 0;",
    "my.a = swap.used * 10 Mbyte; my.b = 10 Mbyte / swap.used;"
    "my.c = swap.used / 5 byte/sec; my.d = swap.used * 5 byte^2;",
    "my.a = swap.used * (5 Mbyte + 2 Kbyte); my.b = swap.used * - 5 Mbyte;"
    "my.c = 5 Mbyte * swap.used * (5 Mbyte); my.d = 5 Mbyte + swap.used;",
    "n = 5 Mbyte; my.a = swap.used * $n; t = \"5 Mbyte\";"
    "my.b = swap.used * $t;",
    "my.a = $delta * 5 Mbyte; my.b = swap.used * ($delta * 5 Mbyte);"
    "my.c = $delta * swap.used * 5 sec;",
    "my.a = swap.used * 1 byte * 1 byte * 1 byte * 1 byte * 1 byte * 1 byte "
    "* 1 byte * 1 byte;",
    "my.a = rate (swap.used * 5 Mbyte);"
    "my.b = sum_inst (kernel.all.load * 5 Mbyte/sec);",
    "my.a = swap.used / 0; my.b = (swap.used - swap.used) / 0; delta = 3;"
    "my.c = swap.used;",
    "my.a = swap.used; nosuch = swap.used;",
    "my = swap.used;",
    "swap.used; my.a = swap.used > 1 -> print \"x\"; my.b = swap.used;",
    "my.a = print \"x\" & print \"y\"; my.b = shell \"z\" | print \"y\";",
)
# Truths are 0 and 1 here, and memory of other things in pmie.
OURS = "my.a = kernel.all.load >= 0; my.b = some_inst kernel.all.load >= 0;"
LIVE = (
    "my.a = sample.long.ten; my.b = sample.bin; my.c = nosuch.foo;"
    "my.d = count_inst sample.bin > 500; my.e = count_inst nosuch.foo > 5;",
    "delta = 30; my.a = sample.bin + 2; delta = 40; my.b = sample.noinst;"
    "my.c = 5 < sample.bin + nosuch.foo;",
)


def decoded(stream):
    """Each PDU in words; who sends it is nobody's business."""
    pdus = []
    while len(stream) >= 12:
        size, kind = struct.unpack_from(">ii", stream)
        pdus.append(f"{kind:x} {stream[12:max(size, 12)].hex(' ', 4)}")
        stream = stream[max(size, 12):]
    return pdus + ([stream.hex()] if stream else [])


def told(text):
    lines = re.sub(r"^\[.*?\] \w+\(\d+\) ", "", text, flags=re.M).splitlines()
    # Who has nothing to say need not say that it ends.
    return [line for line in lines if line != "Info: evaluator exiting"]


class Two:
    def __init__(self, folder):
        self.names = folder / "names"
        self.names.write_text(NAMES, encoding="utf-8")
        self.ours = folder / "pmie"
        self.ours.symlink_to(oracle.BUILD / "tocsin")
        self.theirs = oracle.ROOT / "usr/bin/pmie"
        self.env = {**oracle.environment(), "PMNS_DEFAULT": str(self.names),
                    "PCP_TMP_DIR": str(folder)}
        self.failures = 0

    def run(self, program, rules, *options):
        done = subprocess.run(
            [program, "-x", *map(str, options)], input=rules.encode(),
            env=self.env, capture_output=True, timeout=60, check=False)
        return (decoded(done.stdout), told(done.stderr.decode()),
                done.returncode)

    def expect(self, rules, wanted, got):
        for one, other in zip(wanted, got):
            if one != other:
                self.failures += 1
                print(f"{rules}\n  wanted {one}\n  got    {other}")

    def compare(self, rules, *options):
        self.expect(rules, self.run(self.theirs, rules, *options),
                    self.run(self.ours, rules, *options))


def over_an_archive(two):
    where = ("-a", oracle.ARCHIVES / "pcp-vmstat", "-t", "2", "-T", "+9s")
    for rules in ARCHIVE:
        two.compare(rules, *where)
    for options in (("-C",), ("-v",), ("-X",), ("-q",)):
        two.compare("my.a = swap.used; my.b = swap.used;", *where, *options)
    described, *results = two.run(two.ours, OURS, *where)[0][1:]
    two.expect(OURS, ["7005 00400002 00000005 ffffffff 00000003 00000000"],
               [described])
    values = [struct.unpack(">d", bytes.fromhex(block.replace(" ", "")))[0]
              for block in re.findall(r"0500000c (.{17})", " ".join(results))]
    two.expect(OURS, [{1.0}, [4]], [set(values), [len(values)]])
    # Another name space than that of the source.
    two.env["PMNS_DEFAULT"] = "/nosuch/names"
    two.compare("my.a = swap.used;", *where)
    two.env["PMNS_DEFAULT"] = str(two.names)


def over_a_pmcd(two, pmcd):
    two.env.update(pmcd.environment(), PMNS_DEFAULT=str(two.names))
    where = ("-h", pmcd.address, "-f", "-t", "30", "-T", "0")
    for rules in LIVE:
        two.compare(rules, *where)
    # pmie cannot have -n and -x; without -x it looks names up there.
    (two.names.parent / "local").write_text(
        "root { my sample }\nmy { ten 29:0:11 bad 29:0:1023 none 300:0:1 }\n"
        "sample { hundred 29:0:12 }\n", encoding="utf-8")
    rules = ("my.ten; sample.hundred; my; sample.long.ten; my.bad;"
             "my.none; hinv.ncpu > 0;")
    options = ("-n", two.names.parent / "local", "-v", *where)
    shown = [subprocess.run([program, *map(str, options)], input=rules,
                            env=two.env, text=True, capture_output=True,
                            timeout=60, check=False)
             for program in (two.theirs, two.ours)]
    # The host's name comes from pmcd here, whatever the name space has.
    said = [re.sub(r"\(host .*?\)", "(host)", one.stderr) for one in shown]
    two.expect(rules, [shown[0].stdout, told(said[0])],
               [shown[1].stdout, told(said[1])])
    pmcd.kill()
    two.compare(LIVE[0], *where)


def main():
    oracle.require()
    own_pmcd.require()
    with tempfile.TemporaryDirectory() as folder, \
            own_pmcd.Pmcd(("pmcd", "linux", "sample")) as pmcd:
        two = Two(pathlib.Path(folder))
        over_an_archive(two)
        over_a_pmcd(two, pmcd)
    print(f"{len(ARCHIVE) + len(LIVE) + 8} runs, {two.failures} differences")
    return 1 if two.failures else 0


if __name__ == "__main__":
    sys.exit(main())
