// ScriptFile: tables of values, rules, and what the rules are at each tick, in
// a text that is meant to be read. README.md tells the format.
#ifndef TOCSIN_TESTS_SCRIPT_SCRIPT_FILE_H_
#define TOCSIN_TESTS_SCRIPT_SCRIPT_FILE_H_

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"

namespace tests {

/// "disk[sda] counter u64: 0 100 -".
struct Series {
  std::string metric;
  std::string instance;  // empty: singular
  std::vector<std::string> attributes;
  std::vector<std::string> values;

  /// Of event records: each value is the records that arrive, as text.
  bool is_events() const;
};

struct ScriptHost {
  std::string name;
  std::vector<Series> series;
  std::vector<int> marks;  // each before this row
};

/// One case of a file.
struct Script {
  std::string name;
  bool counter_wrap = false;
  int step = 10;  // from tick to tick. Units: seconds
  std::vector<ScriptHost> hosts;
  std::string rules;
  /// The template "AREA/NAME" of rules/sets in place of rules; else empty.
  std::string set;
  /// What a site sets of it, "NAME: VALUE" each.
  std::vector<std::string> values;
  /// What is said when a source ends before the ticks do; empty: none does.
  std::string ends;
  /// A statement and its cells, a tick each.
  std::vector<std::pair<std::string, std::vector<std::string>>> expected;
};

/// All cases of a file. Errors: kInvalid, with file and line.
base::Result<std::vector<Script>> ReadScripts(
    const std::filesystem::path& path);

}  // namespace tests

#endif  // TOCSIN_TESTS_SCRIPT_SCRIPT_FILE_H_
