// Print: the action that writes a line, with the time, where its owner says.
#ifndef TOCSIN_ACTIONS_PRINT_H_
#define TOCSIN_ACTIONS_PRINT_H_

#include <functional>
#include <string_view>

#include "base/zone.h"
#include "engine/alarm/event.h"

namespace actions {

class Print : public engine::alarm::EventSink {
 public:
  /// False where it could not be written.
  using Write = std::function<bool(std::string_view)>;

  /// Lifetime: `zone` outlives the sink.
  Print(const base::Zone* zone, Write write)
      : zone_(zone), write_(std::move(write)) {}

  /// "Fri Nov 20 19:56:04 2026: TEXT". What could not be written was not
  /// performed; who writes says why.
  void Perform(const engine::alarm::Event& event, const Done& done) override;

 private:
  const base::Zone* zone_;
  Write write_;
};

}  // namespace actions

#endif  // TOCSIN_ACTIONS_PRINT_H_
