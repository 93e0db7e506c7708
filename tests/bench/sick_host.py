"""Real faults on this host, one after the other: of all templates of rules/sets
that are on the right one fires within two of its intervals, and no other. No
test: it takes minutes, root, and a host that is otherwise idle.
tests/script/sick_host_test.cc has all templates, over a host's files.
    sick_host.py [SCENARIO]..."""
import contextlib
import os
import pathlib
import queue
import re
import subprocess
import sys
import tempfile
import threading
import time

import cases

INTERVAL = 60  # of all templates that ring here
FIRST = 5      # until the first values are there. Units: seconds
CGROUPS = pathlib.Path("/sys/fs/cgroup")
EAT = "x = bytearray({}); x[::4096] = b'x' * len(x[::4096])"
# Reads a file that its cgroup has no room for, all the time.
THRASH = """
import mmap, sys
with open(sys.argv[1], "rb") as file:
    all = mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ)
    while True:
        sum(all[::4096])
"""
ZOMBIES = """
import os, sys, time
for _ in range(250):
    if os.fork() == 0:
        os._exit(0)
time.sleep(1000)
"""


class Impossible(Exception):
    """What befalls a host cannot befall this one."""


def run(*words):
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Impossible(f"{' '.join(map(str, words))}: {done.stderr.strip()}")


def start(stack, *words):
    process = stack.enter_context(subprocess.Popen(
        words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL))
    stack.callback(process.kill)
    return process


def cgroup(stack, folder):
    """An own one, which goes with its processes."""
    try:
        folder.mkdir()
    except OSError as why:
        raise Impossible(str(why)) from why

    def end():
        while (folder / "cgroup.procs").read_text():
            time.sleep(0.05)
        folder.rmdir()
    stack.callback(end)
    return folder


def within(folder, *words):
    """Words that run others in that cgroup."""
    return ["sh", "-c", f'echo $$ > {folder}/cgroup.procs && exec "$@"', "sh",
            *words]


def small_memory(stack):
    folder = cgroup(stack, CGROUPS / "memory/tocsin-sick")
    (folder / "memory.limit_in_bytes").write_text(str(48 << 20))
    return folder


def fill(folder):
    with contextlib.suppress(OSError), open(folder / "all", "wb") as file:
        while True:
            file.write(bytes(1 << 16))
            file.flush()


def full_tmpfs(stack, folder):
    run("mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", folder)
    stack.callback(run, "umount", folder)
    fill(folder)


def full_disk(stack, folder):
    image, mounted = folder / "image", folder / "mounted"
    mounted.mkdir()
    run("truncate", "-s", "64M", image)
    run("mkfs.ext4", "-q", "-m", "0", image)
    run("mount", "-o", "loop", image, mounted)
    stack.callback(run, "umount", mounted)
    fill(mounted)


def burnt_cpu(stack, _):
    group = cgroup(stack, CGROUPS / "unified/tocsin-sick")
    for _ in range(2):
        start(stack, *within(group, "taskset", "-c", "0", sys.executable, "-c",
                             "while True: pass"))


def killed_program(stack, _):
    group = small_memory(stack)
    time.sleep(FIRST)
    start(stack, *within(group, sys.executable, "-c", EAT.format(200 << 20)))


def memory_pressure(stack, folder):
    """Pages are whose who reads them first: dd leaves none behind."""
    group = small_memory(stack)
    run("dd", "if=/dev/zero", f"of={folder}/large", "bs=1M", "count=200",
        "oflag=direct")
    for _ in range(2):
        start(stack, *within(group, sys.executable, "-c", THRASH,
                             str(folder / "large")))


def zombies(stack, _):
    start(stack, sys.executable, "-c", ZOMBIES)


def lost_packets(stack, _):
    run("unshare", "-n", "tc", "qdisc", "add", "dev", "lo", "root", "netem",
        "loss", "30%")
    raise Impossible("netem is there: write this scenario")


def nothing(*_):
    pass


# name: (what befalls the host, which rings, which may as well, words before
# tocsin's).
NAMESPACE = ["unshare", "-pf", "--mount-proc", "--kill-child", "sh", "-c",
             "echo 400 > /proc/sys/kernel/pid_max && "
             "i=0; while [ $i -lt 340 ]; do sleep 1000 & i=$((i + 1)); done; "
             '"$@"', "sh"]
SCENARIOS = {
    "well": (nothing, None, (), []),
    "tmpfs": (full_tmpfs, "tmpfs_full", (), []),
    "disk": (full_disk, "filesystem_full", ("filesystem_filling",), []),
    "cpu": (burnt_cpu, "cgroup_cpu_pressure", (), []),
    "oom": (killed_program, "memory_oom_kill", (), []),
    "memory": (memory_pressure, "memory_pressure", (), []),
    "processes": (nothing, "process_table", (), NAMESPACE),
    "zombies": (zombies, "process_zombies", (), []),
    "packets": (lost_packets, "network_retransmits", (), []),
}


def rules(folder):
    """All templates, as rules that print."""
    done = subprocess.run(
        [cases.BUILD / "tocsin", "conf", "render", "--sets",
         cases.SOURCE / "rules/sets", "--site", os.devnull, "localhost"],
        capture_output=True, text=True, check=True)
    path = folder / "rules.pmie"
    path.write_text(done.stdout.replace("-> syslog", "-> print"),
                    encoding="utf-8")
    return path


def heard(before, file, befalls):
    """What has rung, with the seconds after which, in two intervals."""
    lines, rung = queue.Queue(), {}
    with subprocess.Popen(
            [*before, cases.BUILD / "tocsin", "-q", "-h", "@", "-c", file],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True) as process:
        threading.Thread(target=lambda: [lines.put(one) for one in
                                         process.stdout], daemon=True).start()
        try:
            befalls()
            begin = time.monotonic()
            left = 2 * INTERVAL + FIRST
            while left > 0:
                with contextlib.suppress(queue.Empty):
                    line = lines.get(timeout=left)
                    name = re.search(r"(\w+): ", line.split(" ", 5)[-1])
                    at = time.monotonic() - begin
                    rung.setdefault(name[1] if name else line.strip(), at)
                left = begin + 2 * INTERVAL + FIRST - time.monotonic()
        finally:
            process.kill()
    return rung


def main():
    failed = False
    with tempfile.TemporaryDirectory() as name:
        file = rules(pathlib.Path(name))
        for what in sys.argv[1:] or SCENARIOS:
            befalls, rings, too, before = SCENARIOS[what]
            with contextlib.ExitStack() as stack:
                folder = pathlib.Path(
                    stack.enter_context(tempfile.TemporaryDirectory()))
                try:
                    rung = heard(before, file, lambda: befalls(stack, folder))
                except Impossible as why:
                    print(f"{what:10} skipped: {why}", flush=True)
                    continue
            right = rung.keys() - set(too) == ({rings} if rings else set())
            failed |= not right
            told = ", ".join(f"{one} after {at:.0f} s"
                             for one, at in rung.items()) or "nothing"
            print(f"{what:10} {'right' if right else 'WRONG'}: {told}",
                  flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
