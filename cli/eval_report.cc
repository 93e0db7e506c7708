// Values as -v shows them, and as JSON has them.
#include "cli/eval_report.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/calendar.h"
#include "base/non_finite.h"
#include "base/printable.h"
#include "base/rfc3339.h"
#include "cli/json_text.h"

namespace cli {
namespace {

using engine::alarm::Reading;
using engine::eval::Kleene;
using engine::schedule::TaskResults;
namespace expr = engine::expr;

/// What an expression is as a whole: a set of truths as some_ has it, a number
/// true if it is known.
Kleene Summary(const Reading& reading) {
  bool known = false;
  bool unknown = false;
  const bool truths = reading.view().sort == expr::Sort::kTruth;
  for (int i = 0; i < reading.width(); ++i) {
    if (!reading.member(i)) continue;
    const bool is_known = reading.cell(i) == pmapi::kKnown;
    if (is_known && (!truths || reading.value(i) != 0)) return Kleene::kTrue;
    known |= is_known;
    unknown |= !is_known;
  }
  return unknown || !known ? Kleene::kUnknown : Kleene::kFalse;
}

const char* Word(Kleene truth) {
  return truth == Kleene::kTrue    ? "true"
         : truth == Kleene::kFalse ? "false"
                                   : "unknown";
}

using Json = nlohmann::ordered_json;

/// JSON has no numbers for what is not finite.
Json JsonNumber(double value) {
  if (std::isfinite(value)) return value;
  return base::NonFiniteName(value);
}

Json JsonCell(const TaskResults& results, const Reading& reading, int i,
              int age) {
  if (reading.cell(i, age) != pmapi::kKnown) return nullptr;
  const double value = reading.value(i, age);
  switch (reading.view().sort) {
    case expr::Sort::kTruth:
      return value != 0;
    case expr::Sort::kString:
      return results.results.strings.Text(static_cast<int>(value));
    case expr::Sort::kNumber:
      return JsonNumber(value);
  }
  return nullptr;
}

/// The value of one lane; of several samples an array, the newest first.
Json JsonValue(const TaskResults& results, const Reading& reading, int i) {
  if (reading.samples() == 1) return JsonCell(results, reading, i, 0);
  Json samples = Json::array();
  for (int age = 0; age < reading.samples(); ++age) {
    samples.push_back(JsonCell(results, reading, i, age));
  }
  return samples;
}

Json JsonMember(const TaskResults& results, const Reading& reading, int i) {
  Json member;
  const engine::alarm::LaneName name = reading.NameOf(i);
  if (!name.host.empty()) member["host"] = name.host;
  if (!name.instance.empty()) member["instance"] = name.instance;
  member["value"] = JsonValue(results, reading, i);
  return member;
}

std::string Line(const Json& json) { return JsonText(json, -1); }

}  // namespace

void EvalReport::Print(const TaskResults& results, Output* out) {
  const engine::alarm::Watch& watch = results.watches.front();
  if (watch.view() == nullptr) {
    truth_ = watch.verdict();
    return out->Print(Verdict(results));
  }
  const Reading reading(results.results, *watch.view(), results.tick);
  truth_ = Summary(reading);
  out->Print(options_.json ? JsonLine(results, reading)
                           : Lines(results, reading));
}

std::string EvalReport::Stamp(const TaskResults& results) const {
  std::string stamp;
  base::AppendCtime(zone_, results.now, &stamp);
  return stamp;
}

std::string EvalReport::Time(const TaskResults& results) const {
  std::string time;
  base::AppendRfc3339(zone_, results.now, &time);
  return time;
}

std::string EvalReport::Verdict(const TaskResults& results) const {
  const std::string word = Word(truth_);
  if (options_.json) {
    return Line({{"time", Time(results)}, {"verdict", word}});
  }
  return (options_.samples > 1 ? Stamp(results) + "  " : "") + word + '\n';
}

std::string EvalReport::Lines(const TaskResults& results,
                              const Reading& reading) const {
  std::string text;
  for (int i = 0; i < reading.width(); ++i) {
    if (!reading.present(i)) continue;
    if (options_.samples > 1) text += Stamp(results) + "  ";
    const engine::alarm::LaneName name = reading.NameOf(i);
    if (reading.layout().hosts() > 1) {
      text += base::Printable(name.host) + ": ";
    }
    if (!name.instance.empty()) {
      text += '[' + base::Printable(name.instance) + "] ";
    }
    std::string value;
    reading.AppendValue(i, &value);
    text += base::Printable(value) + '\n';
  }
  return text.empty() ? "no values\n" : text;
}

std::string EvalReport::JsonLine(const TaskResults& results,
                                 const Reading& reading) const {
  Json values = Json::array();
  for (int i = 0; i < reading.width(); ++i) {
    if (reading.present(i)) values.push_back(JsonMember(results, reading, i));
  }
  Json line{{"time", Time(results)}};
  if (reading.view().sort == expr::Sort::kTruth) line["verdict"] = Word(truth_);
  line["values"] = std::move(values);
  return Line(line);
}

}  // namespace cli
