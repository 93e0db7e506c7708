// TakenOver: whose notifications an earlier run has left.
#include "actions/delivery/taken_over.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "actions/delivery/http_transport.h"

namespace actions {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> Told(const CountsByRule& waiting) {
  Receivers receivers;
  receivers.Name({{"ops", {}}});
  base::loop::Loop loop;
  base::http::Client client(&loop);
  const HttpTransport transport(&client, &receivers, &loop, {});
  std::vector<std::string> told;
  for (const Note& note : TakenOver(waiting, {"https://a#1"}, transport)) {
    told.push_back((note.wrong ? "wrong: " : "right: ") + note.text);
  }
  return told;
}

TEST(TakenOverTest, WhereThereIsNothingNothingIsSaid) {
  EXPECT_THAT(Told({}), IsEmpty());
}

TEST(TakenOverTest, ReceiversThatNoRuleHasAreNamed) {
  EXPECT_THAT(
      Told({{{"https://a#1", "full"}, 1},
            {{"https://b#2", "full"}, 1},
            {{"ops", "full"}, 1},
            {{"exec /bin/x", "full"}, 1},
            {{"night", "full"}, 1},
            {{"ops", "other"}, 2}}),
      ElementsAre("right: 7 notifications taken over from an earlier run",
                  "wrong: webhook: https://b: no rule has it any more: 1 "
                  "notification, to be given up after 24 hours",
                  "wrong: webhook: night: the receivers' file has no night: 1 "
                  "notification, to be tried again once it has, or given up "
                  "after 24 hours",
                  "right: webhook: ops: no rule has it any more: 3 "
                  "notifications, to be sent all the same"));
}

}  // namespace
}  // namespace actions
