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

constexpr char kZones[] = R"(Node 0, zone      DMA
  per-node stats
      nr_anon_pages 121105
      nr_dirty     144400
  pages free     3840
        boost    0
        min      15
        present  3998
        managed  0
        protection: (0, 3019, 16331)
      nr_free_cma  7
  pagesets
    cpu: 0
              min: 99
Node 0, zone  Movable
  pages free     5
        min      32
        present  0
        protection: (0, 4)
Node 1, zone   Normal
  pages free     9
        present  1
)";

TEST(ParseZoneinfoTest, HasARowANodeAndAZoneWithMemory) {
  constexpr std::string_view kFields[] = {"nr_anon_pages", "free", "min",
                                          "nr_free_cma", "nr_zspages"};
  Table zones(kFields);
  Table protection(kProtectionFields);
  ParseZoneinfo(kZones, &zones, &protection);
  EXPECT_EQ(TableText(zones),
            "node0: nr_anon_pages=121105\n"
            "DMA::node0: free=3840 min=15 nr_free_cma=7\n"
            "Normal::node1: free=9");
  EXPECT_EQ(TableText(protection),
            "DMA::node0::lowmem_reserved0: protection=0\n"
            "DMA::node0::lowmem_reserved1: protection=3019\n"
            "DMA::node0::lowmem_reserved2: protection=16331\n"
            "Movable::node0::lowmem_reserved0: protection=0\n"
            "Movable::node0::lowmem_reserved1: protection=4");
}

TEST(ParseZoneinfoTest, TakesAnyText) {
  constexpr std::string_view kFields[] = {"free"};
  for (const char* text :
       {"Node", "Node x, zone DMA\n present 1\n pages free 1\n",
        "Node 0, zone\n present 1\n pages free 1\n",
        "Node 0, zone DMA\n present 1\n pages free\n pages free x\n",
        "Node 0, zone DMA\n protection: (a\n protection:\n"}) {
    Table zones(kFields);
    Table protection(kProtectionFields);
    ParseZoneinfo(text, &zones, &protection);
    EXPECT_EQ(TableText(zones).find("free="), std::string::npos) << text;
    EXPECT_EQ(protection.rows(), 0u) << text;
  }
}

}  // namespace
}  // namespace pmapi::lnx
