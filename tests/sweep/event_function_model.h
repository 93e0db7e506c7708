// The executable specification of functions over event records: all that ever
// came is kept, and each evaluation goes through all of it again.
// Source: docs/events.md, "Functions", "One after another" and "Truth".
#ifndef TOCSIN_TESTS_SWEEP_EVENT_FUNCTION_MODEL_H_
#define TOCSIN_TESTS_SWEEP_EVENT_FUNCTION_MODEL_H_

#include <algorithm>
#include <cstddef>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/number.h"
#include "base/time.h"
#include "tests/sweep/event_function_case.h"
#include "tests/sweep/event_model.h"

namespace engine::events::model {

class FunctionModel {
 public:
  /// Lifetime: both outlive it.
  FunctionModel(const Function& function, const std::vector<Tick>& ticks)
      : function_(function), ticks_(ticks) {
    of_missed_ = SpeaksOfMissed(function.where) ||
                 (function.holds && SpeaksOfMissed(*function.holds)) ||
                 (function.of && IsMissed(*function.of));
    if (function.sequel) {
      FollowAll();
    } else {
      TakeAll();
    }
  }

  /// Has the groups of `other`, too: one of the same statement with the same
  /// `by`. Lifetime: it outlives this.
  void HaveGroupsOf(const FunctionModel& other) { others_.push_back(&other); }

  /// Those at evaluation number `tick`.
  std::vector<Answer> At(std::size_t tick) const {
    std::vector<Answer> answers;
    if (!IsKnown(tick)) return answers;
    for (const auto& [lane, name] : LanesAt(tick)) {
      auto answer = AnswerOf(lane, tick);
      if (!answer) continue;
      answer->name = name;
      answer->may_be_gone = function_.groups && IdleAt(lane, tick) > kLeastStay;
      answers.push_back(*std::move(answer));
    }
    if (HasRest(tick)) answers.push_back(Rest());
    return answers;
  }

 private:
  /// A group stays for so many evaluations without a record at least.
  static constexpr std::size_t kLeastStay = 10;

  /// What a record comes to: a truth, or numbers and texts.
  struct Item {
    std::string lane;
    Timestamp at;
    std::size_t tick = 0;
    Kleene truth = Kleene::kTrue;
    double number = 0;
    std::string text = {};
    std::size_t order = 0;  // among those of one array
  };
  /// A record of a sequel.
  struct Comer {
    const ModelRecord* record = nullptr;
    InstanceId instance = 0;
    std::size_t tick = 0;
    int losses = 0;  // how often something was lost before it
  };

  static std::string TextOf(const Value& value) {
    if (value.index() == 1) return std::get<std::string>(value);
    std::string text = {};
    base::AppendNumber(std::get<double>(value), &text);
    return text;
  }

  // --- Each record for itself.

  void TakeAll() {
    for (std::size_t tick = 0; tick < ticks_.size(); ++tick) {
      for (const Array& array : ticks_[tick].arrays) {
        for (const ModelRecord& record : array.records) {
          if (record.missed > 0 && !of_missed_) continue;
          Take(record, {"", record.at, tick}, array.instance);
        }
      }
    }
  }

  void Take(const ModelRecord& record, Item item, InstanceId instance) {
    const auto lane = LaneOf(record, instance);
    if (!lane) return;
    item.lane = *lane;
    item.truth = Ask(function_.where, record);
    const bool matches = item.truth == Kleene::kTrue;
    if (function_.shows != Function::Shows::kNothing) {
      if (!matches) return;
      const auto values = ValuesOf(*function_.of, record);
      if (!values.empty()) item.text = TextOf(values.front());
      items_.push_back(item);
    } else if (function_.of) {
      if (!matches) return;
      for (const Value& value : ValuesOf(*function_.of, record)) {
        const auto number = NumberIn(value);
        if (!number) continue;
        item.number = *number;
        items_.push_back(item);
      }
    } else if (function_.holds) {
      if (!matches) return;
      item.truth = Ask(*function_.holds, record);
      items_.push_back(item);
    } else if (matches || function_.reduction.reducer != Reducer::kCount) {
      items_.push_back(item);
    }
  }

  static std::optional<std::vector<Value>> ValuesOfAll(
      const std::vector<Field>& fields, const ModelRecord& record) {
    std::vector<Value> all;
    for (const Field& field : fields) {
      const auto values = ValuesOf(field, record);
      if (values.empty()) return std::nullopt;
      all.push_back(values.front());
    }
    return all;
  }

  static std::string NameOf(InstanceId instance) {
    const auto known = kInstances.find(instance);
    return known == kInstances.end() ? std::to_string(instance) : known->second;
  }

