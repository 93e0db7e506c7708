// Rows of each action by itself.
#include "actions/complaints.h"

namespace actions {

std::string Beginning(const std::string& text) {
  constexpr std::size_t kEnough = 100;
  std::string line = text.substr(0, kEnough);
  for (char& c : line) {
    if (static_cast<unsigned char>(c) < ' ') c = ' ';
  }
  return text.size() <= kEnough ? line : line + "...";
}

void Complaints::Wrong(const Whose& whose, const std::string& why) {
  if (++rows_[whose] > 1) return;
  log_("Error", whose.rule + ": " + action_ + ": " + why);
}

void Complaints::Right(const Whose& whose) {
  const auto row = rows_.find(whose);
  if (row == rows_.end()) return;
  log_("Info", whose.rule + ": " + action_ + ": " + again_ + "; " +
                   std::to_string(row->second) + " before it not");
  rows_.erase(row);
}

}  // namespace actions
