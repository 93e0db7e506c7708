// Values as -v shows them, and as JSON has them.
#include "cli/eval_report.h"

#include <nlohmann/json.hpp>

#include "base/calendar.h"

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

nlohmann::ordered_json JsonMember(const TaskResults& results,
                                  const Reading& reading, int i) {
  nlohmann::ordered_json member;
  const engine::alarm::LaneName name = reading.NameOf(i);
  if (!name.host.empty()) member["host"] = name.host;
  if (!name.instance.empty()) member["instance"] = name.instance;
  if (reading.cell(i) != pmapi::kKnown) {
    member["value"] = nullptr;
  } else if (reading.view().sort == expr::Sort::kTruth) {
    member["value"] = reading.value(i) != 0;
  } else if (reading.view().sort == expr::Sort::kString) {
    member["value"] =
        results.results.strings.Text(static_cast<int>(reading.value(i)));
  } else {
    member["value"] = reading.value(i);
  }
  return member;
}

}  // namespace

void EvalReport::Add(const TaskResults& results) {
  const engine::alarm::Watch& watch = results.watches.front();
  std::string text;
  if (watch.view() == nullptr) {
    truth_ = watch.verdict();
    text = Verdict(results);
  } else {
    const Reading reading(results.results, *watch.view(), results.tick);
    truth_ = Summary(reading);
    text = options_.json ? JsonLine(results, reading) : Lines(results, reading);
  }
  texts_.push_back(std::move(text));
  if (texts_.size() > static_cast<std::size_t>(options_.samples)) {
    texts_.pop_front();
  }
}

void EvalReport::Print(Output* out) {
  for (const std::string& text : texts_) out->Print(text);
  texts_.clear();
}

std::string EvalReport::Stamp(const TaskResults& results) const {
  std::string stamp;
  base::AppendCtime(zone_, results.now, &stamp);
  return stamp;
}

std::string EvalReport::Verdict(const TaskResults& results) const {
  const std::string word = Word(truth_);
  if (options_.json) {
    return nlohmann::ordered_json{{"time", Stamp(results)}, {"verdict", word}}
               .dump() +
           '\n';
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
      text += std::string(name.host) + ": ";
    }
    if (!name.instance.empty()) {
      text += '[' + std::string(name.instance) + "] ";
    }
    reading.AppendValue(i, &text);
    text += '\n';
  }
  return text.empty() ? "no values\n" : text;
}

std::string EvalReport::JsonLine(const TaskResults& results,
                                 const Reading& reading) const {
  auto values = nlohmann::ordered_json::array();
  for (int i = 0; i < reading.width(); ++i) {
    if (reading.present(i)) values.push_back(JsonMember(results, reading, i));
  }
  const nlohmann::ordered_json line{{"time", Stamp(results)},
                                    {"verdict", Word(truth_)},
                                    {"values", std::move(values)}};
  return line.dump(-1, ' ', false,
                   nlohmann::ordered_json::error_handler_t::replace) +
         '\n';
}

}  // namespace cli
