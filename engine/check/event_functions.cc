// A function is made ready on each host, whose names may differ.
#include "engine/check/event_functions.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "engine/check/event_condition.h"
#include "engine/check/fetch.h"
#include "engine/check/parameters.h"
#include "engine/check/record_advice.h"
#include "engine/events/event_function.h"

namespace engine::check {
namespace {

namespace ast = expr::ast;
using events::EventFunction;

/// The name in `by` that means the metric's instances.
constexpr char kInstance[] = "inst";
/// More than one: how many there will be nobody knows.
constexpr int kSomeGroups = 2;

base::Duration DurationOf(double seconds) {
  return {std::llround(seconds * base::kNanosPerSecond)};
}

ast::BinaryOp Turned(ast::BinaryOp op) {
  switch (op) {
    case ast::BinaryOp::kLess:
      return ast::BinaryOp::kGreater;
    case ast::BinaryOp::kLessEqual:
      return ast::BinaryOp::kGreaterEqual;
    case ast::BinaryOp::kGreater:
      return ast::BinaryOp::kLess;
    case ast::BinaryOp::kGreaterEqual:
      return ast::BinaryOp::kLessEqual;
    default:
      return op;
  }
}

void TellCount(expr::Expr* count, ast::BinaryOp op, const expr::Expr& with,
               Report* report) {
  auto* fetch = std::get_if<expr::Fetch>(&count->node);
  if (fetch == nullptr) return;
  events::CountCompared compared{op, std::nullopt};
  const auto* number = std::get_if<expr::Number>(&with.node);
  if (number != nullptr) compared.with = number->value;
  for (auto& fold : fetch->folds) {
    const auto* function = dynamic_cast<const EventFunction*>(fold.get());
    if (function == nullptr) continue;
    auto told = function->ComparedBy(compared);
    if (told == nullptr) continue;
    if (&fold == &fetch->folds.front()) {
      WarnOfEveryCount(compared, count->span, report);
    }
    fold = std::move(told);
  }
}

/// In place of a function's number what a text shows of its records.
struct Shown {
  const grammar::RecordSelector& selector;
  std::shared_ptr<events::TextTable> texts;
  grammar::Span span;
  Report* report;  // of the parameter's name alone
};

/// Of the numbers that are no parameter's: how many, how long, whether.
pmapi::Units UnitsOf(const ast::Events& events) {
  if (events.reduction.reducer == ast::Reducer::kCount) return {.count = 1};
  if (expr::ast::IsQuantifier(events.reduction.reducer)) return {};
  return {.time = 1, .time_scale = pmapi::TimeScale::kSec};
}

class FunctionChecker {
 public:
  FunctionChecker(const ast::Events& events, grammar::Span span,
                  Metrics* metrics, Report* report,
                  const Shown* shown = nullptr)
      : events_(events),
        span_(span),
        metrics_(*metrics),
        report_(*report),
        shown_(shown) {}

  expr::ExprPtr Check() {
    if (!CheckGroups() || (events_.sequel && !CheckSequel())) {
      return nullptr;
    }
    auto checked = CheckFetch(events_.records.metric, span_, true, &metrics_,
                              &report_, FetchOf::kEvents);
    if (!checked) return nullptr;
    auto& fetch = std::get<expr::Fetch>(checked->node);
    fetch.window = DurationOf(events_.window);
    if (fetch.descs.empty() && !Make(-1, pmapi::kNullPmid, std::nullopt)) {
      return nullptr;
    }
    for (std::size_t host = 0; host < fetch.descs.size(); ++host) {
      const pmapi::MetricDesc& desc = fetch.descs[host];
      const int source = checked->layout.sources[host];
      auto groups = GroupsOf(*checked, static_cast<int>(host), source, desc);
      auto fold = Make(source, desc.pmid, std::move(groups));
      if (!fold) return nullptr;
      const bool awaited = !pmapi::IsEvent(desc.type);
      fetch.folds.push_back(awaited ? nullptr : std::move(fold));
    }
    fetch.units = units_;
    if (!events_.by.empty()) SetLanes(checked.get());
    return checked;
  }