  /// Nothing where it is of no group, or of an instance that is not asked for.
  std::optional<std::string> LaneOf(const ModelRecord& record,
                                    InstanceId instance) {
    if (!function_.groups) return std::to_string(instance);
    const Groups& groups = *function_.groups;
    if (groups.only && *groups.only != instance) return std::nullopt;
    const auto values = ValuesOfAll(groups.by, record);
    if (!values) return std::nullopt;
    std::string lane;
    std::string name;
    if (groups.instances) {
      lane = std::to_string(instance);
      name = NameOf(instance);
    }
    for (const Value& value : *values) {
      const auto* number = std::get_if<double>(&value);
      lane += number != nullptr ? "\n=" + std::to_string(*number)
                                : "\n" + std::get<std::string>(value);
      name += (name.empty() ? "" : ", ") + TextOf(value);
    }
    names_[lane] = name;
    return lane;
  }

  // --- One after another.

  void FollowAll() {
    std::vector<Comer> comers;
    int losses = 0;
    for (std::size_t tick = 0; tick < ticks_.size(); ++tick) {
      const Tick& one = ticks_[tick];
      for (std::size_t i = 0; i < one.arrays.size(); ++i) {
        losses += one.lost == i ? 1 : 0;
        for (const ModelRecord& record : one.arrays[i].records) {
          if (record.missed > 0) continue;
          comers.push_back({&record, one.arrays[i].instance, tick, losses});
        }
      }
      losses += one.lost == one.arrays.size() ? 1 : 0;
      losses_at_.push_back(losses);
    }
    for (std::size_t i = 0; i < comers.size(); ++i) Follow(comers, i);
    std::stable_sort(
        items_.begin(), items_.end(), [](const Item& a, const Item& b) {
          return std::pair(a.at, a.order) < std::pair(b.at, b.order);
        });
  }

  bool IsFirst(const ModelRecord& record) const {
    const bool begins = function_.sequel->kind != SequelKind::kPair ||
                        (record.flags & pmapi::kEventStart) != 0;
    return begins && Ask(function_.where, record) == Kleene::kTrue;
  }
  bool IsNext(const ModelRecord& record) const {
    if (function_.sequel->kind == SequelKind::kPair) {
      return (record.flags & pmapi::kEventEnd) != 0;
    }
    return Ask(function_.sequel->next, record) == Kleene::kTrue;
  }

  /// The evaluation at which a record's time is over; none as yet.
  std::optional<std::size_t> OverAt(const Comer& first) const {
    if (function_.sequel->kind == SequelKind::kPair) return std::nullopt;
    for (std::size_t tick = first.tick; tick < ticks_.size(); ++tick) {
      const auto limit = first.record->time + function_.sequel->within;
      if (limit < ticks_[tick].at) return tick;
    }
    return std::nullopt;
  }

  bool Follows(const Comer& next, const Comer& first) const {
    const auto& form = *function_.sequel;
    const auto key = ValuesOfAll(form.by, *first.record);
    const auto over = OverAt(first);
    const auto gap = next.record->time - first.record->time;
    return IsNext(*next.record) && next.instance == first.instance &&
           next.losses == first.losses &&
           ValuesOfAll(form.by, *next.record) == key && gap.ns >= 0 &&
           (form.kind == SequelKind::kPair || gap <= form.within) &&
           (!over || next.tick <= *over);
  }

  /// What comes of the record number `i`.
  void Follow(const std::vector<Comer>& comers, std::size_t i) {
    const Comer& first = comers[i];
    const auto& form = *function_.sequel;
    if (!IsFirst(*first.record) || !ValuesOfAll(form.by, *first.record)) return;
    Item item{std::to_string(first.instance), {}, 0};
    for (std::size_t k = i + 1; k < comers.size(); ++k) {
      if (!Follows(comers[k], first)) continue;
      item.at = comers[k].record->at;
      item.order = k;
      item.tick = comers[k].tick;
      item.text = TextOf(ShowsFirst() ? first : comers[k]);
      item.number = (comers[k].record->time - first.record->time).Seconds();
      if (form.kind != SequelKind::kWithout) items_.push_back(item);
      return;
    }
    const auto over = OverAt(first);
    if (form.kind != SequelKind::kWithout || !over ||
        losses_at_[*over] != first.losses) {
      return;
    }
    item.at = ticks_[*over].at;
    item.order = comers.size();
    item.tick = *over;
    item.text = TextOf(first);
    items_.push_back(item);
  }

  bool ShowsFirst() const { return function_.shows == Function::Shows::kFirst; }

  std::string TextOf(const Comer& comer) const {
    if (!function_.of) return {};
    const auto values = ValuesOf(*function_.of, *comer.record);
    return values.empty() ? std::string() : TextOf(values.front());
  }

  // --- At an evaluation.

  /// Nobody knows what was lost, as long as it may be of the window.
  bool IsKnown(std::size_t tick) const {
    for (std::size_t i = 0; i <= tick; ++i) {
      if (!ticks_[i].lost) continue;
      const bool here = i == tick;
      if (here || ticks_[tick].at < ticks_[i].at + function_.window) {
        return false;
      }
    }
    return true;
  }

  bool IsInWindow(const Item& item, std::size_t tick) const {
    if (function_.window.ns == 0) return item.tick == tick;
    return item.tick <= tick && ticks_[tick].at < item.at + function_.window;
  }

