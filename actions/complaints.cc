// Rows of each rule by itself.
#include "actions/complaints.h"

namespace actions {

void Complaints::Say(const std::string& rule, const std::string& text) const {
  log_("Error", rule + ": " + action_ + ": " + text);
}

void Complaints::NotPerformed(const std::string& rule, const std::string& why) {
  if (++rows_[rule] == 1) Say(rule, why);
}

void Complaints::Performed(const std::string& rule) {
  const auto row = rows_.find(rule);
  if (row == rows_.end()) return;
  log_("Info", rule + ": " + action_ + ": performed again; " +
                   std::to_string(row->second) + " before it not");
  rows_.erase(row);
}

}  // namespace actions
