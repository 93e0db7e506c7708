// DerivedSource: descriptors by PCP's rules, and values computed by hand.
#include "pmapi/derived/derived_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <memory>
#include <string>

#include "tests/support/memory_source.h"

namespace pmapi {
namespace {

using ::testing::Contains;
using ::testing::Not;
using tests::Literal;
using Values = std::vector<Literal>;

constexpr TickGrid kGrid{base::Timestamp{0},
                         base::Duration{10 * base::kNanosPerSecond}};
constexpr InDom kDisks{7};
constexpr InDom kCpus{8};

MetricDesc Desc(Type type, Semantics semantics = Semantics::kInstant,
                InDom indom = kNullInDom, Units units = {}) {
  return {kNullPmid, type, indom, semantics, units};
}

Units Kbyte() {
  Units units;
  units.space = 1;
  units.space_scale = SpaceScale::kKbyte;
  return units;
}

Units Millisec() {
  Units units;
  units.time = 1;
  units.time_scale = TimeScale::kMsec;
  return units;
}

class DerivedSourceTest : public ::testing::Test {
 protected:
  DerivedSourceTest() : host_(kGrid) {
    host_.AddScalar("a", Desc(Type::kU32), {1, 2, 3, Literal(), 5});
    host_.AddScalar("b", Desc(Type::k64), {10, 20, Literal(), 40, 50});
    host_.AddScalar("x", Desc(Type::kDouble), {0.5, 0.25, 0.0, -1.0, 2.0});
    host_.AddScalar("text", Desc(Type::kString, Semantics::kDiscrete),
                    {"one", "two", "two", "one", "two"});
    host_.AddScalar(
        "ms", Desc(Type::kU32, Semantics::kCounter, kNullInDom, Millisec()),
        {0, 5000, std::int64_t{4294967295}, 4, 10004});
    host_.AddScalar("kb",
                    Desc(Type::kU64, Semantics::kInstant, kNullInDom, Kbyte()),
                    {1024, 2048, 512, 0, 1});
    host_.Add("disk", Desc(Type::kU32, Semantics::kCounter, kDisks),
              {{1, 2, 5},
               {{0, 10, 0},
                {10, 30, 0},
                {20, Literal(), 5},
                {30, 90, 5},
                {40, 120, 25}}});
    host_.Add("size", Desc(Type::kU32, Semantics::kInstant, kDisks),
              {{1, 2, 5},
               {{1, 2, 3},
                {1, Literal(), 3},
                {1, 2, 3},
                {Literal(), Literal(), Literal()},
                {4, 5, 6}}});
    host_.Add("cpu", Desc(Type::kU32, Semantics::kInstant, kCpus),
              {{0, 1}, {{1, 0}, {0, 1}, {0, 0}, {1, 1}, {0, 1}}});
    host_.AddInDom(kDisks, {{1, "sda root"}, {2, "sdb"}, {5, "nvme0"}});
    host_.AddInDom(kCpus, {{0, "cpu0"}, {1, "cpu1"}});
  }

  void Define(const std::string& text) {
    config_.Read("d", text);
    source_ = std::make_unique<DerivedSource>(&config_, &host_, of_nothing_);
  }

  // "U32 instant Kbyte" and the domain, or why not.
  std::string Describe(const std::string& expression) {
    Define("d.m" + std::to_string(++made_) + " = " + expression + "\n");
    for (const auto& diagnostic : config_.diagnostics()) {
      return DiagnosticText(diagnostic);
    }
    last_ = "d.m" + std::to_string(made_);
    const auto desc = source_->Catalog().Describe(last_);
    if (!desc) {
      const std::string& why = desc.error().message;
      return why.substr(why.rfind(": ") + 2);
    }
    std::string text = TypeName(desc->type);
    text += desc->semantics == Semantics::kCounter   ? " counter"
            : desc->semantics == Semantics::kInstant ? " instant"
                                                     : " discrete";
    const std::string units = UnitsText(desc->units);
    if (!units.empty()) text += ' ' + units;
    if (!desc->singular()) text += " of many";
    return text;
  }

