// Counting, and putting it into words.
#include "cli/run_state.h"

#include <algorithm>
#include <string_view>
#include <variant>
#include <vector>

#include "base/calendar.h"
#include "base/check.h"
#include "base/listed.h"
#include "base/one_line.h"
#include "base/overloaded.h"

namespace cli {
namespace {

namespace expr = engine::expr;
using engine::eval::Kleene;

std::uint32_t RulesIn(const expr::Statement& statement) {
  return static_cast<std::uint32_t>(std::visit(
      base::Overloaded{[](const expr::Rule&) { return std::size_t{1}; },
                       [](const expr::Ruleset& set) {
                         return set.rules.size() + (set.unknown != nullptr) +
                                (set.otherwise != nullptr);
                       },
                       [](const auto&) { return std::size_t{0}; }},
      statement.body));
}

std::string Count(std::size_t n, const std::string& what) {
  return std::to_string(n) + ' ' + what + (n == 1 ? "" : "s");
}

}  // namespace

void RunState::Begin(const std::vector<expr::Statement>& statements,
                     const std::map<std::size_t, std::string>& hosts) {
  statements_.clear();
  evaluated_ = 0;
  counts_.skipped = counts_.not_performed = counts_.left_out = 0;
  rules_ = 0;
  having_ = {};
  Add(statements);
  hosts_.clear();
  awaited_ = 0;
  asked_ = hosts.size();
  if (!hosts.empty()) hosts_.resize(hosts.rbegin()->first + 1);
  for (const auto& [number, name] : hosts) {
    hosts_[number] = Host{name, HostState::kAnswers};
  }
}

void RunState::Replace(const std::vector<int>& numbers,
                       const std::vector<expr::Statement>& statements) {
  for (const int number : numbers) Forget(number);
  Add(statements);
}

void RunState::Add(const std::vector<expr::Statement>& statements) {
  for (const expr::Statement& one : statements) {
    const std::uint32_t rules = RulesIn(one);
    const auto number = static_cast<std::size_t>(one.number);
    if (number >= statements_.size()) statements_.resize(number + 1);
    evaluated_ += !statements_[number];
    statements_[number] = One{one.name, 1 / one.interval.Seconds(), rules, {}};
    rules_ += rules > 0;
  }
  statements_.shrink_to_fit();
  counts_.expected = 0;
  counts_.rules = 0;
  for (const auto& one : statements_) {
    if (!one) continue;
    counts_.expected += one->expected;
    counts_.rules += one->rules;
  }
}

void RunState::Forget(int number) {
  const auto place = static_cast<std::size_t>(number);
  if (place >= statements_.size() || !statements_[place]) return;
  const One& one = *statements_[place];
  rules_ -= one.rules > 0;
  if (one.verdict) --having_[static_cast<std::size_t>(*one.verdict)];
  statements_[place].reset();
  --evaluated_;
}

void RunState::Evaluated(const engine::schedule::TaskResults& results) {
  last_ = results.now;
  for (const engine::alarm::Watch& watch : results.watches) {
    ++counts_.evaluations;
    const engine::alarm::Judged& judged = watch.judged();
    counts_.is_true += judged.is_true;
    counts_.is_false += judged.is_false;
    counts_.is_unknown += judged.is_unknown;
    if (judged.any()) Keep(watch);
  }
}

void RunState::Keep(const engine::alarm::Watch& watch) {
  const Kleene now = watch.verdict();
  const auto place = static_cast<std::size_t>(watch.statement().number);
  // It may have been replaced meanwhile.
  if (place >= statements_.size() || !statements_[place]) return;
  One& one = *statements_[place];
  if (one.verdict) --having_[static_cast<std::size_t>(*one.verdict)];
  ++having_[static_cast<std::size_t>(now)];
  one.verdict = now;
}

void RunState::HostIs(std::size_t host, HostState state) {
  if (host >= hosts_.size() || !hosts_[host]) return;
  awaited_ -= IsAwaited(hosts_[host]->state);
  awaited_ += IsAwaited(state);
  hosts_[host]->state = state;
}

std::string RunState::Awaited() const {
  std::vector<std::string_view> names;
  for (const auto& host : hosts_) {
    if (host && IsAwaited(host->state)) names.push_back(host->name);
  }
  return base::Listed(names, 3);
}

std::string RunState::Line() const {
  const auto having = [this](Kleene truth) {
    return std::to_string(having_[static_cast<std::size_t>(truth)]);
  };
  const std::size_t up = asked_ - awaited_;
  const std::size_t wrong = written_ - std::min(written_, evaluated_);
  return Count(rules_, "rule") +
         (wrong == 0 ? ""
                     : ", " + Count(wrong, "statement") +
                           (wrong == 1 ? " is wrong" : " are wrong")) +
         ": " + having(Kleene::kTrue) + " true, " + having(Kleene::kUnknown) +
         " unknown" +
         (asked_ == 0
              ? ""
              : "; " + std::to_string(up) + " of " + Count(asked_, "host") +
                    (up == 1 ? " answers" : " answer")) +
         (awaited_ == 0 ? "" : "; waiting for " + Awaited()) +
         (commands_.delayed ? "; " + Count(commands_.waiting, "command") +
                                  (commands_.waiting == 1 ? " waits" : " wait")
                            : "") +
         (deliveries_.failing == 0 || deliveries_.waiting == 0
              ? ""
              : "; " + Count(deliveries_.waiting, "notification") +
                    (deliveries_.waiting == 1 ? " waits" : " wait") +
                    FailingReceivers()) +
         (deliveries_.unusable.empty() ? "" : "; the outbox is out of use") +
         (broker_.problem.empty() ? ""
                                  : "; the message broker is not connected") +
         (counts_.not_performed == 0
              ? ""
              : "; " + Count(counts_.not_performed, "action") +
                    " not performed");
}

std::string RunState::Names(Kleene truth) const {
  constexpr std::size_t kMostNames = 100;
  std::string names;
  std::size_t found = 0;
  for (const auto& one : statements_) {
    if (!one || one->verdict != truth || ++found > kMostNames) continue;
    names += ' ' + one->name;
  }
  if (found <= kMostNames) return names;
  return names + " and " + std::to_string(found - kMostNames) + " more";
}

std::string RunState::Dump(const base::Zone& zone) const {
  std::string text = Line() + '\n';
  const auto add = [&text](const std::string& what, const std::string& names) {
    if (!names.empty()) text += what + ':' + names + '\n';
  };
  add("true", Names(Kleene::kTrue));
  add("unknown", Names(Kleene::kUnknown));
  std::string silent;
  std::string incomplete;
  for (const auto& host : hosts_) {
    if (!host || host->state == HostState::kAnswers) continue;
    (IsAwaited(host->state) ? silent : incomplete) += ' ' + host->name;
  }
  add("no answer from", silent);
  add("not all that is asked from", incomplete);
  text += Count(counts_.evaluations, "evaluation") + ", " +
          Count(counts_.actions, "action") + ", " +
          Count(counts_.skipped, "tick") + " left out";
  if (last_) {
    text += "; last at ";
    base::AppendCtime(zone, *last_, &text);
  }
  return text + '\n' + ActionLines(zone);
}

std::string RunState::ActionLines(const base::Zone& zone) const {
  std::string text;
  for (const std::string& line : {Commands(), Deliveries()}) {
    if (!line.empty()) text += line + '\n';
  }
  return text + DeliveryProblems(zone) + Broker(zone);
}

std::string RunState::Deliveries() const {
  const auto& now = deliveries_;
  if (now.waiting + now.in_memory + now.delivered + now.given_up +
          now.dropped ==
      0) {
    return "";
  }
  return "notifications: " + std::to_string(now.delivered) + " delivered, " +
         std::to_string(now.waiting) + " waiting" +
         (now.in_memory == 0
              ? ""
              : " (" + std::to_string(now.in_memory) + " in memory alone)") +
         ", " + std::to_string(now.given_up) + " given up, " +
         std::to_string(now.dropped) + " dropped";
}

/// "; https://a and 3 more receivers fail"; empty if none does.
std::string RunState::FailingReceivers() const {
  if (deliveries_.longest_failing.empty()) return "";
  const std::size_t more =
      deliveries_.failing - deliveries_.longest_failing[0].urls;
  return "; " + deliveries_.longest_failing[0].name +
         (more == 0 ? "" : " and " + Count(more, "more receiver")) +
         (deliveries_.failing == 1 ? " fails" : " fail");
}

/// Line by line.
std::string RunState::DeliveryProblems(const base::Zone& zone) const {
  std::string text;
  if (!deliveries_.unusable.empty()) {
    text += "the outbox is out of use, notifications are in memory alone: " +
            base::OneLine(deliveries_.unusable) + '\n';
  }
  std::size_t more = deliveries_.failing;
  for (const actions::FailingReceiver& one : deliveries_.longest_failing) {
    text += "fails since ";
    base::AppendCtime(zone, one.since, &text);
    text += ": " + base::OneLine(one.name + ": " + one.problem) + ", " +
            std::to_string(one.waiting) + (one.more ? " or more" : "") +
            (one.waiting == 1 && !one.more ? " waits" : " wait") +
            (one.urls == 1 ? ""
                           : ", for " + std::to_string(one.urls) +
                                 " URLs there that fail so") +
            '\n';
    more -= one.urls;
  }
  if (more > 0) {
    text += Count(more, "more receiver") + (more == 1 ? " fails\n" : " fail\n");
  }
  return text;
}

/// A line; empty where no rule has a message broker.
std::string RunState::Broker(const base::Zone& zone) const {
  if (broker_.name.empty()) return "";
  std::string since;
  base::AppendCtime(zone, broker_.since, &since);
  const std::string problem =
      broker_.problem.empty() ? broker_.name : broker_.problem;
  return (broker_.connected ? "connected to the message broker " +
                                  broker_.name + " since " + since
                            : "not connected to the message broker since " +
                                  since + ": " + problem) +
         ", " + std::to_string(broker_.waiting) +
         (broker_.waiting == 1 ? " waits\n" : " wait\n");
}

std::string RunState::Commands() const {
  const auto& [running, waiting, delayed, killed, failed] = commands_;
  if (counts_.left_out + running + waiting + killed + failed == 0) return "";
  return Count(running, "command") + " running, " + std::to_string(waiting) +
         " waiting, " + std::to_string(killed) + " killed" +
         (failed == 0 ? "" : ", " + std::to_string(failed) + " failed") + "; " +
         Count(counts_.left_out, "action") +
         " left out while the one before was not done";
}

}  // namespace cli
