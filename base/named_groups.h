// NamedGroups: what the named groups of a regular expression find in a text.
#ifndef TOCSIN_BASE_NAMED_GROUPS_H_
#define TOCSIN_BASE_NAMED_GROUPS_H_

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace re2 {
class RE2;
}

namespace base {

class SubmatchFinder;

/// Threads: one at a time.
class NamedGroups {
 public:
  /// The expression is as RE2 has it, which is Perl's without what looks back
  /// or ahead: (?P<NAME>...), or (?<NAME>...), is a group with a name.
  /// Errors: kInvalid with the reason, where no group has a name, or more than
  /// 64 stand up to the last that has, too, and where it counts so high that a
  /// text may take a second a megabyte.
  static Result<NamedGroups> Compile(const std::string& text);
  ~NamedGroups();
  NamedGroups(NamedGroups&&) noexcept;
  NamedGroups& operator=(NamedGroups&&) noexcept;

  /// In the order in which they stand.
  const std::vector<std::string>& names() const { return names_; }

  using Take =
      std::function<void(const std::string& name, std::string_view value)>;
  /// Calls `take` with each group that takes part in the first match in `text`.
  /// False: there is none. Lifetime: of the value, that of `text`.
  bool Find(std::string_view text, const Take& take);

 private:
  explicit NamedGroups(std::unique_ptr<re2::RE2> regex);
  Result<void> Bound(const std::string& text);
  bool FindBounded(std::string_view text, const Take& take);

  std::unique_ptr<re2::RE2> regex_;
  std::unique_ptr<SubmatchFinder> finder_;  // in place of `regex_`, or null
  std::vector<std::string> names_;
  std::vector<int> numbers_;  // of names_; the whole match is 0
};

}  // namespace base

#endif  // TOCSIN_BASE_NAMED_GROUPS_H_
