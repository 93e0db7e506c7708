// The file belongs to the thread, also when it is removed. The thread sleeps
// until there is something new, and never longer than the writer lives.
#include "cli/statistics_writer.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <utility>

#include "base/detached_thread.h"
#include "base/system_error.h"

namespace cli {
namespace {

using base::Result;

std::chrono::nanoseconds Nanoseconds(base::Duration duration) {
  return std::chrono::nanoseconds(duration.ns);
}

}  // namespace

/// Where the loop puts what the thread is to write.
struct StatisticsWriter::Desk {
  Desk(base::loop::Loop* its_loop, base::Lifetime::Watch watch,
       std::function<void(const Result<void>&)> its_told)
      : loop(*its_loop), owner(std::move(watch)), told(std::move(its_told)) {}

  base::loop::Loop& loop;  // not to be touched once `closed`
  const base::Lifetime::Watch owner;
  const std::function<void(const Result<void>&)> told;
  std::mutex mutex;
  std::condition_variable changed;
  std::optional<Begun> begun;  // what came of it, until that is told
  std::string host;
  RunCounts counts;
  bool fresh = false;   // they are not in the file
  bool asleep = false;  // the thread, until they are fresh
  bool closed = false;
  bool over = false;  // the thread has removed the file

  void Refuse(int error) {
    const auto why = base::SystemError("no thread for what may wait", error);
    begun = Begun{why, why};
    closed = over = true;
  }
  void AwaitBegun() {
    std::unique_lock lock(mutex);
    changed.wait_for(lock, Nanoseconds(kPatience),
                     [this] { return begun.has_value(); });
  }
  std::optional<Begun> TakeBegun() {
    const std::scoped_lock lock(mutex);
    return std::exchange(begun, std::nullopt);
  }

  /// The thread's life. `tell` is called on the loop.
  void Live(const std::string& folder, int pid, const StatisticsOrigin& origin,
            const std::function<void()>& tell) {
    auto file = std::make_unique<StatisticsFile>();
    Begun came;
    came.folder = MakeStatisticsFolder(folder);
    came.file = came.folder ? file->Create(folder, pid, origin) : came.folder;
    {
      const std::scoped_lock lock(mutex);
      begun = std::move(came);
      if (!closed) loop.Post(tell);
      changed.notify_all();
    }
    Keep(file.get());
    file.reset();
    const std::scoped_lock lock(mutex);
    over = true;
    changed.notify_all();
  }

  void TellLater(const Result<void>& updated) {
    loop.Post([this_told = told, owner_watch = owner, updated] {
      if (!owner_watch.over()) this_told(updated);
    });
  }

  /// Until the writer is gone.
  void Keep(StatisticsFile* file) {
    bool failed = false;
    std::unique_lock lock(mutex);
    while (!closed) {
      asleep = true;
      changed.wait(lock, [this] { return fresh || closed; });
      asleep = false;
      if (closed) return;
      fresh = false;
      const std::string host_now = host;
      const RunCounts counts_now = counts;
      lock.unlock();
      const Result<void> updated = file->Update(host_now, counts_now);
      lock.lock();
      if ((!updated || failed) && !closed) TellLater(updated);
      failed = !updated;
      changed.wait_for(lock, Nanoseconds(kRest), [this] { return closed; });
    }
  }
};

StatisticsWriter::StatisticsWriter(base::loop::Loop* loop) : loop_(*loop) {}

StatisticsWriter::~StatisticsWriter() { Close(); }

void StatisticsWriter::Close() {
  if (!desk_) return;
  std::unique_lock lock(desk_->mutex);
  desk_->closed = true;
  desk_->changed.notify_all();
  desk_->changed.wait_for(lock, Nanoseconds(kPatience),
                          [this] { return desk_->over; });
}

void StatisticsWriter::Create(const std::string& folder, int pid,
                              StatisticsOrigin origin,
                              std::function<void(const Begun&)> begun,
                              std::function<void(const Result<void>&)> told) {
  Close();
  path_ = folder + '/' + std::to_string(pid);
  desk_ = std::make_shared<Desk>(&loop_, base::Lifetime::Watch(lifetime_),
                                 std::move(told));
  // Called by whoever comes first: by the thread through the loop, or here.
  const std::function<void()> tell =
      lifetime_.Guard([desk = desk_, begun = std::move(begun)] {
        if (const auto came = desk->TakeBegun()) begun(*came);
      });
  const int error = base::BeginDetached(
      [desk = desk_, folder, pid, origin = std::move(origin), tell] {
        desk->Live(folder, pid, origin, tell);
      });
  if (error != 0) desk_->Refuse(error);
  desk_->AwaitBegun();
  tell();
}

void StatisticsWriter::Update(const std::string& host,
                              const RunCounts& counts) {
  if (!desk_) return;
  const std::scoped_lock lock(desk_->mutex);
  if (desk_->host != host) desk_->host = host;
  desk_->counts = counts;
  desk_->fresh = true;
  if (desk_->asleep) desk_->changed.notify_all();
}

}  // namespace cli
