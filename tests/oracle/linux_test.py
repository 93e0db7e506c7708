"""The metrics of this host beside those of PCP's linux and proc agents, under
a pmcd that this test starts on loopback from the unpacked oracle: the same
descriptors, and values between two readings of ours."""
# Label: live
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import oracle
import own_pmcd

# What PCP says and we don't, on purpose: docs/pmie-differences.md.
DIFFERS = {
    "network.interface.speed": "of unknown speed PCP says 4294967295 Mbit/s",
    "network.interface.baudrate": "the same",
    "network.interface.type": "PCP forgets it if asked for something else too",
    "mem.zoneinfo.nr_free_pages": "PCP overlooks it",
    "mem.numa.util.mapped": "PCP says 0",
    "mem.numa.util.pageTables": "PCP says 0",
    "proc.autogroup.id": "PCP says 0 of the kernel's threads, which have none",
    "proc.autogroup.nice": "the same",
    "proc.psinfo.priority": "PCP says 0",
    "proc.psinfo.policy_s": "PCP says NORMAL",
    "proc.psinfo.rt_priority": "PCP takes the next field",
    "proc.psinfo.cguest_time": "the same",
}
# Where PCP may say what is another metric's: seen where pages could not be split.
OF_ANOTHER = {"mem.vmstat.thp_split": "mem.vmstat.thp_split_page_failed"}
# What the kernel counts by who freed pages, and again by what they were: PCP
# adds both. What cgroups without room free is in the second alone.
ADDED = {"mem.vmstat.pgsteal_total": ["mem.vmstat.pgsteal_anon",
                                      "mem.vmstat.pgsteal_file"]}
# PCP takes a fraction's bits for a whole number.
WRONG_FRACTIONS = re.compile(r"cgroup\.pressure\..*\.avg")
# Where version 2 stands beside version 1 PCP has no values.
BESIDE = pathlib.Path("/sys/fs/cgroup/unified/cgroup.stat")
# What may be anything a moment later.
RESTLESS = re.compile(
    r"proc\.psinfo\.(sname|processor|wchan|cmd|psargs)|mem\.(vmstat\.nr_|buddy|slab|zone)|vfs\.files\.count|"
    r".*pressure.*avg|proc\.runq|kernel\.all\.(running|runnable|lastpid)|"
    r"disk\.\w+\.inflight|network\.\w+\.(tw|time_wait)")
TYPES = {"32-bit int": "32", "32-bit unsigned int": "U32", "64-bit int": "64",
         "64-bit unsigned int": "U64", "float": "FLOAT", "double": "DOUBLE",
         "string": "STRING"}


class Pmcd:
    """A pmcd with the two agents, its files in a folder of its own."""

    def __init__(self, folder, statspath=""):
        self.folder = pathlib.Path(folder)
        self.statspath = statspath
        self.held = own_pmcd.Port()
        self.port = self.held.number
        self.process = None

    def __enter__(self):
        root, folder = oracle.ROOT, self.folder
        pmdas = root / "var/lib/pcp/pmdas"
        (folder / "pmcd.conf").write_text(
            f"linux 60 pipe binary {pmdas}/linux/pmdalinux -l "
            f"{folder}/linux.log{self._user()}\n"
            f"proc 3 pipe binary {pmdas}/proc/pmdaproc -d 3 -A -l "
            f"{folder}/proc.log{self._user()}\n")
        names = folder / "names"
        names.mkdir()
        for name in (root / "var/lib/pcp/pmns").iterdir():
            (names / name.name).write_bytes(name.read_bytes())
        oracle.run([root / "usr/lib/pcp/bin/pmnsmerge", "root_linux",
                    "root_proc", "root"], cwd=names)
        env = oracle.environment()
        if self.statspath:
            env["LINUX_STATSPATH"] = str(self.statspath)
            env["PROC_STATSPATH"] = str(self.statspath)
        for name in ("RUN", "LOG", "TMP", "TMPFILE"):
            env[f"PCP_{name}_DIR"] = str(folder)
        with open(folder / "out", "wb") as out:
            self.process = subprocess.Popen(
                [root / "usr/lib/pcp/bin/pmcd", "-f", "-A", "-i", "127.0.0.1",
                 "-c", folder / "pmcd.conf", "-n", names / "root",
                 "-s", folder / "socket", "-p", str(self.port),
                 "-l", folder / "pmcd.log", *self._user().split()],
                env=env, stdin=subprocess.DEVNULL, stdout=out, stderr=out)
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(30)
        self.held.close()

    @staticmethod
    def _user():
        return " -U root" if os.geteuid() == 0 else ""

    def pminfo(self, *arguments):
        return oracle.run(["pminfo", "-h", f"unix:{self.folder}/socket",
                           *arguments]).stdout

    def is_up(self):
        """False where pmcd and both agents do not come."""
        oracle.run([oracle.ROOT / "usr/lib/pcp/bin/pmcd_wait", "-t", "20sec",
                    "-h", f"127.0.0.1:{self.port}"])
        return self.process.poll() is None and "value" in self.pminfo(
            "-f", "proc.nprocs", "hinv.ncpu")


