// Turns: who is next, who has to wait, and that nobody is kept out.
#include "base/http/turns.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <vector>

namespace base::http {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

std::vector<std::uint64_t> All(Turns* turns) {
  std::vector<std::uint64_t> all;
  while (const auto id = turns->Next()) all.push_back(*id);
  return all;
}

TEST(Turns, OneUrlHasAllPlacesAndKeepsItsOrder) {
  Turns turns;
  for (std::uint64_t id = 0; id < Turns::kMost + 2; ++id) turns.Wait("a", id);
  EXPECT_THAT(All(&turns), ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
  turns.Leave("a", 3);
  turns.Leave("a", 8);
  EXPECT_THAT(All(&turns), ElementsAre(9));
}

TEST(Turns, AUrlThatHangsKeepsNoOtherWaiting) {
  Turns turns;
  for (std::uint64_t id = 0; id < 20; ++id) turns.Wait("hangs", id);
  EXPECT_THAT(All(&turns), SizeIs(Turns::kMost));
  for (std::uint64_t id = 20; id < 23; ++id) turns.Wait("b", id);
  turns.Wait("c", 30);
  EXPECT_THAT(All(&turns), ElementsAre(20, 30)) << "one of each";
  turns.Leave("b", 20);
  EXPECT_THAT(All(&turns), ElementsAre(21));
  turns.Leave("c", 30);
  turns.Leave("b", 21);
  EXPECT_THAT(All(&turns), ElementsAre(22));
  turns.Leave("hangs", 0);
  EXPECT_THAT(All(&turns), IsEmpty()) << "b has the place of that";
  turns.Leave("b", 22);
  EXPECT_THAT(All(&turns), ElementsAre(8));
}

TEST(Turns, WhoHasTheFewestIsNext) {
  Turns turns;
  for (std::uint64_t id = 0; id < 8; ++id) turns.Wait("a", id);
  for (std::uint64_t id = 10; id < 14; ++id) turns.Wait("b", id);
  EXPECT_THAT(All(&turns), ElementsAre(0, 10, 1, 11, 2, 12, 3, 13));
}

TEST(Turns, ThereIsAnEndToPlaces) {
  Turns turns;
  for (std::uint64_t id = 0; id < 200; ++id) {
    turns.Wait(std::to_string(id), id);
  }
  const auto begun = All(&turns);
  EXPECT_THAT(begun, SizeIs(Turns::kMostWithNew));
  for (const std::uint64_t id : begun) {
    turns.Leave(std::to_string(id), id, true);
    turns.Wait(std::to_string(id), id + 1000);
  }
  EXPECT_THAT(All(&turns), SizeIs(200 - Turns::kMostWithNew + Turns::kMost));
}

TEST(Turns, AtAStartUrlsThatHangKeepNoOtherOut) {
  Turns turns;
  for (std::uint64_t id = 0; id < 100; ++id) turns.Wait(std::to_string(id), id);
  for (std::uint64_t id = 100; id < 110; ++id) turns.Wait("good", id);
  EXPECT_THAT(All(&turns), AllOf(SizeIs(101), Contains(100)));
  turns.Leave("good", 100, true);
  EXPECT_THAT(All(&turns), ElementsAre(101, 102, 103, 104, 105, 106, 107, 108));
}

TEST(Turns, WhoComesLaterIsNotBehindThoseThatDoNotAnswer) {
  Turns turns;
  for (std::uint64_t id = 0; id < 100; ++id) turns.Wait(std::to_string(id), id);
  for (const std::uint64_t id : All(&turns)) {
    turns.Leave(std::to_string(id), id, false);
    turns.Wait(std::to_string(id), id + 100);
  }
  EXPECT_THAT(All(&turns), SizeIs(Turns::kMostSilent));
  for (std::uint64_t id = 300; id < 330; ++id) {
    turns.Wait(std::to_string(id), id);
  }
  turns.Wait("good", 400);
  EXPECT_THAT(All(&turns), AllOf(SizeIs(31), Contains(400)));
}

TEST(Turns, NothingIsLeftOfWhoHasLeft) {
  Turns turns;
  turns.Wait("a", 1);
  turns.Wait("a", 2);
  EXPECT_EQ(turns.Next(), 1u);
  turns.Leave("a", 2);
  turns.Leave("a", 1);
  EXPECT_THAT(All(&turns), IsEmpty());
}

TEST(Turns, UrlsThatDoNotAnswerHaveTheirOwnPlaces) {
  Turns turns;
  for (std::uint64_t id = 0; id < 64; ++id) turns.Wait(std::to_string(id), id);
  turns.Wait("good", 64);
  for (int round = 0; round < 3; ++round) {  // until all are known
    for (const std::uint64_t id : All(&turns)) {
      const std::string url = id == 64 ? "good" : std::to_string(id);
      turns.Leave(url, id, id == 64);
    }
  }
  for (std::uint64_t id = 0; id < 64; ++id) {
    turns.Wait(std::to_string(id), 100 + id);
  }
  EXPECT_THAT(All(&turns), SizeIs(Turns::kMostSilent));
  for (std::uint64_t id = 200; id < 210; ++id) turns.Wait("good", id);
  EXPECT_THAT(All(&turns), ElementsAre(200, 201, 202, 203, 204, 205, 206, 207));
  turns.Leave("good", 200, true);
  EXPECT_THAT(All(&turns), ElementsAre(208));
}

TEST(Turns, ManyThatAnswerKeepNobodyOut) {
  Turns turns;
  for (std::uint64_t id = 0; id < 100; ++id) turns.Wait(std::to_string(id), id);
  std::map<std::uint64_t, int> begun;
  for (int round = 0; round < 6; ++round) {
    for (const std::uint64_t id : All(&turns)) {
      const std::uint64_t url = id % 100;
      ++begun[url];
      turns.Leave(std::to_string(url), id, true);
      turns.Wait(std::to_string(url), id + 100);
    }
  }
  EXPECT_THAT(begun, SizeIs(100));
}

TEST(Turns, WhatWasNotSentSaysNothingOfItsUrl) {
  Turns turns;
  for (std::uint64_t id = 0; id < Turns::kMostWithNew; ++id) {
    turns.Wait(std::to_string(id), id);
  }
  turns.Wait("good", 499);
  turns.Leave("good", 499, true);
  turns.Wait("good", 500);
  EXPECT_THAT(All(&turns), SizeIs(Turns::kMostWithNew));
  turns.Leave("0", 0, true);
  EXPECT_THAT(All(&turns), ElementsAre(500));
  turns.Leave("good", 500, true);
  turns.Wait("0", 501);
  turns.Wait("good", 502);
  turns.Wait("other", 503);
  EXPECT_THAT(All(&turns), ElementsAre(501, 502)) << "both have answered";
}

}  // namespace
}  // namespace base::http
