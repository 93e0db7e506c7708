// Texts of keys and values: meminfo, vmstat, snmp, netstat, snmp6, sockstat,
// /proc/<pid>/io. The table's fields are the keys that metrics name.
#ifndef TOCSIN_PMAPI_LINUX_PARSE_KEYED_H_
#define TOCSIN_PMAPI_LINUX_PARSE_KEYED_H_

#include <cstdint>
#include <optional>
#include <string_view>

#include "pmapi/linux/table.h"

namespace pmapi::lnx {

/// Lines of a key, an optional colon and a number, into `row`.
void ParseKeyed(std::string_view text, Table* table, std::size_t row);

/// /proc/meminfo, and what is worked out from it (fields that begin with a
/// dot).
void ParseMeminfo(std::string_view text, Table* table);

/// /proc/vmstat, and the sums that PCP makes of it.
void ParseVmstat(std::string_view text, Table* table);

/// A node's meminfo ("Node 0 MemTotal: ..."), into `row`. Units: `huge_page`
/// Kbyte; where it is not known huge pages are not memory.
void ParseNodeMeminfo(std::string_view text,
                      std::optional<std::uint64_t> huge_page, Table* table,
                      std::size_t row);

/// Pairs of lines, names and values, after the same prefix: "Tcp.InSegs".
void ParsePairs(std::string_view text, Table* table);

/// "TCP: inuse 3 orphan 0": "TCP.inuse".
void ParseSockstat(std::string_view text, Table* table);

}  // namespace pmapi::lnx

#endif  // TOCSIN_PMAPI_LINUX_PARSE_KEYED_H_
