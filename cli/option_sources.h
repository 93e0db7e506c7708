// OptionSources: what -a and -n do while the command line is being read, and
// the words when they cannot. Which archives are of one host is archives.h's.
#ifndef TOCSIN_CLI_OPTION_SOURCES_H_
#define TOCSIN_CLI_OPTION_SOURCES_H_

#include <optional>
#include <string>
#include <vector>

#include "cli/archives.h"
#include "cli/options.h"
#include "pmapi/notation/pmns.h"

namespace cli {

class OptionSources : public OptionHandler {
 public:
  /// As "pmie", complaints are pmie's. Lifetime: borrows `archives`.
  OptionSources(std::string program, Archives* archives)
      : program_(std::move(program)), archives_(*archives) {}

  void ExpectArchives(const std::vector<std::string>& lists,
                      const Options& options) override;
  base::Result<void> OpenArchives(const std::string& list,
                                  const Options& options) override;
  base::Result<void> OpenContext(const std::string& list,
                                 const Options& options) override;
  std::optional<NamesFault> LoadNames(const std::string& file) override;

  /// What is said of an archive that cannot be opened, or not read to its end.
  std::string Words(const ArchiveFailure& failure) const;

  /// Gives all archives the names of -n, if there was one.
  void UseNames() const;
  /// The name space of -x: that of -n, else this host's own, where PCP has it.
  /// Errors: kInvalid, as it is to be printed.
  base::Result<pmapi::notation::NameSpace> AgentNames(
      const Environment& environment) const;
  /// The names of -n. Lifetime: this object's.
  const pmapi::notation::NameSpace* names() const {
    return names_ ? &*names_ : nullptr;
  }

 private:
  bool as_pmie() const { return program_ == "pmie"; }

  std::string program_;
  Archives& archives_;
  std::optional<pmapi::notation::NameSpace> names_;
};

}  // namespace cli

#endif  // TOCSIN_CLI_OPTION_SOURCES_H_
