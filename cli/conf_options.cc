// Its letters, and the words behind them.
#include "cli/conf_options.h"

#include "cli/option_reader.h"
#include "rules/pmieconf/session.h"

namespace cli {
namespace {

constexpr char kLetters[] = "cFf:r:v";
constexpr option kNames[] = {{"force", no_argument, nullptr, 'F'},
                             {"config", required_argument, nullptr, 'f'},
                             {"rules", required_argument, nullptr, 'r'},
                             {"verbose", no_argument, nullptr, 'v'},
                             {"help", no_argument, nullptr, kHelp},
                             {}};
constexpr std::size_t kMostWords = 5;

base::Error Invalid(const std::string& message) {
  return {base::ErrorCode::kInvalid, message};
}

void Set(const OptionRead& read, ConfOptions* options) {
  switch (read.letter) {
    case 'c':
      options->automatic = true;
      break;
    case 'F':
      options->force = true;
      break;
    case 'f':
      options->file = read.argument;
      break;
    case 'r':
      options->path = read.argument;
      break;
    default:
      options->verbose = true;
  }
}

constexpr char kOfTemplates[] = R"(
Templates, as the site has set them; each tells more with --help:
  why HOST TEMPLATE[.PARAMETER] [INSTANCE]
                        which values count on a host, and who gives them
  render HOST           the rules of a host
  lint [HOST...]        what is wrong, and what is hardly meant
  diff [HOST...]        which rules are others, of hosts or of files
  import FILE           what pmieconf has set, as the file of a site
)";

}  // namespace

base::Result<ConfOptions> ParseConf(const std::vector<std::string>& arguments) {
  std::vector<std::string> words{"pmieconf"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  OptionReader reader(words, kLetters, kNames);
  ConfOptions options;
  while (const auto read = reader.Next()) {
    if (read->letter == '?') return Invalid(read->argument);
    Set(*read, &options);
  }
  options.command = reader.Operands();
  if (options.command.size() > kMostWords) {
    return Invalid("too many arguments");
  }
  if (options.force && !options.command.empty()) {
    return Invalid("cannot use -F option with a command");
  }
  return options;
}

std::string ConfUsage(const std::string& program) {
  return "Usage: " + program +
         " [options] [ command [args...] ]\n\n"
         "Options:\n"
         "  -c                    an automated pmie configuration by the "
         "system\n"
         "  -F, --force           force creation/update of pmie file, then "
         "exit\n"
         "  -f FILE, --config=FILE\n"
         "                        location of generated pmie configuration "
         "file\n"
         "  -r PATH, --rules=PATH path specifying groups of rule files\n"
         "  -v, --verbose         increase level of diagnostics\n"
         "  -?, --help            show this usage message and exit\n\n"
         "Commands:\n" +
         std::string(rules::pmieconf::CommandSummary()) +
         (program == "pmieconf" ? "" : kOfTemplates);
}

}  // namespace cli
