// A walk over files.
#include "pmapi/derived/load.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>
#include <vector>

#include "base/file.h"

namespace pmapi {
namespace {

std::vector<std::filesystem::path> Below(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> paths;
  std::error_code failed;
  for (std::filesystem::directory_iterator at(folder, failed), end;
       !failed && at != end; at.increment(failed)) {
    paths.push_back(at->path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

class FolderWalk {
 public:
  explicit FolderWalk(pmapi::notation::DerivedConfig* config)
      : config_(*config) {}

  base::Result<void> Load(const std::filesystem::path& path) {
    std::error_code failed;
    if (std::filesystem::is_directory(path, failed)) {
      LoadFolder(path);
      return {};
    }
    const auto text = base::ReadRegularText(path.string(), kMostBytes);
    if (!text) return text.error();
    bytes_ += text->size();
    config_.Read(path.string(), *text);
    return {};
  }

  /// What of folders was too much: the first of it, or nothing.
  const std::string& first_unread() const { return first_unread_; }

 private:
  /// Once, however many links lead to it: it may be above itself.
  void LoadFolder(const std::filesystem::path& folder) {
    std::error_code failed;
    const auto place = std::filesystem::canonical(folder, failed);
    if (failed || !seen_.insert(place).second) return;
    for (const auto& one : Below(folder)) {
      if (entries_ >= kMostEntries || bytes_ >= kMostBytes) {
        if (first_unread_.empty()) first_unread_ = one.string();
        return;
      }
      ++entries_;
      (void)Load(one);
    }
  }

  pmapi::notation::DerivedConfig& config_;
  std::set<std::filesystem::path> seen_;
  std::size_t entries_ = 0;  // of folders
  std::size_t bytes_ = 0;
  std::string first_unread_;
};

}  // namespace

pmapi::notation::DerivedConfig LoadDerived(const std::string& paths,
                                           std::vector<base::Error>* unread) {
  pmapi::notation::DerivedConfig config;
  FolderWalk walk(&config);
  for (std::size_t begin = 0; begin < paths.size();) {
    const std::size_t colon = std::min(paths.find(':', begin), paths.size());
    if (colon > begin) {
      const auto loaded = walk.Load(paths.substr(begin, colon - begin));
      if (!loaded && unread != nullptr) unread->push_back(loaded.error());
    }
    begin = colon + 1;
  }
  if (!walk.first_unread().empty() && unread != nullptr) {
    unread->push_back({base::ErrorCode::kInvalid,
                       walk.first_unread() +
                           ": too much lies in these folders; from here on it "
                           "is not read"});
  }
  return config;
}

}  // namespace pmapi
