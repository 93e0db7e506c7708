"""Archives that are cut, or still being written: what every command says and
how it ends. As pmie nothing is said; that is tests/oracle's."""
import gzip
import json
import os
import shutil
import struct
import subprocess

import shop

LONG_AGO = 1_000_000_000

LABEL = 808  # bytes, version 3


def records(volume):
    """The offsets of a volume's records, and its size."""
    offsets = [LABEL]
    while offsets[-1] < len(volume):
        length, = struct.unpack_from(">I", volume, offsets[-1])
        offsets.append(offsets[-1] + length)
    return offsets


def seconds(volume, offset):
    low, high = struct.unpack_from(">Ii", volume, offset + 4)
    return (high << 32) + low


class Cut(shop.InFolder):
    """The sample archive, three hours from 08:00 UTC on, as shop.*."""

    def setUp(self):
        super().setUp()
        for suffix in shop.SUFFIXES:  # to be written
            path = self.folder / f"shop.{suffix}"
            path.unlink()
            shutil.copy(f"{shop.SHOP}.{suffix}", path)
        (self.folder / "rules").write_text("load = kernel.all.load;\n")
        self.volume = self.read("0")
        self.offsets = records(self.volume)

    def read(self, suffix):
        return (self.folder / f"shop.{suffix}").read_bytes()

    def put(self, suffix, data):
        """As of long ago: nobody is writing it."""
        path = self.folder / f"shop.{suffix}"
        path.write_bytes(data)
        os.utime(path, (LONG_AGO, LONG_AGO))

    def run_as(self, *command):
        done = subprocess.run(
            command, cwd=self.folder, text=True, timeout=120, check=False,
            env=shop.environment(),
            stdin=subprocess.DEVNULL, capture_output=True)
        return done.returncode, done.stdout, done.stderr

    def tocsin(self, *arguments):
        return self.run_as(shop.TOCSIN, *arguments)

    def stamp(self, offset):
        """The time of the record at `offset`, as is printed."""
        return self.run_as("date", "-u", "-d",
                           f"@{seconds(self.volume, offset)}",
                           "+%a %b %e %H:%M:%S %Y")[1].strip()

    def assert_tells(self, said, status=2, archive="shop", window=()):
        """Every command says `said` in one line; pmie says nothing."""
        for name, command in (
                ("tocsin", ["-q", "-v", "-t", "10min", "rules"]),
                ("tocsin: eval", ["eval", "-t", "10min", "kernel.all.load"]),
                ("tocsin", ["-C", "rules"]), ("tocsin: check",
                                              ["check", "rules"])):
            if window and name == "tocsin" and "-C" in command:
                continue
            if window and "check" in command:
                continue
            at = 1 if name.startswith("tocsin: ") else 0
            command[at:at] = ["-a", archive, *window]
            ended, out, err = self.tocsin(*command)
            self.assertEqual(err, f"{name}: {said}\n" if said else "", command)
            self.assertEqual(ended, status if said else 0, command)
            self.assertEqual(bool(out), "-C" not in command, command)
        ended, _, err = self.run_as("./pmie", "-q", "-v", "-a", archive,
                                    "-t", "10min", *window, "rules")
        self.assertEqual((ended, err), (0, ""))

    def test_whole(self):
        self.assert_tells("")

    def test_within_a_record(self):
        half = len(self.offsets) // 2
        begin = self.offsets[half]
        last = self.stamp(self.offsets[half - 1])
        for size in (begin + 4, begin + 30, self.offsets[half + 1] - 1):
            self.put("index", self.read("index")[:LABEL + 32])
            self.put("0", self.volume[:size])
            self.assert_tells(f"shop.0 ends within a record, at byte {begin}: "
                              f"it looks cut; nothing is known after {last}")

    def test_while_it_is_written(self):
        half = len(self.offsets) // 2
        self.put("index", self.read("index")[:LABEL + 32])
        self.put("0", self.volume[:self.offsets[half] + 9])
        os.utime(self.folder / "shop.0")
        last = self.stamp(self.offsets[half - 1])
        self.assert_tells(
            f"shop.0 ends within a record, at byte {self.offsets[half]}: "
            f"it is still being written; nothing is known after {last}")

    def test_that_merely_grows(self):
        """The last record is whole, and the index does not know more."""
        half = len(self.offsets) // 2
        self.put("index", self.read("index")[:LABEL + 32])
        self.put("0", self.volume[:self.offsets[half]])
        self.assert_tells("")

    def test_between_records(self):
        """Only the index shows it."""
        half = len(self.offsets) // 2
        size = self.offsets[half]
        self.put("0", self.volume[:size])
        last = self.stamp(self.offsets[half - 1])
        known = struct.unpack(">q", self.read("index")[-8:])[0]
        self.assertGreater(known, size)
        self.assert_tells(
            f"shop.0 is cut, at byte {size}: its index goes on to byte "
            f"{known}; nothing is known after {last}")

    def test_windows_that_end_before(self):
        self.put("0", self.volume[:-5])
        self.assert_tells("", window=("-T", "1hour"))
        last = self.stamp(self.offsets[-3])
        index = self.read("index")
        known = struct.unpack(">q", index[-8:])[0]
        size = len(self.volume) - 5
        self.assert_tells(
            f"shop.0 is cut, at byte {size}: its index goes on to byte "
            f"{known}; nothing is known after {last}", window=("-S", "-1hour"))

    def test_metadata(self):
        meta = self.read("meta")
        self.put("meta", meta[:-7])
        for command in (["-v", "rules"], ["eval", "hinv.ncpu"],
                        ["check", "rules"]):
            at = 0 if command[0] == "-v" else 1
            ended, out, err = self.tocsin(*command[:at], "-a", "shop",
                                          *command[at:])
            told = ("1 statement is right; 0 errors, 0 warnings\n"
                    "no metric was looked up: the archive could not be opened\n"
                    if command[0] == "check" else "")
            self.assertEqual((ended, out), (2 if at else 1, told), command)
            self.assertRegex(err, r"cannot open archive shop: shop\.meta: "
                             r"metadata record at byte \d+: the file ends "
                             r"within it\n\Z")

    def test_metadata_between_records(self):
        meta = self.read("meta")
        at = LABEL
        ends = []
        while at < len(meta):
            at += struct.unpack_from(">I", meta, at)[0]
            ends.append(at)
        self.put("meta", meta[:ends[-2]])
        self.assert_tells(f"shop.meta is cut, at byte {ends[-2]}: metrics and "
                          "instances are missing")

    def test_index(self):
        """Nothing is lost by it."""
        self.put("index", self.read("index")[:-7])
        self.assert_tells("")

    def volumes(self):
        """The volume in three: a label each, numbered, with its start."""
        third = len(self.offsets) // 3
        cuts = [self.offsets[0], self.offsets[third],
                self.offsets[2 * third], len(self.volume)]
        self.ends = [self.stamp(self.offsets[third - 1]),
                     self.stamp(self.offsets[2 * third - 1])]
        self.starts = [self.stamp(cuts[1]), self.stamp(cuts[2])]
        index = self.read("index")[:LABEL]
        for number in range(3):
            label = bytearray(self.volume[:LABEL])
            struct.pack_into(">i", label, 24, number)
            label[12:24] = self.volume[cuts[number] + 4:cuts[number] + 16]
            if number == 0:
                label[12:24] = self.volume[12:24]
            data = bytes(label) + self.volume[cuts[number]:cuts[number + 1]]
            self.put(str(number), data)
            index += data[12:24] + struct.pack(
                ">iqq", number, len(self.read("meta")), len(data))
        self.put("index", index)

    def test_volumes(self):
        self.volumes()
        self.assert_tells("")

    def test_a_volume_that_is_missing(self):
        self.volumes()
        (self.folder / "shop.1").unlink()
        self.assert_tells(f"shop.1 is missing; nothing is known after "
                          f"{self.ends[0]} until {self.starts[1]}")

    def test_the_last_volume_is_missing(self):
        self.volumes()
        (self.folder / "shop.2").unlink()
        self.assert_tells("shop.2 is missing; nothing is known after "
                          f"{self.ends[1]}")

    def test_the_first_volumes_are_removed_on_purpose(self):
        self.volumes()
        (self.folder / "shop.0").unlink()
        self.assert_tells("")

    def test_a_record_in_the_middle(self):
        """Damage: nobody goes on behind it."""
        self.volumes()
        self.put("1", self.read("1")[:-5])
        ended, out, err = self.tocsin("-q", "-v", "-a", "shop", "rules")
        self.assertEqual(ended, 2)
        self.assertRegex(err, r"\Atocsin: shop\.1: byte \d+: the file ends "
                         r"within the record\n\Z")
        self.assertTrue(out)
        ended, out, err = self.tocsin("check", "-a", "shop", "rules")
        self.assertEqual(ended, 2)
        self.assertRegex(err, r"\Atocsin: check: shop\.1 is cut, at byte \d+")

    def test_compressed(self):
        self.volumes()
        for number in "012":
            self.put(f"{number}.gz", gzip.compress(self.read(number)))
            (self.folder / f"shop.{number}").unlink()
        self.assert_tells("")
        self.put("2.gz", self.read("2.gz")[:-50])
        said = ("shop.2.gz cannot be used: shop.2.gz: cannot be unpacked: "
                f"truncated gzip input; nothing is known after {self.ends[1]}")
        self.assert_tells(said)

    def test_several_archives(self):
        """Of another host: whose it is stands in the line."""
        for suffix in ("meta", "index", "0"):
            data = self.read(suffix).replace(b"shop\0", b"mart\0")
            path = self.folder / f"mart.{suffix}"
            path.write_bytes(data)
        (self.folder / "mart.index").unlink()
        path.write_bytes(data[:-5])
        os.utime(path, (LONG_AGO, LONG_AGO))
        last = self.stamp(self.offsets[-3])
        self.assert_tells(
            f"mart.0 ends within a record, at byte {self.offsets[-2]}: "
            f"it looks cut; nothing is known after {last}",
            archive="shop,mart")

    def test_json(self):
        self.put("0", self.volume[:-5])
        status, out, err = self.tocsin("check", "--json", "-a", "shop",
                                       "rules")
        self.assertEqual((status, json.loads(out)), (2, []))
        self.assertTrue(err)
        status, out, err = self.tocsin("eval", "--json", "-a", "shop",
                                       "hinv.ncpu")
        self.assertEqual(status, 2)
        self.assertTrue(json.loads(out)["values"])


if __name__ == "__main__":
    shop.main()
