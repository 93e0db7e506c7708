// Folders are looked at before journalctl is: with the output that is for
// programs it does not say what it may not read.
#include "pmapi/records/journal_place.h"

#include <dirent.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <string_view>

#include "base/file.h"
#include "base/system_error.h"

namespace pmapi::records {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

/// A machine's number has 32 digits.
constexpr std::size_t kIdDigits = 32;
constexpr std::size_t kIdBytes = 4096;

constexpr char kInMemory[] = "/run/log/journal";
constexpr char kOnDisk[] = "/var/log/journal";
constexpr std::string_view kFileEnd = ".journal";

/// Errors: kSystem.
Result<std::vector<std::string>> NamesIn(const std::string& folder) {
  const std::unique_ptr<DIR, int (*)(DIR*)> open(::opendir(folder.c_str()),
                                                 ::closedir);
  if (!open) return base::SystemError(folder, errno);
  std::vector<std::string> names;
  while (const dirent* one = ::readdir(open.get())) {
    names.emplace_back(one->d_name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

bool IsId(std::string_view name) {
  return name.size() == kIdDigits &&
         name.find_first_not_of("0123456789abcdef") == name.npos;
}

/// The files of a journal, and which of them may not be read.
class Files {
 public:
  /// Errors: kSystem, where the folder is there and may not be looked at.
  Result<void> AddFolder(const std::string& folder) {
    const auto names = NamesIn(folder);
    const int why = names ? 0 : names.error().system_errno;
    if (why == ENOENT) return {};
    if (why != 0) return CannotRead(folder, why);
    for (const std::string& name : *names) {
      if (!std::string_view(name).ends_with(kFileEnd)) continue;
      ++count_;
      const std::string path = folder + '/' + name;
      // It may have been vacuumed.
      if (::access(path.c_str(), R_OK) != 0 && errno != ENOENT) {
        return CannotRead(path, errno);
      }
    }
    return {};
  }

  bool empty() const { return count_ == 0; }

 private:
  static Error CannotRead(const std::string& path, int code) {
    Error error = base::SystemError("cannot read the journal, " + path, code);
    if (code == EACCES || code == EPERM) {
      error.message +=
          ": run as root, or as a member of the group systemd-journal";
    }
    return error;
  }

  std::size_t count_ = 0;
};

Result<std::vector<std::string>> InFolder(const std::string& path) {
  const auto names = NamesIn(path);
  if (!names) return names.error();
  Files files;
  auto added = files.AddFolder(path);
  for (const std::string& name : *names) {
    if (added && IsId(name)) added = files.AddFolder(path + '/' + name);
  }
  if (!added) return added.error();
  if (files.empty()) {
    return Error{ErrorCode::kNoData, path + ": has no files of a journal",
                 ENOENT};
  }
  return std::vector<std::string>{"--directory=" + path};
}

Result<std::vector<std::string>> OfThisHost(const std::string& root) {
  const std::string id_path = root + "/etc/machine-id";
  const auto text = base::ReadRegularText(id_path, kIdBytes);
  const std::string id = text ? text->substr(0, kIdDigits) : "";
  if (!IsId(id)) {
    return Error{ErrorCode::kSystem,
                 "this host has no journal: " +
                     (text ? id_path + " has no number" : text.error().message),
                 ENOENT};
  }
  Files files;
  const std::string in_memory = root + kInMemory + '/' + id;
  const std::string on_disk = root + kOnDisk + '/' + id;
  auto added = files.AddFolder(in_memory);
  if (added) added = files.AddFolder(on_disk);
  if (!added) return added.error();
  if (files.empty()) {
    return Error{ErrorCode::kSystem,
                 "this host has no journal: neither " + in_memory + " nor " +
                     on_disk + " has files: does systemd-journald run?",
                 ENOENT};
  }
  std::vector<std::string> arguments{"_MACHINE_ID=" + id};
  if (!root.empty()) arguments.push_back("--root=" + root);
  return arguments;
}

}  // namespace

Result<std::vector<std::string>> JournalArguments(const JournalPlace& place) {
  auto arguments = place.path.empty() ? OfThisHost(place.root)
                                      : InFolder(place.root + place.path);
  // Without it, who follows is shown the entries of one boot alone.
  if (arguments) arguments->emplace_back("--merge");
  return arguments;
}

std::vector<std::string> JournalFolders(const JournalPlace& place) {
  if (!place.path.empty()) return {place.root + place.path};
  return {place.root + kInMemory, place.root + kOnDisk};
}

}  // namespace pmapi::records
