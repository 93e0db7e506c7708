"""What libpcp makes of derived metrics, in the lines of derived_dump.cc, whose
input it reads too. Runs in the oracle's environment with PCP_DERIVED_CONFIG
set. libpcp tells what is wrong with a definition on standard error; each
metric is fetched in a context of its own."""
import ctypes as c
import sys

import libpcp_values as values

TYPES = {0: "32", 1: "U32", 2: "64", 3: "U64", 4: "FLOAT", 5: "DOUBLE",
         6: "STRING", 7: "AGGREGATE", -1: "NO_SUPPORT"}

lib = values.lib
lib.pmUnitsStr_r.restype = c.c_char_p


def units_text(word):
    buffer = c.create_string_buffer(128)
    lib.pmUnitsStr_r(c.byref(c.c_uint(word)), buffer, 128)
    return buffer.value.decode()


def show(archive, start, step, count, name):
    handle = lib.pmNewContext(values.PM_CONTEXT_ARCHIVE, archive.encode())
    names = (c.c_char_p * 1)(name.encode())
    pmids = (c.c_uint * 1)()
    desc = values.Desc()
    code = lib.pmLookupName(1, names, pmids)
    if code == 1:
        code = lib.pmLookupDesc(pmids[0], c.byref(desc))
    if code < 0:
        print(f"{name}\terror\t{lib.pmErrStr(code).decode()}")
        lib.pmDestroyContext(handle)
        return
    print(f"{name}\tdesc\t{TYPES[desc.type]}\t{desc.indom}\t{desc.sem}\t"
          f"{units_text(desc.units)}")
    origin = values.Timeval(start // 10**9, start % 10**9 // 1000)
    lib.pmSetMode(values.PM_MODE_INTERP, c.byref(origin), step // 10**6)
    for k in range(count):
        result = c.POINTER(values.Result)()
        if lib.pmFetch(1, pmids, c.byref(result)) < 0:
            continue
        for line in rows(desc, result):
            print(f"{name}\t{k}\t{line}")
        lib.pmFreeResult(result)
    lib.pmDestroyContext(handle)


def rows(desc, result):
    sets = c.cast(c.byref(result.contents, values.Result.vset.offset),
                  c.POINTER(c.POINTER(values.ValueSet)))
    vset = sets[0].contents
    if vset.numval <= 0:
        return []
    all_values = c.cast(c.byref(vset, values.ValueSet.vlist.offset),
                        c.POINTER(values.Value))
    found = sorted((all_values[i].inst,
                    values.value_text(desc, vset.valfmt, all_values[i]))
                   for i in range(vset.numval))
    return [f"{instance}\t{value}" for instance, value in found]


for input_line in sys.stdin:
    words = input_line.split()
    for metric in words[6:]:
        show(words[0], int(words[2]), int(words[3]), int(words[4]), metric)
    print("end", flush=True)
