// tocsin list: which metrics are shown of which source, and the exit status.
#include "cli/list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/mmv_specimen.h"
#include "tests/unit/cli/small_archive.h"
#include "tests/unit/cli/small_pmcd.h"

namespace cli {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

class ListTest : public testing::Test {
 protected:
  /// "status: what is printed".
  std::string List(const std::vector<std::string>& names) {
    options_.names = names;
    Printed out;
    Printed err;
    const int status = RunList(options_, SmallProcess(&out, &err));
    errors_ = err.Text();
    return std::to_string(status) + ": " + out.Text();
  }

  SmallArchive small_;
  ListOptions options_;
  std::string errors_;
};

TEST_F(ListTest, ShowsAnArchivesMetrics) {
  options_.archives = {small_.path()};
  EXPECT_EQ(List({}),
            "0: idle: instant, string\n"
            "load: instant, 32-bit integer\n");
  EXPECT_EQ(List({"load"}), "0: load: instant, 32-bit integer\n");
  EXPECT_EQ(List({"*d*", "idle"}), List({}));
  EXPECT_EQ(errors_, "");
}

TEST_F(ListTest, SaysWhatNothingIsCalled) {
  options_.archives = {small_.path()};
  EXPECT_EQ(List({"lod", "idle"}), "1: idle: instant, string\n");
  EXPECT_EQ(errors_,
            "tocsin: list: no metric is called 'lod' and no group of metrics; "
            "did you mean \"load\"?\n");
  EXPECT_EQ(List({"LOA"}), "1: ");
  EXPECT_EQ(errors_,
            "tocsin: list: no metric is called 'LOA' and no group of metrics; "
            "'*loa*' finds some\n");
  EXPECT_EQ(List({"x*"}), "1: ");
  EXPECT_EQ(errors_, "tocsin: list: no metric is called 'x*'\n");
}

TEST_F(ListTest, SaysOfWhichHostWhereThereAreSeveral) {
  tests::TemporaryFolder folder;
  tests::ArchiveOptions options;
  options.host = "web2";
  tests::ArchiveWriter writer(options);
  pmapi::MetricDesc desc;
  desc.type = pmapi::Type::k32;
  writer.Metric("users", desc);
  writer.Record(tests::At(kSmallStart), {{"users", 1}});
  tests::WriteImage(writer.Image(), folder / "other");
  options_.archives = {small_.path(), folder / "other"};
  EXPECT_THAT(List({"load", "users"}), AllOf(HasSubstr("host web1\nload: "),
                                             HasSubstr("host web2\nusers: ")));
}

TEST_F(ListTest, WhatIsNoArchiveIsAnotherFailure) {
  options_.archives = {"/no/such/archive"};
  EXPECT_EQ(List({}), "2: ");
  EXPECT_THAT(errors_, StartsWith("tocsin: list: cannot open archive "
                                  "/no/such/archive: "));
}

TEST_F(ListTest, AsksAPmcdForItsNames) {
  ServedPmcd pmcd;
  pmapi::MetricDesc desc;
  desc.pmid = pmapi::Pmid{7};
  desc.type = pmapi::Type::kFloat;
  desc.indom = pmapi::InDom{1};
  (*pmcd).fake().metrics.push_back({"disk.dev.busy", desc, {}});
  (*pmcd).fake().domains[desc.indom] = {{0, "sda"}, {1, "sdb"}};
  pmcd.Begin();
  options_.host = pmcd.spec();
  EXPECT_EQ(List({}),
            "0: disk.dev.busy: instant, float\n    2 instances: sda, sdb\n"
            "load: instant, 32-bit unsigned\n");
  EXPECT_EQ(List({"disk"}), List({"disk.dev.busy"}));
  EXPECT_EQ(List({"d*y"}), List({"disk.dev.busy"}));
  EXPECT_EQ(List({"disk.dv"}), "1: ");
  EXPECT_THAT(errors_, HasSubstr("did you mean \"disk.dev\"?"));
}

TEST_F(ListTest, AMetricWhoseAgentIsAwayIsThere) {
  ServedPmcd pmcd;
  (*pmcd).fake().metrics.front().described = false;
  pmcd.Begin();
  options_.host = pmcd.spec();
  EXPECT_THAT(List({}), StartsWith("0: load: not known now: "));
}

TEST_F(ListTest, AHostThatCannotBeAskedIsAnotherFailure) {
  const tests::Port nobody;
  options_.host = "127.0.0.1:" + std::to_string(nobody.number());
  EXPECT_EQ(List({}), "2: ");
  EXPECT_THAT(errors_, StartsWith("tocsin: list: pmcd via " + *options_.host +
                                  " does not respond: "));
}

TEST_F(ListTest, ShowsAnMmvFile) {
  const tests::TemporaryFolder folder;
  std::ofstream(folder / "app") << tests::MmvBytes(tests::MmvSpecimen(1));
  options_.host = "mmv:" + folder / "app";
  EXPECT_THAT(List({}), StartsWith("0: mmv.app.bins: "));
  EXPECT_THAT(List({"*.bins"}),
              HasSubstr("\n    2 instances: one, 'two words'\n"));
  EXPECT_EQ(errors_, "");
}

TEST_F(ListTest, SaysThatThereIsNothing) {
  const tests::TemporaryFolder folder;
  options_.host = "mmv:" + folder / "";
  EXPECT_EQ(List({}), "1: ");
  EXPECT_EQ(errors_, "tocsin: list: there are no metrics\n");
}

TEST_F(ListTest, ShowsThisHost) {
  options_.host = "@";
  EXPECT_THAT(List({"kernel.all.load"}),
              HasSubstr("'1 minute', '5 minute', '15 minute'\n"));
}

}  // namespace
}  // namespace cli
