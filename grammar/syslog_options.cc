// syslog's options, and its facilities and levels by name and number.
#include "grammar/syslog_options.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <utility>

#include "base/ascii.h"

namespace grammar {
namespace {

struct Code {
  std::string_view name;
  int number;
};

// RFC 5424's numbers, syslog(3)'s names.
constexpr Code kLevels[] = {
    {"emerg", 0},  {"panic", 0}, {"alert", 1},   {"crit", 2},
    {"err", 3},    {"error", 3}, {"warning", 4}, {"warn", 4},
    {"notice", 5}, {"info", 6},  {"debug", 7},
};
constexpr Code kFacilities[] = {
    {"kern", 0},    {"user", 1},     {"mail", 2},    {"daemon", 3},
    {"auth", 4},    {"security", 4}, {"syslog", 5},  {"lpr", 6},
    {"news", 7},    {"uucp", 8},     {"cron", 9},    {"authpriv", 10},
    {"ftp", 11},    {"local0", 16},  {"local1", 17}, {"local2", 18},
    {"local3", 19}, {"local4", 20},  {"local5", 21}, {"local6", 22},
    {"local7", 23},
};
constexpr int kDaemon = 3;
constexpr int kNotice = 5;

bool IsBlank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// A name or a number, whose low bits count.
template <std::size_t kSize>
std::optional<int> Find(const Code (&codes)[kSize], std::string_view text,
                        int mask) {
  for (const Code& code : codes) {
    if (base::EqualIgnoringCase(code.name, text)) return code.number;
  }
  int number = 0;
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, number);
  if (text.empty() || result.ec != std::errc() || result.ptr != end) {
    return std::nullopt;
  }
  return static_cast<int>(static_cast<unsigned>(number) &
                          static_cast<unsigned>(mask));
}

std::string_view SkipBlanks(std::string_view text) {
  while (!text.empty() && IsBlank(text.front())) text.remove_prefix(1);
  return text;
}

std::string_view FirstWord(std::string_view text) {
  const auto end = std::find_if(text.begin(), text.end(), IsBlank);
  return text.substr(0, end - text.begin());
}

class SyslogOptionReader {
 public:
  explicit SyslogOptionReader(ast::Call* call) : call_(*call) {}

  std::vector<SyslogWarning> Take() {
    bool priority = false;
    bool tag = false;
    while (next_ < call_.arguments.size()) {
      const std::string text = call_.arguments[next_];
      if (!priority && text.compare(0, 2, "-p") == 0) {
        priority = true;
        TakePriority(text);
      } else if (!tag && text.compare(0, 2, "-t") == 0) {
        tag = true;
        TakeTag(text);
      } else {
        break;
      }
    }
    call_.arguments.erase(
        call_.arguments.begin(),
        call_.arguments.begin() + static_cast<std::ptrdiff_t>(next_));
    return std::move(warnings_);
  }

 private:
  // The option's value: the rest of its string, or the next one.
  std::optional<std::string> Value(const std::string& text) {
    const std::size_t option = next_++;
    std::string_view rest = SkipBlanks(std::string_view(text).substr(2));
    if (!rest.empty()) {
      at_ = option;
      return std::string(rest);
    }
    if (next_ == call_.arguments.size()) return std::nullopt;
    at_ = next_++;
    return std::string(SkipBlanks(call_.arguments[at_]));
  }

  void TakePriority(const std::string& text) {
    const auto value = Value(text);
    if (!value) {
      return Warn("-p without a priority behind it",
                  "Missing [facility.]priority after -p in syslog action");
    }
    const std::string_view word = FirstWord(*value);
    WarnOfRest(*value, word, "-p pri");
    std::string_view level = word;
    int facility = kDaemon;
    if (const std::size_t dot = word.find('.'); dot != word.npos) {
      const std::string name(word.substr(0, dot));
      level = word.substr(dot + 1);
      const auto found = Find(kFacilities, name, 0x7f);
      if (!found) {
        Warn(
            "there is no syslog facility \"" + name + "\"",
            "Ignoring unknown facility (" + name + ") for -p in syslog action");
      }
      facility = found.value_or(kDaemon);
    }
    const auto found = Find(kLevels, level, 7);
    if (!found) {
      const std::string name(level);
      Warn("there is no syslog priority \"" + name + "\"; notice is used",
           "Ignoring unknown priority (" + name + ") for -p in syslog action");
    }
    call_.syslog_priority = facility * 8 + found.value_or(kNotice);
  }

  void TakeTag(const std::string& text) {
    const auto value = Value(text);
    if (!value) {
      return Warn("-t without a tag behind it",
                  "Missing tag after -t in syslog action");
    }
    const std::string_view word = FirstWord(*value);
    WarnOfRest(*value, word, "-t tag");
    call_.syslog_tag = std::string(word);
  }

  void WarnOfRest(std::string_view value, std::string_view word,
                  const std::string& option) {
    const std::string rest(value.substr(word.size()));
    if (rest.empty()) return;
    Warn("\"" + rest +
             "\" is ignored: it stands behind an option in the same "
             "string",
         "Ignoring extra text (" + rest + ") after " + option +
             " in syslog action");
  }

  void Warn(std::string message, std::string pmie) {
    warnings_.push_back({at_, std::move(message), std::move(pmie)});
  }

  ast::Call& call_;
  std::size_t next_ = 0;  // the first string that is not an option's
  std::size_t at_ = 0;    // the string being read
  std::vector<SyslogWarning> warnings_;
};

}  // namespace

std::vector<SyslogWarning> TakeSyslogOptions(ast::Call* call) {
  return SyslogOptionReader(call).Take();
}

std::vector<Diagnostic> TakeSyslogOptions(ast::Call* call,
                                          const std::vector<Span>& strings,
                                          const std::string& line) {
  std::vector<Diagnostic> diagnostics;
  for (SyslogWarning& warning : TakeSyslogOptions(call)) {
    Diagnostic diagnostic;
    diagnostic.severity = Severity::kWarning;
    diagnostic.span = strings[warning.argument];
    diagnostic.message = std::move(warning.message);
    diagnostic.pmie = {line, std::move(warning.pmie)};
    diagnostics.push_back(std::move(diagnostic));
  }
  return diagnostics;
}

}  // namespace grammar
