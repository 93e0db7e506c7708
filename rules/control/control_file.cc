// Lines joined, sorted out, and taken apart at blanks: nothing is quoted, and
// nothing is a comment behind a field.
#include "rules/control/control_file.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace rules::control {
namespace {

using grammar::Severity;
using grammar::Span;

constexpr char kThisHost[] = "LOCALHOSTNAME";
constexpr std::string_view kBlanks = " \t\r";

/// Of all values that are set at a time. Units: bytes.
constexpr std::size_t kMostOfVariables = std::size_t{64} << 10;

/// Behind the name that begins at `from`; that itself where there is none.
std::size_t EndOfName(std::string_view text, std::size_t from) {
  const auto is_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  std::size_t end = from;
  while (end < text.size() && is_word(text[end])) ++end;
  const bool digit =
      from < end && std::isdigit(static_cast<unsigned char>(text[from])) != 0;
  return digit ? from : end;
}

bool IsName(std::string_view text) {
  return !text.empty() && EndOfName(text, 0) == text.size();
}

void ReplaceAll(std::string_view word, const std::string& by,
                std::string* text) {
  for (std::size_t at = text->find(word); at != text->npos;
       at = text->find(word, at + by.size())) {
    text->replace(at, word.size(), by);
  }
}

std::vector<std::string> FieldsOf(std::string_view text) {
  std::vector<std::string> fields;
  for (std::size_t at = text.find_first_not_of(kBlanks); at != text.npos;
       at = text.find_first_not_of(kBlanks, at)) {
    const std::size_t end =
        std::min(text.find_first_of(kBlanks, at), text.size());
    fields.emplace_back(text.substr(at, end - at));
    at = end;
  }
  return fields;
}

class Reader {
 public:
  Reader(const Surroundings& around, Carried* carried, ControlFile* file)
      : around_(around), carried_(*carried), file_(*file) {}

  void Read();

 private:
  void ReadLine(std::string text, Span span);
  void Assign(std::string_view text);
  void SetVersion(const std::string& value);
  std::optional<std::string> ValueOf(std::string_view text);
  std::optional<std::string> Expand(std::string_view text);
  std::string Variable(const std::string& name) const;
  void ReadRecord(std::string text);
  bool TakeFlag(const char* field, const std::string& word, bool* flag);
  void Error(const std::string& what, std::string hint = "") {
    Say(Severity::kError, what, std::move(hint));
  }
  void Warn(const std::string& what, std::string hint = "") {
    Say(Severity::kWarning, what, std::move(hint));
  }
  void Say(Severity severity, const std::string& what, std::string hint) {
    file_.diagnostics.push_back(
        {severity, span_, what, std::move(hint), {}, {}});
  }

  const Surroundings& around_;
  Carried& carried_;
  ControlFile& file_;
  Span span_;  // of the line that is read
};

/// What is behind a backslash stands for itself, and the end of a line for
/// nothing, as the shell's read has it.
void Reader::Read() {
  const std::string_view text = file_.source.text();
  std::string line;
  std::size_t first = 0;
  for (std::size_t at = 0; at < text.size() && !carried_.refused;) {
    std::size_t end = std::min(text.find_first_of("\\\n", at), text.size());
    line += text.substr(at, end - at);
    at = end + 1;
    if (text.substr(end).starts_with('\\')) {
      if (at < text.size() && text[at] != '\n') line += text[at];
      if (++at < text.size()) continue;
      end = text.size();
    }
    ReadLine(std::exchange(line, {}), {static_cast<std::uint32_t>(first),
                                       static_cast<std::uint32_t>(end)});
    first = at;
  }
}

void Reader::ReadLine(std::string text, Span span) {
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == text.npos || text[begin] == '#') return;
  span_ = span;
  if (text.find('\0') != text.npos) {
    return Error("this line has a NUL, and is no text: it is left out");
  }
  if (text[begin] == '$')
    return Assign(std::string_view(text).substr(begin + 1));
  ReadRecord(std::move(text));
}

void Reader::Assign(std::string_view text) {
  const std::size_t equals = text.find('=');
  const std::string name(text.substr(0, equals));
  if (equals == text.npos || !IsName(name)) {
    return Warn("this is no assignment, and is ignored",
                "a variable is set as $NAME=value");
  }
  if (name == "PATH" || name == "IFS") {
    return Warn("$" + name + " cannot be changed here: the line is ignored");
  }
  const auto value = ValueOf(text.substr(equals + 1));
  if (!value) return;
  if (name == "version") return SetVersion(*value);
  // Each record has a copy of all of them, and a value may hold itself twice.
  std::size_t bytes = value->size();
  for (const auto& [other, set] : carried_.variables) {
    if (other != name) bytes += set.size();
  }
  if (bytes > kMostOfVariables) {
    return Error("the variables have more than " +
                 std::to_string(kMostOfVariables >> 10) + " KiB in all");
  }
  carried_.variables[name] = *value;
}

