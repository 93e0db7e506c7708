// The metric rows as a whole, and what the catalogue says of them.
#include "pmapi/linux/linux_catalog.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "tests/support/file_tree.h"

namespace pmapi::lnx {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using tests::FileTree;

TEST(TableSpecsTest, AreInOrder) {
  for (std::size_t i = 0; i < kTables; ++i) {
    EXPECT_EQ(static_cast<std::size_t>(TableSpecs()[i].id), i);
  }
}

TEST(AllMetricsTest, EveryTableHasSome) {
  std::set<TableId> tables;
  for (const TableMetrics& one : AllMetrics()) tables.insert(one.table);
  EXPECT_EQ(tables.size(), kTables);
}

TEST(AllMetricsTest, EveryRowNamesAFieldOfItsTable) {
  for (const TableMetrics& one : AllMetrics()) {
    const auto fields = SpecOf(one.table).fields;
    if (fields.empty()) continue;
    for (const MetricRow& row : one.rows) {
      EXPECT_EQ(std::count(fields.begin(), fields.end(), row.field), 1)
          << row.name << ' ' << row.field;
    }
  }
}

TEST(AllMetricsTest, EveryRowSaysWhatItIsInAFewWords) {
  for (const TableMetrics& one : AllMetrics()) {
    for (const MetricRow& row : one.rows) {
      ASSERT_FALSE(row.help.empty()) << row.name;
      EXPECT_LE(row.help.size(), 75u) << row.help;
      EXPECT_EQ(row.help.find_first_of("|\n\t"), row.help.npos) << row.help;
      EXPECT_NE(row.help.back(), '.') << row.help;
    }
  }
}

TEST(AllMetricsTest, NamesAndIdentifiersAreUnique) {
  std::set<std::string_view> names;
  std::set<Pmid> pmids;
  for (const TableMetrics& one : AllMetrics()) {
    for (const MetricRow& row : one.rows) {
      EXPECT_TRUE(names.insert(row.name).second) << row.name;
      EXPECT_TRUE(pmids.insert(Describe(one, row).pmid).second) << row.name;
    }
  }
}

class LinuxCatalogTest : public ::testing::Test {
 protected:
  LinuxCatalog Catalog() const {
    return LinuxCatalog(
        std::make_unique<Machine>(tree_.root(), System(),
                                  std::make_shared<InstanceNumbers>()),
        {records::MetricOfRecords("zz.records", Pmid{5}, "what comes")});
  }

  FileTree tree_;
};

TEST_F(LinuxCatalogTest, DescribesAsPcp) {
  const auto desc = Catalog().Describe("kernel.all.load");
  ASSERT_TRUE(desc);
  EXPECT_EQ(PmidText(desc->pmid), "60.2.0");
  EXPECT_EQ(InDomText(desc->indom), "60.2");
  EXPECT_EQ(desc->type, Type::kFloat);
  EXPECT_EQ(desc->semantics, Semantics::kInstant);
  EXPECT_EQ(UnitsText(Catalog().Describe("hinv.cpu.clock")->units),
            "/ microsec");
}

TEST_F(LinuxCatalogTest, SaysWhatAMetricIsInWords) {
  EXPECT_EQ(Catalog().Help("disk.dev.read"),
            (HelpText{"the disk: reads completed", ""}));
  EXPECT_EQ(Catalog().Help("disk.dev"), HelpText());
}

TEST_F(LinuxCatalogTest, HasMetricsOfNoTable) {
  const LinuxCatalog catalog = Catalog();
  const auto desc = catalog.Describe("zz.records");
  ASSERT_TRUE(desc);
  EXPECT_EQ(desc->type, Type::kHighresEvent);
  EXPECT_EQ(catalog.Help("zz.records").line, "what comes");
  EXPECT_EQ(catalog.MetricNames().back(), "zz.records");
  EXPECT_EQ(catalog.Find(desc->pmid), nullptr);
  EXPECT_NE(catalog.Find(catalog.Describe("hinv.ncpu")->pmid), nullptr);
}

TEST_F(LinuxCatalogTest, TellsPrefixesFromStrangers) {
  const LinuxCatalog catalog = Catalog();
  EXPECT_EQ(catalog.Describe("kernel.all").error().code,
            base::ErrorCode::kNonLeaf);
  for (const char* name : {"kernel.al", "", "kernel.all.load.x", "zzz"}) {
    EXPECT_EQ(catalog.Describe(name).error().code, base::ErrorCode::kNoMetric)
        << name;
  }
}

TEST_F(LinuxCatalogTest, NamesAreSorted) {
  const std::vector<std::string> names = Catalog().MetricNames();
  EXPECT_TRUE(std::is_sorted(names.begin(), names.end()));
  EXPECT_GT(names.size(), 1000u);
}

TEST_F(LinuxCatalogTest, InstancesAreThoseOfNow) {
  const LinuxCatalog catalog = Catalog();
  const InDom disks = catalog.Describe("disk.dev.read")->indom;
  EXPECT_THAT(*catalog.Instances(disks), IsEmpty());
  tree_.Write("/proc/diskstats", "8 0 sda 1 1 1 1\n8 16 sdb 1 1 1 1\n");
  EXPECT_THAT(*catalog.Instances(disks),
              ElementsAre(Instance{0, "sda"}, Instance{1, "sdb"}));
  tree_.Write("/proc/diskstats", "8 32 sdc 1 1 1 1\n8 16 sdb 1 1 1 1\n");
  EXPECT_THAT(*catalog.Instances(disks),
              ElementsAre(Instance{1, "sdb"}, Instance{2, "sdc"}));
}

TEST_F(LinuxCatalogTest, ProcessesHaveTheirNames) {
  tree_.Write("/proc/7/stat", "7 (kworker) S 1 1 1\n");
  tree_.Write("/proc/12/stat", "12 (sh) S 1 1 1\n");
  tree_.Write("/proc/12/cmdline", std::string_view("/bin/sh\0-x\0", 11));
  tree_.Write("/proc/12x/stat", "12 (no) S 1 1 1\n");
  const LinuxCatalog catalog = Catalog();
  EXPECT_THAT(*catalog.Instances(catalog.Describe("proc.psinfo.utime")->indom),
              ElementsAre(Instance{7, "000007 (kworker)"},
                          Instance{12, "000012 /bin/sh"}));
}

TEST_F(LinuxCatalogTest, OtherDomainsAreNone) {
  EXPECT_EQ(Catalog().Instances(InDom{12345}).error().code,
            base::ErrorCode::kNoIndom);
  EXPECT_EQ(Catalog().Instances(kNullInDom).error().code,
            base::ErrorCode::kNoIndom);
}

}  // namespace
}  // namespace pmapi::lnx
