// PatternFilter: which of many patterns may match a text, without trying each:
// a literal that a pattern cannot do without has to stand there.
#ifndef TOCSIN_BASE_PATTERN_FILTER_H_
#define TOCSIN_BASE_PATTERN_FILTER_H_

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/literal_finder.h"
#include "base/pattern.h"

namespace re2 {
class FilteredRE2;
}

namespace base {

/// Threads: Find() is safe to share.
class PatternFilter {
 public:
  PatternFilter();
  ~PatternFilter();
  PatternFilter(const PatternFilter&) = delete;
  PatternFilter& operator=(const PatternFilter&) = delete;

  /// Patterns have numbers, from 0 on, in the order in which they are added.
  void Add(const Pattern& pattern);
  /// Matches where `literal` stands somewhere.
  void AddLiteral(std::string_view literal);
  /// To be called once, after all are added.
  void Compile();

  /// What Find() works in.
  struct Scratch {
    std::vector<int> literals;
    std::vector<int> possible;
  };
  /// The numbers of those that may match `text`; no other does. Lifetime: until
  /// `scratch` is used again.
  const std::vector<int>& Find(std::string_view text, Scratch* scratch) const;

 private:
  void AddRegex(const std::string& text);

  std::unique_ptr<re2::FilteredRE2> patterns_;
  std::optional<LiteralFinder> literals_;
};

}  // namespace base

#endif  // TOCSIN_BASE_PATTERN_FILTER_H_
