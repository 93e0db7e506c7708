// The rows of proc.*.
#include "pmapi/linux/metrics.h"

namespace pmapi::lnx {
namespace {

constexpr Traits kCounterU32Count = Counter(Type::kU32, kOne);
constexpr Traits kCounterU64Byte = Counter(Type::kU64, kByte);
constexpr Traits kCounterU64Count = Counter(Type::kU64, kOne);
constexpr Traits kCounterU64MsecTicks =
    Counter(Type::kU64, kMsec, Scale::kTicks);
constexpr Traits kCounterU64Nsec = Counter(Type::kU64, kNsec);
constexpr Traits kDiscreteStringNone = Discrete(Type::kString, kNone);
constexpr Traits kDiscreteU32None = Discrete(Type::kU32, kNone);
constexpr Traits kDiscreteU64MsecTicks =
    Discrete(Type::kU64, kMsec, Scale::kTicks);
constexpr Traits kDiscreteU64None = Discrete(Type::kU64, kNone);
constexpr Traits kInstant32Count = Instant(Type::k32, kOne);
constexpr Traits kInstant32None = Instant(Type::k32, kNone);
constexpr Traits kInstantStringNone = Instant(Type::kString, kNone);
constexpr Traits kInstantU32Count = Instant(Type::kU32, kOne);
constexpr Traits kInstantU32Kbyte = Instant(Type::kU32, kKbyte);
constexpr Traits kInstantU32KbytePages =
    Instant(Type::kU32, kKbyte, Scale::kPages);
constexpr Traits kInstantU32None = Instant(Type::kU32, kNone);
constexpr Traits kInstantU64Kbyte = Instant(Type::kU64, kKbyte);
constexpr Traits kInstantU64KbyteBytesToKb =
    Instant(Type::kU64, kKbyte, Scale::kBytesToKb);
constexpr Traits kInstantU64KbytePages =
    Instant(Type::kU64, kKbyte, Scale::kPages);

constexpr MetricRow kProcStat[] = {
    {"proc.psinfo.pid", 8, 0, kDiscreteU32None, "pid", "process identifier"},
    {"proc.psinfo.cmd", 8, 1, kDiscreteStringNone, "cmd",
     "name of the command"},
    {"proc.psinfo.sname", 8, 2, kInstantStringNone, "sname",
     "state: R running, S sleeping, D in I/O, Z zombie, T stopped"},
    {"proc.psinfo.ppid", 8, 3, kDiscreteU32None, "ppid",
     "process identifier of the parent"},
    {"proc.psinfo.pgrp", 8, 4, kDiscreteU32None, "pgrp", "process group"},
    {"proc.psinfo.session", 8, 5, kDiscreteU32None, "session", "session"},
    {"proc.psinfo.tty", 8, 6, kDiscreteU32None, "tty",
     "terminal, as a device number"},
    {"proc.psinfo.tty_pgrp", 8, 7, kDiscreteU32None, "tty_pgrp",
     "foreground process group of the terminal"},
    {"proc.psinfo.flags", 8, 8, kDiscreteU32None, "flags",
     "flags of the kernel"},
    {"proc.psinfo.minflt", 8, 9, kCounterU32Count, "minflt",
     "page faults that read nothing"},
    {"proc.psinfo.cmin_flt", 8, 10, kCounterU32Count, "cmin_flt",
     "page faults of children waited for, that read nothing"},
    {"proc.psinfo.maj_flt", 8, 11, kCounterU32Count, "maj_flt",
     "page faults that read from disk"},
    {"proc.psinfo.cmaj_flt", 8, 12, kCounterU32Count, "cmaj_flt",
     "page faults of children waited for, that read from disk"},
    {"proc.psinfo.utime", 8, 13, kCounterU64MsecTicks, "utime",
     "CPU time in user mode"},
    {"proc.psinfo.stime", 8, 14, kCounterU64MsecTicks, "stime",
     "CPU time in the kernel"},
    {"proc.psinfo.cutime", 8, 15, kCounterU64MsecTicks, "cutime",
     "CPU time in user mode of children waited for"},
    {"proc.psinfo.cstime", 8, 16, kCounterU64MsecTicks, "cstime",
     "CPU time in the kernel of children waited for"},
    {"proc.psinfo.priority", 8, 17, kInstant32None, "priority", "priority"},
    {"proc.psinfo.nice", 8, 18, kInstant32None, "nice",
     "nice value: 19 is the lowest priority"},
    {"proc.psinfo.it_real_value", 8, 20, kDiscreteU32None, "it_real_value",
     "time until the next interval timer"},
    {"proc.psinfo.start_time", 8, 21, kDiscreteU64MsecTicks, "start_time",
     "when it was started, since the system was"},
    {"proc.psinfo.vsize", 8, 22, kInstantU64KbyteBytesToKb, "vsize",
     "size of the address space"},
    {"proc.psinfo.rss", 8, 23, kInstantU64KbytePages, "rss",
     "memory that it has"},
    {"proc.psinfo.rss_rlim", 8, 24, kInstantU64KbyteBytesToKb, "rss_rlim",
     "limit of the memory that it may have"},
    {"proc.psinfo.start_code", 8, 25, kDiscreteU32None, "start_code",
     "where its code begins"},
    {"proc.psinfo.end_code", 8, 26, kDiscreteU32None, "end_code",
     "where its code ends"},
    {"proc.psinfo.start_stack", 8, 27, kDiscreteU32None, "start_stack",
     "where its stack begins"},
    {"proc.psinfo.esp", 8, 28, kDiscreteU32None, "esp", "stack pointer"},
    {"proc.psinfo.eip", 8, 29, kDiscreteU32None, "eip", "instruction pointer"},
    {"proc.psinfo.signal", 8, 30, kDiscreteU32None, "signal",
     "signals that wait, as a mask"},
    {"proc.psinfo.blocked", 8, 31, kDiscreteU32None, "blocked",
     "signals that are blocked, as a mask"},
    {"proc.psinfo.sigignore", 8, 32, kDiscreteU32None, "sigignore",
     "signals that are ignored, as a mask"},
    {"proc.psinfo.sigcatch", 8, 33, kDiscreteU32None, "sigcatch",
     "signals that are caught, as a mask"},
    {"proc.psinfo.wchan", 8, 34, kDiscreteU64None, "wchan",
     "where in the kernel it waits, as an address"},
    {"proc.psinfo.nswap", 8, 35, kCounterU32Count, "nswap",
     "pages swapped out; not kept by Linux"},
    {"proc.psinfo.cnswap", 8, 36, kCounterU32Count, "cnswap",
     "pages of children swapped out; not kept by Linux"},
    {"proc.psinfo.exit_signal", 8, 37, kDiscreteU32None, "exit_signal",
     "signal sent to the parent when it ends"},
    {"proc.psinfo.processor", 8, 38, kInstantU32None, "processor",
     "CPU that it ran on last"},
    {"proc.psinfo.rt_priority", 8, 42, kInstantU32None, "rt_priority",
     "real-time priority, 0 for none"},
    {"proc.psinfo.policy", 8, 43, kInstantU32None, "policy",
     "scheduling policy, as a number"},
    {"proc.psinfo.delayacct_blkio_time", 8, 44, kCounterU64MsecTicks,
     "delayacct_blkio_time", "time spent waiting for block I/O"},
    {"proc.psinfo.guest_time", 8, 45, kCounterU64MsecTicks, "guest_time",
     "CPU time spent on running guests"},
    {"proc.psinfo.cguest_time", 8, 46, kCounterU64MsecTicks, "cguest_time",
     "CPU time that children waited for spent on running guests"},
    {"proc.psinfo.ttyname", 8, 39, kDiscreteStringNone, "ttyname",
     "name of the terminal"},
    {"proc.psinfo.policy_s", 8, 48, kInstantStringNone, "policy_s",
     "scheduling policy"},
};

constexpr MetricRow kProcArgs[] = {
    {"proc.psinfo.psargs", 8, 41, kDiscreteStringNone, "psargs",
     "command with its arguments"},
};

constexpr MetricRow kRunq[] = {
    {"proc.runq.runnable", 13, 0, kInstant32Count, "runnable",
     "processes that run or could run"},
    {"proc.runq.blocked", 13, 1, kInstant32Count, "blocked",
     "processes that wait for I/O"},
    {"proc.runq.sleeping", 13, 2, kInstant32Count, "sleeping",
     "processes that wait for something else"},
    {"proc.runq.stopped", 13, 3, kInstant32Count, "stopped",
     "processes that are stopped or traced"},
    {"proc.runq.swapped", 13, 4, kInstant32Count, "swapped",
     "processes that have no memory and no CPU"},
    {"proc.runq.defunct", 13, 5, kInstant32Count, "defunct",
     "processes that have ended and are not waited for"},
    {"proc.runq.unknown", 13, 6, kInstant32Count, "unknown",
     "processes in another state"},
    {"proc.runq.kernel", 13, 7, kInstant32Count, "kernel", "kernel threads"},
};

constexpr MetricRow kProcCount[] = {
    {"proc.nprocs", 8, 99, kInstantU32None, "count", "number of processes"},
};

constexpr MetricRow kProcStatus[] = {
    {"proc.id.uid", 24, 0, kDiscreteU32None, "uid", "real user, as a number"},
    {"proc.id.euid", 24, 1, kDiscreteU32None, "euid",
     "effective user, as a number"},
    {"proc.id.suid", 24, 2, kDiscreteU32None, "suid",
     "saved user, as a number"},
    {"proc.id.fsuid", 24, 3, kDiscreteU32None, "fsuid",
     "file system user, as a number"},
    {"proc.id.gid", 24, 4, kDiscreteU32None, "gid", "real group, as a number"},
    {"proc.id.egid", 24, 5, kDiscreteU32None, "egid",
     "effective group, as a number"},
    {"proc.id.sgid", 24, 6, kDiscreteU32None, "sgid",
     "saved group, as a number"},
    {"proc.id.fsgid", 24, 7, kDiscreteU32None, "fsgid",
     "file system group, as a number"},
    {"proc.psinfo.threads", 24, 28, kInstantU32None, "Threads",
     "number of threads"},
    {"proc.psinfo.vctxsw", 24, 29, kInstantU32None, "voluntary_ctxt_switches",
     "times that it gave up its CPU"},
    {"proc.psinfo.nvctxsw", 24, 30, kInstantU32None,
     "nonvoluntary_ctxt_switches", "times that its CPU was taken from it"},
    {"proc.psinfo.cpusallowed", 24, 31, kInstantStringNone, "Cpus_allowed_list",
     "CPUs that it may run on"},
    {"proc.psinfo.tgid", 24, 41, kDiscreteU32None, "Tgid", "thread group"},
    {"proc.psinfo.ngid", 24, 32, kDiscreteU32None, "Ngid",
     "NUMA group, 0 for none"},
    {"proc.psinfo.signal_s", 24, 16, kInstantStringNone, "SigPnd",
     "signals that wait, as a mask"},
    {"proc.psinfo.blocked_s", 24, 17, kInstantStringNone, "SigBlk",
     "signals that are blocked, as a mask"},
    {"proc.psinfo.sigignore_s", 24, 18, kInstantStringNone, "SigIgn",
     "signals that are ignored, as a mask"},
    {"proc.psinfo.sigcatch_s", 24, 19, kInstantStringNone, "SigCgt",
     "signals that are caught, as a mask"},
    {"proc.memory.vmsize", 24, 20, kInstantU32Kbyte, "VmSize",
     "size of the address space"},
    {"proc.memory.vmlock", 24, 21, kInstantU32Kbyte, "VmLck",
     "memory that is locked"},
    {"proc.memory.vmrss", 24, 22, kInstantU32Kbyte, "VmRSS",
     "memory that it has"},
    {"proc.memory.vmdata", 24, 23, kInstantU32Kbyte, "VmData",
     "size of its data"},
    {"proc.memory.vmstack", 24, 24, kInstantU32Kbyte, "VmStk",
     "size of its stack"},
    {"proc.memory.vmexe", 24, 25, kInstantU32Kbyte, "VmExe",
     "size of its program's code"},
    {"proc.memory.vmlib", 24, 26, kInstantU32Kbyte, "VmLib",
     "size of its libraries' code"},
    {"proc.memory.vmswap", 24, 27, kInstantU32Kbyte, "VmSwap",
     "memory swapped out"},
    {"proc.memory.vmpeak", 24, 33, kInstantU32Kbyte, "VmPeak",
     "most that the address space has been"},
    {"proc.memory.vmpin", 24, 34, kInstantU32Kbyte, "VmPin",
     "memory that is pinned"},
    {"proc.memory.vmhwm", 24, 35, kInstantU32Kbyte, "VmHWM",
     "most memory that it has had"},
    {"proc.memory.vmpte", 24, 36, kInstantU32Kbyte, "VmPTE",
     "memory of its page tables"},
    {"proc.namespaces.sid", 24, 40, kDiscreteStringNone, "NSsid",
     "session in each of its namespaces"},
    {"proc.namespaces.pgid", 24, 39, kDiscreteStringNone, "NSpgid",
     "process group in each of its namespaces"},
    {"proc.namespaces.pid", 24, 38, kDiscreteStringNone, "NSpid",
     "thread identifier in each of its namespaces"},
    {"proc.namespaces.tgid", 24, 37, kDiscreteStringNone, "NStgid",
     "process identifier in each of its namespaces"},
};

constexpr MetricRow kProcStatm[] = {
    {"proc.memory.size", 9, 0, kInstantU32KbytePages, "size",
     "size of the address space"},
    {"proc.memory.rss", 9, 1, kInstantU32KbytePages, "rss",
     "memory that it has"},
    {"proc.memory.share", 9, 2, kInstantU32KbytePages, "share",
     "memory of it that files back"},
    {"proc.memory.textrss", 9, 3, kInstantU32KbytePages, "textrss",
     "size of its code"},
    {"proc.memory.librss", 9, 4, kInstantU32KbytePages, "librss",
     "memory of libraries; 0 since Linux 2.6"},
    {"proc.memory.datrss", 9, 5, kInstantU32KbytePages, "datrss",
     "size of data and stack"},
    {"proc.memory.dirty", 9, 6, kInstantU32KbytePages, "dirty",
     "memory to be written; 0 since Linux 2.6"},
};

constexpr MetricRow kProcIo[] = {
    {"proc.io.rchar", 32, 0, kCounterU64Byte, "rchar",
     "bytes read by read(2) and its like, cached ones too"},
    {"proc.io.wchar", 32, 1, kCounterU64Byte, "wchar",
     "bytes written by write(2) and its like"},
    {"proc.io.syscr", 32, 2, kCounterU64Count, "syscr",
     "calls of read(2) and its like"},
    {"proc.io.syscw", 32, 3, kCounterU64Count, "syscw",
     "calls of write(2) and its like"},
    {"proc.io.read_bytes", 32, 4, kCounterU64Byte, "read_bytes",
     "bytes read from disk for it"},
    {"proc.io.write_bytes", 32, 5, kCounterU64Byte, "write_bytes",
     "bytes to be written to disk for it"},
    {"proc.io.cancelled_write_bytes", 32, 6, kCounterU64Byte,
     "cancelled_write_bytes", "bytes then not written as the file was cut"},
};

constexpr MetricRow kProcSchedstat[] = {
    {"proc.schedstat.cpu_time", 31, 0, kCounterU64Nsec, "cpu_time",
     "time on a CPU"},
    {"proc.schedstat.run_delay", 31, 1, kCounterU64Nsec, "run_delay",
     "time that it could have run and waited for a CPU"},
    {"proc.schedstat.pcount", 31, 2, kCounterU64Count, "pcount",
     "times that it was given a CPU"},
};

constexpr MetricRow kProcFd[] = {
    {"proc.fd.count", 51, 0, kInstantU32Count, "count",
     "open file descriptors"},
};

constexpr MetricRow kProcOom[] = {
    {"proc.psinfo.oom_score", 62, 0, kInstantU32None, "oom_score",
     "the highest is killed first where memory runs out"},
};

constexpr MetricRow kProcSmaps[] = {
    {"proc.smaps.rss", 33, 0, kInstantU64Kbyte, "Rss", "memory that it has"},
    {"proc.smaps.pss", 33, 1, kInstantU64Kbyte, "Pss",
     "memory that it has, shared one in equal parts"},
    {"proc.smaps.pss_anon", 33, 2, kInstantU64Kbyte, "Pss_Anon",
     "anonymous memory that it has, shared one in equal parts"},
    {"proc.smaps.pss_file", 33, 3, kInstantU64Kbyte, "Pss_File",
     "file data that it has, shared one in equal parts"},
    {"proc.smaps.pss_shmem", 33, 4, kInstantU64Kbyte, "Pss_Shmem",
     "tmpfs and shared memory that it has, shared one in equal parts"},
    {"proc.smaps.shared_clean", 33, 5, kInstantU64Kbyte, "Shared_Clean",
     "shared memory unchanged since it was read"},
    {"proc.smaps.shared_dirty", 33, 6, kInstantU64Kbyte, "Shared_Dirty",
     "shared memory that has changed"},
    {"proc.smaps.private_clean", 33, 7, kInstantU64Kbyte, "Private_Clean",
     "memory of its own unchanged since it was read"},
    {"proc.smaps.private_dirty", 33, 8, kInstantU64Kbyte, "Private_Dirty",
     "memory of its own that has changed"},
    {"proc.smaps.referenced", 33, 9, kInstantU64Kbyte, "Referenced",
     "memory used lately"},
    {"proc.smaps.anonymous", 33, 10, kInstantU64Kbyte, "Anonymous",
     "memory that no file backs"},
    {"proc.smaps.lazyfree", 33, 11, kInstantU64Kbyte, "LazyFree",
     "memory to be freed under pressure"},
    {"proc.smaps.anonhugepages", 33, 12, kInstantU64Kbyte, "AnonHugePages",
     "anonymous memory in transparent huge pages"},
    {"proc.smaps.shmempmdmapped", 33, 13, kInstantU64Kbyte, "ShmemPmdMapped",
     "shared memory mapped by huge pages"},
    {"proc.smaps.filepmdmapped", 33, 14, kInstantU64Kbyte, "FilePmdMapped",
     "file data mapped by huge pages"},
    {"proc.smaps.shared_hugetlb", 33, 15, kInstantU64Kbyte, "Shared_Hugetlb",
     "huge pages of the pool that are shared"},
    {"proc.smaps.private_hugetlb", 33, 16, kInstantU64Kbyte, "Private_Hugetlb",
     "huge pages of the pool of its own"},
    {"proc.smaps.swap", 33, 17, kInstantU64Kbyte, "Swap", "memory swapped out"},
    {"proc.smaps.swappss", 33, 18, kInstantU64Kbyte, "SwapPss",
     "memory swapped out, shared one in equal parts"},
    {"proc.smaps.locked", 33, 19, kInstantU64Kbyte, "Locked",
     "memory that is locked"},
};

constexpr MetricRow kProcAutogroup[] = {
    {"proc.autogroup.id", 74, 1, kDiscreteU32None, "id",
     "scheduling group of the session"},
    {"proc.autogroup.nice", 74, 2, kInstant32None, "nice",
     "nice value of the session's scheduling group"},
};

constexpr MetricRow kAutogroup[] = {
    {"proc.autogroup.enabled", 74, 0, kInstantU32None,
     "/proc/sys/kernel/sched_autogroup_enabled",
     "1 if sessions are scheduling groups"},
};

constexpr MetricRow kProcCgroups[] = {
    {"proc.psinfo.cgroups", 11, 0, kInstantStringNone, "cgroups",
     "cgroups that it is in"},
};

constexpr MetricRow kProcWchan[] = {
    {"proc.psinfo.wchan_s", 8, 40, kInstantStringNone, "wchan_s",
     "where in the kernel it waits"},
};

constexpr MetricRow kProcNames[] = {
    {"proc.id.uid_nm", 24, 8, kDiscreteStringNone, "uid", "real user, by name"},
    {"proc.id.euid_nm", 24, 9, kDiscreteStringNone, "euid",
     "effective user, by name"},
    {"proc.id.suid_nm", 24, 10, kDiscreteStringNone, "suid",
     "saved user, by name"},
    {"proc.id.fsuid_nm", 24, 11, kDiscreteStringNone, "fsuid",
     "file system user, by name"},
    {"proc.id.gid_nm", 24, 12, kDiscreteStringNone, "gid",
     "real group, by name"},
    {"proc.id.egid_nm", 24, 13, kDiscreteStringNone, "egid",
     "effective group, by name"},
    {"proc.id.sgid_nm", 24, 14, kDiscreteStringNone, "sgid",
     "saved group, by name"},
    {"proc.id.fsgid_nm", 24, 15, kDiscreteStringNone, "fsgid",
     "file system group, by name"},
};

constexpr TableMetrics kMetrics[] = {
    {TableId::kProcStat, kProcStat},
    {TableId::kProcArgs, kProcArgs},
    {TableId::kRunq, kRunq},
    {TableId::kProcCount, kProcCount},
    {TableId::kProcStatus, kProcStatus},
    {TableId::kProcStatm, kProcStatm},
    {TableId::kProcIo, kProcIo},
    {TableId::kProcSchedstat, kProcSchedstat},
    {TableId::kProcFd, kProcFd},
    {TableId::kProcOom, kProcOom},
    {TableId::kProcSmaps, kProcSmaps},
    {TableId::kProcAutogroup, kProcAutogroup},
    {TableId::kAutogroup, kAutogroup},
    {TableId::kProcCgroups, kProcCgroups},
    {TableId::kProcWchan, kProcWchan},
    {TableId::kProcNames, kProcNames},
};

}  // namespace

std::span<const TableMetrics> ProcessMetrics() { return kMetrics; }

}  // namespace pmapi::lnx
