// Names to addresses: numbers need no look-up, and who lets go hears nothing
// more. No name is asked of a network.
#include "base/loop/resolver.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>

#include <future>

namespace base::loop {
namespace {

/// "address port", of the first address.
std::string TextOf(const Addresses& addresses) {
  const SocketAddress& first = addresses.at(0);
  char text[INET6_ADDRSTRLEN] = "";
  const auto* storage = &first.storage;
  if (storage->ss_family == AF_INET) {
    const auto* in = reinterpret_cast<const sockaddr_in*>(storage);
    EXPECT_EQ(first.size, sizeof *in);
    ::inet_ntop(AF_INET, &in->sin_addr, text, sizeof text);
    return std::string(text) + " " + std::to_string(ntohs(in->sin_port));
  }
  const auto* in6 = reinterpret_cast<const sockaddr_in6*>(storage);
  EXPECT_EQ(first.size, sizeof *in6);
  ::inet_ntop(AF_INET6, &in6->sin6_addr, text, sizeof text);
  return std::string(text) + " " + std::to_string(ntohs(in6->sin6_port));
}

TEST(NumericAddresses, AreOfBothFamilies) {
  const auto four = NumericAddress("10.0.0.1", 44321);
  ASSERT_TRUE(four);
  EXPECT_EQ(four->size(), 1u);
  EXPECT_EQ(TextOf(*four), "10.0.0.1 44321");
  const auto six = NumericAddress("::1", 1);
  ASSERT_TRUE(six);
  EXPECT_EQ(TextOf(*six), "::1 1");
}

TEST(NumericAddresses, AreNoNames) {
  for (const char* name : {"localhost", "10.0.0.256", "10.0.0.1:5", "::g"}) {
    const auto address = NumericAddress(name, 1);
    ASSERT_FALSE(address) << name;
    EXPECT_EQ(address.error().code, ErrorCode::kNoHost);
    EXPECT_EQ(address.error().message.find(std::string(name) + ": "), 0u);
  }
}

TEST(Resolver, AnswersEachQuestionWithItsOwn) {
  Resolver resolver;
  std::vector<std::promise<std::string>> answers(20);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const std::string host = "127.0.0." + std::to_string(i + 1);
    resolver.Resolve(host, 1, [&answers, i](Result<Addresses> found) {
      answers[i].set_value(found ? TextOf(*found) : found.error().message);
    });
  }
  for (std::size_t i = 0; i < answers.size(); ++i) {
    EXPECT_EQ(answers[i].get_future().get(),
              "127.0.0." + std::to_string(i + 1) + " 1");
  }
}

TEST(Resolver, AnswersAllWhoAskForTheSame) {
  Resolver resolver;
  std::vector<std::promise<std::string>> answers(200);
  for (std::promise<std::string>& answer : answers) {
    resolver.Resolve("127.0.0.1", 1, [&answer](Result<Addresses> found) {
      answer.set_value(found ? TextOf(*found) : found.error().message);
    });
  }
  for (std::promise<std::string>& answer : answers) {
    EXPECT_EQ(answer.get_future().get(), "127.0.0.1 1");
  }
}

TEST(Resolver, SaysThatAHostIsNone) {
  Resolver resolver;
  for (const char* time : {"first", "second"}) {
    std::promise<ErrorCode> answer;
    // No label may be empty, so no server is asked.
    resolver.Resolve("no..host", 1, [&answer](Result<Addresses> found) {
      answer.set_value(found ? ErrorCode::kSystem : found.error().code);
    });
    EXPECT_EQ(answer.get_future().get(), ErrorCode::kNoHost) << time;
  }
}

// What an answer holds outlives the resolver only if it is not called.
TEST(Resolver, GivesNoAnswerOnceItIsGone) {
  for (int round = 0; round < 50; ++round) {
    auto alive = std::make_unique<int>(round);
    {
      Resolver resolver;
      for (int i = 0; i < 10; ++i) {
        resolver.Resolve("127.0.0.1", 1, [&alive](Result<Addresses>) {
          EXPECT_NE(alive, nullptr);
        });
      }
    }
    alive = nullptr;
  }
}

}  // namespace
}  // namespace base::loop
