// Alarm: the action that shows a window on somebody's screen, by the program
// that PCP has for it. Source: docs/pmie.md, "Actions".
#ifndef TOCSIN_ACTIONS_ALARM_H_
#define TOCSIN_ACTIONS_ALARM_H_

#include <set>
#include <string>
#include <vector>

#include "actions/action_sink.h"
#include "actions/children.h"
#include "actions/complaints.h"
#include "actions/log.h"
#include "actions/text_limit.h"
#include "base/zone.h"
#include "engine/alarm/event.h"

namespace actions {

class Alarm : public ActionSink {
 public:
  /// Of `environment` (NAME=VALUE each) PCP_XCONFIRM_PROG is the program; if
  /// there is none, the arguments are echoed instead, which is logged once.
  /// Lifetime: zone and children outlive the sink.
  Alarm(std::vector<std::string> environment, const base::Zone* zone,
        Children* children, Log log);

  /// How many windows may be open at once.
  static constexpr std::size_t kMost = 64;
  /// A longer text is cut: no window shows it, and no program takes it as an
  /// argument.
  static constexpr std::size_t kMostText = 64 << 10;

  /// Starts the program and does not wait for it: it ends when somebody has
  /// closed the window. Done at once: successfully if it was started, or if the
  /// window of this very action is still open, when no other is started.
  void Perform(const engine::alarm::Event& event, const Done& done) override;

 private:
  base::Result<void> Show(const engine::alarm::Event& event);
  Command CommandFor(const engine::alarm::Event& event);

  std::vector<std::string> environment_;
  std::string path_;  // empty: echo
  const base::Zone* zone_;
  Children& children_;
  Log log_;
  Complaints complaints_;
  TextLimit limit_;
  std::set<const engine::expr::ast::Call*> shown_;  // and not ended yet
  bool told_ = false;                               // that echo is used
};

}  // namespace actions

#endif  // TOCSIN_ACTIONS_ALARM_H_
