// Copies: which of them are forgotten first, and what is then held.
#include "actions/delivery/copies.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "actions/delivery/tables.h"

namespace actions {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

class CopiesTest : public ::testing::Test {
 protected:
  void SetUp() override {
    MakeTables(database_.get());
    database_->RunAll(kCopiesTables);
    database_->RunAll(
        "INSERT INTO queues VALUES(7, 'ops', 'full', 'shop', 0);"
        "INSERT INTO notifications VALUES(1, 'a', 7, 0, 0, 0, '', '');"
        "INSERT INTO notifications VALUES(2, 'b', 7, 0, 0, 0, '', '');"
        "INSERT INTO notifications VALUES(3, 'own', 7, 0, 0, 0, '', '');");
  }
  void TearDown() override { EXPECT_TRUE(database_->status()); }

  std::vector<std::string> Texts(const char* sql) {
    std::vector<std::string> texts;
    database_->Run(sql, {}, [&](const Database::Row& row) {
      texts.push_back(row.Text(0));
    });
    return texts;
  }

  std::unique_ptr<Database> database_ = *Database::Open(":memory:");
  CountsByRule forgotten_;
};

TEST_F(CopiesTest, TheNewestIsForgottenFirstAndHoldsItsQueue) {
  EXPECT_TRUE(ForgetNewestCopy(2, database_.get(), &forgotten_));
  EXPECT_THAT(ForgottenIds(database_.get()), ElementsAre("b"));
  EXPECT_EQ(database_->Number("SELECT last FROM held"), 1);
  EXPECT_TRUE(ForgetNewestCopy(2, database_.get(), &forgotten_));
  EXPECT_EQ(database_->Number("SELECT last FROM held"), 0);
  EXPECT_FALSE(ForgetNewestCopy(2, database_.get(), &forgotten_));
  EXPECT_THAT(ForgottenIds(database_.get()), UnorderedElementsAre("a", "b"));
  EXPECT_THAT(forgotten_, ElementsAre(Pair(Pair("ops", "full"), 2)));
  EXPECT_THAT(Texts("SELECT id FROM notifications"), ElementsAre("own"));
}

TEST_F(CopiesTest, WhatIsHeldAnewForgetsNothing) {
  EXPECT_TRUE(ForgetNewestCopy(2, database_.get(), &forgotten_));
  HoldQueues({{"ops", "other", "shop"}}, 5, database_.get());
  EXPECT_THAT(ForgottenIds(database_.get()), IsEmpty());
  EXPECT_THAT(Texts("SELECT rule FROM held"), ElementsAre("other"));
  EXPECT_EQ(database_->Number("SELECT last FROM held"), 5);
}

}  // namespace
}  // namespace actions
