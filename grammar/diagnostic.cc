// Diagnostics as text, in our form and in pmie's.
#include "grammar/diagnostic.h"

#include <algorithm>
#include <string_view>

namespace grammar {
namespace {

// Beyond this a line is shown in part, round the fault.
constexpr std::size_t kWidestLine = 160;

// Rendered text goes to terminals: what could steer one becomes '?'; tabs stay
// tabs in the caret line too, so that the caret stands right.
char Shown(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < 0x20 && c != '\t') || byte == 0x7f ? '?' : c;
}

bool StartsCharacter(char c) {
  return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U;
}

void AppendCaretLine(std::string_view before, std::string_view marked,
                     std::string* out) {
  for (const char c : before) {
    if (StartsCharacter(c)) *out += c == '\t' ? '\t' : ' ';
  }
  *out += '^';
  for (std::size_t i = 1; i < marked.size(); ++i) {
    if (StartsCharacter(marked[i])) *out += '~';
  }
  *out += '\n';
}

// The part of the line that is shown: all of it, if it is not too long.
std::size_t FirstShown(std::string_view line, std::size_t column) {
  if (line.size() <= kWidestLine || column < kWidestLine / 2) return 0;
  return std::min(column - kWidestLine / 2, line.size() - kWidestLine);
}

void AppendPlace(Span span, const Source& source,
                 const Source::Position& position, std::string* out) {
  const std::string_view whole = source.LineText(position.line);
  const std::size_t column =
      std::min<std::size_t>(position.column - 1, whole.size());
  const std::size_t first = FirstShown(whole, column);
  const std::string_view line = whole.substr(first, kWidestLine);
  *out += "  ";
  for (const char c : line) *out += Shown(c);
  *out += "\n  ";
  const std::string_view before = line.substr(0, column - first);
  const std::size_t width = span.end > span.begin ? span.end - span.begin : 1;
  AppendCaretLine(before, line.substr(before.size(), width), out);
}

}  // namespace

Diagnostic NoTime(const std::string& what, Span span) {
  Diagnostic warning;
  warning.severity = Severity::kWarning;
  warning.span = span;
  warning.message = what + " is a time, but has other units";
  warning.hint = "bytes and counts are taken for seconds";
  return warning;
}

void AddMacros(const Expansions& expansions,
               std::vector<Diagnostic>* diagnostics) {
  for (Diagnostic& diagnostic : *diagnostics) {
    if (!diagnostic.macros.empty()) continue;
    diagnostic.macros = expansions.Trace(diagnostic.span);
  }
}

std::string Render(const Diagnostic& diagnostic, const Source& source) {
  const Source::Position position = source.PositionAt(diagnostic.span.begin);
  std::string out = source.name() + ":" + std::to_string(position.line) + ":" +
                    std::to_string(position.column) + ": ";
  out += diagnostic.severity == Severity::kError ? "error: " : "warning: ";
  out += diagnostic.message + "\n";
  AppendPlace(diagnostic.span, source, position, &out);
  for (const MacroOrigin& macro : diagnostic.macros) {
    out += "  in the expansion of $" + macro.name + ", defined at ";
    if (macro.file != source.name())
      out += macro.file + ":";
    else
      out += "line ";
    out += std::to_string(macro.line) + "\n";
  }
  if (!diagnostic.hint.empty()) out += "  hint: " + diagnostic.hint + "\n";
  return out;
}

}  // namespace grammar
