// The whole command over an archive and over this host: what is printed where,
// and its status. As a process, with signals and a log: tests/script.
#include "cli/pmie.h"

#include <gtest/gtest.h>

#include <csignal>

#include "tests/support/archive_surgery.h"
#include "tests/unit/cli/small_archive.h"

namespace cli {
namespace {

class PmieTest : public testing::Test {
 protected:
  int Run(std::vector<std::string> arguments, const std::string& rules) {
    arguments.insert(arguments.end(), {"-c", small_.Write("r", rules)});
    return RunAlone(std::move(arguments));
  }
  int RunAlone(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), program_);
    arguments.insert(arguments.end(), {"-q", "-Z", "UTC"});
    out_.emplace();
    err_.emplace();
    ProcessContext process = SmallProcess(&*out_, &*err_);
    process.program = program_;
    process.environment = [this](const std::string& name) {
      return name == "PCP_TMP_DIR" ? folder_.path() : SmallEnvironment(name);
    };
    process.signal = [this] { return signal_; };
    process.keep = [this](std::shared_ptr<const void> done) {
      kept_.push_back(std::move(done));
    };
    return RunPmie(arguments, process);
  }

  tests::TemporaryFolder folder_;
  SmallArchive small_;
  std::string program_ = "tocsin";
  int signal_ = 0;
  std::optional<Printed> out_;
  std::optional<Printed> err_;
  std::vector<std::shared_ptr<const void>> kept_;
};

TEST_F(PmieTest, ReplaysRules) {
  EXPECT_EQ(Run({"-a", small_.path(), "-v"}, "x = load;"), 0);
  EXPECT_EQ(out_->Text(),
            "x (Sun Sep  9 01:46:40 2001): 1\n\n"
            "x (Sun Sep  9 01:46:50 2001): 2\n\n"
            "x (Sun Sep  9 01:47:00 2001): 3\n\n");
  EXPECT_EQ(err_->Text(), "");
}

TEST_F(PmieTest, WhatItReplayedWithIsKeptAndNeedsNothingOfTheRun) {
  for (const char* threads : {"1", "2"}) {
    EXPECT_EQ(
        Run({"-a", small_.path(), "-v", "--threads", threads}, "x = load;"), 0);
    EXPECT_EQ(kept_.size(), 2u) << "the replay and its archives";
    kept_.clear();
  }
  EXPECT_EQ(Run({"-a", small_.path(), "-C"}, "x = load;"), 0);
  EXPECT_TRUE(kept_.empty());
}

TEST_F(PmieTest, DescribesActions) {
  EXPECT_EQ(Run({"-a", small_.path()}, "load > 2 -> print \"%v on %h\";"), 0);
  EXPECT_EQ(out_->Text(), "print Sun Sep  9 01:47:00 2001: 3 on web1\n");
}

TEST_F(PmieTest, TemplatesHaveTheValuesOfTheArchivesHost) {
  const std::string sets =
      small_.Write("high.rules",
                   "---\nparameters: {most: {default: 100}}\n---\n"
                   "high = load > $most -> print \"%v above $most\";\n");
  const std::string site = small_.Write(
      "site.yaml", "groups: {g: {hosts: [web*], values: {high.most: 2}}}\n");
  EXPECT_EQ(RunAlone({"-a", small_.path(), "--sets", sets, "--site", site}), 0);
  EXPECT_EQ(out_->Text(), "print Sun Sep  9 01:47:00 2001: 3 above 2\n")
      << err_->Text();
}

TEST_F(PmieTest, HasAWindow) {
  EXPECT_EQ(Run({"-a", small_.path(), "-v", "-S", "10", "-T", "5", "-t", "5"},
                "x = load;"),
            0);
  EXPECT_EQ(out_->Text(),
            "x (Sun Sep  9 01:46:50 2001): 2\n\n"
            "x (Sun Sep  9 01:46:55 2001): 2\n\n");
}

TEST_F(PmieTest, ChecksRulesAndEnds) {
  EXPECT_EQ(Run({"-C", "-a", small_.path()}, "load > 1;"), 0);
  EXPECT_EQ(Run({"-C", "-a", small_.path()}, "load > ;"), 1);
  EXPECT_NE(err_->Text().find("a number or a metric must follow >"),
            std::string::npos);
  EXPECT_EQ(Run({"-C"}, "no.such > 1;"), 0) << "without sources";
  EXPECT_EQ(out_->Text(), "");
}

TEST_F(PmieTest, SpeaksAsPmieByThatName) {
  program_ = "pmie";
  EXPECT_EQ(Run({"-C", "-a", small_.path()}, "load > ;\n"), 1);
  EXPECT_EQ(err_->Text(),
            "pmie: syntax error - at end of file\n"
            "arithmetic expression expected to follow >\n");
}

TEST_F(PmieTest, FailsWhereItCannotStart) {
  EXPECT_EQ(Run({"-a", "/no/such/archive"}, "load;"), 1);
  EXPECT_NE(err_->Text(), "");
  EXPECT_EQ(Run({"--bogus"}, "load;"), 1);
  EXPECT_EQ(Run({"-a", small_.path(), "-S", "@bogus"}, "load;"), 1);
  EXPECT_EQ(err_->Text().rfind("tocsin: -S '@bogus' is no time: ", 0), 0u);
  program_ = "pmie";
  EXPECT_EQ(Run({"-a", small_.path(), "-S", "@bogus"}, "load;"), 1);
  EXPECT_EQ(err_->Text(), "bogus\n^ -- unexpected value\n");
  EXPECT_EQ(out_->Text(), "");
}

