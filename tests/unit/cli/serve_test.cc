// tocsin serve: how it ends where there is nothing to run. That it runs is in
// tests/script/serve_test.py.
#include "cli/serve.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/file_tree.h"
#include "tests/unit/cli/small_archive.h"

namespace cli {
namespace {

using ::testing::HasSubstr;

class ServeTest : public testing::Test {
 protected:
  /// "status: what is printed".
  std::string Run(bool check_only) {
    ServeOptions options;
    options.control = folder_.root() + "/control";
    options.check_only = check_only;
    Printed out;
    Printed err;
    const int status = RunServe(options, SmallProcess(&out, &err));
    return std::to_string(status) + ": " + out.Text() + err.Text();
  }

  tests::FileTree folder_;
};

TEST_F(ServeTest, WithoutAControlFileItDoesNotBegin) {
  EXPECT_THAT(Run(false), HasSubstr("1: tocsin: "));
  EXPECT_THAT(Run(false), HasSubstr("--control FILE names another"));
}

TEST_F(ServeTest, CheckTellsAllThatIsWrong) {
  folder_.Write("/a", "x = load > ;");
  folder_.Write("/control", "$version=1.1\na x n l -c a\na n n " +
                                folder_.root() + "/l -c a\n");
  const std::string told = Run(true);
  EXPECT_THAT(told, HasSubstr("1: "));
  EXPECT_THAT(told, HasSubstr("control:2:1: error"));
  EXPECT_THAT(told, HasSubstr("/a:1:"));
  folder_.Write("/a", "x = load > 1;");
  folder_.Write("/control",
                "$version=1.1\na n n " + folder_.root() + "/l -c a\n");
  EXPECT_EQ(Run(true), "0: ");
}

}  // namespace
}  // namespace cli
