// EvalAnswers: the live half of tocsin eval: the answers of hosts, printed as
// they come. Over archives: eval.cc.
#ifndef TOCSIN_CLI_EVAL_ANSWERS_H_
#define TOCSIN_CLI_EVAL_ANSWERS_H_

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "base/zone.h"
#include "cli/eval_report.h"
#include "cli/live_evaluation.h"
#include "cli/live_hosts.h"
#include "cli/missing_metrics.h"
#include "cli/output.h"
#include "cli/rule_files.h"
#include "engine/schedule/live.h"

namespace cli {

/// Actions that do nothing: eval only shows values.
class NoActions : public engine::alarm::EventSink {
  void Perform(const engine::alarm::Event&, const Done& done) override {
    done(Outcome::kSucceeded);
  }
};

/// The answers of live hosts, printed as they come.
class EvalAnswers : LiveObserver {
 public:
  /// Is told why a host does not answer, or not all.
  using Complain = std::function<void(const std::string& text)>;

  /// `rules` have been checked against `hosts`. Lifetime: all of it outlives
  /// the answers.
  EvalAnswers(const EvalOptions& options, const base::Zone& zone, Output* out,
              LiveHosts* hosts, RuleFiles* rules, Complain complain)
      : report_(options, zone),
        left_(options.samples),
        out_(*out),
        hosts_(*hosts),
        rules_(*rules),
        missing_(*hosts),
        complain_(std::move(complain)) {}

  /// Until as many have come as are wanted, or the loop is stopped; where a
  /// host's metrics change, goes on with what is right then.
  base::Result<void> Run(std::vector<engine::expr::Statement> statements,
                         const engine::schedule::LiveOptions& options,
                         engine::schedule::Clock* clock);
  engine::eval::Kleene truth() const { return report_.truth(); }

 private:
  void TellWait(base::Duration interval);
  void Evaluated(const engine::schedule::TaskResults& results) override;
  void Answered(std::size_t source, const base::Error* why) override;
  void Skipped(base::Duration, std::int64_t) override {}
  void Ended() override {}
  base::Result<std::vector<engine::expr::Statement>> CheckAgain(
      const std::set<int>& sources) override;

  EvalReport report_;
  /// How many evaluations are still to be printed; a tick that is left out is
  /// none.
  std::int64_t left_;
  std::int64_t looks_back_ = 0;  // ticks before the first that counts
  bool late_ = false;            // a host has not answered at this tick
  Output& out_;
  LiveHosts& hosts_;
  RuleFiles& rules_;
  MissingMetrics missing_;
  Complain complain_;
  std::set<std::string> told_;  // complaints, which come again at every tick
};

}  // namespace cli

#endif  // TOCSIN_CLI_EVAL_ANSWERS_H_