def instance_key(name):
    """A kernel worker is called after what it does now: only its number."""
    return re.sub(r"^(\d+) \(kworker/.*", r"\1", name)


def whole_values(text):
    """The lines of pminfo; an instance whose name has line breaks in it is one
    line here, and they are \\n, as linux_dump has them."""
    return re.sub(
        r'^    inst \[\d+ or "(?:(?!.*"\] value ).*\n)+.*"\] value ',
        lambda found: found[0].replace("\n", "\\n").replace("\t", "\\t"),
        text, flags=re.M).split("\n")


def read_pminfo(text):
    """name -> (descriptor, {instance name: value})"""
    metrics, name = {}, None
    for line in whole_values(text):
        head = re.match(r"([a-z]\S*) PMID: (\S+)", line)
        if head:
            name = head[1]
            metrics[name] = [[head[2]], {}]
            continue
        if name is None:
            continue
        found = re.match(r"    Data Type: (.*?)  InDom: (\S+)", line)
        if found:
            metrics[name][0] += [TYPES.get(found[1], found[1]), found[2]]
        found = re.match(r"    Semantics: (\S+)  Units: (.*)", line)
        if found:
            metrics[name][0] += [found[1], found[2]]
        found = re.match(r'    (?:inst \[\d+ or "(.*?)"\] )?value (.*)', line)
        if found:
            key = instance_key(found[1] or "")
            metrics[name][1][key] = found[2].strip('"')
    return metrics


def read_ours(text):
    metrics, name = {}, None
    for line in text.splitlines():
        words = line.split("\t")
        if words[0]:
            name = words[0]
            metrics[name] = [words[1:], {}]
        elif name and len(words) == 4:
            metrics[name][1][instance_key(words[2])] = words[3]
    return metrics


def close(low, value, high, semantics, units):
    """True if value is between two readings, with some slack: for what is
    rounded, and much for what goes up and down."""
    try:
        low, value, high = float(low), float(value), float(high)
    except ValueError:
        return value in (low, high)
    low, high = min(low, high), max(low, high)
    share = 0.02 if semantics == "counter" else 0.3
    least = 3
    if "byte" in units:
        least = 1 << (16 if "Kbyte" in units else 20)
    elif "sec" in units:
        least = 100
    slack = max(share * max(abs(low), abs(high)), least)
    return low - slack <= value <= high + slack


def steady_only(metrics, processes):
    """`metrics` where of all processes only those of `processes` are left:
    others may do anything between two readings."""
    for name, (desc, values) in metrics.items():
        if desc[2:3] == ["3.9"]:
            metrics[name][1] = {key: value for key, value in values.items()
                                if key[:6].isdigit()
                                and int(key.split()[0]) in processes}
    return metrics


def of_another(name, instance, theirs):
    """True if PCP's value of `name` is another metric's, as it is known to be."""
    other = theirs.get(OF_ANOTHER.get(name), (None, {}))[1]
    return theirs[name][1][instance] == other.get(instance)


def differences(before, theirs, after):
    for name, (desc, values) in sorted(before.items()):
        if name not in theirs:
            yield f"{name}: not in PCP"
            continue
        their_desc, their_values = theirs[name]
        their_desc[2] = their_desc[2].replace("PM_INDOM_NULL", "-")
        desc[2] = desc[2].replace("PM_INDOM_NULL", "-")
        if desc != their_desc:
            yield f"{name}: {desc}, PCP {their_desc}"
            continue
        if name in DIFFERS or WRONG_FRACTIONS.match(name):
            continue
        if name.startswith("cgroup.") and not their_values and BESIDE.exists():
            continue
        later = after[name][1]
        steady = values.keys() & later.keys()
        for instance in sorted(steady - their_values.keys()):
            yield f"{name}[{instance}]: {values[instance]}, not in PCP"
        for instance in sorted(steady & their_values.keys()):
            mine, other = values[instance], later[instance]
            wanted = their_values[instance]
            for added in ADDED.get(name, []):
                more = theirs.get(added, (None, {}))[1].get(instance, 0)
                wanted = str(int(wanted) - int(more))
            if not RESTLESS.match(name) and not close(
                    mine, wanted, other, desc[3], desc[4]
            ) and not of_another(name, instance, theirs):
                yield (f"{name}[{instance}]: {mine} .. {other}, PCP "
                       f"{their_values[instance]}")
        for instance in sorted(their_values.keys() - values.keys()
                               - later.keys()):
            yield f"{name}[{instance}]: PCP {their_values[instance]}, not ours"


