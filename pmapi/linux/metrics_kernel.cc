// The rows of kernel.*: load, processor time, interrupts, pressure, single
// values.
#include "pmapi/linux/metrics.h"

namespace pmapi::lnx {
namespace {

constexpr Shape kCounterU32Count = Counter(Type::kU32, kOne);
constexpr Shape kCounterU64Count = Counter(Type::kU64, kOne);
constexpr Shape kCounterU64MsecTicks =
    Counter(Type::kU64, kMsec, Scale::kTicks);
constexpr Shape kCounterU64Usec = Counter(Type::kU64, kUsec);
constexpr Shape kDiscrete64Sec = Discrete(Type::k64, kSec);
constexpr Shape kDiscreteStringNone = Discrete(Type::kString, kNone);
constexpr Shape kDiscreteU32Byte = Discrete(Type::kU32, kByte);
constexpr Shape kDiscreteU32None = Discrete(Type::kU32, kNone);
constexpr Shape kDiscreteU32PerSec = Discrete(Type::kU32, kPerSec);
constexpr Shape kInstant32None = Instant(Type::k32, kNone);
constexpr Shape kInstantDoubleSec = Instant(Type::kDouble, kSec);
constexpr Shape kInstantFloatNone = Instant(Type::kFloat, kNone);
constexpr Shape kInstantU32None = Instant(Type::kU32, kNone);
constexpr Shape kInstantU64None = Instant(Type::kU64, kNone);

constexpr MetricRow kLoad[] = {
    {"kernel.all.load", 2, 0, kInstantFloatNone, "load"},
};

constexpr MetricRow kLoadCounts[] = {
    {"kernel.all.lastpid", 2, 1, kInstantU32None, "lastpid"},
    {"kernel.all.runnable", 2, 2, kInstantU32None, "runnable"},
    {"kernel.all.nprocs", 2, 3, kInstantU32None, "nprocs"},
};

constexpr MetricRow kStat[] = {
    {"kernel.all.cpu.user", 0, 20, kCounterU64MsecTicks, "cpu.user"},
    {"kernel.all.cpu.nice", 0, 21, kCounterU64MsecTicks, "cpu.nice"},
    {"kernel.all.cpu.sys", 0, 22, kCounterU64MsecTicks, "cpu.sys"},
    {"kernel.all.cpu.idle", 0, 23, kCounterU64MsecTicks, "cpu.idle"},
    {"kernel.all.cpu.intr", 0, 34, kCounterU64MsecTicks, "cpu.intr"},
    {"kernel.all.cpu.wait.total", 0, 35, kCounterU64MsecTicks, "cpu.wait"},
    {"kernel.all.cpu.irq.soft", 0, 53, kCounterU64MsecTicks, "cpu.irq.soft"},
    {"kernel.all.cpu.irq.hard", 0, 54, kCounterU64MsecTicks, "cpu.irq.hard"},
    {"kernel.all.cpu.steal", 0, 55, kCounterU64MsecTicks, "cpu.steal"},
    {"kernel.all.cpu.guest", 0, 60, kCounterU64MsecTicks, "cpu.guest"},
    {"kernel.all.cpu.guest_nice", 0, 81, kCounterU64MsecTicks,
     "cpu.guest_nice"},
    {"kernel.all.cpu.vuser", 0, 78, kCounterU64MsecTicks, "cpu.vuser"},
    {"kernel.all.cpu.vnice", 0, 82, kCounterU64MsecTicks, "cpu.vnice"},
    {"kernel.all.intr", 0, 12, kCounterU64Count, "intr"},
    {"kernel.all.pswitch", 0, 13, kCounterU64Count, "ctxt"},
    {"kernel.all.sysfork", 0, 14, kCounterU64Count, "processes"},
    {"kernel.all.running", 0, 15, kInstantU64None, "procs_running"},
    {"kernel.all.blocked", 0, 16, kInstantU64None, "procs_blocked"},
    {"kernel.all.boottime", 0, 17, kDiscrete64Sec, "btime"},
    {"hinv.ncpu", 0, 32, kDiscreteU32None, "ncpu"},
};

constexpr MetricRow kPercpu[] = {
    {"kernel.percpu.cpu.user", 0, 0, kCounterU64MsecTicks, "user"},
    {"kernel.percpu.cpu.nice", 0, 1, kCounterU64MsecTicks, "nice"},
    {"kernel.percpu.cpu.sys", 0, 2, kCounterU64MsecTicks, "sys"},
    {"kernel.percpu.cpu.idle", 0, 3, kCounterU64MsecTicks, "idle"},
    {"kernel.percpu.cpu.intr", 0, 31, kCounterU64MsecTicks, "intr"},
    {"kernel.percpu.cpu.wait.total", 0, 30, kCounterU64MsecTicks, "wait"},
    {"kernel.percpu.cpu.irq.soft", 0, 56, kCounterU64MsecTicks, "irq.soft"},
    {"kernel.percpu.cpu.irq.hard", 0, 57, kCounterU64MsecTicks, "irq.hard"},
    {"kernel.percpu.cpu.steal", 0, 58, kCounterU64MsecTicks, "steal"},
    {"kernel.percpu.cpu.guest", 0, 61, kCounterU64MsecTicks, "guest"},
    {"kernel.percpu.cpu.guest_nice", 0, 83, kCounterU64MsecTicks, "guest_nice"},
    {"kernel.percpu.cpu.vuser", 0, 76, kCounterU64MsecTicks, "vuser"},
    {"kernel.percpu.cpu.vnice", 0, 84, kCounterU64MsecTicks, "vnice"},
    {"hinv.map.cpu_num", 18, 6, kDiscreteU32None, "number"},
};

constexpr MetricRow kPernode[] = {
    {"kernel.pernode.cpu.user", 0, 62, kCounterU64MsecTicks, "user"},
    {"kernel.pernode.cpu.nice", 0, 63, kCounterU64MsecTicks, "nice"},
    {"kernel.pernode.cpu.sys", 0, 64, kCounterU64MsecTicks, "sys"},
    {"kernel.pernode.cpu.idle", 0, 65, kCounterU64MsecTicks, "idle"},
    {"kernel.pernode.cpu.intr", 0, 66, kCounterU64MsecTicks, "intr"},
    {"kernel.pernode.cpu.wait.total", 0, 69, kCounterU64MsecTicks, "wait"},
    {"kernel.pernode.cpu.irq.soft", 0, 70, kCounterU64MsecTicks, "irq.soft"},
    {"kernel.pernode.cpu.irq.hard", 0, 71, kCounterU64MsecTicks, "irq.hard"},
    {"kernel.pernode.cpu.steal", 0, 67, kCounterU64MsecTicks, "steal"},
    {"kernel.pernode.cpu.guest", 0, 68, kCounterU64MsecTicks, "guest"},
    {"kernel.pernode.cpu.guest_nice", 0, 85, kCounterU64MsecTicks,
     "guest_nice"},
    {"kernel.pernode.cpu.vuser", 0, 77, kCounterU64MsecTicks, "vuser"},
    {"kernel.pernode.cpu.vnice", 0, 86, kCounterU64MsecTicks, "vnice"},
};

constexpr MetricRow kUptime[] = {
    {"kernel.all.uptime", 26, 0, kInstantDoubleSec, "uptime"},
    {"kernel.all.idletime", 26, 1, kInstantDoubleSec, "idletime"},
};

constexpr MetricRow kUsers[] = {
    {"kernel.all.nusers", 25, 0, kInstantU32None, "users"},
    {"kernel.all.nroots", 25, 1, kInstantU32None, "roots"},
    {"kernel.all.nsessions", 25, 2, kInstantU32None, "entries"},
};

constexpr MetricRow kUname[] = {
    {"kernel.uname.release", 12, 0, kDiscreteStringNone, "release"},
    {"kernel.uname.version", 12, 1, kDiscreteStringNone, "version"},
    {"kernel.uname.sysname", 12, 2, kDiscreteStringNone, "sysname"},
    {"kernel.uname.machine", 12, 3, kDiscreteStringNone, "machine"},
    {"kernel.uname.nodename", 12, 4, kDiscreteStringNone, "nodename"},
    {"hinv.machine", 18, 7, kDiscreteStringNone, "machine"},
    {"hinv.pagesize", 1, 11, kDiscreteU32Byte, "pagesize"},
    {"kernel.all.hz", 0, 48, kDiscreteU32PerSec, "hz"},
    {"kernel.uname.distro", 12, 7, kDiscreteStringNone, "distro"},
};

constexpr MetricRow kInterrupts[] = {
    {"kernel.all.interrupts.total", 4, 0, kCounterU64Count, "total"},
};

constexpr MetricRow kInterruptErrors[] = {
    {"kernel.all.interrupts.missed", 4, 2, kCounterU32Count, "MIS"},
    {"kernel.all.interrupts.errors", 4, 3, kCounterU32Count, "ERR"},
};

constexpr MetricRow kPercpuInterrupts[] = {
    {"kernel.percpu.interrupts", 4, 1, kCounterU32Count, "count"},
};

constexpr MetricRow kPercpuIntr[] = {
    {"kernel.percpu.intr", 4, 4, kCounterU64Count, "total"},
};

constexpr MetricRow kSoftirqs[] = {
    {"kernel.all.softirqs.total", 82, 0, kCounterU64Count, "total"},
};

constexpr MetricRow kPercpuSoftirqs[] = {
    {"kernel.percpu.softirqs", 63, 0, kCounterU32Count, "count"},
};

constexpr MetricRow kPercpuSirq[] = {
    {"kernel.percpu.sirq", 63, 1, kCounterU64Count, "total"},
};

constexpr MetricRow kPressure[] = {
    {"kernel.all.pressure.cpu.some.avg", 83, 0, kInstantFloatNone, "cpu.some"},
    {"kernel.all.pressure.memory.some.avg", 84, 0, kInstantFloatNone,
     "memory.some"},
    {"kernel.all.pressure.memory.full.avg", 84, 2, kInstantFloatNone,
     "memory.full"},
    {"kernel.all.pressure.io.some.avg", 85, 0, kInstantFloatNone, "io.some"},
    {"kernel.all.pressure.io.full.avg", 85, 2, kInstantFloatNone, "io.full"},
    {"kernel.all.pressure.irq.full.avg", 93, 0, kInstantFloatNone, "irq.full"},
};

constexpr MetricRow kPressureTotals[] = {
    {"kernel.all.pressure.cpu.some.total", 83, 1, kCounterU64Usec, "cpu.some"},
    {"kernel.all.pressure.memory.some.total", 84, 1, kCounterU64Usec,
     "memory.some"},
    {"kernel.all.pressure.memory.full.total", 84, 3, kCounterU64Usec,
     "memory.full"},
    {"kernel.all.pressure.io.some.total", 85, 1, kCounterU64Usec, "io.some"},
    {"kernel.all.pressure.io.full.total", 85, 3, kCounterU64Usec, "io.full"},
    {"kernel.all.pressure.irq.full.total", 93, 1, kCounterU64Usec, "irq.full"},
};

constexpr MetricRow kValues[] = {
    {"kernel.all.entropy.avail", 72, 0, kInstantU32None,
     "/proc/sys/kernel/random/entropy_avail"},
    {"kernel.all.entropy.poolsize", 72, 1, kInstantU32None,
     "/proc/sys/kernel/random/poolsize"},
    {"kernel.all.pid_max", 72, 2, kDiscreteU32None, "/proc/sys/kernel/pid_max"},
    {"kernel.all.nptys", 72, 3, kInstantU32None, "/proc/sys/kernel/pty/nr"},
    {"vfs.aio.count", 27, 7, kInstant32None, "/proc/sys/fs/aio-nr"},
    {"vfs.aio.max", 27, 8, kInstant32None, "/proc/sys/fs/aio-max-nr"},
    {"sysfs.kernel.uevent_seqnum", 35, 0, kCounterU64Count,
     "/sys/kernel/uevent_seqnum"},
};

constexpr Section kSections[] = {
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

std::span<const Section> KernelMetrics() { return kSections; }

}  // namespace pmapi::lnx
