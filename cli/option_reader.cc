// getopt_long prints its errors itself, under a name that is not ours to
// choose: it is kept silent, and its words are made again from what it left.
#include "cli/option_reader.h"

#include <algorithm>
#include <string_view>

namespace cli {

OptionReader::OptionReader(const std::vector<std::string>& arguments,
                           const std::string& letters, const option* names,
                           const option* in_full)
    : arguments_(arguments),
      letters_(':' + letters),
      names_(names),
      in_full_(in_full) {
  for (std::string& argument : arguments_) {
    pointers_.push_back(argument.data());
  }
  pointers_.push_back(nullptr);
  optind = 0;  // glibc: from the beginning
  opterr = 0;
}

std::optional<OptionRead> OptionReader::Next() {
  const int letter =
      getopt_long(static_cast<int>(arguments_.size()), pointers_.data(),
                  letters_.c_str(), names_, nullptr);
  if (letter == -1) return std::nullopt;
  if (letter == '?' && optopt == 0) {
    if (auto read = InFull()) return read;
  }
  if (letter == ':') return OptionRead{'?', ErrorText(true)};
  if (letter == '?' && optopt != '?') return OptionRead{'?', ErrorText(false)};
  if (letter == '?' || letter == kHelp) return OptionRead{'?', ""};
  return OptionRead{static_cast<char>(letter), optarg ? optarg : ""};
}

/// What getopt_long has just taken for unknown, if it is one of those that it
/// was not told of, lest it take the first letters of one for another.
std::optional<OptionRead> OptionReader::InFull() {
  const std::string word = pointers_[static_cast<std::size_t>(optind) - 1];
  const std::size_t equals = word.find('=');
  for (const option* one = in_full_; one != nullptr && one->name; ++one) {
    if (word.substr(0, equals) != "--" + std::string(one->name)) continue;
    const auto letter = static_cast<char>(one->val);
    const std::string quoted = "option '--" + std::string(one->name) + "' ";
    if (one->has_arg == no_argument) {
      if (equals == word.npos) return OptionRead{letter, ""};
      return OptionRead{'?', quoted + "doesn't allow an argument"};
    }
    if (equals != word.npos) return OptionRead{letter, word.substr(equals + 1)};
    const char* next = pointers_[static_cast<std::size_t>(optind)];
    if (next == nullptr)
      return OptionRead{'?', quoted + "requires an argument"};
    ++optind;
    return OptionRead{letter, next};
  }
  return std::nullopt;
}

std::vector<std::string> OptionReader::Operands() const {
  return {pointers_.begin() + optind, pointers_.end() - 1};
}

std::string OptionReader::ErrorText(bool missing_argument) const {
  const std::string word = pointers_[static_cast<std::size_t>(optind) - 1];
  const bool is_long = IsLong(word);
  if (is_long && !missing_argument) return LongErrorText(word);
  if (is_long) {
    for (const option* name = names_; name->name; ++name) {
      if (name->val == optopt) {
        return "option '--" + std::string(name->name) +
               "' requires an argument";
      }
    }
  }
  const std::string letter(1, static_cast<char>(optopt));
  return missing_argument ? "option requires an argument -- '" + letter + "'"
                          : "invalid option -- '" + letter + "'";
}

std::vector<const option*> OptionReader::Candidates(
    const std::string& word) const {
  const std::string name = word.substr(2, word.find('=') - 2);
  std::vector<const option*> candidates;
  for (const option* known = names_; known->name; ++known) {
    if (known->name == name) return {known};
    if (std::string_view(known->name).starts_with(name)) {
      candidates.push_back(known);
    }
  }
  return candidates;
}

bool OptionReader::IsLong(const std::string& word) const {
  if (!word.starts_with("--")) return false;
  if (optopt == 0) return true;
  // The word before a cluster of letters may be a long option, too.
  const auto candidates = Candidates(word);
  return candidates.size() == 1 && candidates.front()->val == optopt;
}

std::string OptionReader::LongErrorText(const std::string& word) const {
  auto candidates = Candidates(word);
  if (candidates.empty()) return "unrecognized option '" + word + "'";
  if (candidates.size() == 1) {
    return "option '--" + std::string(candidates.front()->name) +
           "' doesn't allow an argument";
  }
  // In pmie's order: the first, then the others from the last.
  std::string text = "option '" + word + "' is ambiguous; possibilities:";
  std::reverse(candidates.begin() + 1, candidates.end());
  for (const option* candidate : candidates) {
    text += " '--" + std::string(candidate->name) + "'";
  }
  return text;
}

}  // namespace cli
