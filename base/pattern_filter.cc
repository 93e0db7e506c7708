// RE2 says which literals its patterns need; LiteralFinder finds them.
#include "base/pattern_filter.h"

#include <re2/filtered_re2.h>
#include <re2/re2.h>

#include "base/check.h"
#include "base/pattern_options.h"
#include "base/posix_regex.h"

namespace base {
namespace {

/// Shorter literals stand in most texts. Units: bytes.
constexpr int kLeastLiteral = 3;

}  // namespace

PatternFilter::PatternFilter()
    : patterns_(std::make_unique<re2::FilteredRE2>(kLeastLiteral)) {}
PatternFilter::~PatternFilter() = default;

void PatternFilter::Add(const Pattern& pattern) {
  AddRegex(*TranslatePosixRegex(pattern.text()));
}

void PatternFilter::AddLiteral(std::string_view literal) {
  AddRegex(re2::RE2::QuoteMeta({literal.data(), literal.size()}));
}

void PatternFilter::AddRegex(const std::string& text) {
  int number = 0;
  auto error = patterns_->Add(BehindNothing(text), PatternOptions(), &number);
  if (error != re2::RE2::NoError) {
    error = patterns_->Add(text, PatternOptions(), &number);
  }
  CHECK(error == re2::RE2::NoError);
}

void PatternFilter::Compile() {
  std::vector<std::string> literals;
  patterns_->Compile(&literals);
  literals_.emplace(literals);
}

const std::vector<int>& PatternFilter::Find(std::string_view text,
                                            Scratch* scratch) const {
  literals_->Find(text, &scratch->literals);
  patterns_->AllPotentials(scratch->literals, &scratch->possible);
  return scratch->possible;
}

}  // namespace base
