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
  SourceNames source_names_{{&a_, &b_}};
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
  EXPECT_EQ(before, "sda") << "what was given stays";
}

}  // namespace
}  // namespace engine::schedule
