// Tag by tag, with how often each is said.
#include "actions/receivers/template_length.h"

#include <algorithm>
#include <vector>

namespace actions {
namespace {

/// Of what is not known.
constexpr double kShort = 64;

double AtLeastOne(std::size_t count) {
  return static_cast<double>(std::max<std::size_t>(count, 1));
}

class Measure {
 public:
  explicit Measure(const FilledLengths& lengths) : lengths_(lengths) {}

  void Add(std::size_t bytes) {
    length_ += times_.back() * static_cast<double>(bytes);
  }
  void Take(std::string_view tag) {
    const char kind = tag.empty() ? '!' : tag.front();
    if (kind == '!') return;
    if (kind == '#' || kind == '^') return Open(tag);
    if (kind == '/') return Close(tag);
    if (kind == '&' || kind == '{') tag.remove_prefix(1);
    length_ += times_.back() * Value(tag);
  }
  double length() const { return length_; }

 private:
  void Open(std::string_view tag) {
    double count = 1;
    if (tag.front() == '#' && tag.ends_with("bindings")) {
      count = static_cast<double>(lengths_.members);
      within_ = true;
    } else if (tag.front() == '#' && tag.ends_with("texts")) {
      count = static_cast<double>(lengths_.texts);
    }
    times_.push_back(times_.back() * count);
  }
  void Close(std::string_view tag) {
    if (tag.ends_with("bindings")) within_ = false;
    if (times_.size() > 1) times_.pop_back();
  }
  double Value(std::string_view name) const {
    if (name == ".") return Value("text") / AtLeastOne(lengths_.texts);
    if (name == "text" && !within_) return static_cast<double>(lengths_.text);
    const auto found = lengths_.all.find(name);
    if (found == lengths_.all.end()) return kShort;
    return static_cast<double>(found->second) / AtLeastOne(lengths_.members);
  }

  const FilledLengths& lengths_;
  std::vector<double> times_ = {1};  // that of all sections that are open
  bool within_ = false;              // {{#bindings}}
  double length_ = 0;
};

}  // namespace

std::string_view TagAt(std::string_view text, std::size_t at) {
  std::string_view tag = text.substr(at + 2);
  tag = tag.substr(0, tag.find("}}"));
  const auto trim = [&tag](auto from, auto to) {
    tag =
        from == tag.npos ? std::string_view() : tag.substr(from, to - from + 1);
  };
  trim(tag.find_first_not_of(" \t\r\n"), tag.find_last_not_of(" \t\r\n"));
  return tag;
}

double LengthOf(std::string_view text, const FilledLengths& lengths) {
  Measure measure(lengths);
  std::size_t last = 0;
  for (std::size_t at = text.find("{{"); at != text.npos;
       at = text.find("{{", last)) {
    measure.Add(at - last);
    measure.Take(TagAt(text, at));
    const std::size_t end = text.find("}}", at);
    last = end == text.npos ? text.size() : end + 2;
  }
  measure.Add(text.size() - last);
  return measure.length();
}

}  // namespace actions