void Reader::SetVersion(const std::string& value) {
  carried_.version = value;
  if (value == "1.0" || value == "1.1") return;
  carried_.refused = true;
  Error("there is no version " + value +
            " of control files: what follows is not read",
        "write $version=1.1");
}

/// What a shell would make of it, but that no command is run.
std::optional<std::string> Reader::ValueOf(std::string_view text) {
  const char quote = text.empty() ? '\0' : text.front();
  if (quote != '"' && quote != '\'') {
    return Expand(text.substr(0, text.find_first_of("; \t\r&<>|")));
  }
  const std::size_t end = text.find(quote, 1);
  if (end == text.npos) {
    Error("the quote has no end");
    return std::nullopt;
  }
  const std::string_view inner = text.substr(1, end - 1);
  return quote == '\'' ? std::string(inner) : Expand(inner);
}

std::optional<std::string> Reader::Expand(std::string_view text) {
  std::string value;
  while (!text.empty()) {
    if (text.front() == '`' || text.starts_with("$(")) {
      Warn("no command is run for a value: the line is ignored",
           "write what it prints");
      return std::nullopt;
    }
    const bool braces = text.starts_with("${");
    const std::size_t from = braces ? 2 : 1;
    const std::size_t end = text.front() == '$' ? EndOfName(text, from) : from;
    if (end == from) {
      value += text.front();
      text.remove_prefix(1);
      continue;
    }
    value += Variable(std::string(text.substr(from, end - from)));
    if (value.size() > kMostOfVariables) return value;
    const bool closed = braces && end < text.size() && text[end] == '}';
    text.remove_prefix(closed ? end + 1 : end);
  }
  return value;
}

std::string Reader::Variable(const std::string& name) const {
  const auto set = carried_.variables.find(name);
  if (set != carried_.variables.end()) return set->second;
  return around_.environment(name).value_or("");
}

void Reader::ReadRecord(std::string text) {
  if (carried_.version.empty()) {
    Warn("no $version was given: the fields are taken for those of 1.0",
         "write $version=1.1 above the first of them");
    carried_.version = "1.0";
  }
  ReplaceAll("PCP_LOG_DIR", around_.log_folder, &text);
  std::vector<std::string> fields = FieldsOf(text);
  const bool has_primary = carried_.version == "1.1";
  const std::size_t fixed = has_primary ? 4 : 3;
  if (fields.size() <= fixed) {
    return Error("there are fields missing",
                 has_primary ? "they are: host primary socks log arguments"
                             : "they are: host socks log arguments");
  }
  Record record;
  std::size_t next = 0;
  record.host = std::move(fields[next++]);
  if (has_primary && !TakeFlag("primary", fields[next++], &record.primary)) {
    return;
  }
  if (!TakeFlag("socks", fields[next++], &record.socks)) return;
  record.log = std::move(fields[next++]);
  if (!fields[next].starts_with('-')) {
    return Error(
        "the arguments begin with " + fields[next] + ", which is no option",
        "such as -c config.default");
  }
  record.arguments.assign(std::make_move_iterator(fields.begin() + next),
                          std::make_move_iterator(fields.end()));
  if (record.host == kThisHost || record.primary) record.host.clear();
  ReplaceAll(kThisHost, around_.host_name, &record.log);
  record.variables = carried_.variables;
  record.span = span_;
  file_.records.push_back(std::move(record));
}

bool Reader::TakeFlag(const char* field, const std::string& word, bool* flag) {
  *flag = word == "y";
  if (word == "y" || word == "n") return true;
  Error(std::string("the field ") + field + " is y or n, and not " + word);
  return false;
}

}  // namespace

ControlFile ReadControl(const std::string& path, const std::string& text,
                        const Surroundings& around, Carried* carried) {
  ControlFile file{grammar::SourceText(path, text), {}, {}};
  Reader(around, carried, &file).Read();
  return file;
}

bool IsBackup(std::string_view name) {
  constexpr std::string_view kEnds[] = {".rpmsave",   ".rpmnew",   ".rpmorig",
                                        ".dpkg-dist", ".dpkg-old", ".dpkg-new",
                                        "~",          ".swp"};
  return name.starts_with('.') ||
         std::any_of(
             std::begin(kEnds), std::end(kEnds),
             [name](std::string_view end) { return name.ends_with(end); });
}

}  // namespace rules::control
