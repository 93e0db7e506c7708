// Who had a name for a while, by what happened in its folder.
#include "pmapi/records/generations.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pmapi::records {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Optional;
using testing::StrEq;

NameChange Comes(const std::string& name, std::uint32_t cookie = 0) {
  return {true, cookie, name};
}
NameChange Goes(const std::string& name, std::uint32_t cookie = 0) {
  return {false, cookie, name};
}

TEST(Generations, AFileThatIsStillCalledSoIsNoneOfThem) {
  EXPECT_THAT(PassedGenerations("log", {}), IsEmpty());
  EXPECT_THAT(PassedGenerations("log", {Goes("log", 1), Comes("log.1", 1),
                                        Comes("log"), Comes("other")}),
              IsEmpty());
}

TEST(Generations, OneThatHasBeenRenamedTwiceIsFound) {
  EXPECT_THAT(
      PassedGenerations(
          "log", {Goes("log", 1), Comes("log.1", 1), Comes("log"),
                  Goes("log.1", 2), Comes("log.2", 2), Goes("log", 3),
                  Comes("log.1", 3), Comes("log"), Goes("log.2", 4),
                  Comes("log.3", 4), Goes("log.1", 5), Comes("log.2", 5)}),
      ElementsAre(Optional(StrEq("log.2"))));
}

TEST(Generations, OneThatIsGoneHasNoName) {
  EXPECT_THAT(
      PassedGenerations("log", {Comes("log"), Goes("log"), Comes("log")}),
      ElementsAre(std::nullopt));
  EXPECT_THAT(PassedGenerations("log", {Comes("log"), Goes("log", 7)}),
              ElementsAre(std::nullopt));
}

TEST(Generations, OneThatIsOverwrittenIsGone) {
  EXPECT_THAT(PassedGenerations("log", {Comes("log"), Comes("new"),
                                        Goes("new", 3), Comes("log", 3)}),
              ElementsAre(std::nullopt));
  EXPECT_THAT(
      PassedGenerations("log", {Comes("log"), Goes("log", 1), Comes("a", 1),
                                Goes("b", 2), Comes("a", 2), Comes("log")}),
      ElementsAre(std::nullopt));
}

TEST(Generations, OneThatIsCalledSoAgainIsStillThere) {
  EXPECT_THAT(
      PassedGenerations("log", {Comes("log"), Goes("log", 1), Comes("a", 1),
                                Goes("a", 2), Comes("log", 2)}),
      IsEmpty());
}

}  // namespace
}  // namespace pmapi::records
