// Print: the action that writes a line, with the time, where its owner says.
#ifndef TOCSIN_ACTIONS_PRINT_H_
#define TOCSIN_ACTIONS_PRINT_H_

#include <functional>
#include <string_view>
#include <utility>

#include "actions/action_sink.h"
#include "actions/complaints.h"
#include "actions/log.h"
#include "base/zone.h"
#include "engine/alarm/event.h"

namespace actions {

class Print : public ActionSink {
 public:
  /// kLost: the line could not be written. kOver: nothing can be written any
  /// more: the run ends, and the rule has not failed.
  enum class Written { kYes, kLost, kOver };
  using Write = std::function<Written(std::string_view)>;

  /// Lifetime: `zone` outlives the sink.
  Print(const base::Zone* zone, Write write, Log log)
      : zone_(zone),
        write_(std::move(write)),
        complaints_("print", std::move(log)) {}

  /// "Fri Nov 20 19:56:04 2026: TEXT". What could not be written was not
  /// performed; the first of a row that is lost is logged. Who writes says why.
  void Perform(const engine::alarm::Event& event, const Done& done) override;

 private:
  const base::Zone* zone_;
  Write write_;
  Complaints complaints_;
};

}  // namespace actions

#endif  // TOCSIN_ACTIONS_PRINT_H_
