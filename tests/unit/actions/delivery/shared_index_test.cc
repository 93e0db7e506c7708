// SharedIndex: what SQLite maps has room on the disk.
#include "actions/delivery/shared_index.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>

#include "actions/delivery/database.h"
#include "tests/support/file_size_limit.h"
#include "tests/support/file_tree.h"

namespace actions {
namespace {

constexpr int kPart = 32768;

/// Maps the same for each.
int Map(sqlite3_file* /*file*/, int /*part*/, int /*size*/, int /*extends*/,
        void volatile** mapped) {
  static int at = 0;
  *mapped = &at;
  return SQLITE_OK;
}

class SharedIndexTest : public ::testing::Test {
 protected:
  SharedIndexTest() {
    folder_.Write("/index", "");
    std::filesystem::resize_file(path_, kPart);
    methods_.iVersion = 2;
    methods_.xShmMap = &Map;
    file_.pMethods = &methods_;
  }

  int MapPart(int part) {
    return file_.pMethods->xShmMap(&file_, part, kPart, 1, &mapped_);
  }
  long AllocatedBytes() const {
    struct stat status {};
    return ::stat(path_.c_str(), &status) == 0 ? 512 * status.st_blocks : -1;
  }

  tests::FileTree folder_;
  std::string path_ = folder_.root() + "/index";
  sqlite3_io_methods methods_ = {};
  sqlite3_file file_ = {};
  void volatile* mapped_ = nullptr;
};

TEST_F(SharedIndexTest, HolesAreFilledBeforeItIsUsed) {
  ASSERT_EQ(AllocatedBytes(), 0);
  const SharedIndex index(&file_, path_);
  EXPECT_EQ(MapPart(0), SQLITE_OK);
  EXPECT_NE(mapped_, nullptr);
  EXPECT_GE(AllocatedBytes(), kPart);
  EXPECT_EQ(MapPart(1), SQLITE_OK);
  EXPECT_GE(AllocatedBytes(), 2 * kPart);
}

TEST_F(SharedIndexTest, WithoutRoomItIsNotUsed) {
  const SharedIndex index(&file_, path_);
  const tests::FileSizeLimit limit(kPart);
  EXPECT_EQ(MapPart(0), SQLITE_OK);
  EXPECT_EQ(MapPart(1), SQLITE_FULL);
  EXPECT_EQ(mapped_, nullptr);
}

TEST_F(SharedIndexTest, ADatabaseHasOne) {
  const std::string path = folder_.root() + "/database";
  const auto database = Database::Open(path);
  ASSERT_TRUE(database);
  (*database)->RunAll("PRAGMA journal_mode = WAL; CREATE TABLE t(n);");
  std::filesystem::resize_file(path + "-shm", 0);
  path_ = path + "-shm";
  std::filesystem::resize_file(path_, kPart);
  ASSERT_EQ(AllocatedBytes(), 0);
  const auto other = Database::Open(path);
  ASSERT_TRUE(other);
  (void)(*other)->Number("SELECT count(*) FROM t");
  EXPECT_GE(AllocatedBytes(), kPart);
}

}  // namespace
}  // namespace actions
