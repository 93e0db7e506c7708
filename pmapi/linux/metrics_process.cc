// The rows of proc.*.
#include "pmapi/linux/metrics.h"

namespace pmapi::lnx {
namespace {

constexpr Shape kCounterU32Count = Counter(Type::kU32, kOne);
constexpr Shape kCounterU64Byte = Counter(Type::kU64, kByte);
constexpr Shape kCounterU64Count = Counter(Type::kU64, kOne);
constexpr Shape kCounterU64MsecTicks =
    Counter(Type::kU64, kMsec, Scale::kTicks);
constexpr Shape kCounterU64Nsec = Counter(Type::kU64, kNsec);
constexpr Shape kDiscreteStringNone = Discrete(Type::kString, kNone);
constexpr Shape kDiscreteU32None = Discrete(Type::kU32, kNone);
constexpr Shape kDiscreteU64MsecTicks =
    Discrete(Type::kU64, kMsec, Scale::kTicks);
constexpr Shape kDiscreteU64None = Discrete(Type::kU64, kNone);
constexpr Shape kInstant32Count = Instant(Type::k32, kOne);
constexpr Shape kInstant32None = Instant(Type::k32, kNone);
constexpr Shape kInstantStringNone = Instant(Type::kString, kNone);
constexpr Shape kInstantU32Count = Instant(Type::kU32, kOne);
constexpr Shape kInstantU32Kbyte = Instant(Type::kU32, kKbyte);
constexpr Shape kInstantU32KbytePages =
    Instant(Type::kU32, kKbyte, Scale::kPages);
constexpr Shape kInstantU32None = Instant(Type::kU32, kNone);
constexpr Shape kInstantU64Kbyte = Instant(Type::kU64, kKbyte);
constexpr Shape kInstantU64KbyteBytesToKb =
    Instant(Type::kU64, kKbyte, Scale::kBytesToKb);
constexpr Shape kInstantU64KbytePages =
    Instant(Type::kU64, kKbyte, Scale::kPages);

constexpr MetricRow kProcStat[] = {
    {"proc.psinfo.pid", 8, 0, kDiscreteU32None, "pid"},
    {"proc.psinfo.cmd", 8, 1, kDiscreteStringNone, "cmd"},
    {"proc.psinfo.sname", 8, 2, kInstantStringNone, "sname"},
    {"proc.psinfo.ppid", 8, 3, kDiscreteU32None, "ppid"},
    {"proc.psinfo.pgrp", 8, 4, kDiscreteU32None, "pgrp"},
    {"proc.psinfo.session", 8, 5, kDiscreteU32None, "session"},
    {"proc.psinfo.tty", 8, 6, kDiscreteU32None, "tty"},
    {"proc.psinfo.tty_pgrp", 8, 7, kDiscreteU32None, "tty_pgrp"},
    {"proc.psinfo.flags", 8, 8, kDiscreteU32None, "flags"},
    {"proc.psinfo.minflt", 8, 9, kCounterU32Count, "minflt"},
    {"proc.psinfo.cmin_flt", 8, 10, kCounterU32Count, "cmin_flt"},
    {"proc.psinfo.maj_flt", 8, 11, kCounterU32Count, "maj_flt"},
    {"proc.psinfo.cmaj_flt", 8, 12, kCounterU32Count, "cmaj_flt"},
    {"proc.psinfo.utime", 8, 13, kCounterU64MsecTicks, "utime"},
    {"proc.psinfo.stime", 8, 14, kCounterU64MsecTicks, "stime"},
    {"proc.psinfo.cutime", 8, 15, kCounterU64MsecTicks, "cutime"},
    {"proc.psinfo.cstime", 8, 16, kCounterU64MsecTicks, "cstime"},
    {"proc.psinfo.priority", 8, 17, kInstant32None, "priority"},
    {"proc.psinfo.nice", 8, 18, kInstant32None, "nice"},
    {"proc.psinfo.it_real_value", 8, 20, kDiscreteU32None, "it_real_value"},
    {"proc.psinfo.start_time", 8, 21, kDiscreteU64MsecTicks, "start_time"},
    {"proc.psinfo.vsize", 8, 22, kInstantU64KbyteBytesToKb, "vsize"},
    {"proc.psinfo.rss", 8, 23, kInstantU64KbytePages, "rss"},
    {"proc.psinfo.rss_rlim", 8, 24, kInstantU64KbyteBytesToKb, "rss_rlim"},
    {"proc.psinfo.start_code", 8, 25, kDiscreteU32None, "start_code"},
    {"proc.psinfo.end_code", 8, 26, kDiscreteU32None, "end_code"},
    {"proc.psinfo.start_stack", 8, 27, kDiscreteU32None, "start_stack"},
    {"proc.psinfo.esp", 8, 28, kDiscreteU32None, "esp"},
    {"proc.psinfo.eip", 8, 29, kDiscreteU32None, "eip"},
    {"proc.psinfo.signal", 8, 30, kDiscreteU32None, "signal"},
    {"proc.psinfo.blocked", 8, 31, kDiscreteU32None, "blocked"},
    {"proc.psinfo.sigignore", 8, 32, kDiscreteU32None, "sigignore"},
    {"proc.psinfo.sigcatch", 8, 33, kDiscreteU32None, "sigcatch"},
    {"proc.psinfo.wchan", 8, 34, kDiscreteU64None, "wchan"},
    {"proc.psinfo.nswap", 8, 35, kCounterU32Count, "nswap"},
    {"proc.psinfo.cnswap", 8, 36, kCounterU32Count, "cnswap"},
    {"proc.psinfo.exit_signal", 8, 37, kDiscreteU32None, "exit_signal"},
    {"proc.psinfo.processor", 8, 38, kInstantU32None, "processor"},
    {"proc.psinfo.rt_priority", 8, 42, kInstantU32None, "rt_priority"},
    {"proc.psinfo.policy", 8, 43, kInstantU32None, "policy"},
    {"proc.psinfo.delayacct_blkio_time", 8, 44, kCounterU64MsecTicks,
     "delayacct_blkio_time"},
    {"proc.psinfo.guest_time", 8, 45, kCounterU64MsecTicks, "guest_time"},
    {"proc.psinfo.cguest_time", 8, 46, kCounterU64MsecTicks, "cguest_time"},
    {"proc.psinfo.ttyname", 8, 39, kDiscreteStringNone, "ttyname"},
    {"proc.psinfo.policy_s", 8, 48, kInstantStringNone, "policy_s"},
};

constexpr MetricRow kProcArgs[] = {
    {"proc.psinfo.psargs", 8, 41, kDiscreteStringNone, "psargs"},
};

constexpr MetricRow kRunq[] = {
    {"proc.runq.runnable", 13, 0, kInstant32Count, "runnable"},
    {"proc.runq.blocked", 13, 1, kInstant32Count, "blocked"},
    {"proc.runq.sleeping", 13, 2, kInstant32Count, "sleeping"},
    {"proc.runq.stopped", 13, 3, kInstant32Count, "stopped"},
    {"proc.runq.swapped", 13, 4, kInstant32Count, "swapped"},
    {"proc.runq.defunct", 13, 5, kInstant32Count, "defunct"},
    {"proc.runq.unknown", 13, 6, kInstant32Count, "unknown"},
    {"proc.runq.kernel", 13, 7, kInstant32Count, "kernel"},
};

constexpr MetricRow kProcCount[] = {
    {"proc.nprocs", 8, 99, kInstantU32None, "count"},
};

constexpr MetricRow kProcStatus[] = {
    {"proc.id.uid", 24, 0, kDiscreteU32None, "uid"},
    {"proc.id.euid", 24, 1, kDiscreteU32None, "euid"},
    {"proc.id.suid", 24, 2, kDiscreteU32None, "suid"},
    {"proc.id.fsuid", 24, 3, kDiscreteU32None, "fsuid"},
    {"proc.id.gid", 24, 4, kDiscreteU32None, "gid"},
    {"proc.id.egid", 24, 5, kDiscreteU32None, "egid"},
    {"proc.id.sgid", 24, 6, kDiscreteU32None, "sgid"},
    {"proc.id.fsgid", 24, 7, kDiscreteU32None, "fsgid"},
    {"proc.psinfo.threads", 24, 28, kInstantU32None, "Threads"},
    {"proc.psinfo.vctxsw", 24, 29, kInstantU32None, "voluntary_ctxt_switches"},
    {"proc.psinfo.nvctxsw", 24, 30, kInstantU32None,
     "nonvoluntary_ctxt_switches"},
    {"proc.psinfo.cpusallowed", 24, 31, kInstantStringNone,
     "Cpus_allowed_list"},
    {"proc.psinfo.tgid", 24, 41, kDiscreteU32None, "Tgid"},
    {"proc.psinfo.ngid", 24, 32, kDiscreteU32None, "Ngid"},
    {"proc.psinfo.signal_s", 24, 16, kInstantStringNone, "SigPnd"},
    {"proc.psinfo.blocked_s", 24, 17, kInstantStringNone, "SigBlk"},
    {"proc.psinfo.sigignore_s", 24, 18, kInstantStringNone, "SigIgn"},
    {"proc.psinfo.sigcatch_s", 24, 19, kInstantStringNone, "SigCgt"},
    {"proc.memory.vmsize", 24, 20, kInstantU32Kbyte, "VmSize"},
    {"proc.memory.vmlock", 24, 21, kInstantU32Kbyte, "VmLck"},
    {"proc.memory.vmrss", 24, 22, kInstantU32Kbyte, "VmRSS"},
    {"proc.memory.vmdata", 24, 23, kInstantU32Kbyte, "VmData"},
    {"proc.memory.vmstack", 24, 24, kInstantU32Kbyte, "VmStk"},
    {"proc.memory.vmexe", 24, 25, kInstantU32Kbyte, "VmExe"},
    {"proc.memory.vmlib", 24, 26, kInstantU32Kbyte, "VmLib"},
    {"proc.memory.vmswap", 24, 27, kInstantU32Kbyte, "VmSwap"},
    {"proc.memory.vmpeak", 24, 33, kInstantU32Kbyte, "VmPeak"},
    {"proc.memory.vmpin", 24, 34, kInstantU32Kbyte, "VmPin"},
    {"proc.memory.vmhwm", 24, 35, kInstantU32Kbyte, "VmHWM"},
    {"proc.memory.vmpte", 24, 36, kInstantU32Kbyte, "VmPTE"},
    {"proc.namespaces.sid", 24, 40, kDiscreteStringNone, "NSsid"},
    {"proc.namespaces.pgid", 24, 39, kDiscreteStringNone, "NSpgid"},
    {"proc.namespaces.pid", 24, 38, kDiscreteStringNone, "NSpid"},
    {"proc.namespaces.tgid", 24, 37, kDiscreteStringNone, "NStgid"},
};

constexpr MetricRow kProcStatm[] = {
    {"proc.memory.size", 9, 0, kInstantU32KbytePages, "size"},
    {"proc.memory.rss", 9, 1, kInstantU32KbytePages, "rss"},
    {"proc.memory.share", 9, 2, kInstantU32KbytePages, "share"},
    {"proc.memory.textrss", 9, 3, kInstantU32KbytePages, "textrss"},
    {"proc.memory.librss", 9, 4, kInstantU32KbytePages, "librss"},
    {"proc.memory.datrss", 9, 5, kInstantU32KbytePages, "datrss"},
    {"proc.memory.dirty", 9, 6, kInstantU32KbytePages, "dirty"},
};

constexpr MetricRow kProcIo[] = {
    {"proc.io.rchar", 32, 0, kCounterU64Byte, "rchar"},
    {"proc.io.wchar", 32, 1, kCounterU64Byte, "wchar"},
    {"proc.io.syscr", 32, 2, kCounterU64Count, "syscr"},
    {"proc.io.syscw", 32, 3, kCounterU64Count, "syscw"},
    {"proc.io.read_bytes", 32, 4, kCounterU64Byte, "read_bytes"},
    {"proc.io.write_bytes", 32, 5, kCounterU64Byte, "write_bytes"},
    {"proc.io.cancelled_write_bytes", 32, 6, kCounterU64Byte,
     "cancelled_write_bytes"},
};

constexpr MetricRow kProcSchedstat[] = {
    {"proc.schedstat.cpu_time", 31, 0, kCounterU64Nsec, "cpu_time"},
    {"proc.schedstat.run_delay", 31, 1, kCounterU64Nsec, "run_delay"},
    {"proc.schedstat.pcount", 31, 2, kCounterU64Count, "pcount"},
};

constexpr MetricRow kProcFd[] = {
    {"proc.fd.count", 51, 0, kInstantU32Count, "count"},
};

constexpr MetricRow kProcOom[] = {
    {"proc.psinfo.oom_score", 62, 0, kInstantU32None, "oom_score"},
};

constexpr MetricRow kProcSmaps[] = {
    {"proc.smaps.rss", 33, 0, kInstantU64Kbyte, "Rss"},
    {"proc.smaps.pss", 33, 1, kInstantU64Kbyte, "Pss"},
    {"proc.smaps.pss_anon", 33, 2, kInstantU64Kbyte, "Pss_Anon"},
    {"proc.smaps.pss_file", 33, 3, kInstantU64Kbyte, "Pss_File"},
    {"proc.smaps.pss_shmem", 33, 4, kInstantU64Kbyte, "Pss_Shmem"},
    {"proc.smaps.shared_clean", 33, 5, kInstantU64Kbyte, "Shared_Clean"},
    {"proc.smaps.shared_dirty", 33, 6, kInstantU64Kbyte, "Shared_Dirty"},
    {"proc.smaps.private_clean", 33, 7, kInstantU64Kbyte, "Private_Clean"},
    {"proc.smaps.private_dirty", 33, 8, kInstantU64Kbyte, "Private_Dirty"},
    {"proc.smaps.referenced", 33, 9, kInstantU64Kbyte, "Referenced"},
    {"proc.smaps.anonymous", 33, 10, kInstantU64Kbyte, "Anonymous"},
    {"proc.smaps.lazyfree", 33, 11, kInstantU64Kbyte, "LazyFree"},
    {"proc.smaps.anonhugepages", 33, 12, kInstantU64Kbyte, "AnonHugePages"},
    {"proc.smaps.shmempmdmapped", 33, 13, kInstantU64Kbyte, "ShmemPmdMapped"},
    {"proc.smaps.filepmdmapped", 33, 14, kInstantU64Kbyte, "FilePmdMapped"},
    {"proc.smaps.shared_hugetlb", 33, 15, kInstantU64Kbyte, "Shared_Hugetlb"},
    {"proc.smaps.private_hugetlb", 33, 16, kInstantU64Kbyte, "Private_Hugetlb"},
    {"proc.smaps.swap", 33, 17, kInstantU64Kbyte, "Swap"},
    {"proc.smaps.swappss", 33, 18, kInstantU64Kbyte, "SwapPss"},
    {"proc.smaps.locked", 33, 19, kInstantU64Kbyte, "Locked"},
};

constexpr MetricRow kProcAutogroup[] = {
    {"proc.autogroup.id", 74, 1, kDiscreteU32None, "id"},
    {"proc.autogroup.nice", 74, 2, kInstant32None, "nice"},
};

constexpr MetricRow kAutogroup[] = {
    {"proc.autogroup.enabled", 74, 0, kInstantU32None,
     "/proc/sys/kernel/sched_autogroup_enabled"},
};

constexpr MetricRow kProcCgroups[] = {
    {"proc.psinfo.cgroups", 11, 0, kInstantStringNone, "cgroups"},
};

constexpr MetricRow kProcWchan[] = {
    {"proc.psinfo.wchan_s", 8, 40, kInstantStringNone, "wchan_s"},
};

constexpr MetricRow kProcNames[] = {
    {"proc.id.uid_nm", 24, 8, kDiscreteStringNone, "uid"},
    {"proc.id.euid_nm", 24, 9, kDiscreteStringNone, "euid"},
    {"proc.id.suid_nm", 24, 10, kDiscreteStringNone, "suid"},
    {"proc.id.fsuid_nm", 24, 11, kDiscreteStringNone, "fsuid"},
    {"proc.id.gid_nm", 24, 12, kDiscreteStringNone, "gid"},
    {"proc.id.egid_nm", 24, 13, kDiscreteStringNone, "egid"},
    {"proc.id.sgid_nm", 24, 14, kDiscreteStringNone, "sgid"},
    {"proc.id.fsgid_nm", 24, 15, kDiscreteStringNone, "fsgid"},
};

constexpr Section kSections[] = {
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

std::span<const Section> ProcessMetrics() { return kSections; }

}  // namespace pmapi::lnx
