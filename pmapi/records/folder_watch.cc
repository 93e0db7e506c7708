// The kernel queues what happens; nobody is woken by it.
#include "pmapi/records/folder_watch.h"

#include <sys/inotify.h>
#include <unistd.h>

#include <cstring>

namespace pmapi::records {
namespace {

constexpr std::uint32_t kComes = IN_CREATE | IN_MOVED_TO;
constexpr std::uint32_t kGoes = IN_DELETE | IN_MOVED_FROM;
constexpr std::size_t kBuffer = std::size_t{64} << 10;
/// A queue is as long at most (fs.inotify.max_queued_events), usually.
constexpr std::size_t kMostChanges = 16384;

}  // namespace

std::vector<NameChange> ParseNameChanges(std::string_view bytes) {
  std::vector<NameChange> changes;
  inotify_event event{};
  while (bytes.size() >= sizeof event) {
    std::memcpy(&event, bytes.data(), sizeof event);
    bytes.remove_prefix(sizeof event);
    if (event.len > bytes.size()) break;
    const std::string_view name = bytes.substr(0, event.len);
    bytes.remove_prefix(event.len);
    if ((event.mask & (kComes | kGoes)) == 0) continue;
    changes.push_back({(event.mask & kComes) != 0, event.cookie,
                       std::string(name.substr(0, name.find('\0')))});
  }
  return changes;
}

FolderWatch::FolderWatch(const std::string& path)
    : fd_(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
  if (fd_ < 0) return;
  ::inotify_add_watch(fd_, path.c_str(), kComes | kGoes | IN_ONLYDIR);
}

FolderWatch::~FolderWatch() {
  if (fd_ >= 0) ::close(fd_);
}

std::vector<NameChange> FolderWatch::Changes() {
  std::vector<NameChange> all;
  std::string buffer(kBuffer, '\0');
  while (fd_ >= 0 && all.size() < kMostChanges) {
    const ssize_t got = ::read(fd_, buffer.data(), buffer.size());
    if (got <= 0) break;
    const std::string_view bytes(buffer.data(), static_cast<std::size_t>(got));
    for (NameChange& one : ParseNameChanges(bytes)) {
      all.push_back(std::move(one));
    }
  }
  return all;
}

}  // namespace pmapi::records
