// Complaints: the actions of one kind that were not performed, in the log: the
// first of a row of each rule, and at its end how many there were.
#ifndef TOCSIN_ACTIONS_COMPLAINTS_H_
#define TOCSIN_ACTIONS_COMPLAINTS_H_

#include <cstddef>
#include <map>
#include <string>
#include <utility>

#include "actions/log.h"

namespace actions {

class Complaints {
 public:
  /// `action` is what rules call it ("shell").
  Complaints(std::string action, Log log)
      : action_(std::move(action)), log_(std::move(log)) {}

  /// "RULE: ACTION: TEXT", whatever came before.
  void Say(const std::string& rule, const std::string& text) const;
  /// The action of `rule` was not performed, and `why`.
  void NotPerformed(const std::string& rule, const std::string& why);
  /// It was.
  void Performed(const std::string& rule);

 private:
  std::string action_;
  Log log_;
  std::map<std::string, std::size_t> rows_;  // by rule: so many in a row
};

}  // namespace actions

#endif  // TOCSIN_ACTIONS_COMPLAINTS_H_
