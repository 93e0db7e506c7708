"""What tests over the sample archive share: the programs, a folder of its own
for each test, with the archive as shop.* and a link called pmie, and an
environment without PCP's variables."""
import os
import pathlib
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ.get(
    "TOCSIN_SOURCE", pathlib.Path(__file__).resolve().parents[2]))
BUILD = pathlib.Path(os.environ.get("TOCSIN_BUILD", SOURCE / "build/dev"))
TOCSIN = BUILD / "tocsin"
SHOP = BUILD / "sample/shop"
SUFFIXES = ("0", "meta", "index")


def environment(**more):
    mine = {name: value for name, value in os.environ.items()
            if not name.startswith("PCP_")}
    return {**mine, "TZ": "UTC", "PCP_VAR_DIR": "/nonexistent", **more}


class InFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        # What is in `..` is nobody else's, either.
        self.folder = pathlib.Path(folder.name) / "work"
        self.folder.mkdir()
        (self.folder / "pmie").symlink_to(TOCSIN)
        for suffix in SUFFIXES:
            (self.folder / f"shop.{suffix}").symlink_to(f"{SHOP}.{suffix}")

    def write(self, name, text):
        (self.folder / name).write_text(text, encoding="utf-8")


def main():
    if not TOCSIN.exists():
        print(f"SKIPPED: there is no {TOCSIN}")
        sys.exit(77)
    unittest.main()
