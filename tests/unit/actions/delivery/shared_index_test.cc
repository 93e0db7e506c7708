// SharedIndex: what SQLite maps has room on the disk.
#include "actions/delivery/shared_index.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "actions/delivery/database.h"
#include "tests/support/file_tree.h"

namespace actions {
namespace {

constexpr int kPart = 32768;

/// A file as SQLite has one, of which `fd` is to be mapped.
struct File : sqlite3_file {
  int fd = -1;
};

int Map(sqlite3_file* file, int part, int size, int /*extends*/,
        void volatile** mapped) {
  *mapped =
      ::mmap(nullptr, static_cast<std::size_t>(size), PROT_READ | PROT_WRITE,
             MAP_SHARED, static_cast<File*>(file)->fd, off_t{part} * size);
  return SQLITE_OK;
}

class SharedIndexTest : public ::testing::Test {
 protected:
  SharedIndexTest() {
    folder_.Write("/index", "");
    std::filesystem::resize_file(path_, kPart);
    file_.fd = ::open(path_.c_str(), O_RDWR | O_CLOEXEC);
    methods_.iVersion = 2;
    methods_.xShmMap = &Map;
    file_.pMethods = &methods_;
  }
  ~SharedIndexTest() override { ::close(file_.fd); }

  int MapPart(int part) {
    return file_.pMethods->xShmMap(&file_, part, kPart, 1, &mapped_);
  }
  static long AllocatedBytes(const std::string& path) {
    struct stat status {};
    return ::stat(path.c_str(), &status) == 0 ? 512 * status.st_blocks : -1;
  }

  tests::FileTree folder_;
  std::string path_ = folder_.root() + "/index";
  sqlite3_io_methods methods_ = {};
  File file_ = {};
  void volatile* mapped_ = nullptr;
};

TEST_F(SharedIndexTest, HolesAreFilledBeforeItIsUsed) {
  ASSERT_EQ(AllocatedBytes(path_), 0);
  const SharedIndex index(&file_);
  EXPECT_EQ(MapPart(0), SQLITE_OK);
  EXPECT_NE(mapped_, nullptr);
  EXPECT_GE(AllocatedBytes(path_), kPart);
}

TEST_F(SharedIndexTest, WhereAWriteWouldEndTheProgramItIsNotUsed) {
  const SharedIndex index(&file_);
  EXPECT_EQ(MapPart(1), SQLITE_FULL) << "it lies behind the file's end";
  EXPECT_EQ(mapped_, nullptr);
}

TEST_F(SharedIndexTest, SqlitesLocksStay) {
  const std::string path = folder_.root() + "/database";
  const auto database = Database::Open(path);
  ASSERT_TRUE(database);
  (*database)->RunAll("PRAGMA journal_mode = WAL; CREATE TABLE t(n);");
  EXPECT_GE(AllocatedBytes(path + "-shm"), kPart);
  (*database)->RunAll("BEGIN IMMEDIATE; INSERT INTO t VALUES(1)");
  const int fd = ::open((path + "-shm").c_str(), O_RDWR | O_CLOEXEC);
  const pid_t child = ::fork();
  if (child == 0) {  // to which they are another process's
    struct flock lock {};
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    ::fcntl(fd, F_GETLK, &lock);
    ::_exit(lock.l_type == F_UNLCK ? 1 : 0);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0) << "others would take it for nobody's";
}

}  // namespace
}  // namespace actions
