// Trusts: read once, and anew where the file is another. With a receiver:
// tests/script/trust_test.py.
#include "base/http/trusts.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <optional>

#include "base/loop/loop.h"
#include "tests/support/archive_image.h"
#include "tests/support/tls_peer.h"

namespace base::http {
namespace {

class TrustsTest : public testing::Test {
 protected:
  /// What is found; null where nothing is. `at_once`: it was known.
  std::shared_ptr<const tls::Trust> Find(const std::string& file,
                                         bool at_once) {
    std::optional<Result<Trusts::Found>> found;
    trusts_.Find(file, "", [&](const Result<Trusts::Found>& one) {
      found = one;
      loop_.Stop();
    });
    EXPECT_EQ(found.has_value(), at_once);
    if (!found) loop_.Run();
    if (found->has_value()) name_ = (*found)->name;
    return found->has_value() ? (*found)->trust : nullptr;
  }

  tests::TemporaryFolder folder_;
  std::string file_ = tests::MakeCertificate(folder_.path(), "a").file;
  std::string name_;
  loop::Loop loop_;
  Trusts trusts_{&loop_};
};

TEST_F(TrustsTest, AFileIsReadOnce) {
  const auto first = Find(file_, false);
  ASSERT_NE(first, nullptr);
  const std::string name = name_;
  EXPECT_EQ(Find(file_, true), first);
  EXPECT_EQ(name_, name);
}

TEST_F(TrustsTest, AFileThatIsReplacedIsReadAnew) {
  const auto first = Find(file_, false);
  const std::string name = name_;
  std::filesystem::copy_file(file_, folder_ / "new");
  std::filesystem::rename(folder_ / "new", file_);
  const auto second = Find(file_, false);
  EXPECT_NE(second, nullptr);
  EXPECT_NE(second, first);
  EXPECT_NE(name_, name);
}

TEST_F(TrustsTest, AFileWhoseTimeIsSetBackIsReadAnew) {
  const auto first = Find(file_, false);
  const auto written = std::filesystem::last_write_time(file_);
  const auto changed = [this] {
    struct stat found {};
    EXPECT_EQ(::stat(file_.c_str(), &found), 0);
    return std::pair(found.st_ctim.tv_sec, found.st_ctim.tv_nsec);
  };
  // The kernel's clock for files goes in steps.
  for (const auto before = changed(); before == changed();) {
    std::filesystem::last_write_time(file_, written);
  }
  const auto second = Find(file_, false);
  EXPECT_NE(second, nullptr);
  EXPECT_NE(second, first);
}

TEST_F(TrustsTest, WhatCannotBeReadIsTriedAgain) {
  const std::string file = folder_ / "later";
  EXPECT_EQ(Find(file, false), nullptr);
  EXPECT_EQ(Find(file, false), nullptr);
  std::filesystem::copy_file(file_, file);
  EXPECT_NE(Find(file, false), nullptr);
}

TEST_F(TrustsTest, AllWhoWaitAreTold) {
  int told = 0;
  for (int i = 0; i < 3; ++i) {
    trusts_.Find(file_, "", [&](const Result<Trusts::Found>& found) {
      EXPECT_TRUE(found);
      if (++told == 3) loop_.Stop();
    });
  }
  loop_.Run();
  EXPECT_EQ(told, 3);
}

}  // namespace
}  // namespace base::http
