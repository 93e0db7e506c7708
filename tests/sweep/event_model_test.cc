// Conditions over event records beside an evaluator that is slow and obvious:
// random ones over random records, each written out as an array and looked into
// again. Aggregates, groups and time: event_run_model_test.cc.
#include "tests/sweep/event_model.h"

#include <gtest/gtest.h>

#include <bit>
#include <optional>
#include <utility>
#include <vector>

#include "engine/events/event_function.h"

namespace engine::events {
namespace {

using grammar::ast::Reducer;
using grammar::ast::Reduction;
using model::ModelRecord;
using model::Node;
using pmapi::Type;

constexpr int kCases = 100'000;
constexpr base::Timestamp kAt{1000 * base::kNanosPerSecond};

/// How many match, and how many are unknown, by the tally of `reduction`.
std::optional<double> Tallied(const Node& where, const Reduction& reduction,
                              const std::vector<ModelRecord>& records) {
  EventFunction::Written written;
  written.reduction = reduction;
  written.where = model::FilterOf(where);
  const EventFunction function(std::move(written));
  const auto tally = function.Begin(Type::kEvent, {0});
  EXPECT_TRUE(tally->Add(0, kAt, model::ArrayOf(records, Type::kEvent)));
  const pmapi::EventRow& row = tally->Finish(kAt).front();
  if (row.instances.empty() || !row.cells.empty()) return std::nullopt;
  return std::bit_cast<double>(row.bits[0]);
}

TEST(EventModel, RandomFiltersOverRandomRecords) {
  model::Random random(model::Seed());
  int known = 0;
  for (int i = 0; i < kCases; ++i) {
    const Node where = random.AnyNode(3);
    std::vector<ModelRecord> records;
    std::vector<Kleene> truths;
    for (int left = random.Below(6); left > 0; --left) {
      const ModelRecord& record = records.emplace_back(random.AnyRecord(kAt));
      if (record.missed > 0 && !SpeaksOfMissed(where)) continue;
      truths.push_back(Ask(where, record));
    }
    constexpr Reducer kReducers[] = {Reducer::kCount, Reducer::kSome,
                                     Reducer::kAll, Reducer::kPercent};
    const Reduction reduction{random.Of(kReducers),
                              random.Below(45) * 2.5};  // some above 100
    const auto wanted = model::Quantified(reduction, truths);
    ASSERT_EQ(Tallied(where, reduction, records), wanted) << "case " << i;
    known += wanted.has_value() ? 1 : 0;
  }
  EXPECT_GT(known, kCases / 4);
  EXPECT_LT(known, kCases);
}

}  // namespace
}  // namespace engine::events
