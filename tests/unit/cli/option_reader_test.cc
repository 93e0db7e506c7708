// Command lines read option by option; errors in getopt's words.
#include "cli/option_reader.h"

#include <gtest/gtest.h>

namespace cli {
namespace {

constexpr option kNames[] = {{"align", required_argument, nullptr, 'A'},
                             {"archive", required_argument, nullptr, 'a'},
                             {"check", no_argument, nullptr, 'C'},
                             {"help", no_argument, nullptr, kHelp},
                             {nullptr, 0, nullptr, 0}};

/// Each option as "letter=argument ", then the operands.
std::string Read(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "program");
  OptionReader reader(arguments, "A:a:Cv", kNames);
  std::string text;
  while (const auto read = reader.Next()) {
    text += read->letter;
    if (!read->argument.empty()) text += "=" + read->argument;
    text += " ";
  }
  for (const std::string& operand : reader.Operands()) {
    text += "<" + operand + ">";
  }
  return text;
}

TEST(OptionReader, ReadsLettersAndNames) {
  EXPECT_EQ(Read({}), "");
  EXPECT_EQ(Read({"-C", "-a", "x", "-ay"}), "C a=x a=y ");
  EXPECT_EQ(Read({"-Cva", "x"}), "C v a=x ");
  EXPECT_EQ(Read({"--check", "--archive", "x", "--archive=y"}), "C a=x a=y ");
  EXPECT_EQ(Read({"--che", "--al", "5"}), "C A=5 ") << "as short as it can be";
}

TEST(OptionReader, KeepsOperands) {
  EXPECT_EQ(Read({"one", "-C", "two"}), "C <one><two>");
  EXPECT_EQ(Read({"-C", "--", "-C", "-"}), "C <-C><->");
}

TEST(OptionReader, IsAskedForHelp) {
  EXPECT_EQ(Read({"-?"}), "? ");
  EXPECT_EQ(Read({"--help"}), "? ");
}

TEST(OptionReader, WhatIsKnownInFullDoesNotMakeOthersAmbiguous) {
  constexpr option kInFull[] = {{"archives", required_argument, nullptr, 'S'},
                                {"no-archives", no_argument, nullptr, 'N'},
                                {nullptr, 0, nullptr, 0}};
  const auto read = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "program");
    OptionReader reader(arguments, "A:a:Cv", kNames, kInFull);
    std::string text;
    while (const auto one = reader.Next()) {
      text += one->letter + ("=" + one->argument) + " ";
    }
    for (const auto& operand : reader.Operands()) text += "<" + operand + ">";
    return text;
  };
  EXPECT_EQ(read({"--archives=x", "--arch", "y"}), "S=x a=y ");
  EXPECT_EQ(read({"one", "--archives", "x", "two", "-C", "--no-archives"}),
            "S=x C= N= <one><two>");
  EXPECT_EQ(read({"--archives", "--"}), "S=-- ");
  EXPECT_EQ(read({"--archives"}),
            "?=option '--archives' requires an argument ");
  EXPECT_EQ(read({"--no-archives=1"}),
            "?=option '--no-archives' doesn't allow an argument ");
  EXPECT_EQ(read({"--no-arch"}), "?=unrecognized option '--no-arch' ");
}

TEST(OptionReader, SaysWhatIsWrong) {
  EXPECT_EQ(Read({"-Q"}), "?=invalid option -- 'Q' ");
  EXPECT_EQ(Read({"-CQ"}), "C ?=invalid option -- 'Q' ");
  EXPECT_EQ(Read({"-a"}), "?=option requires an argument -- 'a' ");
  EXPECT_EQ(Read({"--archive"}), "?=option '--archive' requires an argument ");
  EXPECT_EQ(Read({"--bogus"}), "?=unrecognized option '--bogus' ");
  EXPECT_EQ(Read({"--check=5"}),
            "?=option '--check' doesn't allow an argument ");
  EXPECT_EQ(Read({"--a=5"}),
            "?=option '--a=5' is ambiguous; possibilities: '--align' "
            "'--archive' ");
}

TEST(OptionReader, GoesOnBehindWhatIsWrong) {
  EXPECT_EQ(Read({"-Q", "-C", "x"}), "?=invalid option -- 'Q' C <x>");
}

TEST(OptionReader, BeginsAnewEachTime) {
  EXPECT_EQ(Read({"-C", "-v", "-v"}), "C v v ");
  EXPECT_EQ(Read({"-C"}), "C ");
}

}  // namespace
}  // namespace cli
