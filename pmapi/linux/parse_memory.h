// Texts about memory that are tables of rows: /proc/buddyinfo, slabinfo and
// zoneinfo.
// Those of keys and values are parse_keyed.h's.
#ifndef TOCSIN_PMAPI_LINUX_PARSE_MEMORY_H_
#define TOCSIN_PMAPI_LINUX_PARSE_MEMORY_H_

#include <cstdint>
#include <string_view>

#include "pmapi/linux/table.h"

namespace pmapi::lnx {

inline constexpr std::string_view kBuddyFields[] = {"pages", "bytes"};
inline constexpr std::string_view kSlabFields[] = {
    "objects.active",       "objects.total",
    "objects.size",         "slabs.objects_per_slab",
    "slabs.pages_per_slab", "slabs.active",
    "slabs.total",          "slabs.total_size"};

inline constexpr std::string_view kProtectionFields[] = {"protection"};

/// A row a zone and order: "DMA::order0::node0".
void ParseBuddyinfo(std::string_view text, std::uint64_t page_bytes,
                    Table* blocks);

/// A row a cache.
void ParseSlabinfo(std::string_view text, std::uint64_t page_bytes,
                   Table* caches);

/// A row a node ("node0") and a row a zone that has memory ("DMA::node0"), and
/// of all zones a row a zone that each is protected from
/// ("DMA::node0::lowmem_reserved1"). Units: pages.
void ParseZoneinfo(std::string_view text, Table* zones, Table* protection);

}  // namespace pmapi::lnx

#endif  // TOCSIN_PMAPI_LINUX_PARSE_MEMORY_H_
