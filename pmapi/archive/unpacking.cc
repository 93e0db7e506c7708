// A mapping that is longer than its file, which grows into it.
#include "pmapi/archive/unpacking.h"

#include <sys/mman.h>

#include <condition_variable>
#include <cstdint>
#include <limits>
#include <mutex>
#include <utility>

#include "base/file_guard.h"
#include "base/quiet_thread.h"
#include "pmapi/archive/name.h"
#include "pmapi/archive/unpacker.h"

namespace pmapi {
namespace {

/// Who reads is told of so much at once. Units: bytes.
constexpr std::uint64_t kTold = std::uint64_t{1} << 20;

/// Of addresses only: a page that the file has not is not touched.
class Reserved {
 public:
  Reserved(int fd, std::uint64_t size)
      : size_(size),
        data_(::mmap(nullptr, size, PROT_READ, MAP_SHARED, fd, 0)) {}
  ~Reserved() {
    if (ok()) ::munmap(data_, size_);
  }
  Reserved(const Reserved&) = delete;
  Reserved& operator=(const Reserved&) = delete;

  bool ok() const { return data_ != MAP_FAILED; }
  const std::uint8_t* data() const {
    return static_cast<const std::uint8_t*>(data_);
  }
  std::uint64_t size() const { return size_; }

 private:
  std::uint64_t size_;
  void* data_;
};

/// How much of a file is there, between the thread that makes it and those that
/// read it.
class Progress {
 public:
  std::uint64_t size() const {
    return state_.load(std::memory_order_acquire) & ~kDone;
  }

  /// Until there are more than `size` bytes, or there will be no more.
  void Await(std::uint64_t size) const {
    if (Enough(size)) return;
    std::unique_lock lock(mutex_);
    more_.wait(lock, [&] { return Enough(size); });
  }

  void Tell(std::uint64_t size, bool done) {
    {
      const std::lock_guard lock(mutex_);
      state_.store(done ? size | kDone : size, std::memory_order_release);
    }
    more_.notify_all();
  }

 private:
  static constexpr std::uint64_t kDone = std::uint64_t{1} << 63;

  bool Enough(std::uint64_t size) const {
    const std::uint64_t state = state_.load(std::memory_order_acquire);
    return (state & kDone) != 0 || state > size;
  }

  std::atomic<std::uint64_t> state_{0};
  mutable std::mutex mutex_;
  mutable std::condition_variable more_;
};

/// A file that a thread unpacks until it is whole or nobody wants it.
class Unpacking : public base::ReadableFile {
 public:
  /// `free` is one less while the thread runs.
  Unpacking(std::unique_ptr<Unpacker> unpacker, std::atomic<int>* free)
      : unpacker_(std::move(unpacker)),
        reserved_(unpacker_->fd(), unpacker_->most()),
        guard_(reserved_.data(), reserved_.ok() ? reserved_.size() : 0),
        free_(*free) {}
  ~Unpacking() override {
    unwanted_.store(true, std::memory_order_relaxed);
    thread_.Join();
  }

  /// False where there is no room or no thread to be had.
  bool Begin();

  base::Bytes bytes() const override {
    return BytesBeyond(std::numeric_limits<std::size_t>::max());
  }
  base::Bytes BytesBeyond(std::size_t size) const override {
    progress_.Await(size);
    return {reserved_.data(), progress_.size()};
  }
  base::Result<void> status() const override {
    progress_.Await(std::numeric_limits<std::uint64_t>::max());
    return status_;
  }
  bool cut() const override { return guard_.cut(); }

 private:
  void Unpack();

  std::unique_ptr<Unpacker> unpacker_;  // the thread's, while that runs
  Reserved reserved_;
  base::FileGuard guard_;
  std::atomic<int>& free_;
  std::atomic<bool> unwanted_{false};
  Progress progress_;
  base::Result<void> status_;  // once it is done
  base::QuietThread thread_;
};

bool Unpacking::Begin() {
  if (!reserved_.ok()) return false;
  free_.fetch_sub(1);
  const bool runs = thread_.Begin([this] { Unpack(); }) == 0;
  if (!runs) free_.fetch_add(1);
  return runs;
}

void Unpacking::Unpack() {
  std::uint64_t told = 0;
  while (status_ && !unpacker_->ended() &&
         !unwanted_.load(std::memory_order_relaxed)) {
    status_ = unpacker_->Step();
    if (unpacker_->size() - told < kTold) continue;
    told = unpacker_->size();
    progress_.Tell(told, false);
  }
  const std::uint64_t size = unpacker_->size();
  unpacker_.reset();
  free_.fetch_add(1);
  progress_.Tell(size, true);
}

}  // namespace

base::Result<std::unique_ptr<base::ReadableFile>> UnpackThreads::Open(
    const std::string& path, FilePart part) {
  const bool ahead = part == FilePart::kAhead && free_.load() > 0 &&
                     !CompressionSuffix(path).empty();
  constexpr auto kAnySize = std::numeric_limits<std::uint64_t>::max();
  if (!ahead && part == FilePart::kWhole && !CompressionSuffix(path).empty()) {
    return OpenUnpacked(path, part, kAnySize);
  }
  if (!ahead) return OpenArchiveFile(path, part);
  auto unpacker = Unpacker::Open(path, kAnySize);
  if (!unpacker) return unpacker.error();
  auto file = std::make_unique<Unpacking>(*std::move(unpacker), &free_);
  if (!file->Begin()) file = nullptr;
  return std::unique_ptr<base::ReadableFile>(std::move(file));
}

}  // namespace pmapi
