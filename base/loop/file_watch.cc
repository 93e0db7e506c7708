// A path is taken apart: each name on the way is watched in its folder.
#include "base/loop/file_watch.h"

#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <deque>
#include <filesystem>
#include <utility>

#include "base/system_error.h"

namespace base::loop {
namespace {

namespace fs = std::filesystem;

/// As many links as the kernel follows.
constexpr int kMostLinks = 40;

/// A log that is written is not closed meanwhile.
constexpr std::uint32_t kEvents = IN_CLOSE_WRITE | IN_CREATE | IN_DELETE |
                                  IN_MOVED_FROM | IN_MOVED_TO | IN_ATTRIB |
                                  IN_DELETE_SELF | IN_MOVE_SELF;

std::deque<fs::path> PartsOf(const fs::path& path) {
  return {path.begin(), path.end()};
}

}  // namespace

FileWatch::~FileWatch() {
  readable_.reset();
  if (fd_ >= 0) ::close(fd_);
}

Result<void> FileWatch::Open() {
  fd_ = ::inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  if (fd_ < 0) return SystemError("cannot watch files", errno);
  auto readable = loop_.OnReadable(fd_, [this] { Read(); });
  if (!readable) return readable.error();
  readable_ = std::move(*readable);
  return {};
}

/// Walks to `path` as the kernel does, as far as there is something.
void FileWatch::AddNames(const std::string& path, Names* names) {
  std::error_code failed;
  std::deque<fs::path> parts = PartsOf(fs::absolute(path, failed));
  fs::path folder = "/";
  int links = 0;
  while (!parts.empty()) {
    const fs::path part = parts.front();
    parts.pop_front();
    if (part == "/" || part == "." || part.empty()) continue;
    if (part == "..") {
      folder = folder.parent_path();
      continue;
    }
    (*names)[folder.string()].insert(part.string());
    const fs::path whole = folder / part;
    const fs::file_status status = fs::symlink_status(whole, failed);
    if (fs::is_symlink(status) && ++links <= kMostLinks) {
      const fs::path target = fs::read_symlink(whole, failed);
      if (target.is_absolute()) folder = "/";
      const std::deque<fs::path> on = PartsOf(target);
      parts.insert(parts.begin(), on.begin(), on.end());
      continue;
    }
    if (!fs::is_directory(status)) return;
    folder = whole;
  }
  (*names)[folder.string()].insert("");
}

Result<bool> FileWatch::Watch(const std::set<std::string>& paths) {
  if (fd_ < 0) {
    if (auto opened = Open(); !opened) return opened.error();
  }
  Names names;
  for (const std::string& path : paths) AddNames(path, &names);
  Result<void> all;
  bool news = false;
  std::map<int, std::set<std::string>> watched;
  for (auto& [folder, of_folder] : names) {
    const int watch = ::inotify_add_watch(fd_, folder.c_str(), kEvents);
    if (watch >= 0) {
      watched[watch].merge(of_folder);
      news |= !watched_.contains(watch);
    } else if (all && errno != ENOENT) {
      all = SystemError("cannot watch " + folder, errno);
    }
  }
  for (const auto& [watch, unused] : watched_) {
    if (!watched.contains(watch)) ::inotify_rm_watch(fd_, watch);
  }
  watched_ = std::move(watched);
  if (!all) return all.error();
  return news;
}

void FileWatch::Read() {
  alignas(inotify_event) std::array<char, 4096> bytes{};
  bool news = false;
  for (ssize_t size = 0;
       (size = ::read(fd_, bytes.data(), bytes.size())) > 0;) {
    for (ssize_t at = 0; at < size;) {
      const auto& event =
          *reinterpret_cast<const inotify_event*>(bytes.data() + at);
      at += static_cast<ssize_t>(sizeof(event) + event.len);
      const auto watch = watched_.find(event.wd);
      const bool lost = (event.mask & IN_Q_OVERFLOW) != 0;
      news |= lost;
      if (watch == watched_.end()) continue;
      news |= event.len == 0 || watch->second.contains("") ||
              watch->second.contains(event.name);
    }
  }
  if (!news || std::exchange(waiting_, true)) return;
  quiet_ = loop_.After(kQuiet, [this] {
    waiting_ = false;
    changed_();
  });
}

}  // namespace base::loop
