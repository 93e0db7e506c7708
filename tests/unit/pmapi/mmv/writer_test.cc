// MmvWriter: what we write, we read; files come whole and go.
#include "pmapi/mmv/writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <filesystem>

#include "pmapi/mmv/mmv_source.h"
#include "tests/support/file_tree.h"

namespace pmapi {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr TickGrid kGrid{base::Timestamp{0}, base::Duration{1000}};

MmvDeclaration Shop() {
  MmvDeclaration shop;
  shop.indoms = {{5, {{0, "till"}, {3, "web shop"}}, "doors", "ways in"}};
  shop.metrics = {
      {"sales", 1, Type::kU64, Semantics::kCounter, {}, 5, "sold", "things"},
      {"queue", 2, Type::k32, Semantics::kInstant, {}, 0, "", ""},
      {"load", 3, Type::kFloat, Semantics::kInstant, {}, 0, "", ""},
      {"share", 4, Type::kDouble, Semantics::kInstant, {}, 0, "", ""},
      {"state", 5, Type::kString, Semantics::kDiscrete, {}, 5, "", ""}};
  shop.metrics[0].units.count = 1;
  return shop;
}

class MmvWriterTest : public testing::Test {
 protected:
  std::unique_ptr<MmvWriter> Make(const MmvDeclaration& declaration,
                                  std::int64_t now = 77) const {
    auto writer = MmvWriter::Create(path(), declaration, {now});
    EXPECT_TRUE(writer.has_value()) << writer.error().message;
    return *std::move(writer);
  }
  std::string path() const { return tree_.root() + "/shop"; }
  bool there() const { return std::filesystem::exists(path()); }
  /// All metrics' values, in the order of their names.
  Samples Read() const {
    const auto source = OpenMmvSource(tree_.root());
    std::vector<Want> wants;
    for (const std::string& name : (*source)->Catalog().MetricNames()) {
      wants.push_back({*(*source)->Catalog().Describe(name), {}});
    }
    auto stream = (*source)->Open(wants, kGrid);
    Samples samples;
    EXPECT_TRUE((*stream)->Fetch(1, &samples).has_value());
    return samples;
  }

