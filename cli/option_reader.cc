// getopt_long prints its errors itself, under a name that is not ours to
// choose: it is kept silent, and its words are made again from what it left.
#include "cli/option_reader.h"

namespace cli {

OptionReader::OptionReader(const std::vector<std::string>& arguments,
                           const std::string& letters, const option* names)
    : arguments_(arguments), letters_(':' + letters), names_(names) {
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
  if (letter == ':') return OptionRead{'?', ErrorText(true)};
  if (letter == '?' && optopt != '?') return OptionRead{'?', ErrorText(false)};
  if (letter == '?' || letter == kHelp) return OptionRead{'?', ""};
  return OptionRead{static_cast<char>(letter), optarg ? optarg : ""};
}

std::vector<std::string> OptionReader::Operands() const {
  return {pointers_.begin() + optind, pointers_.end() - 1};
}

std::string OptionReader::ErrorText(bool missing_argument) const {
  const std::string word = pointers_[static_cast<std::size_t>(optind) - 1];
  const bool is_long = word.compare(0, 2, "--") == 0;
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

std::string OptionReader::LongErrorText(const std::string& word) const {
  const std::string name = word.substr(2, word.find('=') - 2);
  std::vector<std::string> candidates;
  for (const option* known = names_; known->name; ++known) {
    const std::string candidate = known->name;
    if (candidate.compare(0, name.size(), name) == 0) {
      candidates.push_back(candidate);
    }
    if (candidate == name) {
      candidates = {candidate};
      break;
    }
  }
  if (candidates.empty()) return "unrecognized option '" + word + "'";
  if (candidates.size() == 1) {
    return "option '--" + candidates.front() + "' doesn't allow an argument";
  }
  std::string text = "option '" + word + "' is ambiguous; possibilities:";
  for (const std::string& candidate : candidates) {
    text += " '--" + candidate + "'";
  }
  return text;
}

}  // namespace cli
