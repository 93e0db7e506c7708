// What fills the tables, a function a reading: files in, parsers over them.
// table_specs.cc says which table has which.
#ifndef TOCSIN_PMAPI_LINUX_READERS_H_
#define TOCSIN_PMAPI_LINUX_READERS_H_

#include "pmapi/linux/machine.h"

namespace pmapi::lnx {

/// readers_host.cc: processors, memory, single values.
void ReadLoad(Machine* m);
void ReadStat(Machine* m);
void ReadUptime(Machine* m);
void ReadUname(Machine* m);
void ReadUsers(Machine* m);
void ReadHardware(Machine* m);
void ReadInterrupts(Machine* m);
void ReadSoftirqs(Machine* m);
void ReadPressure(Machine* m);
void ReadCpuinfo(Machine* m);
void ReadCpuSys(Machine* m);
void ReadMeminfo(Machine* m);
void ReadVmstat(Machine* m);
void ReadSwaps(Machine* m);
void ReadBuddyinfo(Machine* m);
void ReadSlabinfo(Machine* m);
void ReadZoneinfo(Machine* m);
void ReadNodes(Machine* m);
void ReadVfs(Machine* m);
void ReadLocks(Machine* m);
/// Fields that are paths, each of a file with a number.
void ReadValueFiles(Machine* m, TableId table);
template <TableId kTable>
void ReadValues(Machine* m) {
  ReadValueFiles(m, kTable);
}

/// readers_disk.cc: disks, partitions, file systems.
void ReadDisks(Machine* m);
void ReadFilesys(Machine* m);

/// readers_net.cc: interfaces and protocols.
void ReadInterfaces(Machine* m);
void ReadAddresses(Machine* m);
void ReadSockstat(Machine* m);
void ReadSockstat6(Machine* m);
void ReadSoftnet(Machine* m);
void ReadTcpconn(Machine* m);
void ReadTcpconn6(Machine* m);
void ReadUdpconn(Machine* m);
void ReadUdpconn6(Machine* m);
void ReadRawconn(Machine* m);
void ReadRawconn6(Machine* m);
void ReadUnix(Machine* m);
void ReadSnmp(Machine* m);
void ReadNetstat(Machine* m);
void ReadSnmp6(Machine* m);

/// readers_process.cc: what is below /proc/<pid>.
void ReadProcStat(Machine* m);
void ReadProcArgs(Machine* m);
void ReadProcCount(Machine* m);
void ReadProcStatus(Machine* m);
void ReadProcStatm(Machine* m);
void ReadProcIo(Machine* m);
void ReadProcSchedstat(Machine* m);
void ReadProcFd(Machine* m);
void ReadProcOom(Machine* m);
void ReadProcSmaps(Machine* m);
void ReadProcAutogroup(Machine* m);
void ReadProcCgroups(Machine* m);
void ReadProcWchan(Machine* m);

/// readers_cgroup.cc: control groups.
void ReadCgroups(Machine* m);

}  // namespace pmapi::lnx

#endif  // TOCSIN_PMAPI_LINUX_READERS_H_
