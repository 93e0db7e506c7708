// The bytes that pmcd's agent reads, and the file's life.
#include "cli/statistics_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/support/archive_image.h"
#include "tests/support/file_size_limit.h"

namespace cli {
namespace {

constexpr std::size_t kBytes = 8292;

template <typename Number>
Number At(const std::string& bytes, std::size_t offset) {
  Number number{};
  std::memcpy(&number, bytes.data() + offset, sizeof number);
  return number;
}

std::string Read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

RunCounts Counts() {
  RunCounts counts;
  counts.expected = 4.5;
  counts.rules = 3;
  counts.actions = 4;
  counts.is_true = 5;
  counts.is_false = 6;
  counts.is_unknown = 7;
  counts.evaluations = 20;
  return counts;
}

TEST(StatisticsFile, EveryFieldHasItsPlace) {
  const std::string bytes =
      StatisticsBytes({"/rules", "<none>"}, "vm", Counts());
  ASSERT_EQ(bytes.size(), kBytes);
  EXPECT_STREQ(bytes.data(), "/rules");
  EXPECT_STREQ(bytes.data() + 4097, "<none>");
  EXPECT_STREQ(bytes.data() + 8194, "vm");
  EXPECT_EQ(At<float>(bytes, 8260), 4.5F);
  EXPECT_EQ(At<std::uint32_t>(bytes, 8264), 3u);
  EXPECT_EQ(At<std::uint32_t>(bytes, 8268), 4u);
  EXPECT_EQ(At<std::uint32_t>(bytes, 8272), 5u);
  EXPECT_EQ(At<std::uint32_t>(bytes, 8276), 6u);
  EXPECT_EQ(At<std::uint32_t>(bytes, 8280), 7u);
  EXPECT_EQ(At<std::uint32_t>(bytes, 8284), 20u);
  EXPECT_EQ(At<std::uint32_t>(bytes, 8288), 1u);
}

TEST(StatisticsFile, TextsThatAreTooLongAreCut) {
  const std::string longest(5000, 'x');
  const std::string bytes =
      StatisticsBytes({longest, longest}, longest, Counts());
  ASSERT_EQ(bytes.size(), kBytes);
  EXPECT_EQ(std::strlen(bytes.data()), 4096u);
  EXPECT_EQ(std::strlen(bytes.data() + 4097), 4096u);
  EXPECT_EQ(std::strlen(bytes.data() + 8194), 64u);
  EXPECT_EQ(At<float>(bytes, 8260), 4.5F);
}

TEST(StatisticsFile, LivesAsLongAsItsOwner) {
  const tests::TemporaryFolder folder;
  const std::string path = folder / "pmie/77";
  {
    StatisticsFile file;
    ASSERT_TRUE(file.Update("nobody", Counts()));  // no file yet: nothing
    ASSERT_TRUE(MakeStatisticsFolder(folder / "pmie"));
    ASSERT_TRUE(file.Create(folder / "pmie", 77, {"r", "l"}));
    EXPECT_STREQ(Read(path).data() + 8194, "(uninitialized)");
    ASSERT_TRUE(file.Update("vm", Counts()));
    EXPECT_EQ(Read(path), StatisticsBytes({"r", "l"}, "vm", Counts()));
    RunCounts more = Counts();
    ++more.evaluations;
    ASSERT_TRUE(file.Update("vm", more));
    EXPECT_EQ(Read(path), StatisticsBytes({"r", "l"}, "vm", more));
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

// Also what has not changed is then written again.
TEST(StatisticsFile, WhatCouldNotBeWrittenIsWrittenLater) {
  const tests::TemporaryFolder folder;
  StatisticsFile file;
  {
    const tests::FileSizeLimit limit(4096);
    ASSERT_TRUE(file.Create(folder / "", 77, {"r", "l"}));
    for (int i = 0; i < 2; ++i) {
      const auto updated = file.Update("vm", Counts());
      ASSERT_FALSE(updated);
      EXPECT_THAT(updated.error().message,
                  ::testing::StartsWith("cannot write stats file "));
    }
  }
  ASSERT_TRUE(file.Update("vm", Counts()));
  EXPECT_EQ(Read(folder / "77"), StatisticsBytes({"r", "l"}, "vm", Counts()));
}

TEST(StatisticsFile, OnlyWhatTheDeadHaveLeftIsRemoved) {
  const tests::TemporaryFolder folder;
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  ASSERT_EQ(::waitpid(child, nullptr, 0), child);
  const std::string dead = folder / std::to_string(child);
  const std::string living = folder / std::to_string(::getpid());
  const std::string other = folder / (std::to_string(child) + "x");
  for (const std::string& path : {dead, living, other}) std::ofstream{path};
  RemoveStaleStatistics(folder / "nosuch");
  RemoveStaleStatistics(folder / "");
  EXPECT_FALSE(std::filesystem::exists(dead));
  EXPECT_TRUE(std::filesystem::exists(living));
  EXPECT_TRUE(std::filesystem::exists(other));
}

TEST(StatisticsFile, AFolderThatCannotBeIsAnError) {
  const auto made = MakeStatisticsFolder("/nosuch/pmie");
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().message,
            "cannot create stats file dir /nosuch/pmie: No such file "
            "or directory");
}

TEST(StatisticsFile, AFileThatCannotBeIsAnError) {
  StatisticsFile file;
  const auto created = file.Create("/nosuch/pmie", 77, {"r", "l"});
  ASSERT_FALSE(created);
  EXPECT_EQ(created.error().message,
            "cannot create stats file /nosuch/pmie/77: No such file "
            "or directory");
}

}  // namespace
}  // namespace cli
