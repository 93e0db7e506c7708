// The site's file, then what its patterns match; then each host once.
#include "cli/host_files.h"

#include <fnmatch.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <system_error>

#include "base/printable.h"
#include "cli/pmcd_options.h"

namespace cli {
namespace {

namespace fs = std::filesystem;
using grammar::Severity;
using rules::control::HostsFile;
using rules::control::SiteHost;

constexpr char kNarrower[] =
    "name the folder of the lists, such as /run/discovered/*.json";

/// As glob(3), which knows no end of looking.
class Matches {
 public:
  /// In the order of their names. Nothing where too much is to be looked at.
  std::optional<std::vector<std::string>> Of(const std::string& pattern);

 private:
  using Paths = std::vector<std::string>;

  Paths Below(const std::string& folder, const std::string& pattern);

  std::size_t entries_ = 0;
};

std::optional<std::vector<std::string>> Matches::Of(
    const std::string& pattern) {
  Paths found{pattern.starts_with('/') ? "/" : ""};
  for (std::size_t begin = 0; begin <= pattern.size();) {
    const std::size_t end = std::min(pattern.find('/', begin), pattern.size());
    const std::string part = pattern.substr(begin, end - begin);
    begin = end + 1;
    if (part.empty()) continue;
    Paths next;
    for (const std::string& folder : found) {
      for (std::string& one : Below(folder, part)) {
        next.push_back(std::move(one));
      }
    }
    found = std::move(next);
    if (entries_ > HostFiles::kMostEntries) return std::nullopt;
  }
  std::sort(found.begin(), found.end());
  return found;
}

Matches::Paths Matches::Below(const std::string& folder,
                              const std::string& pattern) {
  const bool in_it = !folder.empty() && !folder.ends_with('/');
  const std::string before = folder + (in_it ? "/" : "");
  std::error_code failed;
  if (pattern.find_first_of("*?[\\") == pattern.npos) {
    const bool there = fs::exists(fs::status(before + pattern, failed));
    return there ? Paths{before + pattern} : Paths{};
  }
  Paths found;
  for (fs::directory_iterator at(before.empty() ? "." : before, failed), end;
       !failed && at != end && ++entries_ <= HostFiles::kMostEntries;
       at.increment(failed)) {
    const std::string name = at->path().filename().string();
    if (::fnmatch(pattern.c_str(), name.c_str(), FNM_PERIOD) == 0) {
      found.push_back(before + name);
    }
  }
  return found;
}

std::string Place(const grammar::SourceText& source, base::yaml::Place place) {
  return source.name() + ':' +
         std::to_string(source.PositionAt(place.begin).line);
}

}  // namespace

std::string PathFrom(const std::string& file, const std::string& name) {
  if (name.starts_with('/')) return name;
  return (fs::path(file).parent_path() / name).string();
}

void TellUnreadable(const std::string& folder, const std::error_code& failed,
                    const std::string& file, SitePlan* plan) {
  if (!failed || failed == std::errc::no_such_file_or_directory) return;
  plan->problems.push_back(folder + ": " + failed.message());
  plan->wrong.insert(file);
}

HostFiles::Hosts HostFiles::Read(const std::string& path) {
  all_.clear();
  sources_.clear();
  plan_.paths.insert(path);
  const auto text = read_(path);
  if (!text) {
    Refuse(path, text.error().message);
    return {};
  }
  Keep(rules::control::ReadHosts(path, *text));
  const HostsFile site = all_.front();
  ReadLists(site);
  LeaveOutNobodys();
  LeaveOutTwice();
  return std::move(all_);
}

void HostFiles::Refuse(const std::string& file, const std::string& what) {
  plan_.problems.push_back(what);
  plan_.wrong.insert(file);
}

/// A folder that a pattern names is watched, for files that come.
void HostFiles::ReadLists(const HostsFile& site) {
  const std::string& of = site.source.name();
  std::set<std::string> read;
  for (const std::string& pattern : site.lists) {
    const std::string path = PathFrom(of, pattern);
    const std::string folder = fs::path(path).parent_path().string();
    plan_.paths.insert(folder);
    // Of one that is a pattern itself there is none of this name.
    std::error_code failed;
    const fs::directory_iterator opened(folder, failed);
    TellUnreadable(folder, failed, of, &plan_);
    const auto files = Matches().Of(path);
    if (!files || files->size() > kMostLists) {
      const std::string what =
          files ? std::to_string(kMostLists) + " files match it"
                : std::to_string(kMostEntries) +
                      " files and folders are to be looked at for it";
      Refuse(of, of + ": hosts_from: " + pattern + ": more than " + what +
                     ", and none is read; " + kNarrower);
      continue;
    }
    for (const std::string& file : *files) {
      if (!read.insert(file).second) continue;
      if (list_bytes_ > kMostListBytes) {
        return Refuse(of, of + ": hosts_from: the lists have more than " +
                              std::to_string(kMostListBytes >> 20) +
                              " MB, and not all are read; " + kNarrower);
      }
      ReadList(file);
    }
  }
}

void HostFiles::ReadList(const std::string& file) {
  plan_.paths.insert(file);
  const auto text = read_(file);
  if (!text) return Refuse(file, text.error().message);
  list_bytes_ += text->size();
  Keep(rules::control::ReadHostList(file, *text));
}

void HostFiles::Keep(HostsFile file) {
  const grammar::SourceText& source = plan_.texts.emplace_back(file.source);
  for (grammar::Diagnostic& one : std::exchange(file.diagnostics, {})) {
    if (one.severity == Severity::kError) plan_.wrong.insert(source.name());
    plan_.diagnostics.push_back({&source, std::move(one)});
  }
  sources_.push_back(&source);
  all_.push_back(std::move(file));
}

void HostFiles::Tell(std::size_t file, base::yaml::Place place,
                     std::string message, std::string hint) {
  plan_.diagnostics.push_back({sources_[file],
                               {Severity::kError,
                                {place.begin, place.end},
                                base::Printable(message),
                                std::move(hint),
                                {},
                                {}}});
}

/// In the site's own file that is a mistake as others: what it has said before
/// goes on. A list's entry has been no host before.
void HostFiles::LeaveOutNobodys() {
  for (std::size_t i = 0; i < all_.size(); ++i) {
    std::erase_if(all_[i].hosts, [&](const SiteHost& host) {
      const auto right = CheckHostSpec(host.address);
      if (right) return false;
      Tell(i, host.address_place, right.error().message,
           i == 0 ? "" : "this host is left out, the others of the list count");
      if (i == 0) plan_.wrong.insert(sources_[0]->name());
      return true;
    });
  }
}

void HostFiles::LeaveOutTwice() {
  struct First {
    std::string address;
    std::size_t file;
    base::yaml::Place place;
  };
  std::map<std::string, First> known;
  for (std::size_t i = 0; i < all_.size(); ++i) {
    std::erase_if(all_[i].hosts, [&](const SiteHost& host) {
      const auto [at, is_new] =
          known.try_emplace(host.name, First{host.address, i, host.place});
      const First& first = at->second;
      if (is_new) return false;
      if (host.address != first.address) {
        Tell(i, host.place,
             "host " + host.name + " is at " + host.address + " here, and at " +
                 first.address + " in " +
                 Place(*sources_[first.file], first.place),
             "it stays at " + first.address +
                 "; give one of them another name, or leave it out");
      }
      return true;
    });
  }
}

}  // namespace cli
