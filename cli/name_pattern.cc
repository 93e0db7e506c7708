// Whole names compared, as a shell does with files.
#include "cli/name_pattern.h"

#include <fnmatch.h>

namespace cli {
namespace {

constexpr char kWild[] = "*?[";

}  // namespace

bool NamePattern::is_glob() const {
  return text_.find_first_of(kWild) != std::string::npos;
}

bool NamePattern::Matches(const std::string& name) const {
  if (is_glob()) return ::fnmatch(text_.c_str(), name.c_str(), 0) == 0;
  return text_.empty() || name == text_ || name.starts_with(text_ + '.');
}

std::string NamePattern::Group() const {
  if (!is_glob()) return text_;
  const std::string plain = text_.substr(0, text_.find_first_of(kWild));
  return plain.substr(
      0, plain.rfind('.') == std::string::npos ? 0 : plain.rfind('.'));
}

}  // namespace cli
