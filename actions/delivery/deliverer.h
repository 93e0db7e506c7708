// Deliverer: puts notifications into the outbox and sends what is due of it,
// until each is delivered or given up. All from the loop, which never waits for
// the disk. Source: docs/notifications.md, "What it comes to".
#ifndef TOCSIN_ACTIONS_DELIVERY_DELIVERER_H_
#define TOCSIN_ACTIONS_DELIVERY_DELIVERER_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "actions/delivery/batch.h"
#include "actions/delivery/circuit.h"
#include "actions/delivery/delivery_counts.h"
#include "actions/delivery/failing_receivers.h"
#include "actions/delivery/loss_log.h"
#include "actions/delivery/outbox.h"
#include "actions/delivery/retry.h"
#include "actions/delivery/transport.h"
#include "actions/notification/notification.h"
#include "base/lifetime.h"
#include "base/loop/loop.h"
#include "base/loop/worker.h"
#include "base/result.h"
#include "base/time.h"

namespace actions {

/// Lifetime: what is pointed to outlives the deliverer.
struct DeliveryContext {
  base::loop::Loop* loop = nullptr;
  Transport* transport = nullptr;
  base::loop::Timers* timers = nullptr;    // for times between tries
  std::function<base::Timestamp()> now;    // of the clock on the wall
  std::function<base::Duration()> steady;  // of one that nobody sets
  std::string folder;                      // the state directory; empty: none
  std::uint32_t seed = 0;                  // of times between tries
  using Telling = std::function<void(bool wrong, const std::string& text)>;
  /// What goes wrong with receivers, and that it is right again.
  Telling tell;
  /// The same of the outbox.
  Telling tell_state;
  LossLog::Tell lost;  // what is not delivered
  /// That some are left for the next start, at the end.
  LossLog::Tell left = [](const std::string&) {};
  /// Told once: actions that an earlier run has performed.
  std::function<void(const std::vector<Holdoff>&)> holdoffs =
      [](const std::vector<Holdoff>&) {};
  /// Called with true when there is something to do, be it after a receiver's
  /// interval, with false when all that is left waits for its next try.
  std::function<void(bool)> busy = [](bool) {};
  /// Called where these have changed.
  std::function<void(const DeliveryCounts&)> counts =
      [](const DeliveryCounts&) {};
};

/// Threads: all on the loop's.
class Deliverer {
 public:
  /// As many wait at most for the disk to take them...
  static constexpr std::size_t kMost = 100'000;
  /// ...and so much of the JSON of those that are large, and so much of that of
  /// others: what one rule tells takes no other's place.
  static constexpr std::size_t kMostBytes = std::size_t{64} << 20;
  static constexpr std::size_t kLarge = std::size_t{64} << 10;
  /// The file of the outbox is looked at so often while something waits in it:
  /// others may change it.
  static constexpr base::Duration kLook{base::kNanosPerSecond};

  /// Where the outbox takes longer, what it is to have counts as taken: once it
  /// is open, which takes the longer the more waits in it. Before: kPatience.
  static constexpr base::Duration kSoon{base::kNanosPerSecond / 10};
  /// That the outbox takes so long is told.
  static constexpr base::Duration kPatience{10 * base::kNanosPerSecond};
  /// A clock that is set by less is not heeded.
  static constexpr base::Duration kSet{10 * base::kNanosPerSecond};

  /// What has become of one that was to be put into the outbox.
  using Taken = std::function<void(const base::Result<void>&)>;

  explicit Deliverer(DeliveryContext context);
  Deliverer(const Deliverer&) = delete;
  Deliverer& operator=(const Deliverer&) = delete;

