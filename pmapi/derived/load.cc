// A walk over files.
#include "pmapi/derived/load.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <vector>

#include "base/file.h"

namespace pmapi {
namespace {

constexpr std::size_t kMaxBytes = 16 << 20;
constexpr int kMaxDepth = 16;  // a link may lead up

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

void LoadPath(const std::filesystem::path& path, int depth,
              grammar::micro::DerivedConfig* config) {
  std::error_code failed;
  if (depth > kMaxDepth) return;
  if (std::filesystem::is_directory(path, failed)) {
    for (const auto& one : Below(path)) LoadPath(one, depth + 1, config);
    return;
  }
  if (!std::filesystem::is_regular_file(path, failed)) return;
  if (const auto text = base::ReadText(path.string(), kMaxBytes)) {
    config->Read(path.string(), *text);
  }
}

}  // namespace

grammar::micro::DerivedConfig LoadDerived(const std::string& paths) {
  grammar::micro::DerivedConfig config;
  for (std::size_t begin = 0; begin < paths.size();) {
    const std::size_t colon = std::min(paths.find(':', begin), paths.size());
    if (colon > begin) {
      LoadPath(paths.substr(begin, colon - begin), 0, &config);
    }
    begin = colon + 1;
  }
  return config;
}

}  // namespace pmapi