 private:
  bool CheckGroups() {
    if (events_.by.empty() || !events_.sequel) return true;
    report_.OursAlone(span_, "what follows another record has no groups",
                      "leave this by away, and write it behind within", {});
    return false;
  }

  std::optional<EventFunction::Groups> GroupsOf(const expr::Expr& checked,
                                                int host, int source,
                                                const pmapi::MetricDesc& desc) {
    if (events_.by.empty()) return std::nullopt;
    EventConditions names(source, desc.pmid, &metrics_, &report_, &told_);
    EventFunction::Groups groups;
    groups.table = metrics_.Groups(source, desc.pmid, events_.by);
    for (const std::string& name : events_.by) {
      if (name == kInstance) {
        groups.instances = InstancesOf(source, desc);
      } else {
        groups.by.push_back(names.FindField(name, span_));
      }
    }
    for (const expr::LaneLabel& label : checked.layout.labels) {
      if (label.host == host) groups.only.push_back(label.instance);
    }
    std::sort(groups.only.begin(), groups.only.end());
    return groups;
  }

  std::map<pmapi::InstanceId, std::string> InstancesOf(
      int source, const pmapi::MetricDesc& desc) {
    std::map<pmapi::InstanceId, std::string> names;
    if (desc.singular()) return names;
    const auto& table = metrics_.Instances(source, desc.indom);
    if (!table) return names;
    for (const pmapi::Instance& one : (*table)->all()) {
      names.emplace(one.id, one.name);
    }
    return names;
  }

  /// Its lanes are groups, which come and go, and no instances.
  static void SetLanes(expr::Expr* checked) {
    expr::Layout& layout = checked->layout;
    layout.kind = expr::Layout::Kind::kOpen;
    layout.grows = true;
    layout.labels.clear();
    layout.indoms.clear();
    auto& fetch = std::get<expr::Fetch>(checked->node);
    for (const auto& fold : fetch.folds) {
      const auto domain = fold != nullptr ? fold->LaneDomain() : std::nullopt;
      layout.indoms.push_back(domain.value_or(pmapi::kNullInDom));
    }
    checked->shape.instances = kSomeGroups * checked->shape.hosts;
  }

  bool CheckSequel() {
    const auto refuse = [this](const char* message, const char* hint) {
      report_.OursAlone(span_, message, hint, {});
      return false;
    };
    const ast::Reducer reducer = events_.reduction.reducer;
    const bool counted =
        reducer == ast::Reducer::kCount || reducer == ast::Reducer::kSome;
    if (events_.sequel->kind == ast::Sequel::Kind::kPair) {
      if (AreMoments(events_.records.metric.metric)) {
        Advise(
            "these records are moments: none begins or ends, and so none is "
            "ever paired",
            "one after another are: count_event ( METRIC where A then METRIC "
            "where B within 5 min by NAME )");
      }
      if (counted || events_.parameter == "duration") return true;
      return refuse("of pairs there are their number and their duration",
                    "as in: max_event duration ( pair ... )");
    }
    if (!counted) {
      return refuse("what follows another record is counted",
                    "use count_event or some_event");
    }
    const ast::Fetch& first = events_.records.metric;
    const ast::Fetch& next = events_.sequel->records.metric;
    if (first.metric == next.metric && first.hosts == next.hosts &&
        first.instances == next.instances) {
      return true;
    }
    return refuse("both records must be of one metric and its instances",
                  "write the same metric on both sides");
  }

  std::optional<events::SequelForm> MakeSequel(EventConditions* conditions) {
    const ast::Sequel& sequel = *events_.sequel;
    events::SequelForm form;
    form.kind = sequel.kind;
    form.within = DurationOf(sequel.within);
    for (const std::string& name : sequel.by) {
      form.by.push_back(conditions->FindField(name, span_));
    }
    const bool pair = sequel.kind == ast::Sequel::Kind::kPair;
    if (pair && form.by.empty()) {
      form.by.push_back({{}, events::OwnField::kId});
    }
    if (sequel.records.where) {
      auto next = conditions->Build(*sequel.records.where);
      if (!next) return std::nullopt;
      form.next = *std::move(next);
    }
    return form;
  }

