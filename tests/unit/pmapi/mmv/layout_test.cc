// DecodeLayout: what a file declares, and what is refused.
#include "pmapi/mmv/layout.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/mmv_specimen.h"

namespace pmapi::mmv {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using tests::MmvBytes;
using tests::MmvParts;
using tests::MmvSpecimen;

base::Result<FileLayout> Decode(const std::string& text) {
  const base::Bytes bytes = tests::AsBytes(text);
  auto header = DecodeHeader(bytes);
  if (!header) return header.error();
  return DecodeLayout(bytes, *header);
}

/// `parts` with an 8-byte word replaced.
std::string With(const MmvParts& parts, std::size_t at, std::uint64_t word) {
  std::string text = MmvBytes(parts);
  text.replace(at, 8, reinterpret_cast<const char*>(&word), 8);
  return text;
}

std::string WhyNot(const std::string& text) {
  const auto layout = Decode(text);
  return layout ? "" : layout.error().message;
}

class EveryVersion : public testing::TestWithParam<std::uint32_t> {};

TEST_P(EveryVersion, DeclaresMetricsDomainsAndPlacesOfValues) {
  const MmvParts parts = MmvSpecimen(GetParam());
  const auto layout = Decode(MmvBytes(parts));
  ASSERT_TRUE(layout.has_value()) << layout.error().message;
  ASSERT_EQ(layout->metrics.size(), 5u);
  const DeclaredMetric& count = layout->metrics[0];
  EXPECT_EQ(count.name, "count");
  EXPECT_EQ(count.item, 1u);
  EXPECT_EQ(count.type, 3);
  EXPECT_EQ(count.semantics, 1);
  EXPECT_EQ(count.units.count, 1);
  EXPECT_FALSE(count.indom.has_value());
  EXPECT_THAT(count.values,
              ElementsAre(ValuePlace{kNullInstance, parts.At(4, 0)}));
  const DeclaredMetric& bins = layout->metrics[1];
  EXPECT_EQ(bins.indom, 7u);
  EXPECT_THAT(bins.values, ElementsAre(ValuePlace{100, parts.At(4, 1)},
                                       ValuePlace{200, parts.At(4, 2)}));
  ASSERT_EQ(layout->indoms.size(), 1u);
  EXPECT_EQ(layout->indoms[0].serial, 7u);
  EXPECT_THAT(layout->indoms[0].instances,
              ElementsAre(Instance{100, "one"}, Instance{200, "two words"}));
}

TEST_P(EveryVersion, MetricsMayHaveTexts) {
  const MmvParts parts = MmvSpecimen(GetParam());
  const std::size_t size =
      NameSize(Version{static_cast<std::uint8_t>(GetParam())});
  const std::size_t line = parts.At(3, 0) + size + kHelpAt;
  const std::uint64_t text = parts.At(5, 0);
  const auto whole = Decode(With(parts, line + 8, text));
  EXPECT_EQ(whole->metrics[0].help.line, "");
  EXPECT_FALSE(whole->metrics[0].help.text.empty());
  EXPECT_EQ(Decode(With(parts, line, text))->metrics[0].help.line,
            whole->metrics[0].help.text);
  EXPECT_EQ(Decode(With(parts, line, text + 1))->metrics[0].help, HelpText())
      << "that is where no string begins";
}

INSTANTIATE_TEST_SUITE_P(Versions, EveryVersion, testing::Values(1, 2, 3));

TEST(FileLayout, NamesAreLongWhereTheVersionAllowsIt) {
  MmvParts parts = MmvSpecimen(1);
  parts.metrics[0].name = std::string(100, 'n');
  EXPECT_EQ(Decode(MmvBytes(parts))->metrics[0].name, std::string(64, 'n'));
  parts.version = 2;
  EXPECT_EQ(Decode(MmvBytes(parts))->metrics[0].name, std::string(100, 'n'));
}

TEST(FileLayout, AnInstanceHasOneNameAndAMetricOneValueOfIt) {
  MmvParts parts = MmvSpecimen(1);
  parts.members.push_back({0, 100, "again"});
  parts.values.push_back({1, 99, 2});
  parts.values.push_back({0, 99});
  const auto layout = Decode(MmvBytes(parts));
  EXPECT_THAT(layout->indoms[0].instances,
              ElementsAre(Instance{100, "one"}, Instance{200, "two words"}));
  EXPECT_THAT(layout->metrics[1].values,
              ElementsAre(ValuePlace{100, parts.At(4, 1)},
                          ValuePlace{200, parts.At(4, 2)}));
  EXPECT_EQ(layout->metrics[0].values.size(), 1u);
}

TEST(FileLayout, DomainsOfOneNumberAreOne) {
  MmvParts parts = MmvSpecimen(1);
  parts.indoms.push_back(7);
  parts.members.push_back({1, 5, "five"});
  const auto layout = Decode(MmvBytes(parts));
  ASSERT_EQ(layout->indoms.size(), 1u);
  EXPECT_EQ(layout->indoms[0].instances.size(), 3u);
}

TEST(FileLayout, AValueOfAnotherDomainsInstanceIsLeftOut) {
  MmvParts parts = MmvSpecimen(1);
  parts.indoms.push_back(8);
  parts.members.push_back({1, 5, "five"});
  parts.values = {{1, 1, 2}, {1, 1}};
  EXPECT_THAT(Decode(MmvBytes(parts))->metrics[1].values, IsEmpty());
}

TEST(FileLayout, ZeroAndAllOnesAreNoDomain) {
  MmvParts parts = MmvSpecimen(1);
  parts.metrics[0].indom = 0xffffffff;
  EXPECT_FALSE(Decode(MmvBytes(parts))->metrics[0].indom.has_value());
}

TEST(FileLayout, IsCompleteWhenBothGenerationsAreOne) {
  MmvParts parts = MmvSpecimen(1);
  const auto complete = [&parts] {
    const std::string text = MmvBytes(parts);
    return DecodeHeader(tests::AsBytes(text))->complete();
  };
  EXPECT_TRUE(complete());
  parts.generation_again = 0;
  EXPECT_FALSE(complete());
  parts.generation = 0;
  EXPECT_FALSE(complete());
}

// The file is anybody's to write while it is copied.
TEST(FileLayout, ACopyBeginsWithTheHeaderThatWasSeen) {
  const std::string text = MmvBytes(MmvSpecimen(1));
  const base::Bytes bytes = tests::AsBytes(text);
  const Header header = *DecodeHeader(bytes);
  EXPECT_TRUE(IsCopyOf(bytes, header));
  std::string other = text;
  other[kGenerationAt] ^= 1;
  EXPECT_FALSE(IsCopyOf(tests::AsBytes(other), header));
  other = text;
  other[kProcessAt] ^= 1;
  EXPECT_FALSE(IsCopyOf(tests::AsBytes(other), header));
  other = text;
  other[0] = '\0';
  EXPECT_FALSE(IsCopyOf(tests::AsBytes(other), header));
  EXPECT_FALSE(IsCopyOf(bytes.first(kHeaderSize - 1), header));
}

TEST(FileLayout, RefusesWhatIsNoMmvFile) {
  EXPECT_EQ(WhyNot(""), "byte 0: too short for an MMV file");
  EXPECT_EQ(WhyNot(std::string(400, 'M')), "byte 0: not an MMV file");
  MmvParts parts = MmvSpecimen(1);
  parts.version = 4;
  EXPECT_EQ(WhyNot(MmvBytes(parts)),
            "byte 4: version 4 of MMV files; 1 to 3 are known");
  parts.version = 1;
  parts.cluster = 4096;
  EXPECT_EQ(WhyNot(MmvBytes(parts)), "byte 36: a cluster above 4095");
}

TEST(FileLayout, RefusesSectionsThatCannotBe) {
  const MmvParts parts = MmvSpecimen(1);
  const std::string text = MmvBytes(parts);
  EXPECT_EQ(WhyNot(text.substr(0, 100)), "byte 24: 5 sections cannot be");
  EXPECT_EQ(WhyNot(text.substr(0, text.size() - 1)),
            "byte 104: a section beyond the end of the file");
  EXPECT_EQ(WhyNot(With(parts, 40 + 8, ~std::uint64_t{0})),
            "byte 40: a section beyond the end of the file");
  EXPECT_EQ(WhyNot(With(parts, 40, 0xffffffff'00000001)),
            "byte 40: a negative number of entries");
  EXPECT_EQ(WhyNot(With(parts, 56, 0x00000001'00000001)),
            "byte 56: a section twice");
}

TEST(FileLayout, RefusesReferencesToNothing) {
  const MmvParts v1 = MmvSpecimen(1);
  EXPECT_THAT(WhyNot(With(v1, v1.At(2, 0), 8)), HasSubstr("of no domain"));
  EXPECT_THAT(WhyNot(With(v1, v1.At(4, 0) + 16, v1.At(3, 0) + 8)),
              HasSubstr("a value of no metric"));
  EXPECT_THAT(WhyNot(With(v1, v1.At(4, 0) + 24, v1.At(2, 2))),
              HasSubstr("a value of no instance"));
  const MmvParts v2 = MmvSpecimen(2);
  EXPECT_THAT(WhyNot(With(v2, v2.At(3, 0), 1 << 20)),
              HasSubstr("no such string"));
  EXPECT_THAT(WhyNot(With(v2, v2.At(2, 1) + 16, ~std::uint64_t{0})),
              HasSubstr("no such string"));
}

TEST(FileLayout, AnEntryThatIsNotInUseIsPassedOver) {
  const MmvParts parts = MmvSpecimen(1);
  const auto layout = Decode(With(parts, parts.At(4, 0) + 16, 0));
  ASSERT_TRUE(layout.has_value());
  EXPECT_THAT(layout->metrics[0].values, IsEmpty());
}

}  // namespace
}  // namespace pmapi::mmv
