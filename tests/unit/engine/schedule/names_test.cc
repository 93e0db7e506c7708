// What hosts and instances are called, and when sources are asked for it.
#include "engine/schedule/names.h"

#include <gtest/gtest.h>

#include "tests/support/memory_source.h"

namespace engine::schedule {
namespace {

constexpr pmapi::InDom kDisks{1};
constexpr pmapi::InDom kNets{2};

class NamesTest : public testing::Test {
 protected:
  NamesTest() {
    a_.AddInDom(kDisks, {{1, "sda"}, {2, "sdb"}});
    b_.AddInDom(kDisks, {{1, "vda"}});
  }

  tests::MemorySource a_{{base::Timestamp{}, base::Duration{1}}, "web1"};
  tests::MemorySource b_{{base::Timestamp{}, base::Duration{1}}, "web2"};
  const std::vector<pmapi::Source*> sources_ = {&a_, &b_};
  SourceNames source_names_{sources_};
  eval::Names names_ = source_names_.Names();
};

TEST_F(NamesTest, HostsAndContextsAreTheSources) {
  EXPECT_EQ(names_.host(0), "web1");
  EXPECT_EQ(names_.host(1), "web2");
  EXPECT_EQ(names_.context(1), b_.ContextName());
}

TEST_F(NamesTest, InstancesAreOfTheirSourceAndDomain) {
  a_.AddInDom(kNets, {{1, "eth0"}});
  EXPECT_EQ(names_.instance(0, kDisks, 1), "sda");
  EXPECT_EQ(names_.instance(0, kDisks, 2), "sdb");
  EXPECT_EQ(names_.instance(1, kDisks, 1), "vda");
  EXPECT_EQ(names_.instance(0, kNets, 1), "eth0");
}

TEST_F(NamesTest, WhatIsNotKnownHasNoName) {
  EXPECT_EQ(names_.instance(0, kDisks, 9), "");
  EXPECT_EQ(names_.instance(1, kNets, 1), "") << "a domain that is not there";
}

TEST_F(NamesTest, InstancesThatHaveComeSinceAreFound) {
  EXPECT_EQ(names_.instance(0, kDisks, 3), "");
  const std::string_view before = names_.instance(0, kDisks, 1);
  a_.AddInDom(kDisks, {{3, "sdc"}, {2, "sdb"}, {1, "sda"}});
  EXPECT_EQ(names_.instance(0, kDisks, 3), "sdc");
  EXPECT_EQ(before, "sda") << "what was given stays for this tick";
}

// A disk has been replaced.
TEST_F(NamesTest, AnInstanceThatComesBackMayHaveAnotherName) {
  source_names_.BeginTick();
  const std::string_view before = names_.instance(0, kDisks, 1);
  EXPECT_EQ(before, "sda");
  EXPECT_EQ(names_.instance(0, kDisks, 2), "sdb");
  a_.AddInDom(kDisks, {{1, "sdc"}, {2, "sdb"}});
  names_.instance(0, kDisks, 9);
  EXPECT_EQ(before, "sda") << "what was given stays for this tick";
  for (int i = 0; i < 2; ++i) {
    source_names_.BeginTick();
    EXPECT_EQ(names_.instance(0, kDisks, 2), "sdb");
  }
  EXPECT_EQ(names_.instance(0, kDisks, 1), "sdc");
  a_.AddInDom(kDisks, {});
  for (int i = 0; i < 2; ++i) source_names_.BeginTick();
  EXPECT_EQ(names_.instance(0, kDisks, 1), "sdc") << "an answer that is late";
}

// Those of processes, say, and what a host may send.
TEST_F(NamesTest, InstancesThatComeWithoutEndAreForgotten) {
  std::size_t most = 0;
  for (int tick = 0; tick < 1000; ++tick) {
    source_names_.BeginTick();
    const std::string name = std::to_string(tick) + std::string(10'000, 'x');
    a_.AddInDom(kDisks, {{1, "sda"}, {tick + 2, name}});
    ASSERT_EQ(names_.instance(0, kDisks, tick + 2), name);
    most = std::max(most, source_names_.size());
  }
  EXPECT_LT(most, 150u);
  EXPECT_EQ(names_.instance(0, kDisks, 1), "sda") << "it is still there";
}

TEST_F(NamesTest, InstancesThatAreAskedForStay) {
  a_.AddInDom(kDisks, {{1, "sda"}});
  ASSERT_EQ(names_.instance(0, kDisks, 1), "sda");
  for (int tick = 0; tick < 1000; ++tick) {
    source_names_.BeginTick();
    a_.AddInDom(kDisks, {{tick + 2, std::string(10'000, 'x')}});
    names_.instance(0, kDisks, tick + 2);
    ASSERT_EQ(names_.instance(0, kDisks, 1), "sda");
  }
}

TEST_F(NamesTest, AllThatAreAskedForAtOneTickStay) {
  std::vector<std::string_view> names;
  for (int i = 1; i < 1000; ++i) {
    a_.AddInDom(kDisks, {{i, std::to_string(i) + std::string(10'000, 'x')}});
    names.push_back(names_.instance(0, kDisks, i));
  }
  EXPECT_EQ(names.front().substr(0, 2), "1x");
  EXPECT_EQ(source_names_.size(), 999u);
  EXPECT_EQ(names.back().substr(0, 4), "999x");
}

}  // namespace
}  // namespace engine::schedule
