// pmieconf's command line. Source: pmieconf(1).
#ifndef TOCSIN_CLI_CONF_OPTIONS_H_
#define TOCSIN_CLI_CONF_OPTIONS_H_

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace cli {

struct ConfOptions {
  bool automatic = false;           // -c
  bool force = false;               // -F
  std::optional<std::string> file;  // -f
  std::optional<std::string> path;  // -r
  bool verbose = false;             // -v
  std::vector<std::string> command;
};

/// `arguments` stand behind the program's name. Errors: kInvalid: what is
/// wrong with them; without a text where help is asked for.
base::Result<ConfOptions> ParseConf(const std::vector<std::string>& arguments);

/// How it is called, and its commands, under the name `program`; with those of
/// templates, but under pmieconf's.
std::string ConfUsage(const std::string& program);

}  // namespace cli

#endif  // TOCSIN_CLI_CONF_OPTIONS_H_
