// Outbox: where notifications wait until they are delivered: a database in the
// state directory, or memory where there is none or it cannot be written.
// Source: docs/notifications.md, "What it comes to".
#ifndef TOCSIN_ACTIONS_DELIVERY_OUTBOX_H_
#define TOCSIN_ACTIONS_DELIVERY_OUTBOX_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "actions/delivery/batch.h"
#include "actions/delivery/damaged_file.h"
#include "actions/delivery/store.h"
#include "base/result.h"
#include "base/time.h"

namespace actions {

/// Threads: one at a time; everything may wait for the disk.
class Outbox {
 public:
  /// How long a directory that cannot be used is left alone.
  static constexpr base::Duration kTryAgain{10 * base::kNanosPerSecond};
  /// What memory holds at most.
  static constexpr Store::Limits kInMemory{10'000, std::size_t{64} << 20};

  /// `folder` is the state directory, empty: there is none. It is made, but
  /// not its parents.
  explicit Outbox(std::string folder, const Store::Limits& limits = {})
      : folder_(std::move(folder)), limits_(limits) {}
  ~Outbox();
  Outbox(const Outbox&) = delete;
  Outbox& operator=(const Outbox&) = delete;

  /// Does what `batch` says, on the disk if that can be, else in memory: what
  /// is there then goes to the disk as soon as it can be written. What has
  /// changed is said in the answer's notes, once. Errors: kUnsupported: there
  /// is no SQLite here.
  base::Result<Answer> Exchange(const Batch& batch);

  /// The program is about to end: another process that uses the directory is
  /// waited for no longer. Threads: any.
  void Hurry() { hurry_ = true; }

 private:
  /// Tells files apart, whatever they are called, also a new one that has the
  /// number of one that is gone: device, number, time of birth. Of none it is
  /// 0.
  using FileId = std::tuple<std::uint64_t, std::uint64_t, std::int64_t>;

  static FileId IdOf(int folder, const char* path, int flags);
  FileId IdOf(const std::string& part) const;
  bool IsThere() const;
  void Forget(Answer* answer);
  void ForgetCopies();
  void ForgetFile(Answer* answer);
  void TakeBack(base::Timestamp now);
  void LookForFile(base::Timestamp now, Answer* answer);
  void LookForParts(Answer* answer);
  bool IsCutShort();
  void Reach(base::Timestamp now, Answer* answer);
  bool TakeLock(int fd, const std::string& path, int looks) const;
  bool HoldsLock() const;
  void UnlockOther();
  void EndNameless();
  base::Result<void> Lock();
  base::Result<std::unique_ptr<Store>> OpenFile(Answer* answer);
  base::Result<void> UseFile(base::Timestamp now, Answer* answer);
  base::Result<void> Salvage(Store* file, base::Timestamp now);
  base::Result<void> BringHoldoffs(Store* file, base::Timestamp now,
                                   Answer* answer);
  base::Result<std::size_t> MoveTo(Store* file, bool other);
  void TakeOverMemory(bool damaged, const Store::Limits& most);
  void LeaveNameless(const base::Error& why);
  void Close(bool damaged, Answer* answer);
  void Leave(const base::Error& why, base::Timestamp now, Answer* answer);
  void TellRest(Answer* answer);
  bool SetAside(const base::Error& why, base::Timestamp now, Answer* answer);
  bool WasEmptied() const;
  std::string SalvageLink() const;
  std::string BeginSalvage(const std::string& aside, Answer* answer);
  void ResumeSalvage(Answer* answer);
  base::Result<void> EndSalvage(const Store& file, Answer* answer);
  void TellWhy(const base::Error& why, Answer* answer);
  void TellBack(const Batch& batch, Answer* answer);

  std::string folder_;
  Store::Limits limits_;
  int lock_ = -1;
  /// Of the directory in which a nameless file was, while that serves.
  int left_lock_ = -1;
  std::atomic<bool> hurry_ = false;
  std::unique_ptr<Store> file_;
  std::map<std::string, FileId> parts_;  // of file_, which is the first
  FileId opened_;                        // of the one that was opened last
  std::uintmax_t size_ = 0;              // of it, when it was looked at
  /// While there is no file_; it may be one that has no name any more.
  std::unique_ptr<Store> memory_;
  bool nameless_ = false;                 // it is
  std::int64_t known_ = 0;                // rows of the file that it has had
  std::int64_t copied_ = 0;               // its own rows that these are
  CountsByRule beyond_;                   // what the file alone has
  std::optional<base::Timestamp> tried_;  // when the file was not to be had
  std::optional<base::Timestamp> aside_;  // when one was set aside
  /// One that was set aside, until what can be read of it is in the new one.
  std::unique_ptr<DamagedFile> damaged_;
  std::int64_t salvaged_ = 0;  // rows of it that memory has had
  CountsByRule missing_;       // of an earlier run's, that it cannot give
  std::string why_;            // the file is not to be had, which is told
  /// It is used again, with `moved` that memory had. A disk that stays full has
  /// room for a moment now and then: that is told when it has served for a
  /// while.
  struct Back {
    base::Timestamp since;
    std::size_t moved = 0;
  };
  std::optional<Back> back_;
  bool used_ = false;                        // it has been
  bool resumed_ = false;                     // what it knew was told
  std::map<std::string, Holdoff> holdoffs_;  // by their keys
};

}  // namespace actions

#endif  // TOCSIN_ACTIONS_DELIVERY_OUTBOX_H_
