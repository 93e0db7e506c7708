// Lines of a logger on an Output: their form, and colours on terminals alone.
#include "cli/log_sink.h"

#include <gtest/gtest.h>
#include <spdlog/logger.h>
#include <unistd.h>

#include <chrono>
#include <memory>
#include <string>

#include "tests/unit/cli/small_archive.h"
#include "tests/unit/cli/terminal.h"

namespace cli {
namespace {

class LogSinkTest : public testing::Test {
 protected:
  /// Logs "web1 \033[2J" into `out`.
  void Log(Output* out, bool coloured, spdlog::level::level_enum level) const {
    spdlog::logger logger(
        "tocsin", std::make_shared<LogSink>(
                      std::make_unique<LogFormatter>(&zone_), out, coloured));
    const spdlog::log_clock::time_point time(
        std::chrono::seconds(1'000'000'000));
    logger.log(time, {}, level, "web1 \033[2J");
  }

  const base::Zone zone_{3600, {}};
  const std::string begin_ =
      "[Sun Sep  9 02:46:40] tocsin(" + std::to_string(::getpid()) + ") ";
};

TEST_F(LogSinkTest, ALineHasItsTimeAndItsLevel) {
  Printed printed;
  Log(printed.out(), true, spdlog::level::warn);
  EXPECT_EQ(printed.Text(), begin_ + "Warning: web1 \033[2J\n");
}

TEST_F(LogSinkTest, ATextStandsAsItIs) {
  Printed printed;
  Log(printed.out(), true, kAsItStands);
  EXPECT_EQ(printed.Text(), "web1 \033[2J");
}

TEST_F(LogSinkTest, OnATerminalTheLevelsHaveOurColoursAndNoOthers) {
  const Terminal terminal;
  Output out = Output::ForPeople(terminal.descriptor());
  Log(&out, true, spdlog::level::warn);
  EXPECT_EQ(terminal.Take(),
            begin_ + "\033[33;1mWarning\033[0m: web1 ?[2J\r\n");
  Log(&out, true, spdlog::level::err);
  EXPECT_EQ(terminal.Take(), begin_ + "\033[31;1mError\033[0m: web1 ?[2J\r\n");
  Log(&out, true, spdlog::level::critical);
  EXPECT_EQ(terminal.Take(),
            begin_ + "\033[41;1mCritical\033[0m: web1 ?[2J\r\n");
  Log(&out, true, spdlog::level::info);
  EXPECT_EQ(terminal.Take(), begin_ + "Info: web1 ?[2J\r\n");
  Log(&out, true, kAsItStands);
  EXPECT_EQ(terminal.Take(), "web1 ?[2J");
  Log(&out, false, spdlog::level::err);
  EXPECT_EQ(terminal.Take(), begin_ + "Error: web1 ?[2J\r\n");
}

TEST_F(LogSinkTest, ACopyOfTheFormIsTheSame) {
  const auto copy = LogFormatter(&zone_).clone();
  spdlog::memory_buf_t line;
  copy->format({spdlog::log_clock::time_point(std::chrono::seconds(0)),
                {},
                "pmie",
                spdlog::level::critical,
                "x"},
               line);
  EXPECT_EQ(std::string(line.data(), line.size()),
            "[Thu Jan  1 01:00:00] pmie(" + std::to_string(::getpid()) +
                ") Critical: x\n");
}

}  // namespace
}  // namespace cli
