// ActionEvent: an event with all that it refers to, and a log that is a list.
#ifndef TOCSIN_TESTS_SUPPORT_ACTION_EVENT_H_
#define TOCSIN_TESTS_SUPPORT_ACTION_EVENT_H_

#include <string>
#include <vector>

#include "actions/log.h"
#include "engine/alarm/event.h"
#include "engine/alarm/message_parts.h"

namespace tests {

struct ActionEvent {
  using Kind = engine::expr::ast::ActionKind;

  ActionEvent(Kind kind, std::string text) {
    call.kind = kind;
    message.text = std::move(text);
    statement.name = "rule";
  }
  engine::alarm::Event event() const {
    return {call, statement, time, message, &parts, asked};
  }

  engine::expr::ast::Call call;
  engine::expr::Statement statement;
  base::Timestamp time{1'000'000'000 * base::kNanosPerSecond};
  engine::alarm::Expansion message;
  engine::alarm::MessageParts parts;
  bool asked = false;
};

/// The lines of a log, "Error: text" each.
struct LogLines {
  auto log() {
    return [this](actions::LogLevel level, const std::string& text) {
      constexpr const char* kNames[] = {"Info", "Warning", "Error", "Critical"};
      lines.push_back(std::string(kNames[static_cast<int>(level)]) + ": " +
                      text);
    };
  }
  std::vector<std::string> lines;
};

}  // namespace tests

#endif  // TOCSIN_TESTS_SUPPORT_ACTION_EVENT_H_
