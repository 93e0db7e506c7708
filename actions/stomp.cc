// A message an event.
#include "actions/stomp.h"

namespace actions {

void Stomp::Perform(const engine::alarm::Event& event, const Done& done) {
  broker_.Send(
      {event.text(), event.time},
      [this, whose = Whose(event), done](const base::Result<void>& taken) {
        if (taken) {
          complaints_.Right(whose);
          return done(Outcome::kSucceeded);
        }
        complaints_.Wrong(whose, taken.error().message);
        const bool sent =
            taken.error().code != base::ErrorCode::kNotConnected &&
            taken.error().code != base::ErrorCode::kUnsupported;
        done(sent ? Outcome::kFailed : Outcome::kNotPerformed);
      });
}

}  // namespace actions
