// Lines are cut at their "="; what stands right of it is an expression, or an
// attribute's value. Help texts are read past: nobody here shows them.
#include "pmapi/notation/derived_config.h"

#include <algorithm>

#include "pmapi/notation/x3_terminals.h"

namespace pmapi::notation {
namespace {

namespace x3 = boost::spirit::x3;

constexpr std::string_view kBlanks = " \t\n\v\f\r";
constexpr const char* kLoad = "pmLoadDerivedConfig: ";

std::string_view Trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return "";
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

bool IsName(std::string_view text) {
  const auto letter = terminal::kLetter;
  const auto part = letter >> *(letter | terminal::kDigit | x3::char_('_'));
  const char* at = text.data();
  const char* const end = at + text.size();
  // PCP lets a name end in a dot.
  return x3::parse(at, end,
                   x3::omit[part >> *('.' >> part) >> -x3::char_('.')]) &&
         at == end;
}

}  // namespace

/// A walk over the lines of one file.
struct DerivedConfig::Lines {
  std::string file;
  std::string_view text;
  std::size_t next = 0;    // where the next line begins
  std::size_t number = 0;  // of `line`
  std::string_view line;

  bool Step() {
    if (next >= text.size()) return false;
    const std::size_t end = std::min(text.find('\n', next), text.size());
    line = text.substr(next, end - next);
    next = end + 1;
    ++number;
    return true;
  }
};

void DerivedConfig::Report(const Lines& lines, std::string what, bool shown) {
  DerivedDiagnostic diagnostic;
  diagnostic.file = lines.file;
  diagnostic.line = lines.number;
  diagnostic.what = std::move(what);
  if (shown) diagnostic.text = std::string(lines.line);
  diagnostics_.push_back(std::move(diagnostic));
}

std::optional<std::size_t> DerivedConfig::Find(std::string_view name) const {
  const auto at = places_.find(name);
  if (at == places_.end()) return std::nullopt;
  return at->second;
}

HelpText DerivedConfig::Help(std::string_view name) const {
  const auto value = [&](const char* attribute) {
    const auto at = attributes_.find(std::string(name) + '(' + attribute);
    return at == attributes_.end() ? "" : at->second;
  };
  return {value("oneline"), value("helptext")};
}

void DerivedConfig::Read(const std::string& file, std::string_view text) {
  Lines lines;
  lines.file = file;
  lines.text = text;
  while (lines.Step()) {
    if (!lines.line.empty() && lines.line[0] != '#') ReadLine(&lines);
  }
}

void DerivedConfig::ReadLine(Lines* lines) {
  const std::string_view line = lines->line;
  const std::size_t equals = line.find('=');
  if (equals == std::string_view::npos) {
    return Report(
        *lines, std::string(kLoad) + "missing ``='' after derived metric name");
  }
  const bool attribute = line.find('(') < equals;
  const std::size_t name_end = attribute ? line.find('(') : equals;
  const std::string name(Trimmed(line.substr(0, name_end)));
  if (name.empty()) {
    return Report(*lines, std::string(kLoad) + "derived metric name missing");
  }
  if (!IsName(name)) {
    return Report(
        *lines,
        std::string(kLoad) + "illegal derived metric name (" + name + ')',
        false);
  }
  attribute ? SetAttribute(lines, equals) : Define(lines, equals);
}

void DerivedConfig::Define(Lines* lines, std::size_t equals) {
  const std::string name(Trimmed(lines->line.substr(0, equals)));
  const std::string_view text = lines->line.substr(equals + 1);
  if (Trimmed(text).empty()) {
    return Report(*lines, std::string(kLoad) + "expression missing");
  }
  auto parsed = ParseDerived(text);
  std::optional<Fault> fault;
  if (!parsed) {
    fault = parsed.fault();
  } else if (places_.contains(name)) {
    fault = Fault{text.find_first_not_of(kBlanks),
                  "Duplicate global derived metric name"};
  }
  if (fault) {
    DerivedDiagnostic diagnostic;
    diagnostic.file = lines->file;
    diagnostic.line = lines->number;
    diagnostic.what = "pmRegisterDerived(" + name + ", ...) syntax error";
    diagnostic.reason = fault->reason;
    diagnostic.text = std::string(text);
    diagnostic.mark = fault->offset;
    diagnostic.begin = equals + 1;
    diagnostics_.push_back(std::move(diagnostic));
    return;
  }
  places_.emplace(name, definitions_.size());
  definitions_.push_back({name, *parsed});
}

void DerivedConfig::SetAttribute(Lines* lines, std::size_t equals) {
  const std::size_t open = lines->line.find('(');
  const std::string name(Trimmed(lines->line.substr(0, open)));
  const std::string_view inside =
      lines->line.substr(open + 1, equals - open - 1);
  const std::size_t close = inside.find(')');
  const std::string load = kLoad;
  if (close == std::string_view::npos) {
    return Report(*lines, load + "missing ')' after attribute");
  }
  const std::string attribute(Trimmed(inside.substr(0, close)));
  if (attribute.empty()) {
    return Report(*lines, load + "attribute name missing");
  }
  const std::string_view value = Trimmed(lines->line.substr(equals + 1));
  if (value.empty()) {
    return Report(*lines, load + "attribute value missing");
  }
  const Lines begun = *lines;
  auto taken = TakeValue(lines, lines->line.substr(equals + 1));
  if (!taken) return;
  if (!places_.contains(name)) {
    return Report(begun, load + "cannot set attribute, derived metric (" +
                             name + ") not defined");
  }
  if (attribute != "oneline" && attribute != "helptext") {
    return Report(begun, load + "attribute (" + attribute +
                             ") is unknown for metric (" + name + ')');
  }
  if (!attributes_.emplace(name + '(' + attribute, *std::move(taken)).second) {
    Report(begun, load + "duplicate value for attribute (" + attribute +
                      ") of metric (" + name + ')');
  }
}

/// An attribute's value, which may go on over many lines; nothing where its
/// end is missing.
std::optional<std::string> DerivedConfig::TakeValue(Lines* lines,
                                                    std::string_view rest) {
  const std::size_t begin = rest.find_first_not_of(kBlanks);
  const char quote = rest[begin];
  if (quote != '"' && quote != '\'') return std::string(Trimmed(rest));
  const std::string_view text = lines->text;
  std::size_t at =
      static_cast<std::size_t>(rest.data() - text.data()) + begin + 1;
  const std::size_t first = at;
  std::string value;
  for (; at < text.size() && text[at] != quote; ++at) {
    const bool escaped = text[at] == '\\';
    if (escaped && ++at == text.size()) break;
    if (!escaped || text[at] != '\n') value += text[at];
  }
  at = std::min(at, text.size());
  const std::size_t end = std::min(text.find('\n', at), text.size());
  lines->next = end + 1;
  const bool closed = at < text.size();
  const std::string load = kLoad;
  if (!closed) {
    Report(*lines, load + "missing termination (" + quote + ") for value",
           false);
  } else if (const auto extra = Trimmed(text.substr(at + 1, end - at - 1));
             !extra.empty()) {
    Report(*lines,
           load + "extra text (" + std::string(extra) +
               ") after attribute value will be ignored",
           false);
    diagnostics_.back().is_warning = true;
  }
  lines->number += static_cast<std::size_t>(
      std::count(text.begin() + static_cast<std::ptrdiff_t>(first),
                 text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
  if (!closed) return std::nullopt;
  return value;
}

std::string DiagnosticText(const DerivedDiagnostic& diagnostic) {
  std::string lines = '[' + diagnostic.file + ':' +
                      std::to_string(diagnostic.line) + "] " +
                      (diagnostic.is_warning ? "Warning: " : "Error: ") +
                      diagnostic.what + '\n';
  if (diagnostic.text) lines += *diagnostic.text + '\n';
  if (diagnostic.mark) {
    // As long as the text above it, tabs as wide.
    std::string mark = *diagnostic.text;
    for (char& c : mark) {
      if (c != '\t') c = ' ';
    }
    if (*diagnostic.mark < mark.size()) mark[*diagnostic.mark] = '^';
    lines += mark + '\n';
  }
  if (!diagnostic.reason.empty()) lines += diagnostic.reason + '\n';
  return lines;
}

}  // namespace pmapi::notation
