// NamePattern: which metrics a person means: one, all of a group, or all that
// look like it.
#ifndef TOCSIN_CLI_NAME_PATTERN_H_
#define TOCSIN_CLI_NAME_PATTERN_H_

#include <string>
#include <utility>

namespace cli {

class NamePattern {
 public:
  /// "disk.dev" is a metric of that name, or all below it; with * ? or [ it is
  /// a pattern of whole names, whose * stands for dots, too. Empty: all.
  explicit NamePattern(std::string text) : text_(std::move(text)) {}

  const std::string& text() const { return text_; }
  bool is_glob() const;
  bool Matches(const std::string& name) const;
  /// The group in which all matches lie: each has this name or one below it;
  /// empty: the root.
  std::string Group() const;

 private:
  std::string text_;
};

}  // namespace cli

#endif  // TOCSIN_CLI_NAME_PATTERN_H_