DEVICES = """sda sda1 sdaa sdaa12 nvme0n1 nvme0n1p1 nvme0c0n1 mmcblk0
mmcblk0p1 mmcblk0boot0 vda vda1 xvda xvdb5 hda hda1 md0 md127 md0p1 md_d0 loop0
ram0 zram0 nbd0 nbd0p1 rbd0 rbd0p1 sr0 fd0 cciss/c0d0 cciss/c0d0p1 dasda dasda1
emcpowera bcache0 drbd0 pmem0 etherd/e0.0 mtdblock0 i2o/hda i2o/hda1 ida/c0d0
rd/c0d0 rd/c0d0p1 umema ubd0 ubda fioa fioa1 rssda skd0 zd0""".split()
INTERFACES = """lo eth0 ens3 wlan0 bond0 bonding team0 tun0 tunnel tap0 virbr0
virbr0-nic docker0 veth1 veth12ab br0 br-1234 cni0 face ifb0 eth0.100 lo0
dummy0""".split()
MEMORY = """MemTotal: 4000000 kB|MemFree: 1000000 kB|MemShared: 0 kB
Buffers: 200000 kB|Cached: 700000 kB|SwapCached: 5 kB|Active: 6 kB
Inactive: 7 kB|HighTotal: 8 kB|HighFree: 9 kB|LowTotal: 10 kB|LowFree: 11 kB
SwapTotal: 2000000 kB|SwapFree: 1500000 kB|Dirty: 12 kB|Writeback: 13 kB
Mapped: 14 kB|Slab: 15 kB|Committed_AS: 16 kB|PageTables: 17 kB
ReverseMaps: 18|HugePages_Total: 20|HugePages_Free: 19|Hugepagesize: 4096 kB
HardwareCorrupted: 21 kB|MmapCopy: 22 kB|Quicklists: 23 kB"""
IN_TREE = """disk.dev disk.partitions disk.md disk.all network.all
network.interface.in network.interface.out network.interface.total
network.interface.collisions network.softnet network.sockstat.tcp
network.sockstat.udp network.sockstat.raw network.sockstat.frag mem.util
swap.length swap.used swap.free swapdev kernel.all.cpu kernel.percpu.cpu
kernel.all.intr kernel.all.pswitch kernel.all.sysfork kernel.all.boottime
kernel.all.running kernel.all.load kernel.all.nprocs kernel.all.interrupts
kernel.percpu.interrupts kernel.percpu.intr hinv.ndisk hinv.ncpu
hinv.ninterface cgroup.cpu.stat cgroup.pressure cgroup.memory.current
cgroup.memory.stat mem.slabinfo mem.buddyinfo mem.zoneinfo
hinv.cpu.frequency_scaling hinv.ntape hinv.nfchost hinv.nnode""".split()
CGROUPS = ["", "/a.slice", "/a.slice/b.service", "/user.slice/user-1.slice"]
MEMORY_STAT = """anon anon_thp file file_dirty file_mapped file_writeback
kernel_stack slab slab_reclaimable slab_unreclaimable sock shmem active_anon
inactive_anon active_file inactive_file unevictable pgfault pgmajfault
workingset_refault workingset_activate workingset_nodereclaim pgrefill pgscan
pgsteal pgactivate pgdeactivate pglazyfree pglazyfreed thp_fault_alloc
thp_collapse_alloc""".split()
ZONES = """Node 0, zone      DMA
  per-node stats
      nr_inactive_anon 118783
      nr_dirty     144400
  pages free     3840
        min      15
        scanned  7
        spanned  4095
        present  3998
        managed  0
        cma      0
        protection: (0, 3019, 16331)
      nr_zone_active_anon 5
      numa_hit     2
  pagesets
    cpu: 0
              high:     3
Node 0, zone  Movable
  pages free     0
        min      32
        present  0
        managed  0
        protection: (0, 0, 4)
Node 1, zone   Normal
  per-node stats
      nr_inactive_anon 3
  pages free     9
        spanned  0
        present  1
        managed  0
        cma      1
        protection: (0, 0, 1)
      nr_zone_active_anon 11
"""
FILES = {
    "meminfo": "\n".join(MEMORY.replace("|", "\n").splitlines()) + "\n",
    "loadavg": "0.50 1.25 12.75 3/128 4711\n",
    "stat": "cpu  10 2 30 400 5 6 7 8 9 1\ncpu0 4 1 10 200 2 3 3 4 4 1\n"
            "cpu1 6 1 20 200 3 3 4 4 5 0\nintr 1234 5 6\nctxt 98765\n"
            "btime 1700000000\nprocesses 777\nprocs_running 3\n"
            "procs_blocked 1\nsoftirq 5 1 2 3\n",
    "interrupts": "            CPU0       CPU1\n   0:  5 6 IO-APIC 2-edge timer\n"
                  "  10:  70000 8 PCI-MSI eth0-rx-0\n NMI: 1 2 Non-maskable\n"
                  "ERR: 3\nMIS: 4\n",
    "swaps": "Filename\tType\tSize\tUsed\tPriority\n"
             "/dev/sda2 partition\t4000\t100\t-2\n/swap file 300 300 5\n",
    "buddyinfo": "Node 0, zone DMA 1 2 3 \nNode 1, zone Normal 4 5 6 \n",
    "slabinfo": "slabinfo - version: 2.1\n# name <active_objs> <num_objs>\n"
                "kmalloc-8 1 2 8 4 1 : tunables 0 0 0 : slabdata 5 6 0\n"
                "dentry 70 80 192 21 2 : tunables 0 0 0 : slabdata 9 10 0\n",
    "zoneinfo": ZONES,
    "../sys/devices/system/cpu/cpu0/cpufreq/stats/time_in_state":
        "1200500 10\n2400000 20\n",
    "../sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq": "9000000\n",
    "../sys/devices/system/cpu/cpu1/cpufreq/cpuinfo_max_freq": "2400999\n",
    "../sys/devices/system/cpu/cpu1/cpufreq/cpuinfo_min_freq": "1200000\n",
    "../sys/devices/system/cpu/cpu1/cpufreq/scaling_cur_freq": "1800000\n",
    "../sys/class/scsi_tape/st0/stats/in_flight": "0\n",
    "../sys/class/scsi_tape/nst0/stats/in_flight": "0\n",
    "../sys/class/fc_host/host5/statistics/rx_frames": "0x5\n",
    "net/softnet_stat": "0000000a 00000002 00000003 0 0 0 0 0 4 5 6\n"
                        "000000ff 0 0 0 0 0 0 0 0 0 0\n",
    "net/sockstat": "sockets: used 19\nTCP: inuse 3 orphan 1 tw 5 alloc 4 "
                    "mem 6\nUDP: inuse 7 mem 8\nUDPLITE: inuse 9\n"
                    "RAW: inuse 10\nFRAG: inuse 11 memory 12\n",
}


