// Rows of each action by itself.
#include "actions/complaints.h"

#include "base/printable.h"

namespace actions {

std::string Beginning(const std::string& text) {
  constexpr std::size_t kEnough = 100;
  const std::string line = base::Printable(text.substr(0, kEnough));
  return text.size() <= kEnough ? line : line + "...";
}

void Complaints::Wrong(const Whose& whose, const std::string& why) {
  if (++rows_[whose] > 1) return;
  log_(LogLevel::kError, whose.rule + ": " + action_ + ": " + why);
}

void Complaints::Right(const Whose& whose) {
  const auto row = rows_.find(whose);
  if (row == rows_.end()) return;
  log_(LogLevel::kInfo, whose.rule + ": " + action_ + ": " + again_ + "; " +
                            std::to_string(row->second) + " before it not");
  rows_.erase(row);
}

}  // namespace actions
