"""What libpcp fetches in interpolated mode, bit for bit, in the lines of
replay_dump.cc. Runs in the oracle's environment, loads its libpcp, and knows
only PMAPI(3)'s structures. One case a line of standard input:
  ARCHIVE OPTIONS START_NS STEP_NS COUNT BLOCK_TICKS NAME[#I,J...]...
Environment variables stand for OPTIONS: the caller has set them."""
import ctypes as c
import struct
import sys

PM_CONTEXT_ARCHIVE = 2
PM_MODE_INTERP = 1
PM_TYPE_STRING = 6
PM_ERR_LOGREC = -12345 - 28
PM_INDOM_NULL = 0xffffffff
COUNTER = 1


class Desc(c.Structure):
    _fields_ = [("pmid", c.c_uint), ("type", c.c_int), ("indom", c.c_uint),
                ("sem", c.c_int), ("units", c.c_uint)]


class Timeval(c.Structure):
    _fields_ = [("sec", c.c_long), ("usec", c.c_long)]


class Value(c.Structure):
    _fields_ = [("inst", c.c_int), ("value", c.c_void_p)]


class ValueSet(c.Structure):
    _fields_ = [("pmid", c.c_uint), ("numval", c.c_int), ("valfmt", c.c_int),
                ("vlist", Value * 1)]


class Result(c.Structure):
    _fields_ = [("timestamp", Timeval), ("numpmid", c.c_int),
                ("vset", c.POINTER(ValueSet) * 1)]


lib = c.CDLL("libpcp.so.3")
lib.pmErrStr.restype = c.c_char_p


def value_text(desc, valfmt, value):
    if valfmt == 0:
        return "%08x" % ((value.value or 0) & 0xffffffff)
    (head,) = struct.unpack("=I", c.string_at(value.value, 4))
    payload = c.string_at(value.value + 4, (head & 0xffffff) - 4)
    if desc.type == PM_TYPE_STRING:
        return '"' + payload.split(b"\0")[0].hex()
    return payload[::-1].hex()


def print_result(k, descs, result):
    sets = c.cast(c.byref(result.contents, Result.vset.offset),
                  c.POINTER(c.POINTER(ValueSet)))
    for m in range(result.contents.numpmid):
        vset = sets[m].contents
        if vset.numval <= 0 or descs[m].type > PM_TYPE_STRING:
            continue
        values = c.cast(c.byref(vset, ValueSet.vlist.offset), c.POINTER(Value))
        rows = sorted((values[i].inst, value_text(descs[m], vset.valfmt,
                                                  values[i]))
                      for i in range(vset.numval))
        for inst, text in rows:
            print(f"{k}\t{m}\t{inst}\t{text}")


def profile(desc, only):
    if only and desc.indom != PM_INDOM_NULL:
        ids = (c.c_int * len(only))(*only)
        lib.pmDelProfile(c.c_uint(desc.indom), 0, None)
        lib.pmAddProfile(c.c_uint(desc.indom), len(only), ids)


def error(code):
    print(f"error\t{lib.pmErrStr(code).decode()}")


def run(archive, start, step, count, specs):
    handle = lib.pmNewContext(PM_CONTEXT_ARCHIVE, archive.encode())
    if handle < 0:
        return error(handle)
    pmids = (c.c_uint * len(specs))()
    descs = [Desc(pmid=PM_INDOM_NULL) for _ in specs]
    for i, spec in enumerate(specs):
        name, _, only = spec.partition("#")
        names = (c.c_char_p * 1)(name.encode())
        one = (c.c_uint * 1)()
        if lib.pmLookupName(1, names, one) == 1:
            pmids[i] = one[0]
            lib.pmLookupDesc(one[0], c.byref(descs[i]))
            profile(descs[i], [int(x) for x in only.split(",") if x])
    origin = Timeval(start // 10**9, start % 10**9 // 1000)
    lib.pmSetMode(PM_MODE_INTERP, c.byref(origin), step // 10**6)
    for k in range(count):
        result = c.POINTER(Result)()
        code = lib.pmFetch(len(specs), pmids, c.byref(result))
        if code == PM_ERR_LOGREC:
            error(code)
            break
        if code >= 0:
            print_result(k, descs, result)
            lib.pmFreeResult(result)
    lib.pmDestroyContext(handle)


if __name__ == "__main__":
    for line in sys.stdin:
        words = line.split()
        run(words[0], int(words[2]), int(words[3]), int(words[4]), words[6:])
        print("end", flush=True)