  std::shared_ptr<const EventFunction> Make(
      int source, pmapi::Pmid records,
      std::optional<EventFunction::Groups> groups) {
    EventConditions conditions(source, records, &metrics_, &report_, &told_);
    EventFunction::Written written;
    written.reduction = events_.reduction;
    written.window = DurationOf(events_.window);
    written.groups = std::move(groups);
    units_ = UnitsOf(events_);
    if (events_.sequel) {
      written.sequel = MakeSequel(&conditions);
      if (!written.sequel) return nullptr;
    }
    if (shown_ != nullptr) {
      SetShown(source, records, &written);
    } else if (!events_.sequel && !events_.parameter.empty()) {
      written.of = conditions.FindField(events_.parameter, span_);
      units_ = conditions.UnitsOf(*written.of, events_.parameter);
      if (events_.parameter == "duration" && !written.of->is_known()) {
        Advise("there are durations of pairs alone",
               "as in: max_event duration ( pair METRIC by event.id )");
      }
    }
    if (shown_ == nullptr &&
        written.reduction.reducer == ast::Reducer::kPercent &&
        written.reduction.percent > 100) {
      Advise("of no records more than all of them match: this is never true",
             "100%_event asks for all");
    }
    if (shown_ == nullptr &&
        written.reduction.reducer == ast::Reducer::kPercent &&
        written.reduction.percent <= 0) {
      Advise("0 percent of the records always match: this is never false",
             "some_event asks for one at least");
    }
    if (const ast::Expr* where = events_.records.where.get()) {
      auto filter = conditions.Build(*where);
      if (!filter) return nullptr;
      written.where = *std::move(filter);
    }
    const ast::Expr* holds = events_.holds.get();
    if (holds != nullptr && shown_ == nullptr) {
      written.holds = conditions.Build(*holds);
      if (!written.holds) return nullptr;
    }
    return std::make_shared<EventFunction>(std::move(written));
  }

  void SetShown(int source, pmapi::Pmid records,
                EventFunction::Written* written) {
    written->reduction = {ast::Reducer::kCount};
    const grammar::RecordSelector& selector = shown_->selector;
    if (selector.parameter.empty()) return;
    EventConditions names(source, records, &metrics_, shown_->report, &shows_);
    events::Field field = names.FindField(selector.parameter, shown_->span);
    written->shown = {shown_->texts, selector.first};
    if (written->sequel) {
      written->sequel->shown = {std::move(field), selector.first};
    } else {
      written->of = std::move(field);
    }
  }

  /// Warns once, whatever the number of hosts.
  void Advise(const char* message, const char* hint) {
    if (told_.insert(message).second) report_.Warning(span_, message, hint);
  }

  const ast::Events& events_;
  grammar::Span span_;
  Metrics& metrics_;
  Report& report_;
  std::optional<pmapi::Units> units_;
  std::set<std::string> told_;
  const Shown* shown_;
  std::set<std::string> shows_;  // names that texts show and that are told of
};

}  // namespace

expr::ExprPtr CheckEvents(const ast::Events& events, grammar::Span span,
                          Metrics* metrics, Report* report) {
  return FunctionChecker(events, span, metrics, report).Check();
}

void TellComparison(ast::BinaryOp op, expr::Expr* left, expr::Expr* right,
                    Report* report) {
  TellCount(left, op, *right, report);
  TellCount(right, Turned(op), *left, report);
}

expr::ExprPtr CheckRecordText(const ast::Events& events,
                              const grammar::RecordSelector& selector,
                              std::shared_ptr<events::TextTable> texts,
                              grammar::Span span, Metrics* metrics,
                              Report* report) {
  std::vector<grammar::Diagnostic> told_before;
  Report unheard(report->source(), &told_before);
  const Shown shown{selector, std::move(texts), span, report};
  return FunctionChecker(events, span, metrics, &unheard, &shown).Check();
}

}  // namespace engine::check
