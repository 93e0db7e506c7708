// Folders, files, and checks that need all of them.
#include "rules/site/load.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <set>
#include <system_error>
#include <utility>

#include "base/file.h"
#include "base/system_error.h"
#include "rules/site/resolve.h"

namespace rules::site {
namespace {

namespace fs = std::filesystem;
using base::Result;

/// Units: bytes of a file.
constexpr std::size_t kMostBytes = std::size_t{8} << 20;

Result<void> LoadTemplate(const std::string& path, Site* site) {
  const auto text = base::ReadRegularText(path, kMostBytes);
  if (!text) return text.error();
  auto file = ReadTemplate(path, *text);
  if (const Template* taken = site->Find(file.read.name)) {
    return base::Error{
        base::ErrorCode::kInvalid,
        path + ": there is a template of this name: " + taken->source.name()};
  }
  site->findings.push_back({file.read.source, std::move(file.diagnostics)});
  site->templates.push_back(std::move(file.read));
  return {};
}

Result<void> LoadTemplates(const std::string& path, Site* site) {
  std::error_code failed;
  if (!fs::is_directory(path, failed)) return LoadTemplate(path, site);
  std::set<std::string> files;
  for (fs::recursive_directory_iterator at(path, failed), end;
       !failed && at != end; at.increment(failed)) {
    const auto& file = at->path();
    const bool hidden = file.filename().string().starts_with('.');
    if (!hidden && file.extension() == ".rules") files.insert(file.string());
  }
  if (failed) return base::SystemError("cannot read " + path, failed.value());
  for (const std::string& file : files) {
    if (auto read = LoadTemplate(file, site); !read) return read;
  }
  return {};
}

Result<void> LoadFile(const std::optional<std::string>& path, Site* site) {
  const std::string name = path.value_or(kSitePath);
  if (!path && ::access(name.c_str(), F_OK) != 0) return {};
  const auto text = base::ReadRegularText(name, kMostBytes);
  if (!text) return text.error();
  site->file = ReadSite(name, *text);
  auto found = std::exchange(site->file.diagnostics, {});
  auto more = CheckSite(site->file, site->templates);
  std::move(more.begin(), more.end(), std::back_inserter(found));
  site->findings.push_back({site->file.source, std::move(found)});
  return {};
}

/// As they are on a host for which nothing is set.
void CheckRules(Site* site) {
  const SiteFile nothing{{}, {}, {"", ""}, {}};
  for (const Template& one : site->templates) {
    site->findings.push_back(
        {one.rules, BoundRules(one, nothing, "").diagnostics});
  }
}

}  // namespace

const Template* Site::Find(const std::string& name) const {
  const auto found =
      std::find_if(templates.begin(), templates.end(),
                   [&](const Template& one) { return one.name == name; });
  return found == templates.end() ? nullptr : &*found;
}

bool Site::IsWrong() const {
  return std::any_of(findings.begin(), findings.end(), [](const Findings& of) {
    return std::any_of(of.diagnostics.begin(), of.diagnostics.end(),
                       [](const grammar::Diagnostic& one) {
                         return one.severity == grammar::Severity::kError;
                       });
  });
}

Result<Site> LoadSite(const SitePaths& paths) {
  Site site;
  auto read = LoadTemplates(paths.sets.value_or(kSetsPath), &site);
  if (read) read = LoadFile(paths.site, &site);
  if (!read) return read.error();
  CheckRules(&site);
  return site;
}

}  // namespace rules::site
