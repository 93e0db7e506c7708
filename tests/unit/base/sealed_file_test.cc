// SealedFile: what is in it, and that nobody changes it.
#include "base/sealed_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <string>

namespace base {
namespace {

TEST(SealedFile, IsReadFromItsBegin) {
  const std::string bytes = std::string("a\0b", 3) + std::string(1 << 20, 'x');
  const auto file = SealedFile::Of(bytes);
  ASSERT_TRUE(file);
  std::string read(bytes.size() + 1, '\0');
  const ssize_t n = ::read(file->fd(), read.data(), read.size());
  EXPECT_EQ(read.substr(0, static_cast<std::size_t>(n)), bytes);
  EXPECT_EQ(::write(file->fd(), "x", 1), -1);
  EXPECT_EQ(::ftruncate(file->fd(), 0), -1);
  EXPECT_NE(::fcntl(file->fd(), F_GETFD) & FD_CLOEXEC, 0);
}

TEST(SealedFile, MayBeEmpty) {
  const auto file = SealedFile::Of("");
  ASSERT_TRUE(file);
  char byte = 0;
  EXPECT_EQ(::read(file->fd(), &byte, 1), 0);
}

TEST(SealedFile, TakesADescriptor) {
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  const rlimit none{0, before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &none), 0);
  const auto file = SealedFile::Of("x");
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().system_errno, EMFILE);
}

}  // namespace
}  // namespace base
