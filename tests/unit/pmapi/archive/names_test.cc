// An archive seen through a table of names.
#include "pmapi/archive/names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pmapi/archive/archive.h"
#include "tests/support/archive_writer.h"

namespace pmapi {
namespace {

using base::ErrorCode;
using testing::ElementsAre;
using tests::At;

constexpr InDom kDisks{0x0f000001};

// Byte order: `-` comes before `.`, so that a group's names are not together
// with the name that the group would have.
const NameTable kNames = {{"disk-all", Pmid{1}},
                          {"disk.dev.read", Pmid{2}},
                          {"disk.dev.write", Pmid{3}},
                          {"diskless", Pmid{4}}};

class Renamed : public testing::Test {
 protected:
  Renamed() {
    tests::ArchiveWriter writer;
    writer.Metric("own", kDesc);
    writer.OnelineText(kDesc.pmid, "one's own");
    writer.Members(At(1), kDisks, {{1, "sda"}});
    writer.Record(At(1'000'000'000), {});
    archive_ = *tests::OpenImage(writer.Image());
  }

  static constexpr MetricDesc kDesc{
      Pmid{1}, Type::kU32, kDisks, Semantics::kInstant, {}};
  std::unique_ptr<Archive> archive_;
};

TEST_F(Renamed, MetricsHaveTheTablesNamesOnly) {
  const RenamedCatalog catalog(&archive_->metadata(),
                               {{"x.other", Pmid{1}}, {"x.same", Pmid{1}}});
  EXPECT_EQ(*catalog.Describe("x.other"), kDesc);
  EXPECT_EQ(*catalog.Describe("x.same"), kDesc);
  EXPECT_EQ(catalog.Help("x.same").line, "one's own");
  EXPECT_EQ(catalog.Describe("own").error().code, ErrorCode::kNoMetric);
  EXPECT_EQ(catalog.Describe("x").error().code, ErrorCode::kNonLeaf);
  EXPECT_THAT(catalog.MetricNames(), ElementsAre("x.other", "x.same"));
}

TEST_F(Renamed, NamesOfWhatTheArchiveLacksAreNamesAllTheSame) {
  const RenamedCatalog catalog(&archive_->metadata(), {{"b", Pmid{0x401}}});
  EXPECT_THAT(catalog.MetricNames(), ElementsAre("b"));
  const auto desc = catalog.Describe("b");
  ASSERT_FALSE(desc);
  EXPECT_EQ(desc.error().code, ErrorCode::kNoPmid);
  EXPECT_EQ(desc.error().message, "the archive has no metric 0.1.1");
}

TEST_F(Renamed, InstancesAreTheArchives) {
  const RenamedCatalog catalog(&archive_->metadata(), {});
  EXPECT_THAT(*catalog.Instances(kDisks), ElementsAre(Instance{1, "sda"}));
  EXPECT_EQ(catalog.Instances(InDom{5}).error().code, ErrorCode::kNoIndomInLog);
}

}  // namespace
}  // namespace pmapi
