// Values as fields, or a line a member, with their annotations.
#include "cli/task_report.h"

#include "base/calendar.h"
#include "base/printable.h"
#include "engine/alarm/binding.h"
#include "engine/expr/operands.h"

namespace cli {
namespace {

using engine::alarm::Reading;
using engine::alarm::Watch;
using engine::eval::Kleene;
using engine::expr::Expr;
using engine::schedule::TaskResults;
namespace expr = engine::expr;

std::string_view Word(Kleene truth) {
  switch (truth) {
    case Kleene::kFalse:
      return "false";
    case Kleene::kUnknown:
      return "unknown";
    case Kleene::kTrue:
      return "true";
  }
  return "unknown";
}

bool HasPresentLanes(const Reading& reading) {
  for (int i = 0; i < reading.width(); ++i) {
    if (reading.present(i)) return true;
  }
  return false;
}

bool HasKnownMember(const Reading& reading) {
  for (int i = 0; i < reading.width(); ++i) {
    if (reading.cell(i) == pmapi::kKnown) return true;
  }
  return false;
}

/// Strings are what a monitored system has sent.
void AppendValue(const Reading& reading, int i, std::string* out) {
  if (reading.view().sort != expr::Sort::kString) {
    return reading.AppendValue(i, out);
  }
  std::string value;
  reading.AppendValue(i, &value);
  *out += base::Printable(value);
}

/// The values of all that is present, blanks between; what stands for nothing.
void AppendValues(const Expr& e, const Reading& reading, std::string* out) {
  bool first = true;
  for (int i = 0; i < reading.width(); ++i) {
    if (!reading.present(i)) continue;
    if (!first) *out += ' ';
    first = false;
    AppendValue(reading, i, out);
  }
  if (!first) return;
  *out += expr::Quantifier(e) != nullptr ? "unknown" : "?";
}

void AppendMember(std::string_view host, std::string_view instance,
                  std::string_view value, std::string* out) {
  *out += "\n    ";
  *out += base::Printable(host);
  *out += ": ";
  if (!instance.empty()) {
    *out += '[';
    *out += base::Printable(instance);
    *out += "] ";
  }
  *out += value;
}

/// A line a member. False: it is shown on one line, as -v does.
bool AppendMembers(const Expr& e, const Reading& reading, std::string* out) {
  const bool collapsed = e.shape.hosts < 0 && e.shape.instances < 0;
  if (!e.has_metrics || collapsed) return false;
  if (expr::IsLatestFetch(e) && !HasPresentLanes(reading)) return true;
  if (!HasKnownMember(reading)) return false;
  std::string value;
  for (int i = 0; i < reading.width(); ++i) {
    if (!reading.present(i)) continue;
    value.clear();
    AppendValue(reading, i, &value);
    const engine::alarm::LaneName name = reading.NameOf(i);
    AppendMember(name.host, name.instance, value, out);
  }
  return true;
}

/// The members that make a condition true, with the values that did.
void AppendSatisfied(const TaskResults& results,
                     const engine::program::BindingView& binding,
                     std::string* out) {
  const engine::alarm::BoundLanes lanes =
      engine::alarm::Bind(results.results, binding, results.tick);
  if (!lanes) {
    *out += " <no bindings available>";
    return;
  }
  for (const engine::alarm::Bound& bound : *lanes) {
    AppendMember(bound.host.value_or("<%h undefined>"),
                 bound.instance.value_or(""), base::Printable(bound.value),
                 out);
  }
}

}  // namespace

engine::alarm::Detail DetailFor(ReportStyle style) {
  switch (style) {
    case ReportStyle::kNone:
      return engine::alarm::Detail::kNone;
    case ReportStyle::kValues:
    case ReportStyle::kMembers:
    case ReportStyle::kApplet:
      return engine::alarm::Detail::kValues;
    case ReportStyle::kSatisfied:
      return engine::alarm::Detail::kBindings;
  }
  return engine::alarm::Detail::kNone;
}

void TaskReport::AppendVerdict(const Watch& watch, const TaskResults& results,
                               std::string* out) const {
  if (style_ == ReportStyle::kSatisfied && watch.binding() != nullptr &&
      watch.verdict() != Kleene::kUnknown) {
    return AppendSatisfied(results, *watch.binding(), out);
  }
  *out += Word(watch.verdict());
}

void TaskReport::AppendExpression(const Watch& watch,
                                  const TaskResults& results,
                                  std::string* out) const {
  if (watch.view() == nullptr) return AppendVerdict(watch, results, out);
  const Expr& e = *std::get<expr::Observe>(watch.statement().body).expr;
  const Reading reading(results.results, *watch.view(), results.tick);
  if (style_ == ReportStyle::kSatisfied && watch.binding() != nullptr &&
      e.sort == expr::Sort::kTruth && e.has_metrics &&
      HasKnownMember(reading)) {
    return AppendSatisfied(results, *watch.binding(), out);
  }
  const bool by_member =
      style_ == ReportStyle::kMembers || style_ == ReportStyle::kSatisfied;
  if (by_member && AppendMembers(e, reading, out)) return;
  AppendValues(e, reading, out);
}

void TaskReport::Append(const TaskResults& results, std::string* out) {
  if (style_ == ReportStyle::kNone) return;
  stamp_.clear();
  if (stamped_) {
    stamp_ += " (";
    base::AppendCtime(*zone_, results.now, &stamp_);
    stamp_ += ')';
  }
  for (const Watch& watch : results.watches) {
    if (style_ == ReportStyle::kApplet) {
      AppendExpression(watch, results, out);
      *out += ' ';
      continue;
    }
    *out += base::Printable(watch.statement().name);
    *out += stamp_;
    *out += ": ";
    AppendExpression(watch, results, out);
    *out += '\n';
  }
  *out += '\n';
}

}  // namespace cli
