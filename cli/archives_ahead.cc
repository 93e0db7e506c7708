// Who comes next takes the next one.
#include "cli/archives_ahead.h"

#include <utility>

#include "base/heap.h"

namespace cli {

ArchivesAhead::ArchivesAhead(const std::vector<std::string>& names, int others,
                             Open open)
    : open_(std::move(open)) {
  for (const std::string& name : names) slots_.push_back({name, std::nullopt});
  for (int k = 0; k < others; ++k) {
    const int error = others_.emplace_back().Begin([this] {
      const base::ThreadHeap heap;
      Lock lock(mutex_);
      while (!over_ && begun_ < slots_.size()) OpenNext(&lock);
    });
    if (error != 0) break;  // those there are do it all
  }
}

ArchivesAhead::~ArchivesAhead() {
  const Lock lock(mutex_);
  over_ = true;
}

void ArchivesAhead::OpenNext(Lock* lock) {
  Slot& slot = slots_[begun_++];
  lock->unlock();
  Opened opened = open_(slot.name);
  lock->lock();
  slot.opened = std::move(opened);
  changed_.notify_all();
}

ArchivesAhead::Opened ArchivesAhead::Take(const std::string& name) {
  if (taken_ == slots_.size() || slots_[taken_].name != name) {
    return open_(name);
  }
  Slot& slot = slots_[taken_++];
  Lock lock(mutex_);
  while (!slot.opened) {
    if (begun_ < slots_.size()) {
      OpenNext(&lock);
    } else {
      changed_.wait(lock);
    }
  }
  return *std::move(slot.opened);
}

}  // namespace cli
