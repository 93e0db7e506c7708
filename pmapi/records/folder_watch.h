// FolderWatch: which names come and go in a directory, by inotify(7), asked for
// when somebody wants to know.
#ifndef TOCSIN_PMAPI_RECORDS_FOLDER_WATCH_H_
#define TOCSIN_PMAPI_RECORDS_FOLDER_WATCH_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pmapi::records {

/// A name comes, or goes. Both halves of a renaming have the same `cookie`; of
/// all else it is 0.
struct NameChange {
  bool comes = false;
  std::uint32_t cookie = 0;
  std::string name;

  friend bool operator==(const NameChange&, const NameChange&) = default;
};

/// The changes in what inotify gave, as far as it is whole.
std::vector<NameChange> ParseNameChanges(std::string_view bytes);

class FolderWatch {
 public:
  /// What happens in the directory `path` from now on. Where it cannot be
  /// watched nothing is told.
  explicit FolderWatch(const std::string& path);
  ~FolderWatch();
  FolderWatch(const FolderWatch&) = delete;
  FolderWatch& operator=(const FolderWatch&) = delete;

  /// What has happened since the last call, in its order; if that was more than
  /// the kernel keeps, the first of it.
  std::vector<NameChange> Changes();

 private:
  int fd_ = -1;
};

}  // namespace pmapi::records

#endif  // TOCSIN_PMAPI_RECORDS_FOLDER_WATCH_H_
