"""MMV files for mmv_test.py: crooked ones made by hand, word by word, and
ordinary ones by PCP's own library (through ctypes, in a process of its own
that has the oracle's environment: `mmv_files.py NAME...`)."""
import ctypes
import os
import pathlib
import struct
import sys

U32, U64, I64, ELAPSED, STRING = 1, 3, 2, 9, 6
SIZES = {1: (80, 104), 2: (24, 48), 3: (24, 48)}


def metric(name, item, kind=U32, **more):
    return {"name": name, "item": item, "type": kind, **more}


def u32(number):
    return struct.pack("=I4x", number)


def u64(number):
    return struct.pack("=Q", number)


def mmv(version=1, flags=0, pid=0, cluster=0, generation=(5, 5), indoms=(),
        metrics=(), values=()):
    """indoms: (serial, [(id, name)]); values: (metric's number, instance's
    number or None, 8 bytes, extra or text)."""
    instance_size, metric_size = SIZES[version]
    members = [(number, *member) for number, (_, listed) in enumerate(indoms)
               for member in listed]
    texts = [v[3] for v in values if isinstance(v[3], str)]
    names = [] if version == 1 else [m["name"] for m in metrics] + [
        m[2] for m in members]
    counts = (len(indoms), len(members), len(metrics), len(values),
              len(names) + len(texts))
    sizes = (32, instance_size, metric_size, 32, 256)
    at = [40 + 5 * 16]
    for count, size in zip(counts, sizes):
        at.append(at[-1] + count * size)

    def name(text, number):
        return (text.encode().ljust(64, b"\0")[:64] if version == 1
                else u64(at[4] + 256 * number))

    out = b"MMV\0" + struct.pack("=IQQiiiI", version, *generation, 5, flags,
                                 pid, cluster)
    for kind, count in enumerate(counts):
        out += struct.pack("=iiQ", kind + 1, count, at[kind])
    first = 0
    for serial, listed in indoms:
        out += struct.pack("=IIQQQ", serial, len(listed),
                           at[1] + first * instance_size, 0, 0)
        first += len(listed)
    for number, (indom, inst, text) in enumerate(members):
        out += struct.pack("=Qii", at[0] + 32 * indom, 0, inst)
        out += name(text, len(metrics) + number)
    for number, one in enumerate(metrics):
        out += name(one["name"], number)
        out += struct.pack("=IiiIIIQQ", one["item"], one["type"],
                           one.get("sem", 3), one.get("units", 0),
                           one.get("indom", 0), 0, 0, 0)
    text_at = at[4] + 256 * len(names)
    for number, inst, atom, extra in values:
        if isinstance(extra, str):
            extra, text_at = text_at, text_at + 256
        out += atom + struct.pack(
            "=qQQ", extra, at[2] + metric_size * number,
            0 if inst is None else at[1] + instance_size * inst)
    for text in names + texts:
        out += text.encode().ljust(256, b"\0")
    return out


def one(value, **more):
    return mmv(metrics=[metric("a", 1)], values=[(0, None, u32(value), 0)],
               **more)


def numbers(flags):
    kinds = [0, 0, 1, 1, 2, 3, 4, 5, STRING, ELAPSED, ELAPSED, STRING]
    ones = b"\xff" * 8
    atoms = [ones, b"\xff" * 4 + bytes(4), ones, u32(0xffffffff), ones, ones,
             struct.pack("=f4x", 0.1), struct.pack("=d", 1 / 3), bytes(8),
             ones, u64(1000), bytes(8)]
    extras = [0, 0, 0, 0, 0, 0, 0, 0, "", 0, -1700000000000000, "text"]
    return mmv(flags=flags,
               metrics=[metric(f"m{i}", i, kind)
                        for i, kind in enumerate(kinds)],
               values=[(i, None, atom, extras[i])
                       for i, atom in enumerate(atoms)])


def crooked():
    """File name -> bytes, of what the agent bears without falling over."""
    names = [metric("x", 1), metric("x", 2), metric("y", 1),
             metric("bad-name", 3), metric("ok_9.z", 4), metric("9z", 5),
             metric("big", 1024), metric("sem0", 9, sem=0),
             metric("novalue", 10), metric("noindom", 11, indom=5),
             metric("nosup", 12, -1), metric("", 14),
             metric("all_ones", 15, indom=0xffffffff), metric("zero", 0),
             metric("_u", 20), metric("d.", 22),
             metric("units", 23, units=0x11f10340)]
    indoms = [(3, [(4, "four"), (2, "two words"), (9, "nine")]),
              (3, [(5, "five")]),
              (6, [(1, "x"), (1, "x"), (2, "x"), (7, "")])]
    members = [metric("a", 1, indom=3), metric("b", 2, indom=6),
               metric("c", 3, indom=6), metric("s", 4)]
    member_values = [(0, 0), (0, 1), (0, 3), (1, 4), (1, 5), (1, 6), (1, 7),
                     (2, 4), (3, 0), (3, None), (0, None)]
    return {
        "aa": mmv(metrics=names,
                  values=[(i, None, u32(100 + i), 0)
                          for i in range(len(names)) if i != 8]),
        "bad-file": one(7),
        "cc1": mmv(cluster=77, metrics=[metric("a", 1), metric("b", 2)],
                   values=[(0, None, u32(1), 0), (1, None, u32(2), 0)]),
        "cc2": mmv(cluster=77, metrics=[metric("a", 1), metric("c", 3)],
                   values=[(0, None, u32(11), 0), (1, None, u32(12), 0)]),
        "dd": one(1),
        "ee1": one(5, flags=1),
        "ee2": one(7, flags=1),
        "ff_dead": one(1, flags=2, pid=2 ** 22 + 5),
        "ff_live": one(2, flags=2, pid=os.getpid()),
        "ff_nobody": one(3, flags=2),
        "gg_cluster": one(1, cluster=4096),
        "gg_first": one(1, generation=(0, 0)),
        "gg_flux": one(1, generation=(6, 5)),
        "hh": mmv(version=2, indoms=indoms[:1],
                  metrics=[metric("n" * 200, 1), metric("b", 2, indom=3)],
                  values=[(0, None, u32(7), 0), (1, 0, u32(4), 0),
                          (1, 1, u32(2), 0)]),
        "ii": mmv(indoms=indoms, metrics=members,
                  values=[(m, i, u32(k), 0)
                          for k, (m, i) in enumerate(member_values)]),
        "numbers": numbers(0),
        "sentinels": numbers(4),
        "9digit": one(1),
        "_under": one(1),
        "A.b": one(1),
        ".hidden": one(1),
        "no_mmv": b"something else altogether, of forty bytes or more",
    }


