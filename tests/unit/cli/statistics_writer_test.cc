// The file is made, written and removed beside the loop. With a disk that
// hangs: tests/script/frozen_disk_test.py.
#include "cli/statistics_writer.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <optional>

#include "base/loop/loop.h"
#include "tests/support/archive_image.h"
#include "tests/support/file_size_limit.h"

namespace cli {
namespace {

class StatisticsWriterTest : public testing::Test {
 protected:
  void Create(const std::string& name) {
    writer_->Create(
        folder_ / name, 77, {"/rules", "<none>"},
        [this](const StatisticsWriter::Begun& begun) {
          folder_made_ = begun.folder.has_value();
          file_made_ = begun.file.has_value();
        },
        [this](const base::Result<void>& updated) {
          updated_ = updated.has_value();
          loop_.Stop();
        });
  }

  /// Looks again and again until the file has so many evaluations.
  void AwaitEvaluations(std::uint32_t wanted) {
    RunCounts counts;
    counts.evaluations = wanted;
    const std::string bytes =
        StatisticsBytes({"/rules", "<none>"}, "vm", counts);
    const std::function<void()> look = [&] {
      std::ifstream file(writer_->path(), std::ios::binary);
      const std::string found{std::istreambuf_iterator<char>(file), {}};
      if (found == bytes) return loop_.Stop();
      pending_ = loop_.After(base::Duration{1'000'000}, look);
    };
    loop_.Post(look);
    loop_.Run();
  }

  tests::TemporaryFolder folder_;
  base::loop::Loop loop_;
  std::optional<StatisticsWriter> writer_{std::in_place, &loop_};
  std::optional<bool> folder_made_;
  std::optional<bool> file_made_;
  std::optional<bool> updated_;
  base::loop::Pending pending_;
};

TEST_F(StatisticsWriterTest, IsThereWhenItIsMadeAndGoneAtTheEnd) {
  Create("pmie");
  EXPECT_EQ(folder_made_, true);
  EXPECT_EQ(file_made_, true);
  EXPECT_EQ(writer_->path(), folder_ / "pmie/77");
  EXPECT_TRUE(std::filesystem::exists(writer_->path()));
  writer_.reset();
  EXPECT_TRUE(std::filesystem::is_empty(folder_ / "pmie"));
}

TEST_F(StatisticsWriterTest, TheFirstAreWrittenAtOnceAndNothingIsTold) {
  Create("pmie");
  RunCounts counts;
  counts.evaluations = 20;
  writer_->Update("vm", counts);
  AwaitEvaluations(20);
  EXPECT_FALSE(updated_);
}

TEST_F(StatisticsWriterTest, WhatCannotBeWrittenIsTold) {
  Create("pmie");
  const tests::FileSizeLimit limit(0);
  writer_->Update("vm", {});
  loop_.Run();
  EXPECT_EQ(updated_, false);
}

TEST_F(StatisticsWriterTest, BeforeThereIsAFileNothingIsWritten) {
  writer_->Update("vm", {});
  EXPECT_TRUE(writer_->path().empty());
}

TEST_F(StatisticsWriterTest, WhatIsInTheWayIsTold) {
  { std::ofstream(folder_ / "file") << "in the way"; }
  Create("file/pmie");
  EXPECT_EQ(folder_made_, false);
  EXPECT_EQ(file_made_, false);
  Create("file");
  EXPECT_EQ(folder_made_, true);
  EXPECT_EQ(file_made_, false);
}

}  // namespace
}  // namespace cli
