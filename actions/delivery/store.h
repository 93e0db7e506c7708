// Store: notifications in one database, in queues: those of one receiver, rule
// and host, which are sent one after the other. Which database: outbox.h.
#ifndef TOCSIN_ACTIONS_DELIVERY_STORE_H_
#define TOCSIN_ACTIONS_DELIVERY_STORE_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "actions/delivery/batch.h"
#include "actions/delivery/copies.h"
#include "actions/delivery/database.h"
#include "actions/notification/notification.h"
#include "base/result.h"
#include "base/time.h"

namespace actions {

class DamagedFile;

/// However many rows there are, an Exchange() takes as long as what it is given
/// and what it is asked for.
/// Threads: one at a time.
class Store {
 public:
  /// The oldest beyond are dropped, of those that have not been offered.
  struct Limits {
    std::size_t rows = 1'000'000;
    std::size_t bytes = std::size_t{1} << 30;  // of JSON
  };

  /// A notification with all that is known of it.
  struct Kept {
    Notification notification;
    std::size_t tries = 0;
    std::string problem;      // of the last try
    base::Timestamp arrived;  // since when it waits
    base::Timestamp due;      // of its queue
    std::int64_t number = 0;  // which grows with each that is added
  };

  /// Errors: those of Database::Open; kUnsupported: it was made by a newer
  /// program, or by another one, whose it stays; kCorrupt.
  static base::Result<std::unique_ptr<Store>> Open(const std::string& path,
                                                   const Limits& limits);

  /// Does all that `batch` says, or nothing of it. What is added has a place
  /// that survives this process and, after the return, a loss of power.
  base::Result<Answer> Exchange(const Batch& batch);

  /// As many rows as `most` says or hardly more, the oldest first, of those
  /// with a number above `after`. Errors: kCorrupt: they are not in order.
  base::Result<std::vector<Kept>> Rows(const Limits& most,
                                       std::int64_t after = 0);
  /// The same of a database that is damaged: what can be read before and after
  /// what cannot.
  std::vector<Kept> ReadableRows(const Limits& most);
  base::Result<std::optional<Kept>> Find(const std::string& id);
  /// Those with a row whose number is above `after`.
  base::Result<std::vector<QueueName>> Queues(std::int64_t after);
  /// Rows with a number up to `last` are copies of a file's. Of these queues
  /// others are not offered, until others are named. Where this is full copies
  /// are forgotten before anything is dropped, the newest first.
  base::Result<void> Hold(const std::vector<QueueName>& queues,
                          std::int64_t last);
  /// Ids of the copies that are forgotten, and were not delivered.
  base::Result<std::vector<std::string>> Forgotten();
  /// The greatest number of a row.
  base::Result<std::int64_t> LastNumber();
  /// Of which receiver and rule how many there are with a number above
  /// `after`.
  base::Result<CountsByRule> Waiting(std::int64_t after = 0);
  /// Counts them, for counts(). To be called before the first Exchange().
  base::Result<void> Count();
  /// What Waiting() was after the last Exchange(), also of a database that is
  /// damaged now.
  const CountsByRule& counts() const { return counts_; }
  /// Its file holds all by itself, without its log.
  base::Result<void> Checkpoint();
  /// Nothing waits for its next try any more: who uses the same database is
  /// told by the next answer.
  base::Result<void> MakeDue();
  /// Adds rows in their order, or brings those that are there up to date; of
  /// those up to the number `known` that are neither among `rows` nor of
  /// `others`, which are ids, each is removed.
  base::Result<void> Merge(const std::vector<Kept>& rows, std::int64_t known,
                           const std::vector<std::string>& others = {});
  base::Result<void> Keep(const std::vector<Holdoff>& holdoffs);
  /// Those that are not over at `now`; the others are forgotten.
  base::Result<std::vector<Holdoff>> Holdoffs(base::Timestamp now);
  /// To be called first: receivers that something waits for. An earlier run's
  /// clock may have been another, or nothing ran for days: what it has put off
  /// for too long is due, what came later than now has come now, and nothing is
  /// given up within an hour. Errors: kCorrupt: there are rows
  /// that no queue has.
  base::Result<std::vector<std::string>> Resume(base::Timestamp now);
  /// Reads all of it, before anything else. True where indexes did not name
  /// what their tables hold, and now do. Errors: kCorrupt: its pages do not
  /// hold together, or its tables have lost what their indexes still name.
  base::Result<bool> Mend();
  /// Adds what can be read of `damaged`, with its holdoffs, in its order, of
  /// rows with a number above `after`: how many of what is missing there. Done
  /// once more it adds nothing twice.
  base::Result<CountsByRule> Salvage(const DamagedFile& damaged,
                                     base::Timestamp now,
                                     std::int64_t after = 0);
  /// Of receivers for whose next try something waits at `now`: why the last one
  /// came to nothing.
  Problems ProblemsAt(base::Timestamp now);

 private:
  Store(std::unique_ptr<Database> database, const Limits& limits)
      : database_(std::move(database)), limits_(limits) {}

  base::Result<void> Transact(const std::function<void()>& steps);
  void LookForOthers(Answer* answer, std::optional<CountsByRule>* counts);
  CountsByRule CountRows(std::int64_t after);
  std::vector<Kept> ReadRows(const Limits& most, std::int64_t after,
                             bool* in_order);
  void Add(const Kept& row);
  void Remove(const std::string& id, base::Timestamp now,
              CountsByRule* removed);
  void Postpone(const Postponed& one, base::Timestamp now);
  void Expire(const std::string& receiver, base::Timestamp before,
              CountsByRule* lost);
  void Total();
  base::Result<void> AddReadable(const DamagedFile& damaged, std::int64_t after,
                                 CountsByRule* added);
  void KeepWithinLimits(Answer* answer);
  std::optional<std::int64_t> OldestBehind(std::int64_t last, Answer* answer);
  void NoLongerOffered(const std::string& id);
  bool IsOffered(const std::string& receiver, const std::string& id) const;
  Offer OfferFor(const Wanted& wanted, base::Timestamp now);

  std::unique_ptr<Database> database_;
  Limits limits_;
  std::int64_t copied_ = 0;   // rows up to this number are copies
  std::int64_t changes_ = 0;  // of others, in a count of SQLite's
  std::size_t rows_ = 0;      // after the last Exchange()
  /// Ids by receiver, which may be on their way: they are not dropped.
  std::map<std::string, std::set<std::string>> offered_;
  CountsByRule counts_;  // of them
};

}  // namespace actions

#endif  // TOCSIN_ACTIONS_DELIVERY_STORE_H_
