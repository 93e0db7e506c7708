"""A replay's heap is advised to be of large pages (base/heap.h): read of the
kernel's own list of mappings while it waits for its rules. A command without
archives leaves its heap as it is. How many pages it then gets is the system's."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import cases

THP = pathlib.Path("/sys/kernel/mm/transparent_hugepage/enabled")
ADVISED = 64 << 10  # KiB
RULES = 'some_inst ( disk.dev.read > 0 count/sec ) -> print "busy";\n'


def advised(pid):
    """KiB of the heap of process `pid` for which large pages are asked."""
    text = pathlib.Path(f"/proc/{pid}/smaps").read_text(encoding="ascii")
    heaps = re.findall(r"\[heap\]\nSize: +(\d+) kB\n(?:(?!VmFlags).*\n)*"
                       r"VmFlags: (.*)", text)
    return sum(int(size) for size, flags in heaps if "hg" in flags.split())


def heap_of(words):
    """That of a tocsin that has read its options; it has to end well."""
    with tempfile.TemporaryDirectory() as folder:
        rules = pathlib.Path(folder) / "rules"
        os.mkfifo(rules)
        with subprocess.Popen(
                [cases.BUILD / "tocsin", *words, "-c", rules],
                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                env={"PATH": "/usr/bin:/bin", "PCP_DERIVED_CONFIG": ""}) as run:
            # Opened for writing once it reads.
            with open(rules, "w", encoding="ascii") as pipe:
                size = advised(run.pid)
                pipe.write(RULES)
            errors = run.stderr.read()
    if run.returncode != 0:
        sys.exit(f"exit {run.returncode}: {errors.decode()}")
    return size


def main():
    if not THP.exists():
        print("SKIPPED: this kernel has no large pages")
        return 77
    replay = heap_of(["-C", "-a", cases.archive(32, 480, ())])
    others = heap_of(["-C"])
    print(f"KiB asked to be of large pages: {replay} of a replay, {others} of "
          "a command without archives")
    return 0 if replay >= ADVISED - 4096 and others == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
