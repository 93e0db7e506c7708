// Sums by receiver.
#include "actions/delivery/taken_over.h"

#include <map>

#include "actions/delivery/loss_log.h"
#include "actions/receivers/receivers.h"

namespace actions {

std::vector<Note> TakenOver(const CountsByRule& waiting,
                            const std::set<std::string>& named,
                            const Transport& transport) {
  std::map<std::string, std::size_t> counts;
  std::size_t all = 0;
  for (const auto& [whose, count] : waiting) {
    counts[whose.first] += count;
    all += count;
  }
  if (all == 0) return {};
  std::vector<Note> notes = {
      {false, CountedNotifications(all) + " taken over from an earlier run"}};
  for (const auto& [name, count] : counts) {
    if (named.count(name) > 0 || !ActionOf(name).empty()) continue;
    const bool known = transport.Knows(name);
    const bool url = ShownReceiver(name) != name;
    notes.push_back(
        {!known,
         WhoIsTold(name) +
             (known || url ? ": no rule has it any more: "
                           : ": the receivers' file has no " + name + ": ") +
             CountedNotifications(count) +
             (known ? ", to be sent all the same"
              : url ? ", to be given up after 24 hours"
                    : ", to be tried again once it has, or given up "
                      "after 24 hours")});
  }
  return notes;
}

}  // namespace actions
