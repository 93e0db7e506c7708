"""Whether the temporal index of an archive leads astray: an entry that does
not point at the start of a record. libpcp believes it, we do not read it
(docs/pmie-differences.md, "Running"). After pmapi/archive/FORMAT.md, without
any of our code; what is compressed is taken to be right."""
import struct


def record_starts(data):
    """Offsets of records, and of the end of the last good one."""
    starts, at = set(), 0
    while True:
        starts.add(at)
        if at + 8 > len(data):
            return starts
        length, = struct.unpack_from(">i", data, at)
        if length < 8 or at + length > len(data):
            return starts
        if struct.unpack_from(">i", data, at + length - 4)[0] != length:
            return starts
        at += length


def entries(index):
    """(volume, offset in it) of each entry."""
    label, magic = struct.unpack_from(">iI", index)
    layout = ">8xi4xi" if magic & 0xFF == 2 else ">12xi8xq"
    size = struct.calcsize(layout)
    return [struct.unpack_from(layout, index, at)
            for at in range(label, len(index) - size + 1, size)]


def leads_astray(archive):
    index = archive.parent / f"{archive.name}.index"
    if not index.exists():
        return False
    starts = {}
    for volume, offset in entries(index.read_bytes()):
        path = archive.parent / f"{archive.name}.{volume}"
        if volume not in starts:
            starts[volume] = path.exists() and record_starts(path.read_bytes())
        if starts[volume] and offset not in starts[volume]:
            return True
    return False
