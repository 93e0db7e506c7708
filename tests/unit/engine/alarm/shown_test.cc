// Values are made fit to be seen, the author's own text stays.
#include "engine/alarm/shown.h"

#include <gtest/gtest.h>

namespace engine::alarm {
namespace {

TEST(Shown, ValuesOfMonitoredSystemsSteerNoTerminal) {
  Expansion message;
  message.text = "disk \033[2J\n: 5\n";
  message.values = {{5, 10}, {12, 13}};
  EXPECT_EQ(Shown(message), "disk ?[2J?: 5\n");
}

TEST(Shown, WhatTheAuthorWroteStays) {
  Expansion message;
  message.text = "\033[1mbusy\033[0m\n\tgo";
  EXPECT_EQ(Shown(message), message.text);
  message = {"a\tb", {{0, 1}, {2, 3}}};
  EXPECT_EQ(Shown(message), "a\tb");
  EXPECT_EQ(Shown({}), "");
}

}  // namespace
}  // namespace engine::alarm
