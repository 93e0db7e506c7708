// Worker: what is done elsewhere, in order, and told here.
#include "base/loop/worker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>
#include <memory>
#include <thread>
#include <vector>

namespace base::loop {
namespace {

using ::testing::ElementsAre;

constexpr Duration kLong{60 * kNanosPerSecond};

class WorkerTest : public ::testing::Test {
 protected:
  Loop loop_;
  std::unique_ptr<Worker> worker_ = std::make_unique<Worker>(&loop_);
};

TEST_F(WorkerTest, WorksElsewhereInOrderAndTellsHere) {
  std::vector<int> done;
  std::vector<int> told;
  std::thread::id there;
  for (const int number : {1, 2, 3}) {
    ASSERT_TRUE(worker_->Do(
        [&, number] {
          there = std::this_thread::get_id();
          done.push_back(number);
        },
        [&, number] {
          told.push_back(number);
          if (number == 3) loop_.Stop();
        }));
  }
  EXPECT_THAT(told, ElementsAre());
  loop_.Run();
  EXPECT_THAT(done, ElementsAre(1, 2, 3));
  EXPECT_THAT(told, ElementsAre(1, 2, 3));
  EXPECT_NE(there, std::this_thread::get_id());
}

TEST_F(WorkerTest, TheLoopGoesOnWhileWorkHangs) {
  std::promise<void> disk;
  ASSERT_TRUE(worker_->Do([hung = disk.get_future().share()] { hung.wait(); },
                          [this] { loop_.Stop(); }));
  loop_.Post([this] { loop_.Stop(); });
  loop_.Run();
  EXPECT_FALSE(worker_->Finish({}));
  disk.set_value();
  loop_.Run();
}

TEST_F(WorkerTest, FinishWaitsForAllThatWasGiven) {
  int done = 0;
  for (int i = 0; i < 100; ++i) {
    ASSERT_TRUE(worker_->Do([&] { ++done; }, [] {}));
  }
  EXPECT_TRUE(worker_->Finish(kLong));
  EXPECT_EQ(done, 100);
  EXPECT_TRUE(worker_->Finish({})) << "there is nothing to wait for";
}

TEST_F(WorkerTest, NobodyIsToldOnceItIsGone) {
  bool told = false;
  ASSERT_TRUE(worker_->Do([] {}, [&] { told = true; }));
  ASSERT_TRUE(worker_->Finish(kLong));
  worker_.reset();
  loop_.Post([this] { loop_.Stop(); });
  loop_.Run();
  EXPECT_FALSE(told);
}

TEST_F(WorkerTest, WhatHangsDoesNotKeepItAndWhatHasNotBegunIsNotDone) {
  std::promise<void> disk;
  std::promise<void> begun;
  std::promise<void> over;
  const auto later = std::make_shared<int>(0);
  ASSERT_TRUE(worker_->Do(
      [hung = disk.get_future().share(), &begun, &over] {
        begun.set_value();
        hung.wait();
        over.set_value();
      },
      [] {}));
  ASSERT_TRUE(worker_->Do([later] { ++*later; }, [] {}));
  begun.get_future().wait();
  worker_.reset();
  EXPECT_EQ(later.use_count(), 1) << "dropped";
  disk.set_value();
  over.get_future().wait();
  EXPECT_EQ(*later, 0);
}

}  // namespace
}  // namespace base::loop
