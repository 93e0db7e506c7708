// PmieMessages: what pmie itself says is wrong with a rule text, because people
// grep for it. Which messages apply is grammar/explain.h's; ours are in
// Diagnostic.
#ifndef TOCSIN_GRAMMAR_PMIE_MESSAGES_H_
#define TOCSIN_GRAMMAR_PMIE_MESSAGES_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "grammar/source_text.h"
#include "grammar/token.h"

namespace grammar {

/// Writes the first of pmie's lines, which tells the place.
class PmieMessages {
 public:
  /// Lifetime: both must outlive this.
  PmieMessages(const SourceText& source,
               const std::vector<std::string>& macro_names)
      : source_(source), macro_names_(macro_names) {}

  const SourceText& source() const { return source_; }

  /// "pmie: syntax error - near line 3 of file x", or "at end of file".
  std::string ErrorLine(const PmiePlace& place) const;
  std::string WarningLine(const PmiePlace& place) const;

 private:
  std::string Line(std::string_view what, const PmiePlace& place) const;

  const SourceText& source_;
  const std::vector<std::string>& macro_names_;
};

/// The two lines that pmie writes when it rejects an operand or a condition
/// that ends at `end` in `source`, for the reason `detail`: its scanner has
/// read one word beyond.
std::vector<std::string> PmieErrorLines(const SourceText& source,
                                        std::uint32_t end, std::string detail);

}  // namespace grammar

#endif  // TOCSIN_GRAMMAR_PMIE_MESSAGES_H_
