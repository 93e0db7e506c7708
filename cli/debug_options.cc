// The names are those that `pmdbg -l` lists.
#include "cli/debug_options.h"

#include <strings.h>

#include <algorithm>
#include <string>

#include "base/ascii.h"

namespace cli {
namespace {

constexpr const char* kNames[] = {
    "pdu",    "fetch",     "profile", "value",    "context",     "indom",
    "pdubuf", "log",       "logmeta", "optfetch", "af",          "appl0",
    "appl1",  "appl2",     "pmns",    "libpmda",  "timecontrol", "pmc",
    "derive", "lock",      "interp",  "config",   "pmapi",       "fault",
    "auth",   "discovery", "attr",    "http",     "desperate",   "deprecated",
    "exec",   "labels",    "series",  "libweb",   "alloc",       "services",
    "appl3",  "appl4",     "appl5",   "access",   "qa",          "search",
    "query",  "compress",  "dev0",    "dev1",     "dev2",        "pmlc",
    "appl6",  "appl7",     "appl8",   "appl9",    "tls",         "all",
};

bool IsNumber(std::string_view word) {
  if (word.starts_with('-')) word.remove_prefix(1);
  return !word.empty() &&
         word.find_first_not_of("0123456789") == std::string_view::npos;
}

bool IsName(const std::string& word) {
  return std::any_of(
      std::begin(kNames), std::end(kNames),
      [&](const char* name) { return base::EqualIgnoringCase(name, word); });
}

}  // namespace

bool IsDebugSpecification(std::string_view text) {
  while (!text.empty()) {
    const std::string word(text.substr(0, text.find(',')));
    if (!IsNumber(word) && !IsName(word)) return false;
    text.remove_prefix(std::min(text.size(), word.size() + 1));
  }
  return true;
}

}  // namespace cli
