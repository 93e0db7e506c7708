// The rows of kernel.*: load, processor time, interrupts, pressure, single
// values.
#include "pmapi/linux/metrics.h"

namespace pmapi::lnx {
namespace {

constexpr Traits kCounterU32Count = Counter(Type::kU32, kOne);
constexpr Traits kCounterU64Count = Counter(Type::kU64, kOne);
constexpr Traits kCounterU64MsecTicks =
    Counter(Type::kU64, kMsec, Scale::kTicks);
constexpr Traits kCounterU64Usec = Counter(Type::kU64, kUsec);
constexpr Traits kDiscrete64Sec = Discrete(Type::k64, kSec);
constexpr Traits kDiscreteStringNone = Discrete(Type::kString, kNone);
constexpr Traits kDiscreteU32Byte = Discrete(Type::kU32, kByte);
constexpr Traits kDiscreteU32None = Discrete(Type::kU32, kNone);
constexpr Traits kDiscreteU32PerSec = Discrete(Type::kU32, kPerSec);
constexpr Traits kInstant32None = Instant(Type::k32, kNone);
constexpr Traits kInstantDoubleSec = Instant(Type::kDouble, kSec);
constexpr Traits kInstantFloatNone = Instant(Type::kFloat, kNone);
constexpr Traits kInstantU32None = Instant(Type::kU32, kNone);
constexpr Traits kInstantU64None = Instant(Type::kU64, kNone);

constexpr MetricRow kLoad[] = {
    {"kernel.all.load", 2, 0, kInstantFloatNone, "load",
     "mean number of tasks that run or wait, over 1, 5, 15 minutes"},
};

constexpr MetricRow kLoadCounts[] = {
    {"kernel.all.lastpid", 2, 1, kInstantU32None, "lastpid",
     "process identifier given last"},
    {"kernel.all.runnable", 2, 2, kInstantU32None, "runnable",
     "threads that run or could run"},
    {"kernel.all.nprocs", 2, 3, kInstantU32None, "nprocs",
     "threads that there are"},
};

constexpr MetricRow kStat[] = {
    {"kernel.all.cpu.user", 0, 20, kCounterU64MsecTicks, "cpu.user",
     "time of all CPUs: user mode, guests included"},
    {"kernel.all.cpu.nice", 0, 21, kCounterU64MsecTicks, "cpu.nice",
     "time of all CPUs: user mode at lowered priority, guests included"},
    {"kernel.all.cpu.sys", 0, 22, kCounterU64MsecTicks, "cpu.sys",
     "time of all CPUs: the kernel"},
    {"kernel.all.cpu.idle", 0, 23, kCounterU64MsecTicks, "cpu.idle",
     "time of all CPUs: idle"},
    {"kernel.all.cpu.intr", 0, 34, kCounterU64MsecTicks, "cpu.intr",
     "time of all CPUs: interrupts of both kinds"},
    {"kernel.all.cpu.wait.total", 0, 35, kCounterU64MsecTicks, "cpu.wait",
     "time of all CPUs: idle while I/O was awaited"},
    {"kernel.all.cpu.irq.soft", 0, 53, kCounterU64MsecTicks, "cpu.irq.soft",
     "time of all CPUs: software interrupts"},
    {"kernel.all.cpu.irq.hard", 0, 54, kCounterU64MsecTicks, "cpu.irq.hard",
     "time of all CPUs: hardware interrupts"},
    {"kernel.all.cpu.steal", 0, 55, kCounterU64MsecTicks, "cpu.steal",
     "time of all CPUs: taken by the hypervisor for others"},
    {"kernel.all.cpu.guest", 0, 60, kCounterU64MsecTicks, "cpu.guest",
     "time of all CPUs: running guests"},
    {"kernel.all.cpu.guest_nice", 0, 81, kCounterU64MsecTicks, "cpu.guest_nice",
     "time of all CPUs: running guests at lowered priority"},
    {"kernel.all.cpu.vuser", 0, 78, kCounterU64MsecTicks, "cpu.vuser",
     "time of all CPUs: user mode without guests"},
    {"kernel.all.cpu.vnice", 0, 82, kCounterU64MsecTicks, "cpu.vnice",
     "time of all CPUs: user mode at lowered priority without guests"},
    {"kernel.all.intr", 0, 12, kCounterU64Count, "intr", "interrupts served"},
    {"kernel.all.pswitch", 0, 13, kCounterU64Count, "ctxt",
     "switches from one thread to another"},
    {"kernel.all.sysfork", 0, 14, kCounterU64Count, "processes",
     "processes and threads started"},
    {"kernel.all.running", 0, 15, kInstantU64None, "procs_running",
     "threads that run or could run"},
    {"kernel.all.blocked", 0, 16, kInstantU64None, "procs_blocked",
     "threads that wait for I/O"},
    {"kernel.all.boottime", 0, 17, kDiscrete64Sec, "btime",
     "when the system was started, since 1970"},
    {"hinv.ncpu", 0, 32, kDiscreteU32None, "ncpu", "number of CPUs in use"},
};

constexpr MetricRow kPercpu[] = {
    {"kernel.percpu.cpu.user", 0, 0, kCounterU64MsecTicks, "user",
     "time of this CPU: user mode, guests included"},
    {"kernel.percpu.cpu.nice", 0, 1, kCounterU64MsecTicks, "nice",
     "time of this CPU: user mode at lowered priority, guests included"},
    {"kernel.percpu.cpu.sys", 0, 2, kCounterU64MsecTicks, "sys",
     "time of this CPU: the kernel"},
    {"kernel.percpu.cpu.idle", 0, 3, kCounterU64MsecTicks, "idle",
     "time of this CPU: idle"},
    {"kernel.percpu.cpu.intr", 0, 31, kCounterU64MsecTicks, "intr",
     "time of this CPU: interrupts of both kinds"},
    {"kernel.percpu.cpu.wait.total", 0, 30, kCounterU64MsecTicks, "wait",
     "time of this CPU: idle while I/O was awaited"},
    {"kernel.percpu.cpu.irq.soft", 0, 56, kCounterU64MsecTicks, "irq.soft",
     "time of this CPU: software interrupts"},
    {"kernel.percpu.cpu.irq.hard", 0, 57, kCounterU64MsecTicks, "irq.hard",
     "time of this CPU: hardware interrupts"},
    {"kernel.percpu.cpu.steal", 0, 58, kCounterU64MsecTicks, "steal",
     "time of this CPU: taken by the hypervisor for others"},
    {"kernel.percpu.cpu.guest", 0, 61, kCounterU64MsecTicks, "guest",
     "time of this CPU: running guests"},
    {"kernel.percpu.cpu.guest_nice", 0, 83, kCounterU64MsecTicks, "guest_nice",
     "time of this CPU: running guests at lowered priority"},
    {"kernel.percpu.cpu.vuser", 0, 76, kCounterU64MsecTicks, "vuser",
     "time of this CPU: user mode without guests"},
    {"kernel.percpu.cpu.vnice", 0, 84, kCounterU64MsecTicks, "vnice",
     "time of this CPU: user mode at lowered priority without guests"},
    {"hinv.map.cpu_num", 18, 6, kDiscreteU32None, "number",
     "number of the CPU, by its name"},
};

constexpr MetricRow kPernode[] = {
    {"kernel.pernode.cpu.user", 0, 62, kCounterU64MsecTicks, "user",
     "CPU time of the NUMA node: user mode, guests included"},
    {"kernel.pernode.cpu.nice", 0, 63, kCounterU64MsecTicks, "nice",
     "CPU time of the NUMA node: user mode at lowered priority, guests "
     "included"},
    {"kernel.pernode.cpu.sys", 0, 64, kCounterU64MsecTicks, "sys",
     "CPU time of the NUMA node: the kernel"},
    {"kernel.pernode.cpu.idle", 0, 65, kCounterU64MsecTicks, "idle",
     "CPU time of the NUMA node: idle"},
    {"kernel.pernode.cpu.intr", 0, 66, kCounterU64MsecTicks, "intr",
     "CPU time of the NUMA node: interrupts of both kinds"},
    {"kernel.pernode.cpu.wait.total", 0, 69, kCounterU64MsecTicks, "wait",
     "CPU time of the NUMA node: idle while I/O was awaited"},
    {"kernel.pernode.cpu.irq.soft", 0, 70, kCounterU64MsecTicks, "irq.soft",
     "CPU time of the NUMA node: software interrupts"},
    {"kernel.pernode.cpu.irq.hard", 0, 71, kCounterU64MsecTicks, "irq.hard",
     "CPU time of the NUMA node: hardware interrupts"},
    {"kernel.pernode.cpu.steal", 0, 67, kCounterU64MsecTicks, "steal",
     "CPU time of the NUMA node: taken by the hypervisor for others"},
    {"kernel.pernode.cpu.guest", 0, 68, kCounterU64MsecTicks, "guest",
     "CPU time of the NUMA node: running guests"},
    {"kernel.pernode.cpu.guest_nice", 0, 85, kCounterU64MsecTicks, "guest_nice",
     "CPU time of the NUMA node: running guests at lowered priority"},
    {"kernel.pernode.cpu.vuser", 0, 77, kCounterU64MsecTicks, "vuser",
     "CPU time of the NUMA node: user mode without guests"},
    {"kernel.pernode.cpu.vnice", 0, 86, kCounterU64MsecTicks, "vnice",
     "CPU time of the NUMA node: user mode at lowered priority without guests"},
};

constexpr MetricRow kUptime[] = {
    {"kernel.all.uptime", 26, 0, kInstantDoubleSec, "uptime",
     "time since the system was started"},
    {"kernel.all.idletime", 26, 1, kInstantDoubleSec, "idletime",
     "idle time of all CPUs since the start"},
};

constexpr MetricRow kUsers[] = {
    {"kernel.all.nusers", 25, 0, kInstantU32None, "users",
     "users that are logged in"},
    {"kernel.all.nroots", 25, 1, kInstantU32None, "roots", "logins of root"},
    {"kernel.all.nsessions", 25, 2, kInstantU32None, "entries",
     "logins that there are"},
};

constexpr MetricRow kUname[] = {
    {"kernel.uname.release", 12, 0, kDiscreteStringNone, "release",
     "release of the kernel"},
    {"kernel.uname.version", 12, 1, kDiscreteStringNone, "version",
     "version of the kernel: its build"},
    {"kernel.uname.sysname", 12, 2, kDiscreteStringNone, "sysname",
     "name of the kernel"},
    {"kernel.uname.machine", 12, 3, kDiscreteStringNone, "machine",
     "kind of hardware"},
    {"kernel.uname.nodename", 12, 4, kDiscreteStringNone, "nodename",
     "name of the host"},
    {"hinv.machine", 18, 7, kDiscreteStringNone, "machine",
     "kind of hardware, as uname(2) has it"},
    {"hinv.pagesize", 1, 11, kDiscreteU32Byte, "pagesize",
     "bytes of a page of memory"},
    {"kernel.all.hz", 0, 48, kDiscreteU32PerSec, "hz",
     "ticks of the kernel's clock in a second"},
    {"kernel.uname.distro", 12, 7, kDiscreteStringNone, "distro",
     "the Linux distribution"},
};

constexpr MetricRow kInterrupts[] = {
    {"kernel.all.interrupts.total", 4, 0, kCounterU64Count, "total",
     "interrupts served"},
};

constexpr MetricRow kInterruptErrors[] = {
    {"kernel.all.interrupts.missed", 4, 2, kCounterU32Count, "MIS",
     "interrupts that the I/O APIC missed"},
    {"kernel.all.interrupts.errors", 4, 3, kCounterU32Count, "ERR",
     "interrupts that nobody expected"},
};

constexpr MetricRow kPercpuInterrupts[] = {
    {"kernel.percpu.interrupts", 4, 1, kCounterU32Count, "count",
     "interrupts of the source, on the CPU"},
};

constexpr MetricRow kPercpuIntr[] = {
    {"kernel.percpu.intr", 4, 4, kCounterU64Count, "total",
     "interrupts that the CPU has served"},
};

constexpr MetricRow kSoftirqs[] = {
    {"kernel.all.softirqs.total", 82, 0, kCounterU64Count, "total",
     "software interrupts served"},
};

constexpr MetricRow kPercpuSoftirqs[] = {
    {"kernel.percpu.softirqs", 63, 0, kCounterU32Count, "count",
     "software interrupts of the kind, on the CPU"},
};

constexpr MetricRow kPercpuSirq[] = {
    {"kernel.percpu.sirq", 63, 1, kCounterU64Count, "total",
     "software interrupts that the CPU has served"},
};

constexpr MetricRow kPressure[] = {
    {"kernel.all.pressure.cpu.some.avg", 83, 0, kInstantFloatNone, "cpu.some",
     "% of a span in which one of the tasks awaited a CPU"},
    {"kernel.all.pressure.memory.some.avg", 84, 0, kInstantFloatNone,
     "memory.some", "% of a span in which one of the tasks awaited memory"},
    {"kernel.all.pressure.memory.full.avg", 84, 2, kInstantFloatNone,
     "memory.full", "% of a span in which all of the tasks awaited memory"},
    {"kernel.all.pressure.io.some.avg", 85, 0, kInstantFloatNone, "io.some",
     "% of a span in which one of the tasks awaited block I/O"},
    {"kernel.all.pressure.io.full.avg", 85, 2, kInstantFloatNone, "io.full",
     "% of a span in which all of the tasks awaited block I/O"},
    {"kernel.all.pressure.irq.full.avg", 93, 0, kInstantFloatNone, "irq.full",
     "% of a span in which all of the tasks awaited interrupts"},
};

constexpr MetricRow kPressureTotals[] = {
    {"kernel.all.pressure.cpu.some.total", 83, 1, kCounterU64Usec, "cpu.some",
     "time in which one of the tasks awaited a CPU"},
    {"kernel.all.pressure.memory.some.total", 84, 1, kCounterU64Usec,
     "memory.some", "time in which one of the tasks awaited memory"},
    {"kernel.all.pressure.memory.full.total", 84, 3, kCounterU64Usec,
     "memory.full", "time in which all of the tasks awaited memory"},
    {"kernel.all.pressure.io.some.total", 85, 1, kCounterU64Usec, "io.some",
     "time in which one of the tasks awaited block I/O"},
    {"kernel.all.pressure.io.full.total", 85, 3, kCounterU64Usec, "io.full",
     "time in which all of the tasks awaited block I/O"},
    {"kernel.all.pressure.irq.full.total", 93, 1, kCounterU64Usec, "irq.full",
     "time in which all of the tasks awaited interrupts"},
};

constexpr MetricRow kValues[] = {
    {"kernel.all.entropy.avail", 72, 0, kInstantU32None,
     "/proc/sys/kernel/random/entropy_avail",
     "bits of entropy that the random pool holds"},
    {"kernel.all.entropy.poolsize", 72, 1, kInstantU32None,
     "/proc/sys/kernel/random/poolsize",
     "bits of entropy that the random pool can hold"},
    {"kernel.all.pid_max", 72, 2, kDiscreteU32None, "/proc/sys/kernel/pid_max",
     "process identifiers wrap at this number"},
    {"kernel.all.nptys", 72, 3, kInstantU32None, "/proc/sys/kernel/pty/nr",
     "pseudo terminals in use"},
    {"vfs.aio.count", 27, 7, kInstant32None, "/proc/sys/fs/aio-nr",
     "asynchronous I/O requests set up"},
    {"vfs.aio.max", 27, 8, kInstant32None, "/proc/sys/fs/aio-max-nr",
     "asynchronous I/O requests that the system allows"},
    {"sysfs.kernel.uevent_seqnum", 35, 0, kCounterU64Count,
     "/sys/kernel/uevent_seqnum", "device events sent to user space"},
};

constexpr TableMetrics kMetrics[] = {
    {TableId::kLoad, kLoad},
    {TableId::kLoadCounts, kLoadCounts},
    {TableId::kStat, kStat},
    {TableId::kPercpu, kPercpu},
    {TableId::kPernode, kPernode},
    {TableId::kUptime, kUptime},
    {TableId::kUname, kUname},
    {TableId::kUsers, kUsers},
    {TableId::kInterrupts, kInterrupts},
    {TableId::kInterruptErrors, kInterruptErrors},
    {TableId::kPercpuInterrupts, kPercpuInterrupts},
    {TableId::kPercpuIntr, kPercpuIntr},
    {TableId::kSoftirqs, kSoftirqs},
    {TableId::kPercpuSoftirqs, kPercpuSoftirqs},
    {TableId::kPercpuSirq, kPercpuSirq},
    {TableId::kPressure, kPressure},
    {TableId::kPressureTotals, kPressureTotals},
    {TableId::kValues, kValues},
};

}  // namespace

std::span<const TableMetrics> KernelMetrics() { return kMetrics; }

}  // namespace pmapi::lnx
