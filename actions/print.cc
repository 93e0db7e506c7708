// One line an event. Source: docs/pmie.md, "Actions".
#include "actions/print.h"

#include <string>

#include "base/calendar.h"
#include "engine/alarm/shown.h"

namespace actions {

void Print::Perform(const engine::alarm::Event& event, const Done& done) {
  std::string line;
  base::AppendCtime(*zone_, event.time, &line);
  const std::string text = engine::alarm::Shown(event.message);
  line += ": " + text + '\n';
  const Written written = write_(line);
  if (written == Written::kYes) complaints_.Right(Whose(event));
  if (written == Written::kLost) {
    complaints_.Wrong(Whose(event), "not written: " + Beginning(text));
  }
  done(written == Written::kYes ? Outcome::kSucceeded : Outcome::kNotPerformed);
}

}  // namespace actions