  std::vector<Item> ItemsOf(const std::string& lane, std::size_t tick) const {
    std::vector<Item> items;
    for (const Item& item : items_) {
      if (item.lane == lane && IsInWindow(item, tick)) items.push_back(item);
    }
    return items;
  }

  /// What has been there until then, with its name.
  std::map<std::string, std::string> LanesAt(std::size_t tick) const {
    std::map<std::string, std::string> lanes;
    if (function_.groups) {
      for (const FunctionModel* one : WithOthers()) {
        for (const Item& item : one->items_) {
          if (item.tick <= tick) lanes[item.lane] = one->names_.at(item.lane);
        }
      }
      return lanes;
    }
    std::set<InstanceId> there;
    for (const auto& [id, name] : kInstances) there.insert(id);
    for (std::size_t i = 0; i <= tick; ++i) {
      for (const Array& array : ticks_[i].arrays) there.insert(array.instance);
    }
    for (const InstanceId id : there) {
      lanes[std::to_string(id)] = std::to_string(id);
    }
    return lanes;
  }

  std::vector<const FunctionModel*> WithOthers() const {
    std::vector<const FunctionModel*> all = others_;
    all.push_back(this);
    return all;
  }

  /// For how many evaluations it has had nothing in any of those.
  std::size_t IdleAt(const std::string& lane, std::size_t tick) const {
    const auto all = WithOthers();
    std::size_t idle = 0;
    while (idle <= tick && std::all_of(all.begin(), all.end(), [&](auto* one) {
             return one->ItemsOf(lane, tick - idle).empty();
           })) {
      ++idle;
    }
    return idle;
  }

  std::optional<Answer> AnswerOf(const std::string& lane,
                                 std::size_t tick) const {
    const std::vector<Item> items = ItemsOf(lane, tick);
    if (function_.shows != Function::Shows::kNothing) {
      if (items.empty()) return std::nullopt;
      const bool first = ShowsFirst() && !function_.sequel;
      return Answer{{}, 0, (first ? items.front() : items.back()).text};
    }
    const auto value = ValueOfItems(items);
    const Reducer reducer = function_.reduction.reducer;
    const bool counts = reducer == Reducer::kCount || reducer == Reducer::kSome;
    // Of what came before the start nothing is known.
    const bool whole = IsSeenWhole(tick);
    const Answer unknown{{}, 0, {}, false};
    if (!value) return items.empty() ? std::nullopt : std::optional(unknown);
    if (whole || !counts || IsLeastEnough(*value)) return Answer{{}, *value};
    const bool member = function_.compared || reducer == Reducer::kSome;
    return member ? std::optional(unknown) : std::nullopt;
  }

  bool IsSeenWhole(std::size_t tick) const {
    return ticks_.front().at + function_.window <= ticks_[tick].at ||
           function_.window.ns == 0;
  }

  bool HasRest(std::size_t tick) const {
    return function_.groups && IsSeenWhole(tick) &&
           function_.shows == Function::Shows::kNothing;
  }

  /// Of a group without a record; NaN where that is no number.
  Answer Rest() const {
    const Reducer reducer = function_.reduction.reducer;
    const bool zero =
        reducer == Reducer::kSum || grammar::ast::IsOfTruths(reducer);
    Answer rest{{}, zero ? 0 : std::numeric_limits<double>::quiet_NaN()};
    rest.rest = true;
    return rest;
  }

  /// Whether more than `least` would change nothing.
  bool IsLeastEnough(double least) const {
    if (!function_.compared) return least > 0;
    const auto& [op, with] = *function_.compared;
    if (!with) {
      return least > 0 &&
             (op == BinaryOp::kGreater || op == BinaryOp::kGreaterEqual);
    }
    const BinaryOp asked = op == BinaryOp::kNotEqual ? BinaryOp::kEqual : op;
    const auto now = Compare(asked, least, *with);
    for (double more = 1; more < 100; ++more) {
      if (Compare(asked, least + more, *with) != now) return false;
    }
    return true;
  }

  std::optional<double> ValueOfItems(const std::vector<Item>& items) const {
    std::vector<double> numbers;
    std::vector<Kleene> truths;
    for (const Item& item : items) {
      numbers.push_back(item.number);
      truths.push_back(item.truth);
    }
    if (grammar::ast::IsOfTruths(function_.reduction.reducer)) {
      return Quantified(function_.reduction, truths);
    }
    return Aggregated(function_.reduction, numbers);
  }

  const Function& function_;
  const std::vector<Tick>& ticks_;
  bool of_missed_ = false;
  std::vector<Item> items_;
  std::map<std::string, std::string> names_;  // of groups
  std::vector<const FunctionModel*> others_;  // of the same groups
  std::vector<int> losses_at_;                // before each evaluation
};

}  // namespace engine::events::model

#endif  // TOCSIN_TESTS_SWEEP_EVENT_FUNCTION_MODEL_H_