def make_tree(root):
    """A /proc of many devices and interfaces, each with numbers of its own."""
    files = dict(FILES)
    files["diskstats"] = "".join(
        f"   8 {i} {name} " + " ".join(str(i * 100 + k) for k in range(17))
        + "\n" for i, name in enumerate(DEVICES, 1))
    files["net/dev"] = "Inter-| Receive | Transmit\n face |b p|b p\n" + "".join(
        f"{name:>6}: " + " ".join(str(1 << i if k in (0, 8) else i * 20 + k)
                                  for k in range(16)) + "\n"
        for i, name in enumerate(INTERFACES))
    files["mounts"] = files["self/mounts"] = (
        "cgroup2 /sys/fs/cgroup cgroup2 rw 0 0\n")
    files["cgroups"] = ("#subsys_name\thierarchy\tnum_cgroups\tenabled\n"
                        "cpu\t0\t4\t1\nmemory\t0\t4\t1\n")
    for i, group in enumerate(CGROUPS, 1):
        folder = f"../sys/fs/cgroup{group}/"
        files[folder + "cgroup.controllers"] = "cpu memory\n"
        files[folder + "cpu.stat"] = (
            f"usage_usec {i}00\nuser_usec {i}10\nsystem_usec {i}20\n")
        files[folder + "memory.current"] = f"{i}4096\n"
        files[folder + "memory.stat"] = "".join(
            f"{key} {i}{k}\n" for k, key in enumerate(MEMORY_STAT))
        full = f"full avg10=0.50 avg60=0.00 avg300=9.99 total={i}12\n"
        for what in ("cpu", "memory", "io"):
            files[folder + what + ".pressure"] = (
                f"some avg10={i}.5 avg60=0.25 avg300=0.00 total={i}47\n" + full)
        files[folder + "irq.pressure"] = full
    for name, text in files.items():
        path = pathlib.Path(root) / "proc" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def compare(tree, only, processes):
    """(our metrics, their differences from PCP's) of this host or of `tree`,
    for metrics below the names in `only`, or all."""
    with tempfile.TemporaryDirectory() as folder, Pmcd(folder, tree) as pmcd:
        if not pmcd.is_up():
            print("SKIPPED: pmcd and its agents do not start here")
            sys.exit(oracle.SKIPPED)
        read = [oracle.ours("oracle/linux_dump", "values", tree).stdout]
        # Apart: where a file is missing a fetch has no values at all.
        theirs = {}
        for name in only or [None]:
            theirs.update(read_pminfo(pmcd.pminfo("-mdf", *filter(None, [name]))))
        read.append(oracle.ours("oracle/linux_dump", "values", tree).stdout)
    below = tuple(f"{name}." for name in only) or ("",)
    before, after = ({name: metric for name, metric in read_ours(text).items()
                      if f"{name}.".startswith(below) and
                      not name.startswith(("kmsg.", "systemd."))} for text in read)
    return len(before), list(differences(
        *(steady_only(metrics, processes) for metrics in (before, theirs, after))))


