// ReadSecret: a line, and what is none; OthersRead.
#include "actions/receivers/secret_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "tests/support/file_tree.h"

namespace actions {
namespace {

class SecretFileTest : public ::testing::Test {
 protected:
  void Write(const std::string& text) { files_.Write("/secret", text); }

  tests::FileTree files_;
  const std::string path_ = files_.root() + "/secret";
};

TEST_F(SecretFileTest, IsTheFirstLineWithoutItsEnds) {
  for (const char* text : {"a b", "a b\n", " a b \r\nc", "\ta b"}) {
    Write(text);
    EXPECT_EQ(*ReadSecret(path_, "token_file"), "a b") << text;
  }
}

TEST_F(SecretFileTest, WhatIsNone) {
  Write("\nSECRET");
  EXPECT_EQ(ReadSecret(path_, "token_file").error().message,
            path_ + ": the first line is empty");
  EXPECT_EQ(ReadSecret(path_, "token_file").error().code,
            base::ErrorCode::kCorrupt);
  Write("SECRET\x1b");
  EXPECT_EQ(ReadSecret(path_, "token_file").error().message,
            path_ + ": the first line is no text");
  Write("\xef\xbb\xbfSECRET");
  EXPECT_EQ(ReadSecret(path_, "token_file").error().message,
            path_ +
                ": it begins with a byte order mark (BOM): save it as "
                "UTF-8 without one");
  Write(std::string(70'000, 'x'));
  EXPECT_EQ(ReadSecret(path_, "token_file").error().code,
            base::ErrorCode::kCorrupt);
  files_.Remove("/secret");
  EXPECT_FALSE(ReadSecret(path_, "token_file"));
}

TEST(IsOneToken, IsAsciiWithoutBlanks) {
  for (const char* token : {"a-._~+/b==", "Bearer a", "bearer  a"}) {
    EXPECT_TRUE(IsOneToken(token)) << token;
  }
  for (const char* token :
       {"a b", "Splunk a", "Bearer a b", "\xc3\xa4", "", "Bearer ", "a\tb"}) {
    EXPECT_FALSE(IsOneToken(token)) << token;
  }
}

TEST_F(SecretFileTest, WhetherOthersReadItIsAMatterOfItsMode) {
  EXPECT_FALSE(OthersRead(path_)) << "there is none";
  EXPECT_FALSE(OthersRead("/dev/null"));
  EXPECT_FALSE(OthersRead("/"));
  Write("x");
  ::chmod(path_.c_str(), 0644);
  EXPECT_TRUE(OthersRead(path_));
  ::chmod(path_.c_str(), 0640);
  EXPECT_FALSE(OthersRead(path_));
}

TEST(ReadSecretOf, AFileThatIsNotThereIsNotNamed) {
  EXPECT_EQ(ReadSecret("/none/SECRET", "token_file").error().message,
            "token_file: No such file or directory");
  EXPECT_EQ(ReadSecret("/etc/passwd/SECRET", "url_file").error().message,
            "url_file: Not a directory");
  EXPECT_EQ(ReadSecret(std::string(5000, 'x'), "token_file").error().message,
            "token_file: File name too long");
}

}  // namespace
}  // namespace actions
