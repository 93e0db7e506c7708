// SharedLibrary: what is there, and what is not.
#include "base/shared_library.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "tests/support/open_files_limit.h"

namespace base {
namespace {

TEST(SharedLibrary, HasItsFunctions) {
  SharedLibrary library("libm.so.6");
  double (*root)(double) = nullptr;
  library.Find("sqrt", &root);
  EXPECT_TRUE(library.complete());
  ASSERT_NE(root, nullptr);
  EXPECT_EQ(root(16), 4);
}

TEST(SharedLibrary, IsIncompleteFromTheFirstFunctionThatItLacks) {
  SharedLibrary library("libm.so.6");
  double (*function)(double) = nullptr;
  library.Find("no_such_function", &function);
  EXPECT_EQ(function, nullptr);
  library.Find("sqrt", &function);
  EXPECT_NE(function, nullptr);
  EXPECT_FALSE(library.complete());
}

TEST(SharedLibrary, ThatIsNotInstalledHasNone) {
  SharedLibrary library("libno-such-library.so.0");
  EXPECT_FALSE(library.complete());
  double (*function)(double) = nullptr;
  library.Find("sqrt", &function);
  EXPECT_EQ(function, nullptr);
  EXPECT_FALSE(library.complete());
  EXPECT_EQ(library.Missing("libno"),
            "no libno-such-library.so.0 here: install libno");
}

TEST(SharedLibrary, ThatCannotBeReadSaysWhy) {
  std::string why;
  {
    const tests::OpenFilesLimit limit;
    why = SharedLibrary("libno-such-library.so.0").Missing("libno");
  }
  EXPECT_NE(why.find("Too many open files"), std::string::npos) << why;
}

}  // namespace
}  // namespace base
