// ReceiverFiles: files and directories, and what of them is told.
#include "cli/receiver_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>

#include "tests/support/file_tree.h"

namespace cli {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class ReceiverFilesTest : public testing::Test {
 protected:
  tests::FileTree tree_;
  const std::string folder_ = tree_.root() + "/r";
  ReceiverFiles files_;
};

TEST_F(ReceiverFilesTest, OneFile) {
  tree_.Write("/r/1", "receivers: {a: {url: 'http://a'}}");
  EXPECT_FALSE(files_.any_read());
  EXPECT_FALSE(files_.Names().read);
  ASSERT_TRUE(files_.Read(folder_ + "/1"));
  EXPECT_TRUE(files_.any_read());
  EXPECT_THAT(files_.Names().names, ElementsAre("a"));
  EXPECT_THAT(files_.receivers(), SizeIs(1));
  EXPECT_FALSE(files_.has_errors());
}

TEST_F(ReceiverFilesTest, ATemplateInAFileOfItsOwn) {
  tree_.Write("/r/1", "receivers: {a: {url: 'http://a', template_file: t}}");
  tree_.Write("/r/t", "{{hots}}");
  ASSERT_TRUE(files_.Read(folder_ + "/1"));
  EXPECT_TRUE(files_.has_errors());
  ASSERT_THAT(files_.diagnostics(), SizeIs(1));
  EXPECT_EQ(files_.diagnostics()[0].source->name(), folder_ + "/t");
  EXPECT_THAT(files_.receivers(), IsEmpty());
}

TEST_F(ReceiverFilesTest, WhatIsOverByItself) {
  tree_.Write("/r/1",
              "receivers: {am: {url: 'http://a/api/v2/alerts', body: "
              "alertmanager, resolve_after: 1 hour}, own: {url: "
              "'http://a/api/v2/alerts', body: alertmanager}, ops: {url: "
              "'http://a'}}");
  ASSERT_TRUE(files_.Read(folder_ + "/1"));
  EXPECT_EQ(files_.Names().resolved,
            (std::map<std::string, double>{{"am", 3600}, {"own", 300}}));
}

TEST_F(ReceiverFilesTest, WhatIsWrongWithOneReceiver) {
  tree_.Write("/r/1.yaml",
              "receivers:\n"
              "  a: {url: 'https://a',\n"
              "      token_file: t1}\n"
              "  b: {url: 'https://a',\n"
              "      token_file: t2,\n"
              "      password_file: p}\n");
  tree_.Write("/r/2.yaml",
              "receivers: {c: {url: 'https://a', token_file: t3}}");
  ASSERT_TRUE(files_.Read(folder_));
  ASSERT_THAT(files_.diagnostics(), SizeIs(5));
  const auto told = [this](const std::string& receiver) {
    std::size_t others = 0;
    std::string all;
    for (const auto& one : files_.DiagnosticsOf(receiver, &others)) {
      const auto begin = one.diagnostic.span.begin;
      all += one.diagnostic.message.substr(0, 2) +
             std::to_string(one.source->PositionAt(begin).line) + ' ';
    }
    return all + std::to_string(others);
  };
  EXPECT_EQ(told("a"), "to3 us4 2");
  EXPECT_EQ(told("b"), "us4 to5 pa6 2");
  EXPECT_EQ(told("c"), "us4 to1 2");
  EXPECT_EQ(told("d"), "us4 3");
}

TEST_F(ReceiverFilesTest, AFolderInTheOrderOfItsNames) {
  tree_.Write("/r/2.yml",
              "receivers: {b: {url: 'http://b'}, a: {url: 'http://b'}}");
  tree_.Write("/r/1.yaml", "receivers: {a: {url: 'http://a'}}");
  for (const char* name : {"/r/notes.txt", "/r/.a.yaml", "/r/.#1.yaml"}) {
    tree_.Write(name, "no YAML: at: all");
  }
  ASSERT_TRUE(files_.Read(folder_));
  ASSERT_THAT(files_.diagnostics(), SizeIs(1));
  EXPECT_EQ(files_.diagnostics()[0].diagnostic.message,
            "another file has a receiver of this name");
  EXPECT_EQ(files_.diagnostics()[0].diagnostic.hint,
            "it is " + folder_ + "/1.yaml");
  EXPECT_EQ(files_.diagnostics()[0].source->name(), folder_ + "/2.yml");
  EXPECT_EQ(files_.receivers().at("a").url, "http://a");
  EXPECT_TRUE(files_.has_errors());
}

TEST_F(ReceiverFilesTest, AllOfAFolderThatCannotBeReadIsTold) {
  tree_.MakeFolder("/r/1.yaml");
  tree_.Write("/r/2.yaml", "receivers: {a: {url: 'http://a', uri: ''}}");
  ASSERT_EQ(::symlink("none", (folder_ + "/3.yaml").c_str()), 0);
  tree_.Write("/r/4.yaml", "receivers: {b: {url: 'http://b'}}");
  ASSERT_TRUE(files_.Read(folder_));
  const auto& all = files_.diagnostics();
  ASSERT_THAT(all, SizeIs(3)) << "beside the mistakes in what can be read";
  const auto shown = [&](std::size_t i) {
    return grammar::Render(all[i].diagnostic, *all[i].source);
  };
  EXPECT_EQ(shown(0),
            folder_ + "/1.yaml: error: cannot be read: Is a directory\n");
  EXPECT_EQ(shown(2), folder_ +
                          "/3.yaml: error: cannot be read: No such file "
                          "or directory\n");
  EXPECT_THAT(files_.receivers(), SizeIs(1));
  EXPECT_TRUE(files_.has_errors());
  EXPECT_EQ(files_.Names().unread, folder_ + "/3.yaml is wrong");
}

TEST_F(ReceiverFilesTest, WhatCannotBeRead) {
  EXPECT_FALSE(files_.Read(folder_ + "/none"));
  EXPECT_FALSE(files_.any_read());
  tree_.MakeFolder("/r");
  ASSERT_TRUE(files_.Read(folder_)) << "there is nothing in it";
  EXPECT_THAT(files_.receivers(), IsEmpty());
  ASSERT_THAT(files_.diagnostics(), SizeIs(1));
  EXPECT_EQ(grammar::Render(files_.diagnostics()[0].diagnostic,
                            *files_.diagnostics()[0].source),
            folder_ +
                ": warning: there is no file in this directory whose "
                "name ends in .yaml or .yml\n");
  EXPECT_FALSE(files_.has_errors());
}

}  // namespace
}  // namespace cli
