// Journal: the action that tells systemd's journal, with the event in fields of
// their own, by the journal's native protocol (systemd.io). Source:
// docs/actions.md, "The journal".
#ifndef TOCSIN_ACTIONS_JOURNAL_H_
#define TOCSIN_ACTIONS_JOURNAL_H_

#include <cstddef>
#include <string>
#include <utility>

#include "actions/action_sink.h"
#include "actions/log.h"
#include "actions/message_queue.h"
#include "base/loop/timer.h"
#include "base/unix_datagram.h"
#include "base/zone.h"

namespace actions {

/// Where the journal listens.
inline constexpr char kJournalSocket[] = "/run/systemd/journal/socket";

/// `event` as an entry of the journal: MESSAGE is its text as people get to see
/// it, TOCSIN_TIME its time (RFC 3339, in `zone`); TOCSIN_HOST, TOCSIN_INSTANCE
/// and TOCSIN_VALUE stand once a binding, as they are, for kMostBindings of
/// them. REQUIRES: it has parts.
std::string JournalEntry(const engine::alarm::Event& event,
                         const base::Zone& zone);

class Journal : public ActionSink {
 public:
  /// An entry of more than 1024 fields would not be taken at all.
  static constexpr std::size_t kMostBindings = 300;

  /// Lifetime: `timers` and `zone` outlive the sink.
  Journal(std::string path, base::loop::Timers* timers, const base::Zone* zone,
          Log log)
      : zone_(*zone),
        socket_(std::move(path)),
        queue_(
            "journal", [this](const std::string& entry) { return Send(entry); },
            timers, std::move(log)) {}

  bool NeedsParts(const engine::expr::ast::Call&) const override {
    return true;
  }
  /// Sends it by a MessageQueue; what is longer than a datagram in a file.
  void Perform(const engine::alarm::Event& event, const Done& done) override;
  void Abandon() override { queue_.Abandon(); }

  /// Sends an entry without waiting. Errors: UnixDatagram's, SealedFile's.
  base::Result<void> Send(const std::string& entry);

 private:
  const base::Zone& zone_;
  base::UnixDatagram socket_;
  MessageQueue queue_;
};

}  // namespace actions

#endif  // TOCSIN_ACTIONS_JOURNAL_H_
