// MMV files cut at every byte, and every byte turned over: nothing crashes,
// what is refused is said with the byte, what is read stays within the file.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "pmapi/mmv/mmv_source.h"
#include "pmapi/mmv/value.h"
#include "tests/support/file_tree.h"
#include "tests/support/mmv_specimen.h"

namespace {

using pmapi::mmv::FileLayout;
using testing::StartsWith;

class DamagedMmvFiles : public testing::TestWithParam<std::uint32_t> {
 protected:
  /// False if it was refused.
  static bool Read(const std::string& text) {
    // A copy of its own, so that ASan sees a byte read beyond it.
    const std::vector<std::uint8_t> bytes(text.begin(), text.end());
    const auto header = pmapi::mmv::DecodeHeader(bytes);
    if (!header) return Refused(header.error());
    const auto layout = pmapi::mmv::DecodeLayout(bytes, *header);
    if (!layout) return Refused(layout.error());
    LoadAll(*layout, bytes);
    return true;
  }

  static bool Refused(const base::Error& error) {
    EXPECT_EQ(error.code, base::ErrorCode::kCorrupt);
    EXPECT_THAT(error.message, StartsWith("byte "));
    return false;
  }

  static void LoadAll(const FileLayout& layout, base::Bytes bytes) {
    for (const auto& metric : layout.metrics) {
      for (const auto& place : metric.values) {
        ASSERT_LE(place.at + pmapi::mmv::kValueSize, bytes.size());
        pmapi::mmv::NumberAt(bytes, place.at, metric.type, layout.header.flags,
                             {1});
        pmapi::mmv::StringAt(bytes, place.at, layout.header.flags);
      }
    }
  }

  const std::string whole_ = MmvBytes(tests::MmvSpecimen(GetParam()));
};

TEST_P(DamagedMmvFiles, CutAnywhereTheyAreRefused) {
  for (std::size_t size = 0; size < whole_.size(); ++size) {
    SCOPED_TRACE(size);
    EXPECT_FALSE(Read(whole_.substr(0, size)));
  }
  EXPECT_TRUE(Read(whole_));
}

TEST_P(DamagedMmvFiles, FlippedAnywhereTheyAreReadOrRefused) {
  std::size_t refused = 0;
  for (std::size_t at = 0; at < whole_.size(); ++at) {
    for (const int mask : {0x01, 0x10, 0x80, 0xff}) {
      SCOPED_TRACE(at);
      std::string text = whole_;
      text[at] = static_cast<char>(text[at] ^ mask);
      if (!Read(text)) ++refused;
    }
  }
  // At least every byte of the magic word and of every reference.
  EXPECT_GT(refused, 4u * (4 + 8 * 2 + 8 * 6));
}

/// As a live source meets it: somebody truncates the file between ticks.
TEST_P(DamagedMmvFiles, AStreamOutlivesEveryCut) {
  const tests::FileTree tree;
  tree.Write("/f", whole_);
  auto source = pmapi::OpenMmvSource(tree.root());
  ASSERT_TRUE(source.has_value());
  const pmapi::Want want{*(*source)->Catalog().Describe("mmv.f.count"), {}};
  auto stream = (*source)->Open({want}, {{0}, {1000}});
  pmapi::Samples samples;
  for (std::size_t size = whole_.size(); size-- > 0;) {
    std::filesystem::resize_file(tree.root() + "/f", size);
    ASSERT_TRUE((*stream)->Fetch(1, &samples).has_value());
    ASSERT_EQ(samples.metrics[0].cells[0], pmapi::kAbsent) << size;
  }
  tree.Write("/f", whole_);
  ASSERT_TRUE((*stream)->Fetch(1, &samples).has_value());
  EXPECT_EQ(samples.metrics[0].cells[0], pmapi::kKnown);
}

INSTANTIATE_TEST_SUITE_P(Versions, DamagedMmvFiles, testing::Values(1, 2, 3));

}  // namespace
