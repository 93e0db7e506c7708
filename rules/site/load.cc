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
#include "rules/site/bound_rules.h"
#include "rules/site/resolve.h"

namespace rules::site {
namespace {

namespace fs = std::filesystem;
using base::Result;

/// Units: bytes of a file.
constexpr std::size_t kMostBytes = std::size_t{8} << 20;

Result<std::string> ReadText(const std::string& path) {
  return base::ReadRegularText(path, kMostBytes);
}

/// A file may be included by several.
void AddFindings(Findings of, Site* site) {
  const bool told = std::any_of(
      site->findings.begin(), site->findings.end(), [&](const Findings& one) {
        return one.source.name() == of.source.name() &&
               one.diagnostics == of.diagnostics;
      });
  if (!told && !of.diagnostics.empty()) {
    site->findings.push_back(std::move(of));
  }
}

Result<void> LoadTemplate(const std::string& path, Site* site) {
  const auto text = base::ReadRegularText(path, kMostBytes);
  if (!text) return text.error();
  auto file = ReadTemplate(path, *text, ReadText);
  if (const Template* taken = site->Find(file.read.name)) {
    return base::Error{
        base::ErrorCode::kInvalid,
        path + ": there is a template of this name: " + taken->source.name()};
  }
  for (Findings& of : file.included) AddFindings(std::move(of), site);
  AddFindings({file.read.source, std::move(file.diagnostics)}, site);
  site->templates.push_back(std::move(file.read));
  return {};
}

base::Error TooMany(const std::string& path) {
  return {base::ErrorCode::kInvalid,
          path + ": more than " + std::to_string(kMostEntries) +
              " files and folders are below it: name the folder of the "
              "templates"};
}

Result<void> LoadTemplates(const std::string& path, Site* site) {
  std::error_code failed;
  if (!fs::is_directory(path, failed)) return LoadTemplate(path, site);
  std::set<std::string> files;
  std::size_t entries = 0;
  for (fs::recursive_directory_iterator at(path, failed), end;
       !failed && at != end; at.increment(failed)) {
    if (++entries > kMostEntries) return TooMany(path);
    const auto& file = at->path();
    const char first = file.filename().string()[0];
    if (first != '.' && first != '_' && file.extension() == ".rules")
      files.insert(file.string());
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
  AddFindings({site->file.source, std::move(found)}, site);
  return {};
}

/// Whether a default is none of its values.
bool LacksDefaults(const Template& of) {
  return std::any_of(
      of.parameters.begin(), of.parameters.end(), [](const Parameter& one) {
        return one.type < Type::kList &&
               std::holds_alternative<std::monostate>(one.initial.value);
      });
}

/// As they are on a host for which nothing is set.
void CheckRules(Site* site) {
  const SiteFile nothing{{}, {}, {"", ""}, {}};
  for (const Template& one : site->templates) {
    if (LacksDefaults(one)) continue;
    for (BoundPart& part :
         BindRules(one, ValuesOf(one, nothing, ""), site->file.receivers)) {
      AddFindings({*part.source, std::move(part.parsed.diagnostics)}, site);
    }
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

Result<Site> LoadSite(const SitePaths& paths,
                      const grammar::ReceiverNames& receivers,
                      std::string* at_fault) {
  Site site;
  std::string of = paths.sets.value_or(kSetsPath);
  auto read = LoadTemplates(of, &site);
  if (read) {
    of = paths.site.value_or(kSitePath);
    read = LoadFile(paths.site, &site);
  }
  if (!read) {
    if (at_fault != nullptr) *at_fault = std::move(of);
    return read.error();
  }
  site.file.receivers = receivers;
  CheckRules(&site);
  return site;
}

}  // namespace rules::site
