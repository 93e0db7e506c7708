// The file is made, written and removed beside the loop. With a disk that
// hangs: tests/script/frozen_disk_test.py.
#include "cli/statistics_writer.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <optional>

#include "base/loop/loop.h"
#include "tests/support/archive_image.h"

namespace cli {
namespace {

class StatisticsWriterTest : public testing::Test {
 protected:
  void Create(const std::string& name) {
    writer_->Create(folder_ / name, 77, {"/rules", "<none>"},
                    [this](const StatisticsWriter::Begun& begun) {
                      folder_made_ = begun.folder.has_value();
                      file_made_ = begun.file.has_value();
                    });
  }

  bool Update() {
    return writer_->Update("vm", {}, [this](const base::Result<void>& done) {
      updated_ = done.has_value();
      loop_.Stop();
    });
  }

  tests::TemporaryFolder folder_;
  base::loop::Loop loop_;
  std::optional<StatisticsWriter> writer_{std::in_place, &loop_};
  std::optional<bool> folder_made_;
  std::optional<bool> file_made_;
  std::optional<bool> updated_;
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

TEST_F(StatisticsWriterTest, OneIsWrittenAtATimeAndTold) {
  Create("pmie");
  EXPECT_TRUE(Update());
  EXPECT_FALSE(Update()) << "the first is on its way";
  loop_.Run();
  EXPECT_EQ(updated_, true);
  EXPECT_TRUE(Update());
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
