// ServedTest: what sets of rules of a site run in: a loop, two pmcds, actions
// that print. What must come is waited for.
#ifndef TOCSIN_TESTS_UNIT_CLI_SERVED_FIXTURE_H_
#define TOCSIN_TESTS_UNIT_CLI_SERVED_FIXTURE_H_

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "actions/live_actions.h"
#include "cli/messages.h"
#include "cli/served_host.h"
#include "cli/site_plan.h"
#include "tests/unit/cli/small_archive.h"
#include "tests/unit/cli/small_pmcd.h"

namespace cli {

class ServedTest : public testing::Test {
 protected:
  ServedTest() : actions_(ContextOfActions()) {}

  /// Runs the loop until `done`.
  testing::AssertionResult Until(const std::function<bool()>& done) {
    constexpr base::Duration kSoon{base::kNanosPerSecond / 200};
    const base::loop::Pending patience = loop_.After(
        base::Duration{100 * base::kNanosPerSecond}, [this] { loop_.Stop(); });
    base::loop::Pending next;
    bool is_done = false;
    std::function<void()> look = [&] {
      is_done = done();
      if (is_done) return loop_.Stop();
      next = loop_.After(kSoon, look);
    };
    loop_.Post(look);
    loop_.Run();
    if (is_done) return testing::AssertionSuccess();
    return testing::AssertionFailure() << "log:\n" << log_.Text();
  }
  /// Until `text` was printed since this was called.
  testing::AssertionResult Prints(const std::string& text) {
    lines_.clear();
    return Until([&] { return CountOf(text) > 0; });
  }
  /// Until the log has `text`.
  testing::AssertionResult Logs(const std::string& text) {
    return Until([&] { return log_.Text().find(text) != std::string::npos; });
  }
  std::ptrdiff_t CountOf(const std::string& text) const {
    return std::count(lines_.begin(), lines_.end(), text);
  }

  static std::shared_ptr<const RuleSet> Rules(const std::string& text) {
    return std::make_shared<const RuleSet>(
        std::vector<RuleText>{{"rules", text}}, kDefaultInterval,
        grammar::ReceiverNames{});
  }
  static SetPlan PlanOf(const std::string& key, const std::string& host,
                        std::shared_ptr<const RuleSet> rules) {
    SetPlan plan;
    plan.key = key;
    plan.host = plan.title = host;
    plan.origin = "control";
    plan.rules = std::move(rules);
    return plan;
  }
  /// A rule that prints `text` all the time.
  static std::string Tick(const std::string& text) {
    return "delta = 10 msec; " + text + " = load > 0 -> print \"" + text +
           "\";\n";
  }

  HostContext OfHosts() {
    return {&loop_, &messages_, &clock_, nullptr, false, &needs_};
  }

  base::loop::Loop loop_;
  SmallPmcd a_{&loop_, "a", 1};
  SmallPmcd b_{&loop_, "b", 2};
  engine::schedule::SystemClock clock_;
  base::Zone zone_;
  Printed log_;
  Printed out_;
  Messages messages_{"tocsin", log_.out(), &clock_};
  NeedsTable needs_;
  actions::Receivers receivers_;
  std::vector<std::string> lines_;  // printed
  actions::LiveActions actions_;
  ProcessContext process_ = SmallProcess(&out_, &log_);

 private:
  actions::ActionContext ContextOfActions() {
    actions::ActionContext context;
    context.zone = &zone_;
    context.loop = &loop_;
    context.now = [this] { return clock_.Now(); };
    context.steady = [this] { return clock_.Elapsed(); };
    context.receivers = &receivers_;
    context.print = [this](std::string_view text) {
      Note(std::string(text));
      return actions::Print::Written::kYes;
    };
    context.log = [this](LogLevel level, const std::string& text) {
      messages_.Log(level, text);
    };
    return context;
  }
  /// Behind the time.
  void Note(std::string line) {
    line.erase(0, line.rfind(": ") + 2);
    lines_.push_back(line.substr(0, line.find('\n')));
  }
};

}  // namespace cli

#endif  // TOCSIN_TESTS_UNIT_CLI_SERVED_FIXTURE_H_
