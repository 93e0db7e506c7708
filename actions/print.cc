// One line an event. Source: reference, 6.4.
#include "actions/print.h"

#include <string>

#include "base/calendar.h"
#include "engine/alarm/shown.h"

namespace actions {

void Print::Perform(const engine::alarm::Event& event, const Done& done) {
  std::string line;
  base::AppendCtime(*zone_, event.time, &line);
  line += ": " + engine::alarm::Shown(event.message) + '\n';
  done(write_(line) ? Outcome::kSucceeded : Outcome::kNotPerformed);
}

}  // namespace actions
