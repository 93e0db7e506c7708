"""What pmie's own QA runs over archives, byte for byte: for commands that only
one of its tests tries. Named by the number of the test."""
import os
import pathlib
import subprocess
import sys
import tempfile

import oracle

CASES = {
    # The first report of a set after a mark is one `?`: a counter that had a
    # value before it has none.
    "1099": (("-a", oracle.ARCHIVES / "pmiostat_mark", "-S", "@17:30", "-t",
              "15m", "-A", "15m", "-z", "-v"),
             "v_instant = filesys.full;\n"
             "v_counter = network.interface.in.packets;\n"),
}


def said(program, options, rules, env):
    return subprocess.run([program, *options], env=env, input=rules, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          timeout=60, check=True).stdout


def main():
    oracle.require()
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        link = pathlib.Path(folder) / "pmie"
        link.symlink_to(oracle.BUILD / "tocsin")
        for name, (options, rules) in CASES.items():
            theirs = said(oracle.ROOT / "usr/bin/pmie", options, rules,
                          oracle.environment())
            ours = said(link, options, rules, os.environ)
            if theirs != ours or not theirs:
                print(f"{name}: pmie\n{theirs}\nhere\n{ours}")
                failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
