// Diagnostics as text, in our form and in pmie's.
#include "grammar/diagnostic.h"

#include <algorithm>
#include <string_view>

#include "base/display_width.h"
#include "base/one_line.h"
#include "base/printable.h"
#include "grammar/shown_text.h"

namespace grammar {
namespace {

constexpr std::size_t kIndent = 2;
constexpr std::size_t kTabStop = 8;

// Calls `look` with what stands between tabs, `tab` for each tab.
template <typename Look, typename Tab>
void BetweenTabs(std::string_view text, const Look& look, const Tab& tab) {
  while (true) {
    const std::size_t end = text.find('\t');
    look(text.substr(0, end));
    if (end == std::string_view::npos) return;
    tab();
    text.remove_prefix(end + 1);
  }
}

// The column behind `text`, if it begins at `column`.
std::size_t ColumnBehind(std::size_t column, std::string_view text) {
  BetweenTabs(
      text,
      [&column](std::string_view part) { column += base::DisplayWidth(part); },
      [&column] { column = (column / kTabStop + 1) * kTabStop; });
  return column;
}

void AppendShown(std::string_view line, std::string* out) {
  BetweenTabs(
      line, [out](std::string_view part) { *out += base::Printable(part); },
      [out] { *out += '\t'; });
}

// Tabs before the caret stay tabs, so that it stands right however wide they
// are.
void AppendCaretLine(std::string_view before, std::string_view marked,
                     std::string* out) {
  BetweenTabs(
      before,
      [out](std::string_view part) {
        out->append(base::DisplayWidth(part), ' ');
      },
      [out] { *out += '\t'; });
  *out += '^';
  const std::size_t begin = ColumnBehind(kIndent, before);
  const std::size_t end = ColumnBehind(begin, marked);
  if (end > begin + 1) out->append(end - begin - 1, '~');
  *out += '\n';
}

/// What of a line's end may be hidden is told by what stands before it.
/// Units: bytes.
constexpr std::size_t kMostBefore = 100;

/// Without what may be a secret.
std::string ShownLine(const SourceText& source, int line) {
  const std::string_view all = source.text();
  const std::string_view text = source.LineText(line);
  if (text.empty()) return "";
  const auto begin = static_cast<std::size_t>(text.data() - all.data());
  const std::size_t before = std::min(begin, kMostBefore);
  return WithoutSecrets(
             std::string(all.substr(begin - before, before + text.size())))
      .substr(before);
}

void AppendPlace(Span span, const SourceText& source,
                 const SourceText::Position& position, std::string* out) {
  const std::string text = ShownLine(source, position.line);
  const std::string_view whole = text;
  const std::size_t column =
      std::min<std::size_t>(position.column - 1, whole.size());
  const std::string_view line = base::PartOfLine(whole, column);
  out->append(kIndent, ' ');
  AppendShown(line, out);
  *out += '\n';
  out->append(kIndent, ' ');
  const std::size_t before =
      column - static_cast<std::size_t>(line.data() - whole.data());
  const std::size_t width = span.end > span.begin ? span.end - span.begin : 1;
  AppendCaretLine(line.substr(0, before), line.substr(before, width), out);
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

Diagnostic TimeInQuotes(Span span) {
  Diagnostic warning;
  warning.severity = Severity::kWarning;
  warning.span = span;
  warning.message = "a time in quotes is a part of the text, and no holdoff";
  warning.hint = "a holdoff stands without quotes: print 5 min \"...\"";
  return warning;
}

void AddMacros(const Expansions& expansions,
               std::vector<Diagnostic>* diagnostics) {
  const std::size_t end = std::min(diagnostics->size(), kMostTraced);
  for (std::size_t i = 0; i < end; ++i) {
    Diagnostic& diagnostic = (*diagnostics)[i];
    if (!diagnostic.macros.empty()) continue;
    diagnostic.macros = expansions.Trace(diagnostic.span);
  }
}

std::string Render(const Diagnostic& diagnostic, const SourceText& source) {
  using base::OneLine;
  const SourceText::Position position =
      source.PositionAt(diagnostic.span.begin);
  std::string out = OneLine(source.name()) + ": ";
  // In a file without a text, or one that is not there, there are no places.
  const bool placed = !source.text().empty();
  if (placed) {
    out.insert(out.size() - 1, std::to_string(position.line) + ":" +
                                   std::to_string(position.column) + ":");
  }
  out += diagnostic.severity == Severity::kError ? "error: " : "warning: ";
  out += OneLine(WithoutSecrets(diagnostic.message)) + "\n";
  if (placed) AppendPlace(diagnostic.span, source, position, &out);
  for (const MacroOrigin& macro : diagnostic.macros) {
    out += "  in the expansion of $" + OneLine(macro.name) + ", defined at ";
    out += macro.file == source.name() ? "line " : OneLine(macro.file) + ":";
    out += std::to_string(macro.line) + "\n";
  }
  if (!diagnostic.hint.empty())
    out += "  hint: " + OneLine(WithoutSecrets(diagnostic.hint)) + "\n";
  return out;
}

}  // namespace grammar