def lasting(tree, only, processes, readings=4):
    """As compare, of what differs in every one of some readings: whatever a
    busy machine did between two of them is noise."""
    count, found = compare(tree, only, processes)
    for _ in range(readings - 1):
        if not found:
            break
        again = compare(tree, only, processes)[1]
        places = {line.partition(": ")[0] for line in again}
        found = [line for line in found if line.partition(": ")[0] in places]
    return count, found


def quiet_processes():
    """Processes that wait for input, under plain and odd names; the kernel's
    first thread is as quiet."""
    names = ["cat", "cat: a b", "-cat", "(cat)", "cat\n\tof\tmany\tlines\n"]
    return [subprocess.Popen([name], executable="/bin/cat",
                             stdin=subprocess.PIPE) for name in names]


def missing_for_pmieconf(ours):
    """Names in PCP's rule templates that its linux and proc agents have (by
    the name space) and we don't."""
    spaces = [oracle.ROOT / "var/lib/pcp/pmns" / name
              for name in ("root_linux", "root_proc")]
    known = set(full_names("\n".join(s.read_text() for s in spaces)))
    used = set()
    for rules in (oracle.ROOT / "etc/pcp/pmieconf").rglob("*"):
        if rules.is_file():
            used |= set(re.findall(r"[a-z]\w*(?:\.\w+)+",
                                   rules.read_text(errors="replace")))
    return len(used & known), sorted((used & known) - ours)


def full_names(text):
    """The leaves of a name space: `a.b {` opens the children of a.b."""
    for parent, body in re.findall(r"^([a-z][\w.]*)\s*\{(.*?)^\}", text,
                                   re.M | re.S):
        prefix = "" if parent == "root" else f"{parent}."
        for line in body.splitlines():
            words = line.split()
            if len(words) == 2 and ":" in words[1]:
                yield prefix + words[0]


def main():
    oracle.require()
    failed = False
    with tempfile.TemporaryDirectory() as tree:
        make_tree(tree)
        quiet = quiet_processes()
        known = {2, *(process.pid for process in quiet)}
        for where, only in (("", []), (tree, IN_TREE)):
            count, found = lasting(where, only, known)
            print(f"{'fixtures' if where else 'this host'}: {count} metrics, "
                  f"{len(found)} differences")
            for line in found:
                print(f"  {line}")
            failed = failed or bool(found) or count == 0
        for process in quiet:
            process.communicate()
    ours = set(read_ours(oracle.ours("oracle/linux_dump", "values").stdout))
    used, missing = missing_for_pmieconf(ours)
    print(f"pmieconf: {used} metrics, missing: {missing}")
    failed = failed or bool(missing) or used < 20
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
