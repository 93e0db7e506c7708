// A notification whose JSON is an errand.
#include "actions/reliable.h"

#include "actions/notification/notification.h"
#include "grammar/names.h"

namespace actions {

void Reliable::Perform(const engine::alarm::Event& event, const Done& done) {
  const Way& way = ways_.at(event.call.kind);
  const std::string receiver =
      grammar::Name(event.call.kind) + ' ' +
      (way.target.empty() ? event.call.receiver : way.target);
  Notification one = WithoutJson(event, receiver);
  one.json = ErrandJson(way.errand(event, one.id));
  deliverer_.Take(std::move(one), [this, whose = Whose(event), receiver,
                                   done](const base::Result<void>& taken) {
    if (taken) {
      complaints_.Right(whose);
    } else {
      complaints_.Wrong(whose, receiver + ": " + taken.error().message);
    }
    done(taken ? Outcome::kSucceeded : Outcome::kNotPerformed);
  });
}

}  // namespace actions
