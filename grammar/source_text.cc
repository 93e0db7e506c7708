// Lines and columns of a rule text.
#include "grammar/source_text.h"

#include <algorithm>
#include <utility>

namespace grammar {

SourceText::SourceText(std::string name, std::string text)
    : name_(std::move(name)), text_(std::move(text)) {
  line_starts_.push_back(0);
  for (std::size_t i = 0; i < text_.size(); ++i) {
    if (text_[i] == '\n') {
      line_starts_.push_back(static_cast<std::uint32_t>(i + 1));
    }
  }
}

SourceText::Position SourceText::PositionAt(std::uint32_t offset) const {
  const auto after =
      std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  const auto line = after - line_starts_.begin();
  return {static_cast<int>(line),
          static_cast<int>(offset - line_starts_[line - 1]) + 1};
}

std::string_view SourceText::LineText(int line) const {
  if (line < 1 || line > line_count()) return {};
  const std::size_t begin = line_starts_[line - 1];
  std::size_t end = line < line_count() ? line_starts_[line] : text_.size();
  if (end > begin && text_[end - 1] == '\n') --end;
  if (end > begin && text_[end - 1] == '\r') --end;
  return text().substr(begin, end - begin);
}

}  // namespace grammar
