// DerivedSource: what it asks the host for, and differences that go on from one
// stream to the next.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tests/unit/pmapi/derived/derived_source_fixture.h"

namespace pmapi {
namespace {

/// A host that tells what it was asked for, live or not.
class AskedSource : public Source {
 public:
  explicit AskedSource(Source* host) : host_(*host) {}
  const MetricCatalog& Catalog() const override { return host_.Catalog(); }
  const std::string& HostName() const override { return host_.HostName(); }
  const std::string& ContextName() const override {
    return host_.ContextName();
  }
  base::Result<std::unique_ptr<SampleStream>> Open(std::vector<Want> wants,
                                                   TickGrid grid) override {
    asked = wants.size();
    return host_.Open(std::move(wants), grid);
  }

  bool waits() const override { return live; }

  std::size_t asked = 0;
  bool live = false;

 private:
  Source& host_;
};

// Asked for twice a live metric has two values.
TEST_F(DerivedSourceTest, AnOperandIsTheMetricItself) {
  config_.Read("d", "d.same = a + 0\n");
  AskedSource asked(&host_);
  DerivedSource source(&config_, &asked, of_nothing_);
  const Want same{*source.Catalog().Describe("d.same"), {}};
  const Want itself{*source.Catalog().Describe("a"), {}};
  for (const auto& wants :
       {std::vector<Want>{same, itself}, std::vector<Want>{itself, same},
        std::vector<Want>{same, itself, same}}) {
    Samples samples;
    const auto stream = source.Open(wants, kGrid);
    EXPECT_EQ(asked.asked, 1u);
    ASSERT_TRUE((*stream)->Fetch(1, &samples));
    for (const MetricSamples& metric : samples.metrics) {
      EXPECT_EQ(metric.bits[0], 1u);
    }
  }
  // Two who are handed it have one each.
  ASSERT_TRUE(source.Open({itself, same, itself}, kGrid));
  EXPECT_EQ(asked.asked, 2u);
}

// When rules are checked again there is another stream.
TEST_F(DerivedSourceTest, ALiveDifferenceGoesOnInTheNextStream) {
  config_.Read("d", "d.delta = delta(disk)\nd.ms = delta(ms)\n");
  AskedSource host(&host_);
  DerivedSource source(&config_, &host, of_nothing_);
  const Want want{*source.Catalog().Describe("d.delta"), {}};
  const Want other{*source.Catalog().Describe("d.ms"), {}};
  const auto one_tick = [&](std::vector<Want> wants, int tick,
                            base::Duration interval = kGrid.step) {
    Samples samples;
    const auto stream =
        source.Open(std::move(wants), {kGrid.At(tick), interval});
    EXPECT_TRUE((*stream)->Fetch(1, &samples));
    std::string text;
    Append(samples, want.desc.type, &text);
    return text;
  };
  EXPECT_EQ(one_tick({want}, 0), "- - -; ");
  EXPECT_EQ(one_tick({want}, 1), "- - -; ") << "archives begin anew";
  host.live = true;
  EXPECT_EQ(one_tick({want}, 0), "- - -; ");
  EXPECT_EQ(one_tick({want, other}, 1), "10 20 0; ");
  EXPECT_EQ(one_tick({want}, 2), "10 - 5; ");
  EXPECT_EQ(one_tick({want}, 3, {1}), "- - -; ") << "of another interval";
}

TEST_F(DerivedSourceTest, ButNotOfOtherMetrics) {
  config_.Read("d", "d.delta = delta(disk)\n");
  AskedSource host(&host_);
  host.live = true;
  DerivedSource source(&config_, &host, of_nothing_);
  const auto one_tick = [&](int tick) {
    Samples samples;
    const auto desc = source.Catalog().Describe("d.delta");
    const auto stream =
        source.Open({{*desc, {}}}, {kGrid.At(tick), kGrid.step});
    EXPECT_TRUE((*stream)->Fetch(1, &samples));
    std::string text;
    Append(samples, desc->type, &text);
    return text;
  };
  EXPECT_EQ(one_tick(0), "- - -; ");
  host_.Add("disk", Desc(Type::kU64, Semantics::kCounter, kDisks),
            {{1, 2, 5}, {{0, 0, 0}, {7, 7, 7}, {8, 8, 8}}});
  EXPECT_EQ(one_tick(1), "- - -; ");
  EXPECT_EQ(one_tick(2), "1 1 1; ");
}

}  // namespace
}  // namespace pmapi