TEST_F(PmieTest, PrintsHelpWhereItIsAskedFor) {
  EXPECT_EQ(Run({"-?"}, "load;"), 0);
  EXPECT_EQ(out_->Text().rfind("Usage: tocsin ", 0), 0u);
}

// The second of three records of one size is damaged; the last makes the end.
TEST_F(PmieTest, TellsOfDamageWhenItGetsThere) {
  constexpr std::size_t kLabel = 808;  // bytes, before the records
  tests::ArchiveImage image = SmallImage();
  const std::size_t record = (image.files.at("0").size() - kLabel) / 3;
  image = With(image, "0",
               tests::Flip(image.files.at("0"), kLabel + 2 * record - 1, 1));
  const tests::TemporaryFolder folder;
  tests::WriteImage(image, folder / "x");
  EXPECT_EQ(Run({"-a", folder / "x", "-v"}, "x = load;"), 2);
  EXPECT_EQ(out_->Text(), "x (Sun Sep  9 01:46:40 2001): 1\n\n");
  EXPECT_EQ(err_->Text().rfind("tocsin: " + (folder / "x.0") + ": byte ", 0),
            0u)
      << err_->Text();
  program_ = "pmie";
  EXPECT_EQ(Run({"-a", folder / "x"}, "x = load;"), 1);
  EXPECT_EQ(err_->Text(),
            "pmie: pmFetch failed: Corrupted record in a PCP archive log\n");
}

TEST_F(PmieTest, WatchesThisHost) {
  EXPECT_EQ(Run({"-h", "@", "-v", "-T", "0"}, "x = hinv.ncpu > 0;"), 0);
  EXPECT_EQ(out_->Text(), "x: true\n\n");
  EXPECT_EQ(err_->Text(), "");
}

TEST_F(PmieTest, ASignalFromBeforeItListenedEndsAWatch) {
  signal_ = SIGTERM;
  EXPECT_EQ(Run({"-h", "@", "-v"}, "x = hinv.ncpu > 0;"), 0);
  EXPECT_EQ(out_->Text(), "");
  EXPECT_EQ(err_->Text(), "");
}

TEST_F(PmieTest, ASignalEndsAReplay) {
  signal_ = SIGINT;
  EXPECT_EQ(Run({"-a", small_.path(), "-v"}, "x = load;"), SIGINT);
  EXPECT_EQ(out_->Text(), "");
  signal_ = SIGTERM;
  EXPECT_EQ(Run({"-a", small_.path(), "-v"}, "x = load;"), 0);
}

/// Volumes that are packed, and read while they are unpacked.
using PackedPmieTest = PmieTest;

TEST_F(PackedPmieTest, SaysWhatItSaysOfOneThatIsNotPacked) {
  const std::string packed = folder_ / "packed";
  WritePacked(SmallImage(), packed);
  for (const char* rules :
       {"x = load;", "x = load; delta = 3; y = load;", "load > 2 -> print;"}) {
    for (const std::vector<std::string>& window : {std::vector<std::string>{},
                                                   {"-T", "15"},
                                                   {"-S", "30"},
                                                   {"-O", "5"}}) {
      std::vector<std::string> arguments{"-v", "-a", small_.path()};
      arguments.insert(arguments.end(), window.begin(), window.end());
      const int status = Run(arguments, rules);
      const std::string out = out_->Text();
      const std::string err = err_->Text();
      arguments[2] = packed;
      EXPECT_EQ(Run(arguments, rules), status) << rules;
      EXPECT_EQ(out_->Text(), out) << rules;
      EXPECT_EQ(err_->Text(), err) << rules;
    }
  }
}

TEST_F(PackedPmieTest, EvaluatesWhatStandsBeforeDamage) {
  const std::string packed = folder_ / "packed";
  WritePacked(LongImage(), packed, 0.5);
  std::string first;
  for (const char* threads : {"1", "2", "64"}) {
    EXPECT_EQ(Run({"-v", "-a", packed, "--threads", threads}, "x = load;"), 2);
    const std::string text = out_->Text();
    EXPECT_EQ(text.substr(0, 33), "x (Sun Sep  9 01:46:40 2001): 0\n\n");
    if (first.empty()) first = text;
    EXPECT_EQ(text, first) << threads;
    EXPECT_NE(err_->Text().find("packed.0.gz: cannot be unpacked: "),
              std::string::npos);
  }
}

TEST_F(PackedPmieTest, RefusesDamageWhereTheEndMatters) {
  const std::string packed = folder_ / "packed";
  WritePacked(LongImage(), packed, 0.5);
  EXPECT_EQ(Run({"-v", "-a", packed, "-S", "-5"}, "x = load;"), 1);
  EXPECT_EQ(out_->Text(), "");
  const std::string said = err_->Text();
  EXPECT_EQ(said.rfind("tocsin: cannot open archive " + packed + ": ", 0), 0u)
      << said;
  program_ = "pmie";
  for (const char* threads : {"1", "2"}) {
    EXPECT_EQ(Run({"-v", "--threads", threads, "-a", packed}, "x = load;"), 1);
    EXPECT_EQ(out_->Text(), "");
  }
}

}  // namespace
}  // namespace cli
