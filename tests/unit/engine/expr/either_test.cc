// The lanes of two sets as one layout, and where those of each are in it.
#include "engine/expr/either.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace engine::expr {
namespace {

using ::testing::ElementsAre;

constexpr pmapi::InDom kDisks{1};
constexpr pmapi::InDom kNets{2};
constexpr pmapi::InDom kCpus{3};

Layout Open(pmapi::InDom indom, std::vector<int> sources) {
  Layout layout;
  layout.kind = Layout::Kind::kOpen;
  layout.indoms.assign(sources.size(), indom);
  layout.sources = std::move(sources);
  return layout;
}

Layout Named(std::vector<int> sources, std::vector<LaneLabel> labels) {
  Layout layout;
  layout.kind = Layout::Kind::kFixed;
  layout.sources = std::move(sources);
  layout.labels = std::move(labels);
  return layout;
}

TEST(Either, HostByHostThePartsStandTogether) {
  const Layout either = EitherOf(Open(kDisks, {7, 8}), Open(kNets, {5, 6}));
  EXPECT_EQ(either.kind, Layout::Kind::kOpen);
  EXPECT_EQ(either.parts, 2);
  EXPECT_EQ(either.hosts(), 2);
  EXPECT_THAT(either.sources, ElementsAre(7, 5, 8, 6));
  EXPECT_THAT(either.indoms, ElementsAre(kDisks, kNets, kDisks, kNets));
}

TEST(Either, OfThree) {
  const Layout two = EitherOf(Open(kDisks, {7, 8}), Open(kNets, {7, 8}));
  const Layout three = EitherOf(Open(kCpus, {7, 8}), two);
  EXPECT_EQ(three.parts, 3);
  EXPECT_THAT(three.indoms,
              ElementsAre(kCpus, kDisks, kNets, kCpus, kDisks, kNets));
  const Embedding pair(two, 1, 3);
  // Disks and nets of the first host, then of the second.
  EXPECT_EQ(pair.Host(0), 1);
  EXPECT_EQ(pair.Host(1), 2);
  EXPECT_EQ(pair.Host(2), 4);
  EXPECT_EQ(pair.Host(3), 5);
}

TEST(Either, ExplicitInstancesAreNumbered) {
  const Layout named = Named({4}, {{0, 9, "b"}, {0, 3, "a"}, {0, 9, "b"}});
  const Layout either = EitherOf(Open(kDisks, {4}), named);
  EXPECT_THAT(either.labels,
              ElementsAre(LaneLabel{1, 0, "b"}, LaneLabel{1, 1, "a"},
                          LaneLabel{1, 2, "b"}));
  // And keep their numbers.
  EXPECT_THAT(EitherOf(Open(kNets, {4}), either).labels,
              ElementsAre(LaneLabel{2, 0, "b"}, LaneLabel{2, 1, "a"},
                          LaneLabel{2, 2, "b"}));
}

TEST(Either, WhatHasNoInstanceHasNoneHere) {
  const Layout hosts = Named(
      {4, 5}, {{0, pmapi::kNullInstance, ""}, {1, pmapi::kNullInstance, ""}});
  const Layout either = EitherOf(Open(kDisks, {4, 5}), hosts);
  EXPECT_THAT(either.labels,
              ElementsAre(LaneLabel{1, pmapi::kNullInstance, ""},
                          LaneLabel{3, pmapi::kNullInstance, ""}));
}

TEST(Either, OfUnequalNumbersOfHosts) {
  const Layout either = EitherOf(Open(kDisks, {4, 5}), Open(kNets, {4}));
  EXPECT_EQ(either.hosts(), 2);
  EXPECT_THAT(either.sources, ElementsAre(4, 4, 5, -1));
}

}  // namespace
}  // namespace engine::expr
