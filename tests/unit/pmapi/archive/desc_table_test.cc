// Descriptors found again, however many there are.
#include "pmapi/archive/desc_table.h"

#include <gtest/gtest.h>

namespace pmapi {
namespace {

MetricDesc Desc(std::uint32_t number) {
  MetricDesc desc;
  desc.pmid = Pmid{number};
  desc.indom = InDom{7 * number};
  return desc;
}

TEST(DescTables, FindNothingWhereThereIsNothing) {
  EXPECT_EQ(DescTable().Find(Pmid{1}), nullptr);
}

TEST(DescTables, FindWhatWasAdded) {
  DescTable table;
  // Clusters and items of domains, as identifiers are made.
  for (std::uint32_t k = 0; k < 1000; ++k) table.Add(Desc(k << 10 | k % 3));
  ASSERT_EQ(table.all().size(), 1000u);
  EXPECT_EQ(table.all()[1].first, Pmid{1u << 10 | 1});
  for (std::uint32_t k = 0; k < 1000; ++k) {
    const std::uint32_t number = k << 10 | k % 3;
    const MetricDesc* found = table.Find(Pmid{number});
    ASSERT_NE(found, nullptr) << number;
    EXPECT_EQ(found->indom, InDom{7 * number});
  }
  EXPECT_EQ(table.Find(Pmid{5}), nullptr);
  EXPECT_EQ(table.Find(kNullPmid), nullptr);
}

}  // namespace
}  // namespace pmapi
