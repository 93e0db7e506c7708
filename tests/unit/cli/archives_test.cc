// Which archives become one host's source, which several, which are refused.
#include "cli/archives.h"

#include <gtest/gtest.h>

#include "tests/support/archive_image.h"
#include "tests/support/archive_writer.h"

namespace cli {
namespace {

constexpr pmapi::Pmid kLoad{1u << 22 | 7};
constexpr std::int64_t kStart = 1'000'000'000;

/// Ten seconds of `host` from `start` on.
void Write(const std::string& base, const std::string& host,
           std::int64_t start) {
  tests::ArchiveOptions options;
  options.host = host;
  options.start = tests::At(start);
  tests::ArchiveWriter writer(options);
  pmapi::MetricDesc desc;
  desc.pmid = kLoad;
  desc.type = pmapi::Type::k32;
  writer.Metric("load.now", desc);
  writer.Record(tests::At(start), {{"load.now", 1}});
  writer.Record(tests::At(start + 10), {{"load.now", 2}});
  tests::WriteImage(writer.Image(), base);
}

class ArchivesTest : public testing::Test {
 protected:
  ArchivesTest() {
    Write(a1_, "a", kStart);
    Write(a2_, "a", kStart + 60);
    Write(b_, "b", kStart + 30);
  }

  std::string Opened(const std::vector<std::string>& names,
                     const pmapi::ArchiveReadingOptions& options = {}) {
    const auto failure = archives_.Open(names, options);
    if (failure != nullptr) {
      return failure->name + " failed, beside " + failure->rival;
    }
    std::string text;
    for (const auto& view : archives_.Views()) {
      text += view.host + '=' + view.context + ';';
    }
    return text;
  }

  tests::TemporaryFolder folder_;
  std::string a1_ = folder_ / "a1", a2_ = folder_ / "a2", b_ = folder_ / "b";
  Archives archives_;
};

TEST_F(ArchivesTest, AContextIsOfOneHost) {
  EXPECT_EQ(archives_.OpenContext(a1_ + ',' + a2_, {}), nullptr);
  EXPECT_EQ(archives_.Views().size(), 1u);
  Archives others;
  const auto failure = others.OpenContext(b_ + ',' + a1_, {});
  ASSERT_NE(failure, nullptr);
  EXPECT_EQ(failure->error.code, base::ErrorCode::kHostsDiffer);
}

TEST_F(ArchivesTest, AListIsOfSeveralHosts) {
  EXPECT_EQ(Opened({b_ + ',' + a1_}), "b=" + b_ + ";a=" + a1_ + ';');
  EXPECT_EQ(archives_.front().host(), "b");
  EXPECT_EQ(archives_.start(), tests::At(kStart));
  EXPECT_EQ(archives_.end(), tests::At(kStart + 40));
}

TEST_F(ArchivesTest, OneHostsArchivesInAListAreOneHistory) {
  EXPECT_EQ(Opened({a1_ + ',' + b_ + ',' + a2_}),
            "a=" + a1_ + ',' + a2_ + ";b=" + b_ + ';');
  EXPECT_EQ(archives_.end(), tests::At(kStart + 70));
  EXPECT_EQ(archives_.front().members().size(), 2u);
}

/// So many that they are opened by several threads.
TEST_F(ArchivesTest, ManyAreOpenedAheadAndComeInOrder) {
  std::vector<std::string> names;
  std::string wanted;
  for (int k = 0; k < 20; ++k) {
    const std::string host = "h" + std::to_string(k);
    names.push_back(folder_ / host);
    wanted += host + '=' + names.back() + ';';
    Write(names.back(), host, kStart);
  }
  pmapi::ArchiveReadingOptions three;
  three.threads = 3;
  EXPECT_EQ(Opened(names, three), wanted);
  names.insert(names.begin() + 7, folder_ / "nothing");
  names.push_back(names.front());
  Archives others;
  const auto failure = others.Open(names, three);
  ASSERT_NE(failure, nullptr);
  EXPECT_EQ(failure->name, folder_ / "nothing");
}

TEST_F(ArchivesTest, AHostInAnotherListIsRefused) {
  EXPECT_EQ(Opened({a1_, b_, a2_}), a2_ + " failed, beside " + a1_);
}

TEST_F(ArchivesTest, NoElementMayBeMissingOrEmpty) {
  EXPECT_EQ(Opened({a1_ + ",," + b_}), " failed, beside ");
  EXPECT_EQ(Opened({a1_ + ",nothing"}), "nothing failed, beside ");
}

TEST_F(ArchivesTest, OtherNamesReplaceTheArchives) {
  ASSERT_EQ(Opened({a1_}), "a=" + a1_ + ';');
  archives_.UseNames({{"far", pmapi::Pmid{9}}, {"my.load", kLoad}});
  const auto views = archives_.Views();
  const pmapi::MetricCatalog& catalog = *views[0].catalog;
  EXPECT_EQ(catalog.Describe("my.load")->pmid, kLoad);
  EXPECT_EQ(catalog.Describe("load.now").error().code,
            base::ErrorCode::kNoMetric);
  EXPECT_EQ(catalog.Describe("my").error().code, base::ErrorCode::kNonLeaf);
  EXPECT_EQ(catalog.Describe("far").error().code, base::ErrorCode::kNoPmid);
  EXPECT_EQ(catalog.MetricNames(),
            (std::vector<std::string>{"far", "my.load"}));
}

}  // namespace
}  // namespace cli
