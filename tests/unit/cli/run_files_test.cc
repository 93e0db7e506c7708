// The log's frame and the file with the process id. As a daemon, with a log
// that is rotated: tests/script.
#include "cli/run_files.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "tests/unit/cli/small_archive.h"

namespace cli {
namespace {

class RunFilesTest : public testing::Test {
 protected:
  tests::TemporaryFolder folder_;
  Printed out_;
  Printed err_;
  ProcessContext process_{
      "tocsin",
      [this](const std::string& name) {
        return name == "PCP_RUN_DIR" ? folder_ / "run" : SmallEnvironment(name);
      },
      out_.out(), err_.out()};
  engine::schedule::SystemClock clock_;
  Messages messages_{"tocsin", err_.out(), &clock_};
  Elsewhere elsewhere_{folder_ / "nobody", "tocsin", &clock_};
  Options options_;
  RunFiles files_{process_, options_, &messages_, &elsewhere_};
};

TEST_F(RunFilesTest, WithoutALogNothingIsSaid) {
  EXPECT_TRUE(files_.BeginLog());
  files_.EndLog();
  EXPECT_EQ(err_.Text(), "");
}

TEST_F(RunFilesTest, ALogThatCannotBeIsRefused) {
  options_.log_file = folder_ / "no/such/log";
  EXPECT_FALSE(files_.BeginLog());
  EXPECT_EQ(err_.Text(), "tocsin: cannot open log \"" + *options_.log_file +
                             "\" for writing : No such file or directory\n");
}

TEST_F(RunFilesTest, ALogThatNobodyReadsIsRefused) {
  options_.log_file = folder_ / "fifo";
  ASSERT_EQ(::mkfifo(options_.log_file->c_str(), 0600), 0);
  EXPECT_FALSE(files_.BeginLog());
  EXPECT_EQ(err_.Text(), "tocsin: cannot open log \"" + *options_.log_file +
                             "\" for writing : No such device or address: "
                             "begin its reader first\n");
}

TEST_F(RunFilesTest, APidFileThatCannotBeWrittenIsToldOnceAndTriedAgain) {
  const std::string path = folder_ / "run/pmie.pid";
  files_.TryAgain();
  EXPECT_EQ(err_.Text(), "") << "nobody has wanted one";
  files_.WritePidFile();
  const std::string told = err_.Text();
  EXPECT_NE(told.find(" Warning: "), std::string::npos) << told;
  files_.TryAgain();
  EXPECT_EQ(err_.Text(), told);
  std::filesystem::create_directory(folder_ / "run");
  files_.TryAgain();
  EXPECT_TRUE(std::filesystem::exists(path));
  EXPECT_TRUE(err_.Text().ends_with(" Info: " + path + " is written now\n"))
      << err_.Text();
}

TEST_F(RunFilesTest, APidFileOfAnotherThatRunsIsToldOf) {
  const std::string path = folder_ / "run/pmie.pid";
  std::filesystem::create_directory(folder_ / "run");
  std::ofstream(path) << 1;
  files_.WritePidFile();
  const std::string told = err_.Text();
  EXPECT_TRUE(told.ends_with(" Warning: " + path +
                             " is that of process 1, which runs: from now on "
                             "it is ours\n"))
      << told;
  files_.WritePidFile();
  EXPECT_EQ(err_.Text(), told);
}

TEST_F(RunFilesTest, WhoIsInTheForegroundStaysWhoItIs) {
  options_.foreground = true;
  options_.user = "no such user";
  EXPECT_TRUE(BecomeDaemon(options_, &messages_));
  EXPECT_EQ(err_.Text(), "");
}

}  // namespace
}  // namespace cli