# --- By PCP's library.

class Instance1(ctypes.Structure):
    _fields_ = [("internal", ctypes.c_int32), ("external", ctypes.c_char * 64)]


class Instance2(ctypes.Structure):
    _fields_ = [("internal", ctypes.c_int32), ("external", ctypes.c_char_p)]


class Indom(ctypes.Structure):
    _fields_ = [("serial", ctypes.c_uint32), ("count", ctypes.c_uint32),
                ("instances", ctypes.c_void_p), ("short", ctypes.c_char_p),
                ("help", ctypes.c_char_p)]


REST = [("item", ctypes.c_uint32), ("type", ctypes.c_int32),
        ("semantics", ctypes.c_int32), ("units", ctypes.c_uint32),
        ("indom", ctypes.c_uint32), ("short", ctypes.c_char_p),
        ("help", ctypes.c_char_p)]


class Metric1(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char * 64)] + REST


class Metric2(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p)] + REST


MEMBERS = [(0, b"Anvils"), (1, b"Rockets"), (5, b"Giant Rubber Bands")]
METRICS = [(b"products.count", 7, U64, 1, 0x00100000, 61),
           (b"products.time", 8, I64, 1, 0x01002000, 61),
           (b"load", 9, 5, 3, 0, 0), (b"small", 10, 4, 3, 0, 0),
           (b"state", 11, STRING, 4, 0, 0), (b"busy", 12, ELAPSED, 1, 0, 0),
           (b"signed", 13, 0, 3, 0, 61)]


def library():
    root = pathlib.Path(os.environ["PCP_DIR"]) / "usr/lib"
    ctypes.CDLL(str(next(root.glob("libpcp.so.*"))), ctypes.RTLD_GLOBAL)
    lib = ctypes.CDLL(str(next(root.glob("libpcp_mmv.so.*"))))
    for name in ("mmv_stats_init", "mmv_stats2_init", "mmv_stats_registry",
                 "mmv_stats_start", "mmv_lookup_value_desc"):
        getattr(lib, name).restype = ctypes.c_void_p
    lib.mmv_set_value.argtypes = [ctypes.c_void_p, ctypes.c_void_p,
                                  ctypes.c_double]
    return lib


def declare(lib, name, version, flags):
    if version == 3:
        registry = ctypes.c_void_p(lib.mmv_stats_registry(name, 0, flags))
        lib.mmv_stats_add_indom(registry, 61, b"short", b"help")
        for inst, text in MEMBERS:
            lib.mmv_stats_add_instance(registry, 61, inst, text)
        for text, item, kind, semantics, units, indom in METRICS:
            lib.mmv_stats_add_metric(
                registry, text, item, kind, semantics, ctypes.c_uint32(units),
                indom, b"short", b"help")
        lib.mmv_stats_add_registry_label(registry, b"colour", b"red", 5, 0)
        return lib.mmv_stats_start(registry)
    member, one_metric, init = (
        (Instance1, Metric1, lib.mmv_stats_init) if version == 1 else
        (Instance2, Metric2, lib.mmv_stats2_init))
    members = (member * len(MEMBERS))(*MEMBERS)
    indoms = (Indom * 1)((61, len(MEMBERS), ctypes.addressof(members),
                          b"short", b"help"))
    metrics = (one_metric * len(METRICS))(
        *(m + (b"short", b"help") for m in METRICS))
    return init(name, 0, flags, metrics, len(METRICS), indoms, 1)


def write(name, version, flags):
    lib = library()
    file = ctypes.c_void_p(declare(lib, name.encode(), version, flags))
    if not file.value:
        sys.exit(f"{name}: PCP's library does not write it")

    def place(metric_name, inst=b""):
        return ctypes.c_void_p(lib.mmv_lookup_value_desc(
            file, metric_name, inst))

    for number, (_, inst) in enumerate(MEMBERS):
        lib.mmv_set_value(file, place(b"products.count", inst), number + 40.0)
        lib.mmv_set_value(file, place(b"products.time", inst), number * 1e10)
        lib.mmv_set_value(file, place(b"signed", inst), -5.0 - number)
    lib.mmv_set_value(file, place(b"load"), 1 / 3)
    lib.mmv_set_value(file, place(b"small"), 0.1)
    lib.mmv_set_string(file, place(b"state"), b"on fire", 7)
    busy = place(b"busy")
    lib.mmv_stats_interval_start(file, busy, b"busy", b"")


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        write(argument, int(argument[-1]), 0)
