// DerivedSourceTest: a host of some metrics, and what is derived from them, as
// text.
#ifndef TOCSIN_TESTS_UNIT_PMAPI_DERIVED_DERIVED_SOURCE_FIXTURE_H_
#define TOCSIN_TESTS_UNIT_PMAPI_DERIVED_DERIVED_SOURCE_FIXTURE_H_

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "pmapi/derived/derived_source.h"
#include "tests/support/memory_source.h"

namespace pmapi {

inline constexpr TickGrid kGrid{base::Timestamp{0},
                                base::Duration{10 * base::kNanosPerSecond}};
inline constexpr InDom kDisks{7};
inline constexpr InDom kCpus{8};

inline MetricDesc Desc(Type type, Semantics semantics = Semantics::kInstant,
                       InDom indom = kNullInDom, Units units = {}) {
  return {kNullPmid, type, indom, semantics, units};
}

inline Units Kbyte() {
  Units units;
  units.space = 1;
  units.space_scale = SpaceScale::kKbyte;
  return units;
}

inline Units Millisec() {
  Units units;
  units.time = 1;
  units.time_scale = TimeScale::kMsec;
  return units;
}

class DerivedSourceTest : public ::testing::Test {
 protected:
  DerivedSourceTest() : host_(kGrid) {
    host_.AddScalar("a", Desc(Type::kU32), {1, 2, 3, tests::Literal(), 5});
    host_.AddScalar("b", Desc(Type::k64), {10, 20, tests::Literal(), 40, 50});
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
                {20, tests::Literal(), 5},
                {30, 90, 5},
                {40, 120, 25}}});
    host_.Add("size", Desc(Type::kU32, Semantics::kInstant, kDisks),
              {{1, 2, 5},
               {{1, 2, 3},
                {1, tests::Literal(), 3},
                {1, 2, 3},
                {tests::Literal(), tests::Literal(), tests::Literal()},
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

}  // namespace pmapi

#endif  // TOCSIN_TESTS_UNIT_PMAPI_DERIVED_DERIVED_SOURCE_FIXTURE_H_
