// EvalAnswers: the live half of tocsin eval: the answers of hosts, printed as
// they come. Over archives: eval.cc.
#ifndef TOCSIN_CLI_EVAL_ANSWERS_H_
#define TOCSIN_CLI_EVAL_ANSWERS_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/loop/loop.h"
#include "base/zone.h"
#include "cli/eval_report.h"
#include "cli/live_hosts.h"
#include "cli/output.h"
#include "engine/schedule/live.h"

namespace cli {

/// Nothing is done: eval only looks.
class NoActions : public engine::alarm::EventSink {
  void Perform(const engine::alarm::Event&, const Done& done) override {
    done(Outcome::kSucceeded);
  }
};

/// The answers of live hosts, printed as they come.
class EvalAnswers {
 public:
  using CheckAgain = std::function<std::vector<engine::expr::Statement>(
      const std::set<int>& sources)>;
  /// Is told why a host does not answer, or not all.
  using Complain = std::function<void(const std::string& text)>;

  EvalAnswers(const EvalOptions& options, const base::Zone& zone, Output* out,
              LiveHosts* hosts, base::loop::Loop* loop, Complain complain)
      : report_(options, zone),
        left_(options.samples),
        out_(*out),
        hosts_(*hosts),
        loop_(*loop),
        complain_(std::move(complain)) {}

  /// Until as many have come as are wanted, or the loop is stopped; where a
  /// host's metrics change, goes on with what `check` gives.
  base::Result<void> Run(std::vector<engine::expr::Statement> statements,
                         CheckAgain check,
                         const engine::schedule::LiveOptions& options,
                         engine::schedule::Clock* clock);
  engine::eval::Kleene truth() const { return report_.truth(); }

 private:
  void Take(const engine::schedule::TaskResults& results);
  void Answered(int source, const base::Error& why);
  bool BeginAnew(const std::set<int>& sources);

  EvalReport report_;
  /// Counted, not timed: ticks that come too late are left out.
  std::int64_t left_;
  std::int64_t looks_back_ = 0;  // at so many more before it is an answer
  bool late_ = false;            // a host, at this tick
  Output& out_;
  LiveHosts& hosts_;
  base::loop::Loop& loop_;
  Complain complain_;
  std::set<std::string> told_;  // complaints: each comes at every tick
  NoActions no_actions_;
  CheckAgain check_;
  std::optional<engine::schedule::Live> live_;
  base::Result<void> failure_;
};

}  // namespace cli

#endif  // TOCSIN_CLI_EVAL_ANSWERS_H_
