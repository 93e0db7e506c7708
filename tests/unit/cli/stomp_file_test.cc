// The message broker of a run: where its file is, and what is told of it.
#include "cli/stomp_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/file_tree.h"

namespace cli {
namespace {

TEST(StompFileTest, WhatCannotBeReadIsAnError) {
  tests::FileTree tree;
  tree.Write("/f", "host=b\n");
  const auto read = ReadStompFile(tree.root() + "/f", false);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->settings.host, "b");
  EXPECT_EQ(read->diagnostics.size(), 3u);
  EXPECT_EQ(ReadStompFile(tree.root() + "/g", false).error().code,
            base::ErrorCode::kSystem);
  EXPECT_FALSE(UsesStomp({}));
}

}  // namespace
}  // namespace cli
