// pmie's command lines as text, and what is said of them.
#ifndef TOCSIN_TESTS_UNIT_CLI_PARSE_OPTIONS_H_
#define TOCSIN_TESTS_UNIT_CLI_PARSE_OPTIONS_H_

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "cli/options.h"

namespace cli {

using Variables = std::map<std::string, std::string>;
using Outcome = std::variant<Options, OptionsExit>;

/// Every file is there and right but those that begin with "bad".
class NotingHandler : public OptionHandler {
 public:
  void ExpectArchives(const std::vector<std::string>& lists,
                      const Options& options) override {
    for (const std::string& list : lists) expected_ += list + ' ';
    expected_ += "by " + std::to_string(options.threads.value_or(0));
  }
  base::Result<void> OpenArchives(const std::string& list,
                                  const Options&) override {
    done_ += "archives " + list + ';';
    if (!list.starts_with("bad")) return {};
    return base::Error{base::ErrorCode::kNotFound, "no " + list + '\n'};
  }
  base::Result<void> OpenContext(const std::string& list,
                                 const Options& options) override {
    done_ += "one ";
    return OpenArchives(list, options);
  }
  std::optional<NamesFault> LoadNames(const std::string& file) override {
    done_ += "names " + file + ';';
    if (!file.starts_with("bad")) return std::nullopt;
    return NamesFault{"parsing " + file + '\n', "cannot load " + file};
  }

  const std::string& done() const { return done_; }
  const std::string& expected() const { return expected_; }

 private:
  std::string expected_;
  std::string done_;
};

inline Outcome ParseAs(const std::string& program,
                       std::vector<std::string> arguments,
                       const Variables& variables = {},
                       NotingHandler* handler = nullptr) {
  NotingHandler own;
  arguments.insert(arguments.begin(), program);
  const auto variable = [&](const std::string& name) {
    const auto found = variables.find(name);
    return found == variables.end() ? std::nullopt
                                    : std::optional(found->second);
  };
  return ParseOptions(program, arguments, variable, handler ? handler : &own);
}

inline Outcome Parse(const std::vector<std::string>& arguments,
                     const Variables& variables = {},
                     NotingHandler* handler = nullptr) {
  return ParseAs("pmie", arguments, variables, handler);
}

/// Everything that is said before the program ends.
inline std::string LastWords(const std::vector<std::string>& arguments,
                             const Variables& variables = {}) {
  const Outcome outcome = Parse(arguments, variables);
  const auto* exit = std::get_if<OptionsExit>(&outcome);
  return exit ? exit->text : "(goes on)";
}

inline Options Parsed(const std::vector<std::string>& arguments,
                      const Variables& variables = {}) {
  const Outcome outcome = Parse(arguments, variables);
  const auto* exit = std::get_if<OptionsExit>(&outcome);
  EXPECT_EQ(exit, nullptr) << exit->text;
  return exit ? Options() : std::get<Options>(outcome);
}

/// The text before the usage, which has to follow.
inline std::string Complaint(const std::vector<std::string>& arguments,
                             const Variables& variables = {}) {
  const Outcome outcome = Parse(arguments, variables);
  const auto* exit = std::get_if<OptionsExit>(&outcome);
  if (!exit) return "(no complaint)";
  EXPECT_EQ(exit->status, 1);
  const std::size_t usage = exit->text.find("Usage: pmie [options]");
  EXPECT_NE(usage, std::string::npos) << exit->text;
  return exit->text.substr(0, usage);
}

}  // namespace cli

#endif  // TOCSIN_TESTS_UNIT_CLI_PARSE_OPTIONS_H_
