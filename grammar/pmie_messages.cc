// Lines that tell of a place. Source: docs/pmie.md, "Error messages".
#include "grammar/pmie_messages.h"

#include <utility>

#include "grammar/scanner.h"

namespace grammar {

std::string PmieMessages::ErrorLine(const PmiePlace& place) const {
  return Line("syntax error", place);
}

std::string PmieMessages::WarningLine(const PmiePlace& place) const {
  return Line("warning", place);
}

std::string PmieMessages::Line(std::string_view what,
                               const PmiePlace& place) const {
  std::string line = "pmie: " + std::string(what) + " - ";
  if (place.at_end) return line + "at end of file";
  line += "near line " + std::to_string(place.line) + " of ";
  if (place.macro >= 0) {
    line += "macro $" + macro_names_[place.macro] + " called from ";
  }
  if (source_.name() == "<stdin>") return line + "standard input";
  return line + "file " + source_.name();
}

std::vector<std::string> PmieErrorLines(const SourceText& source,
                                        std::uint32_t end, std::string detail) {
  const MacroTable no_macros;
  const Limits limits;
  Scanner scanner(source.text().substr(end), no_macros, limits);
  PmiePlace place = scanner.SkipWord();
  place.line += source.PositionAt(end).line - 1;
  place.macro = -1;
  return {PmieMessages(source, {}).ErrorLine(place), std::move(detail)};
}

}  // namespace grammar
