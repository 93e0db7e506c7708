// Tables of memory.
#include "pmapi/linux/parse_memory.h"

#include <gtest/gtest.h>

#include "tests/unit/pmapi/linux/table_text.h"

namespace pmapi::lnx {
namespace {

TEST(ParseBuddyinfoTest, HasARowAZoneAndOrder) {
  Table table(kBuddyFields);
  ParseBuddyinfo(
      "Node 0, zone      DMA      5      6\nNode 1, zone   Normal  7\nNode\n",
      4096, &table);
  EXPECT_EQ(TableText(table),
            "DMA::order0::node0: pages=5 bytes=20480\n"
            "DMA::order1::node0: pages=6 bytes=49152\n"
            "Normal::order0::node1: pages=7 bytes=28672");
}

TEST(ParseSlabinfoTest, HasARowACache) {
  Table table(kSlabFields);
  ParseSlabinfo(
      "slabinfo - version: 2.1\n# name <active_objs> : slabdata 1 2 3\n"
      "dentry 70 80 192 21 2 : tunables 0 0 0 : slabdata 9 10 0\nbad 1 2\n",
      4096, &table);
  EXPECT_EQ(TableText(table),
            "dentry: objects.active=70 objects.total=80 objects.size=192"
            " slabs.objects_per_slab=21 slabs.pages_per_slab=2 slabs.active=9"
            " slabs.total=10 slabs.total_size=81920");
}

}  // namespace
}  // namespace pmapi::lnx
