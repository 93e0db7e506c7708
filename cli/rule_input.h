// Rule texts as they are read: from files, and from standard input.
// What is in them is rule_files.h's.
#ifndef TOCSIN_CLI_RULE_INPUT_H_
#define TOCSIN_CLI_RULE_INPUT_H_

#include <functional>
#include <optional>
#include <string>

#include "base/result.h"
#include "cli/messages.h"
#include "cli/options.h"
#include "cli/process_context.h"
#include "cli/rule_text.h"

namespace cli {

inline constexpr char kStandardInput[] = "-";

/// The file at `path`, or standard input for "-", called "<stdin>", unless it
/// is `over` before (base/file.h). Errors: kSystem, kInvalid (too large).
base::Result<RuleText> ReadRuleText(const std::string& path,
                                    const std::function<bool()>& over);

/// True of a path that ends as those of YAML do, which may have secrets that no
/// message shows; what is said of it.
bool IsYaml(const std::string& path);
inline constexpr char kIsYaml[] =
    ": a file in YAML has no rules; receivers are read by --receivers";

/// True of "-" where that is a terminal: somebody is to be told kTyped.
bool IsTyped(const std::string& path);
inline constexpr char kTyped[] =
    "the rules are read from this terminal, until Ctrl-D at the beginning of a "
    "line";

/// The same for a run, which `messages` tells why there is none.
std::optional<RuleText> ReadRules(const std::string& path,
                                  const ProcessContext& process,
                                  Messages* messages);

/// The same of the file `name`, which may also be of the folder of rules.
std::optional<RuleText> ReadRuleFile(const std::string& name,
                                     const Options& options,
                                     const ProcessContext& process,
                                     Messages* messages);

}  // namespace cli

#endif  // TOCSIN_CLI_RULE_INPUT_H_