  /// Sends what an earlier run has left; `named` are the receivers of rules.
  void Begin(std::set<std::string> named);
  /// Waits until holdoffs of an earlier run are told, but no longer than
  /// `limit`. To be called after Begin(), before the loop runs.
  void WaitForHoldoffs(base::Duration limit);
  /// Whether there is a state directory.
  bool keeps() const { return !context_.folder.empty(); }
  /// Keeps `one` in the state directory, together with what is taken before the
  /// loop goes on.
  void Remember(Holdoff one);
  /// Puts `one` into the outbox; `taken` is told once it is there, or after
  /// kSoon (kPatience, while the outbox is being opened), where that takes
  /// longer: it then waits in memory. It is sent after those that were put
  /// before it and are of the same receiver, rule and host.
  /// Errors: kUnsupported: too many wait, or there is no outbox.
  void Take(Notification one, Taken taken);
  /// Brings what has not been written into the outbox, as far as the disk does
  /// it within `limit`, and sends no more; tells what is left.
  void End(base::Duration limit);

 private:
  struct Receiver {
    Circuit circuit;
    std::set<std::string> busy;          // ids: on their way, or not settled
    std::size_t sending = 0;             // on their way
    std::deque<Head> ready;              // to follow those
    std::size_t ended = 0;               // since it was offered some
    bool told_failing = false;           // and not yet that it answers again
    bool hungry = true;                  // the outbox is to be asked for more
    bool paced = false;                  // the interval alone holds some up
    std::optional<base::Duration> next;  // when the next one is due
  };

  struct Asked {
    std::shared_ptr<const Batch> batch;
    std::vector<Taken> taken;  // of what it adds; null: it has been told
    std::size_t bytes = 0;     // of that
    std::shared_ptr<base::Result<Answer>> answer;
  };

  std::string Refusal(std::size_t bytes) const;
  std::size_t Bytes() const { return bytes_[0] + bytes_[1]; }
  void FlushSoon();
  void Flush();
  void Ask(Batch batch);
  base::Duration Jump(base::Timestamp now);
  void CountAsTaken();
  void LosePatience();
  void Settle(const Asked& asked, const base::Result<Answer>& answer);
  std::optional<Wanted> WantedBy(const std::string& name, Receiver* receiver);
  void Answered();
  void ForgetReady();
  void NoLongerBusy(const std::string& id);
  void Offered(const Offer& offer);
  void SendReady(Receiver* receiver);
  void Send(const Head& head);
  void Ended(const Head& head, const Tried& tried);
  void Failed(const Head& head, const Tried& tried);
  std::size_t TellLosses(const CountsByRule& losses, const std::string& why);
  void TellDelay(const Answer& answer);
  void TellCounts();
  void Tell(const Answer& answer);
  void Rest();
  bool CanDoMore() const;
  std::optional<base::Duration> UntilNext() const;

  DeliveryContext context_;
  Backoff backoff_;
  base::Timestamp origin_;  // of the steady clock
  std::shared_ptr<Outbox> outbox_;
  std::map<std::string, Receiver> receivers_;
  std::map<std::string, std::string> unsettled_;  // receivers of busy ids
  std::set<std::string> named_;                   // receivers of rules
  Batch next_;
  std::vector<Taken> taken_;  // of next_.added; null: it has been told
  /// Of next_.added, of those that are not kLarge and of those that are.
  std::array<std::size_t, 2> bytes_{};
  std::size_t kept_ = 0;        // in the outbox, when it was last asked
  std::size_t kept_bytes_ = 0;  // of these
  std::size_t copies_ = 0;      // in its memory, of what its file has
  std::optional<Asked> asked_;  // while the outbox works
  bool opened_ = false;         // it has answered
  bool slow_ = false;           // it does not do so soon
  FailingReceivers failing_;
  LossLog losses_;
  DeliveryCounts counts_;
  DeliveryCounts told_;      // of counts_
  bool used_ = false;        // the outbox
  bool lasts_ = false;       // it survives this process
  bool delay_told_ = false;  // some wait for long, and it has not been over
  bool flush_soon_ = false;
  bool look_ = false;  // at the outbox, even if it is asked for nothing
  bool ended_ = false;
  bool busy_ = false;
  std::map<std::string, base::loop::Pending> sendings_;  // by id
  base::loop::Pending timer_;
  base::loop::Pending patience_;  // with the outbox
  bool hangs_ = false;            // it does, which has been told
  base::Lifetime lifetime_;
  base::loop::Worker worker_;
};

}  // namespace actions

#endif  // TOCSIN_ACTIONS_DELIVERY_DELIVERER_H_
