// TextLimit: a text that is longer than those who are told take is cut, which
// the log tells. What commands are given is cut by command_environment.h.
#ifndef TOCSIN_ACTIONS_TEXT_LIMIT_H_
#define TOCSIN_ACTIONS_TEXT_LIMIT_H_

#include <cstddef>
#include <string>
#include <utility>

#include "actions/complaints.h"
#include "actions/log.h"

namespace actions {

class TextLimit {
 public:
  /// Of the texts of `action`, which is what rules call it. Units: bytes.
  TextLimit(std::string action, std::size_t most, Log log)
      : most_(most), cuts_(std::move(action), std::move(log), "whole again") {}

  /// `text`, or of a longer one as much as fits without half a character, and
  /// how long it was: "... (1048590 bytes)". The first of a row of each action
  /// is logged.
  std::string Fit(const Whose& whose, std::string text);

 private:
  std::size_t most_;
  Complaints cuts_;
};

}  // namespace actions

#endif  // TOCSIN_ACTIONS_TEXT_LIMIT_H_