  tests::FileTree tree_;
};

TEST_F(MmvWriterTest, WhatIsDeclaredIsRead) {
  const auto writer = Make(Shop());
  const auto source = OpenMmvSource(path());
  ASSERT_TRUE(source.has_value()) << source.error().message;
  const MetricCatalog& catalog = (*source)->Catalog();
  EXPECT_THAT(catalog.MetricNames(),
              ElementsAre("mmv.shop.load", "mmv.shop.queue", "mmv.shop.sales",
                          "mmv.shop.share", "mmv.shop.state"));
  const MetricDesc sales = *catalog.Describe("mmv.shop.sales");
  EXPECT_EQ(PmidText(sales.pmid), "70.1.1");
  EXPECT_EQ(sales.type, Type::kU64);
  EXPECT_EQ(sales.semantics, Semantics::kCounter);
  EXPECT_EQ(UnitsText(sales.units), "count");
  EXPECT_THAT(*catalog.Instances(sales.indom),
              ElementsAre(Instance{0, "till"}, Instance{3, "web shop"}));
  EXPECT_EQ(catalog.Help("mmv.shop.sales"), (HelpText{"sold", "things"}));
  EXPECT_EQ(catalog.Help("mmv.shop.queue"), HelpText());
  EXPECT_EQ(catalog.Help("mmv.shop"), HelpText());
}

TEST_F(MmvWriterTest, WhatIsSetIsRead) {
  const auto writer = Make(Shop());
  writer->SetInteger(writer->Find("sales", 3), 1ull << 40);
  writer->AddInteger(writer->Find("sales", 0), 5);
  writer->AddInteger(writer->Find("sales", 0), 6);
  writer->SetInteger(writer->Find("queue"), static_cast<std::uint64_t>(-2));
  writer->AddInteger(writer->Find("queue"), static_cast<std::uint64_t>(-1));
  writer->SetReal(writer->Find("load"), 0.5);
  writer->SetReal(writer->Find("share"), 0.25);
  writer->SetText(writer->Find("state", 0), "open");
  const Samples samples = Read();
  EXPECT_THAT(samples.metrics[0].bits,
              ElementsAre(std::bit_cast<std::uint32_t>(0.5f)));
  EXPECT_THAT(samples.metrics[1].bits,
              ElementsAre(static_cast<std::uint64_t>(-3)));
  EXPECT_THAT(samples.metrics[2].bits, ElementsAre(11, 1ull << 40));
  EXPECT_THAT(samples.metrics[3].bits,
              ElementsAre(std::bit_cast<std::uint64_t>(0.25)));
  EXPECT_THAT(samples.strings, ElementsAre("open", ""));
}

TEST_F(MmvWriterTest, TextsReplaceEachOther) {
  const auto writer = Make(Shop());
  const auto value = writer->Find("state", 3);
  for (const std::string text : {"a long text", "b", ""}) {
    writer->SetText(value, text);
    EXPECT_THAT(Read().strings, ElementsAre("", text));
  }
  // Cut where a character begins: 254 bytes and not half of an umlaut.
  writer->SetText(value, std::string(254, 'x') + "\xc3\xa4");
  EXPECT_THAT(Read().strings, ElementsAre("", std::string(254, 'x')));
}

TEST_F(MmvWriterTest, ANumberThatWasNotSetIsNoValueOnDemand) {
  MmvDeclaration shop = Shop();
  shop.sentinel = true;
  const auto writer = Make(shop);
  Samples samples = Read();
  EXPECT_THAT(samples.metrics[1].cells, ElementsAre(kAbsent));
  EXPECT_THAT(samples.strings, IsEmpty());
  writer->AddInteger(writer->Find("sales", 3), 4);
  writer->SetInteger(writer->Find("queue"), static_cast<std::uint64_t>(-1));
  samples = Read();
  EXPECT_THAT(samples.metrics[1].bits, ElementsAre(~std::uint64_t{0}));
  EXPECT_THAT(samples.metrics[2].bits, ElementsAre(4));
  EXPECT_THAT(samples.groups[1].instances, ElementsAre(3));
}

TEST_F(MmvWriterTest, LongNamesMakeItVersion2) {
  MmvDeclaration shop = Shop();
  const auto version = [this] {
    std::FILE* file = std::fopen(path().c_str(), "rb");
    char head[8] = {};
    EXPECT_EQ(std::fread(head, 1, sizeof head, file), sizeof head);
    std::fclose(file);
    return int{head[4]};
  };
  Make(shop)->Find("sales", 0);
  {
    const auto writer = Make(shop);
    EXPECT_EQ(version(), 1);
  }
  shop.indoms[0].instances[0].name = std::string(200, 'i');
  shop.metrics[1].name = std::string(64, 'm');
  const auto writer = Make(shop);
  EXPECT_EQ(version(), 2);
  writer->SetInteger(writer->Find(std::string(64, 'm')), 9);
  const auto source = OpenMmvSource(path());
  const MetricCatalog& catalog = (*source)->Catalog();
  EXPECT_TRUE(catalog.Describe("mmv.shop." + std::string(64, 'm')));
  EXPECT_EQ(
      catalog.Instances(catalog.Describe("mmv.shop.sales")->indom)->at(0).name,
      std::string(200, 'i'));
}

TEST_F(MmvWriterTest, TheFileGoesWithTheWriter) {
  auto writer = Make(Shop());
  EXPECT_TRUE(there());
  writer.reset();
  EXPECT_FALSE(there());
  EXPECT_TRUE(std::filesystem::is_empty(tree_.root()));
}

TEST_F(MmvWriterTest, AnotherFileInItsPlaceStays) {
  auto first = Make(Shop(), 1);
  auto second = Make(Shop(), 2);
  first->SetInteger(first->Find("queue"), 1);
  first.reset();
  EXPECT_TRUE(there());
  EXPECT_THAT(Read().metrics[1].bits, ElementsAre(0));
}

TEST_F(MmvWriterTest, WhatCannotBeWrittenIsSaid) {
  const auto nowhere =
      MmvWriter::Create(tree_.root() + "/none/shop", Shop(), {1});
  ASSERT_FALSE(nowhere.has_value());
  EXPECT_EQ(nowhere.error().system_errno, ENOENT);
}

TEST_F(MmvWriterTest, WhatCannotBeDeclaredIsSaid) {
  const auto why = [this](auto change) {
    MmvDeclaration shop = Shop();
    change(&shop);
    const auto writer = MmvWriter::Create(path(), shop, {1});
    return writer ? "" : writer.error().message;
  };
  using D = MmvDeclaration;
  EXPECT_EQ(why([](D* d) { d->metrics.clear(); }), "no metrics");
  EXPECT_EQ(why([](D* d) { d->cluster = 4096; }), "a cluster above 4095");
  EXPECT_THAT(why([](D* d) { d->metrics[0].name = "a-b"; }),
              HasSubstr("metric 'a-b': letters"));
  EXPECT_THAT(why([](D* d) { d->metrics[1].name = "sales"; }),
              HasSubstr("each name once"));
  EXPECT_THAT(why([](D* d) { d->metrics[0].item = 1024; }),
              HasSubstr("an item from 0"));
  EXPECT_THAT(why([](D* d) { d->metrics[0].item = 2; }),
              HasSubstr("each once"));
  EXPECT_THAT(why([](D* d) { d->metrics[0].indom = 6; }),
              HasSubstr("not declared"));
  EXPECT_THAT(why([](D* d) { d->metrics[0].type = Type::kEvent; }),
              HasSubstr("numbers and strings"));
  EXPECT_THAT(why([](D* d) { d->metrics[0].long_text.assign(256, 'x'); }),
              HasSubstr("above 255 bytes"));
  EXPECT_THAT(why([](D* d) { d->indoms[0].serial = 2048; }),
              HasSubstr("1 to 2047"));
  EXPECT_THAT(why([](D* d) { d->indoms[0].instances[1].id = 0; }),
              HasSubstr("each once"));
  EXPECT_THAT(why([](D* d) { d->indoms[0].instances[1].name = ""; }),
              HasSubstr("names of 1 to 255"));
  EXPECT_FALSE(there());
}

}  // namespace
}  // namespace pmapi