  // The values at five ticks, of `ticks` at a time: "1 -; 2 3; ...".
  std::string Rows(const std::string& name, int ticks = 5,
                   std::vector<InstanceId> only = {}) {
    const auto desc = source_->Catalog().Describe(name);
    if (!desc) return desc.error().message;
    auto stream = source_->Open({{*desc, std::move(only)}}, kGrid);
    Samples samples;
    std::string text;
    for (int done = 0; done < 5; done += samples.ticks()) {
      if (!(*stream)->Fetch(std::min(ticks, 5 - done), &samples)) {
        return text + " failed";
      }
      Append(samples, desc->type, &text);
    }
    return text.substr(0, text.size() - 2);
  }
  std::string Values(const std::string& expression) {
    const std::string described = Describe(expression);
    const std::string whole = Rows(last_);
    // Blocks of any length give the same.
    EXPECT_EQ(Rows(last_, 1), whole) << expression;
    EXPECT_EQ(Rows(last_, 2), whole) << expression;
    return whole;
  }

  static void Append(const Samples& samples, Type type, std::string* text) {
    const MetricSamples& metric = samples.metrics[0];
    const SampleGroup& group = samples.groups[metric.group];
    // A disk that is not there in this block is one without a value.
    const std::vector<InstanceId> all = group.indom == kDisks
                                            ? std::vector<InstanceId>{1, 2, 5}
                                            : group.instances;
    for (int t = 0; t < samples.ticks(); ++t) {
      std::string row;
      for (const InstanceId id : all) {
        row += ' ' + CellText(samples, metric, type, t, id);
      }
      *text += row.substr(1) + "; ";
    }
  }
  static std::string CellText(const Samples& samples,
                              const MetricSamples& metric, Type type, int tick,
                              InstanceId id) {
    const auto& instances = samples.groups[metric.group].instances;
    const auto found = std::find(instances.begin(), instances.end(), id);
    if (found == instances.end()) return "-";
    const auto at = static_cast<std::size_t>(tick) * instances.size() +
                    static_cast<std::size_t>(found - instances.begin());
    if (metric.cells[at] == kAbsent) return "-";
    return metric.cells[at] == kKnown
               ? ValueText(samples, metric.bits[at], type)
               : "?";
  }
  static std::string ValueText(const Samples& samples, std::uint64_t bits,
                               Type type) {
    char text[40];
    switch (type) {
      case Type::kString:
        return samples.strings[bits];
      case Type::kFloat:
        std::snprintf(text, sizeof text, "%g",
                      std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
        return text;
      case Type::kDouble:
        std::snprintf(text, sizeof text, "%g", std::bit_cast<double>(bits));
        return text;
      default:
        return std::to_string(static_cast<std::int64_t>(bits));
    }
  }

  tests::MemorySource host_;
  pmapi::notation::DerivedConfig config_;
  OfNothing of_nothing_ = OfNothing::kZero;
  std::unique_ptr<DerivedSource> source_;
  std::string last_;
  int made_ = 0;
};

TEST_F(DerivedSourceTest, TypesArePromoted) {
  EXPECT_EQ(Describe("a + 1"), "U32 instant");
  EXPECT_EQ(Describe("a + b"), "64 instant");
  EXPECT_EQ(Describe("b * x"), "DOUBLE instant");
  EXPECT_EQ(Describe("a / 2"), "DOUBLE instant");
  EXPECT_EQ(Describe("x > 1"), "U32 instant");
  EXPECT_EQ(Describe("1 + 2"), "U32 discrete");
  EXPECT_EQ(Describe("-a"), "32 instant");
  EXPECT_EQ(Describe("-kb"), "64 instant Kbyte");
  EXPECT_EQ(Describe("!x"), "U32 instant");
}

TEST_F(DerivedSourceTest, Counters) {
  EXPECT_EQ(Describe("ms + ms"), "U32 counter millisec");
  EXPECT_EQ(Describe("ms * 2"), "U32 counter millisec");
  EXPECT_EQ(Describe("2 * ms"), "U32 counter millisec");
  EXPECT_EQ(Describe("ms > 5"), "U32 counter");
  EXPECT_EQ(Describe("ms + 1"), "Illegal operator for counter and non-counter");
  EXPECT_EQ(Describe("1 / ms"), "Illegal operator for non-counter and counter");
  EXPECT_EQ(Describe("ms * ms"), "Illegal operator for counters");
  EXPECT_EQ(Describe("ms * kb"),
            "Non-counter and not dimensionless for right operand");
  EXPECT_EQ(Describe("instant(ms)"), "U32 instant millisec");
}

TEST_F(DerivedSourceTest, Units) {
  EXPECT_EQ(Describe("kb + rescale(kb, \"Mbyte\")"), "DOUBLE instant Mbyte");
  EXPECT_EQ(Describe("kb / instant(ms)"), "DOUBLE instant Kbyte / millisec");
  EXPECT_EQ(Describe("kb * kb"), "U64 instant Kbyte^2");
  EXPECT_EQ(Describe("kb + instant(ms)"), "Dimensions are not the same");
  EXPECT_EQ(Describe("kb && 1"), "Dimensions are not the same");
  EXPECT_EQ(Describe("kb == 1.5"), "U32 instant");
  EXPECT_EQ(Describe("rescale(kb, \"sec\")"), "Incompatible dimensions");
  EXPECT_EQ(Describe("rate(ms)"), "DOUBLE instant");
  EXPECT_EQ(Describe("rate(kb)"), "DOUBLE instant Kbyte / sec");
  EXPECT_EQ(Describe("count(disk)"), "U32 instant count");
  // A constant's units count like any other's; PCP forgets their scale.
  EXPECT_EQ(Describe("mkconst(2, units=\"Kbyte\") * a"), "U32 instant Kbyte");
}

TEST_F(DerivedSourceTest, Functions) {
  EXPECT_EQ(Describe("delta(disk)"), "64 instant of many");
  EXPECT_EQ(Describe("sum(disk)"), "U32 counter");
  EXPECT_EQ(Describe("avg(size)"), "FLOAT instant");
  EXPECT_EQ(Describe("max(text)"), "Non-arithmetic operand for function");
  EXPECT_EQ(Describe("a + text"), "Non-arithmetic type for right operand");
  EXPECT_EQ(Describe("-text"), "Non-arithmetic operand for unary negation");
  EXPECT_EQ(Describe("disk + cpu"),
            "Illegal operator for counter and non-counter");
  EXPECT_EQ(Describe("size + cpu"),
            "Operands should have the same instance domain");
}

TEST_F(DerivedSourceTest, Choices) {
  EXPECT_EQ(Describe("a > 1 ? size : mkconst(0, semantics=instant)"),
            "U32 instant of many");
  EXPECT_EQ(Describe("a ? b : a"), "Different types for ternary operands");
  EXPECT_EQ(Describe("a ? a : 1"), "Different semantics for ternary operands");
  EXPECT_EQ(Describe("a ? rescale(kb, \"byte\") : kb"),
            "Different units or scale (space) for ternary operands");
  EXPECT_EQ(Describe("size ? a : a"),
            "Non-scalar ternary guard with scalar expressions");
}

TEST_F(DerivedSourceTest, MissingOperands) {
  EXPECT_EQ(Describe("a + none"), "there is no metric none");
  EXPECT_EQ(Values("defined(none)"), "0; 0; 0; 0; 0");
  EXPECT_EQ(Values("defined(a)"), "1; 1; 1; 1; 1");
}

TEST_F(DerivedSourceTest, Arithmetic) {
  EXPECT_EQ(Values("a + b"), "11; 22; -; -; 55");
  EXPECT_EQ(Values("b - a * 2"), "8; 16; -; -; 40");
  EXPECT_EQ(Values("a - 2"), "4294967295; 0; 1; -; 3");
  EXPECT_EQ(Values("a / b"), "0.1; 0.1; -; -; 0.1");
  EXPECT_EQ(Values("a / 0"), "inf; inf; inf; -; inf");
  EXPECT_EQ(Values("0 / x"), "0; 0; 0; 0; 0");
  EXPECT_EQ(Values("-a"), "-1; -2; -3; -; -5");
  EXPECT_EQ(Values("x < 0 || x >= 0.5"), "1; 0; 0; 1; 1");
  EXPECT_EQ(Values("!x"), "0; 0; 1; 0; 0");
  EXPECT_EQ(Values("kb + rescale(kb, \"Mbyte\")"), "2; 4; 1.5; 0; 0.000976562");
  EXPECT_EQ(Values("rescale(kb, \"Mbyte\")"), "1; 2; 1; 0; 0");
}

TEST_F(DerivedSourceTest, InstancesPairByNumber) {
  EXPECT_EQ(Values("size * 2"), "2 4 6; 2 - 6; 2 4 6; - - -; 8 10 12");
  EXPECT_EQ(Values("size + delta(disk)"),
            "- - -; 11 - 3; 11 - 8; - - -; 14 35 26");
  EXPECT_EQ(Values("a + size"), "2 3 4; 3 - 5; 4 5 6; - - -; 9 10 11");
}

TEST_F(DerivedSourceTest, Instances) {
  EXPECT_EQ(Values("size[sdb]"), "- 2 -; - - -; - 2 -; - - -; - 5 -");
  EXPECT_EQ(Values("size[sda root]"), "1 - -; 1 - -; 1 - -; - - -; 4 - -");
  EXPECT_EQ(Values("(size + 1)[nvme0]"), "- - 4; - - 4; - - 4; - - -; - - 7");
  EXPECT_EQ(Values("matchinst(/^sd/, size)"),
            "1 2 -; 1 - -; 1 2 -; - - -; 4 5 -");
  EXPECT_EQ(Values("matchinst(!/^sd|root/, size)"),
            "- - 3; - - 3; - - 3; - - -; - - 6");
  EXPECT_EQ(Values("matchinst(/root/, size)"),
            "- - -; - - -; - - -; - - -; - - -");
  EXPECT_EQ(Values("matchinst(/a/, a)"), "-; -; -; -; -");
  EXPECT_EQ(Values("scalar(size) + a"), "2; 3; 4; -; 9");
}

TEST_F(DerivedSourceTest, Aggregates) {
  EXPECT_EQ(Values("sum(size)"), "6; 4; 6; 0; 15");
  EXPECT_EQ(Values("count(size)"), "3; 2; 3; 0; 3");
  EXPECT_EQ(Values("avg(size)"), "2; 2; 2; 0; 5");
  EXPECT_EQ(Values("max(size)"), "3; 3; 3; -; 6");
  EXPECT_EQ(Values("min(size)"), "1; 1; 1; -; 4");
  EXPECT_EQ(Values("size / sum(size)"),
            "0.166667 0.333333 0.5; 0.25 - 0.75; 0.166667 0.333333 0.5; - - -; "
            "0.266667 0.333333 0.4");
}

// Live, a failed metric cannot be told from one without values.
TEST_F(DerivedSourceTest, AggregatesOfNothingMayBeNothing) {
  of_nothing_ = OfNothing::kNoValue;
  EXPECT_EQ(Values("sum(size)"), "6; 4; 6; -; 15");
  EXPECT_EQ(Values("count(size)"), "3; 2; 3; 0; 3");
}

// An aggregate sees all instances, whichever are asked for.
TEST_F(DerivedSourceTest, SomeInstances) {
  Define("d.part = size / sum(size)\nd.twice = size * 2\n");
  EXPECT_EQ(Rows("d.part", 5, {5}),
            "0.166667 0.333333 0.5; 0.25 - 0.75; 0.166667 0.333333 0.5; - - -; "
            "0.266667 0.333333 0.4");
  EXPECT_EQ(Rows("d.twice", 5, {5}), "- - 6; - - 6; - - 6; - - -; - - 12");
}

TEST_F(DerivedSourceTest, DifferencesInTime) {
  EXPECT_EQ(Values("delta(disk)"), "- - -; 10 20 0; 10 - 5; 10 - 0; 10 30 20");
  EXPECT_EQ(Values("rate(disk)"), "- - -; 1 2 0; 1 - 0.5; 1 - 0; 1 3 2");
  // A wrap is a large decrease to delta() and a small rate.
  EXPECT_EQ(Values("delta(ms)"), "-; 5000; 4294962295; -4294967291; 10000");
  EXPECT_EQ(Values("rate(ms)"), "-; 0.5; 429496; 0.0005; 1");
  EXPECT_EQ(Values("delta(x)"), "-; -0.25; -0.25; -1; 3");
}

TEST_F(DerivedSourceTest, DifferencesLookBack) {
  Define(
      "d.plain = 2 * a\nd.rate = 2 * rate(disk)\nd.delta = delta(d.rate)\n"
      "d.most = d.delta + d.rate\na = rate(b)\n"
      "d.is = defined(d.rate)\nd.bad = rate(none)\n");
  EXPECT_EQ(source_->LookBack("d.plain"), 0);
  EXPECT_EQ(source_->LookBack("d.rate"), 1);
  EXPECT_EQ(source_->LookBack("d.delta"), 2);
  EXPECT_EQ(source_->LookBack("d.most"), 2);
  EXPECT_EQ(source_->LookBack("a"), 0) << "the source's own";
  EXPECT_EQ(source_->LookBack("d.is"), 0);
  EXPECT_EQ(source_->LookBack("d.bad"), 0);
  EXPECT_EQ(source_->LookBack("none"), 0);
}

TEST_F(DerivedSourceTest, ADifferenceDoesNotReachAcrossAFailure) {
  Define("d.delta = delta(disk)\n");
  host_.FailFrom(2, {base::ErrorCode::kTimeout, "late"});
  EXPECT_EQ(Rows("d.delta", 2).substr(0, 16), "- - -; 10 20 0; ");
}

TEST_F(DerivedSourceTest, NorFromOneOriginToAnother) {
  Define("d.delta = delta(disk)\n");
  host_.BeginAnewFrom(2);
  EXPECT_EQ(Rows("d.delta", 1), "- - -; 10 20 0; - - -; 10 - 0; 10 30 20");
}

TEST_F(DerivedSourceTest, ChoosesByInstance) {
  EXPECT_EQ(Values("a > 1 ? a : mkconst(9, semantics=instant)"),
            "9; 2; 3; -; 5");
  EXPECT_EQ(Values("size > 1 ? size : mkconst(0, semantics=instant)"),
            "0 2 3; 0 - 3; 0 2 3; - - -; 4 5 6");
  // Of another domain: by place; who is last counts for the rest.
  EXPECT_EQ(Values("cpu ? size * 10 : size"),
            "10 2 3; 1 - 30; 1 2 3; - - -; 4 50 60");
  EXPECT_EQ(Values("a ? text : text"), "one; two; two; -; two");
}

TEST_F(DerivedSourceTest, OnePutIntoAnother) {
  Define(
      "d.all = d.twice + 1\nd.twice = d.sum * 2\nd.sum = sum(size)\n"
      "d.rate = rate(d.all)\nd.self = d.self + 1\nd.p = d.q\nd.q = d.p\n");
  EXPECT_EQ(Rows("d.all"), "13; 9; 13; 1; 31");
  EXPECT_EQ(Rows("d.rate"), "-; 4.29497e+08; 0.4; 4.29497e+08; 3");
  EXPECT_EQ(source_->Catalog().Describe("d.self").error().message,
            "Derived metric definition failed: d.self is defined by itself");
  EXPECT_EQ(source_->Catalog().Describe("d.p").error().message,
            "Derived metric definition failed: d.p is defined by itself");
}

TEST_F(DerivedSourceTest, TheSourcesOwnMetricWins) {
  Define("a = b\nd.a = a\nd.bad = none + 1\n");
  EXPECT_EQ(source_->Catalog().Describe("a")->type, Type::kU32);
  EXPECT_EQ(source_->Catalog().Describe("none").error().code,
            base::ErrorCode::kNoMetric);
  const auto names = source_->Catalog().MetricNames();
  EXPECT_THAT(names, Contains("d.a"));
  EXPECT_THAT(names, Not(Contains("d.bad")));
}

TEST_F(DerivedSourceTest, ComparedInTheSameUnits) {
  const std::string small = "mkconst(3, type=u32, units=\"Kbyte\")";
  const std::string large = "mkconst(2, type=u32, units=\"Mbyte\")";
  EXPECT_EQ(Values(small + " > " + large), "0; 0; 0; 0; 0");
  EXPECT_EQ(Values("kb > " + large), "0; 0; 0; 0; 0");
  EXPECT_EQ(Values("kb >= rescale(" + large + ", \"byte\")"), "0; 1; 0; 0; 0");
}

TEST_F(DerivedSourceTest, PowersAreConverted) {
  EXPECT_EQ(Values("mkconst(1048576, units=\"Kbyte^2\") + "
                   "mkconst(2, units=\"Mbyte^2\")"),
            "3; 3; 3; 3; 3");
  EXPECT_EQ(Values("mkconst(3, units=\"Kbyte / millisec\") + "
                   "mkconst(2, units=\"Mbyte / sec\")"),
            "4.92969; 4.92969; 4.92969; 4.92969; 4.92969");
}

TEST_F(DerivedSourceTest, AGroupMayBeAMetric) {
  Define("d = a\nd.a = b\n");
  EXPECT_EQ(Rows("d"), "1; 2; 3; -; 5");
  EXPECT_EQ(Rows("d.a"), "10; 20; -; 40; 50");
}

TEST_F(DerivedSourceTest, DefinitionsMayHaveTexts) {
  Define("d = a\nd(oneline) = as much as a\na = b\na(oneline) = not a's\n");
  EXPECT_EQ(source_->Catalog().Help("d").line, "as much as a");
  EXPECT_EQ(source_->Catalog().Help("a"), HelpText()) << "it is the host's";
}

// Columns of one domain stay side by side, whoever computes them.
TEST_F(DerivedSourceTest, BesideTheSourcesOwnMetrics) {
  Define("d.twice = size * 2\nd.one = sum(size)\n");
  const MetricCatalog& catalog = source_->Catalog();
  auto stream = source_->Open({{*catalog.Describe("d.twice"), {}},
                               {*catalog.Describe("size"), {}},
                               {*catalog.Describe("d.one"), {}},
                               {*catalog.Describe("cpu"), {}}},
                              kGrid);
  Samples samples;
  for (int block = 0; block < 2; ++block) {
    ASSERT_TRUE((*stream)->Fetch(2, &samples));
    ASSERT_EQ(samples.metrics.size(), 4u);
    EXPECT_EQ(samples.metrics[0].group, samples.metrics[1].group);
    EXPECT_EQ(samples.metrics[0].bits[0], 2 * samples.metrics[1].bits[0]);
    EXPECT_EQ(samples.metrics[2].bits.size(), 2u);
    EXPECT_EQ(samples.metrics[3].bits.size(), 4u);
  }
}

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
