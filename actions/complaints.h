// Complaints: failures of actions of one kind, in the log: of several in a row
// of one action the first, and at the end of the row how many there were.
#ifndef TOCSIN_ACTIONS_COMPLAINTS_H_
#define TOCSIN_ACTIONS_COMPLAINTS_H_

#include <compare>
#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "actions/log.h"
#include "engine/alarm/event.h"

namespace actions {

/// Tells the actions of a rule apart, also when their events are gone: one may
/// fail each time and another never.
struct Whose {
  explicit Whose(const engine::alarm::Event& event)
      : rule(event.statement.name),
        receiver(event.call.receiver),
        arguments(event.call.arguments) {}
  friend auto operator<=>(const Whose&, const Whose&) = default;

  std::string rule;
  std::string receiver;
  std::vector<std::string> arguments;  // as written
};

/// As much of `text`, which may be anything, as fits a line of a log.
std::string Beginning(const std::string& text);

class Complaints {
 public:
  /// `action` is what rules call it ("shell"), `again` what it is at the end of
  /// a row.
  Complaints(std::string action, Log log, std::string again = "performed again")
      : action_(std::move(action)),
        log_(std::move(log)),
        again_(std::move(again)) {}

  /// "RULE: ACTION: WHY", if it is the first of a row.
  void Wrong(const Whose& whose, const std::string& why);
  /// "RULE: ACTION: performed again; N before it not", if there was a row.
  void Right(const Whose& whose);

 private:
  std::string action_;
  Log log_;
  std::string again_;
  std::map<Whose, std::size_t> rows_;  // so many in a row
};

}  // namespace actions

#endif  // TOCSIN_ACTIONS_COMPLAINTS_H_
