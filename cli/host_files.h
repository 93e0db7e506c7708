// HostFiles: the hosts of a site in YAML and of the lists that it names, each
// once. What a host runs is site_files.h's; the formats: hosts_file.h.
#ifndef TOCSIN_CLI_HOST_FILES_H_
#define TOCSIN_CLI_HOST_FILES_H_

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "cli/site_plan.h"
#include "rules/control/hosts_file.h"

namespace cli {

/// What is wrong is told in the plan, with the files that are read.
class HostFiles {
 public:
  using Hosts = std::vector<rules::control::HostsFile>;
  using ReadText =
      std::function<base::Result<std::string>(const std::string& path)>;

  /// Of folders that one pattern is compared with: their files and folders.
  static constexpr std::size_t kMostEntries = 100'000;
  /// Of one pattern.
  static constexpr std::size_t kMostLists = 10'000;
  /// Units: bytes of all lists.
  static constexpr std::size_t kMostListBytes = std::size_t{64} << 20;

  /// Lifetime: borrows `plan`.
  HostFiles(ReadText read, SitePlan* plan)
      : read_(std::move(read)), plan_(*plan) {}

  /// The file `path`, then its lists. A host that stands twice is there where
  /// it stands first; with another address that is told, and so is an address
  /// that can be nobody's: of a list all others count. Empty: it cannot be
  /// read.
  Hosts Read(const std::string& path);

 private:
  void ReadLists(const rules::control::HostsFile& site);
  void ReadList(const std::string& file);
  void Refuse(const std::string& file, const std::string& what);
  void Keep(rules::control::HostsFile file);
  void LeaveOutNobodys();
  void LeaveOutTwice();
  void Tell(std::size_t file, base::yaml::Place place, std::string message,
            std::string hint);

  ReadText read_;
  SitePlan& plan_;
  Hosts all_;
  std::vector<const grammar::SourceText*> sources_;  // of each, in the plan
  std::size_t list_bytes_ = 0;
};

/// `name` as `file` means it.
std::string PathFrom(const std::string& file, const std::string& name);

/// Nobody knows what is in a folder that could not be read; one that is not
/// there holds nothing. `file` is what names it.
void TellUnreadable(const std::string& folder, const std::error_code& failed,
                    const std::string& file, SitePlan* plan);

}  // namespace cli

#endif  // TOCSIN_CLI_HOST_FILES_H_
