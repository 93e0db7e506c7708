// The words for archives and name spaces that cannot be read, for each face.
#include "cli/option_sources.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/support/archive_image.h"
#include "tests/support/archive_writer.h"

namespace cli {
namespace {

class OptionSourcesTest : public testing::Test {
 protected:
  OptionSourcesTest() {
    tests::ArchiveWriter writer;
    pmapi::MetricDesc desc;
    desc.pmid = pmapi::Pmid{1u << 22 | 7};
    desc.type = pmapi::Type::k32;
    writer.Metric("load.now", desc);
    writer.Record(tests::At(1'000'000'000), {{"load.now", 1}});
    writer.Record(tests::At(1'000'000'010), {{"load.now", 2}});
    tests::WriteImage(writer.Image(), good_);
  }

  std::string Opened(const std::string& program, const std::string& name) {
    Archives archives;
    OptionSources sources(program, &archives);
    const auto opened = sources.OpenArchives(name, options_);
    return opened ? "opened" : opened.error().message;
  }

  std::string Write(const std::string& text) {
    const std::string path = folder_ / "names";
    std::ofstream(path) << text;
    return path;
  }

  tests::TemporaryFolder folder_;
  std::string good_ = folder_ / "good";
  Options options_;
};

TEST_F(OptionSourcesTest, ArchivesThatAreNotThere) {
  const std::string none = folder_ / "none";
  EXPECT_EQ(Opened("pmie", good_), "opened");
  EXPECT_EQ(Opened("pmie", none),
            "pmie: cannot open archive " + none +
                "\npmNewContext failed: No such file or directory\n");
  EXPECT_EQ(Opened("tocsin", none).rfind("tocsin: cannot open archive ", 0),
            0u);
}

TEST_F(OptionSourcesTest, OneArchiveAHost) {
  Archives archives;
  OptionSources sources("pmie", &archives);
  EXPECT_TRUE(sources.OpenArchives(good_, options_).has_value());
  const auto again = sources.OpenContext(good_, options_);
  ASSERT_FALSE(again.has_value());
  EXPECT_EQ(again.error().message,
            "pmie: Error: archive " + good_ + " not legal - archive " + good_ +
                " is already open for host " + archives.front().host() + '\n');
}

TEST_F(OptionSourcesTest, NameSpaces) {
  Archives archives;
  OptionSources sources("pmie", &archives);
  EXPECT_TRUE(sources.OpenArchives(good_, options_).has_value());
  EXPECT_FALSE(sources.LoadNames(Write("root { mine 1:0:7 }")).has_value());
  sources.UseNames();
  const auto& catalog = *archives.Views().front().catalog;
  EXPECT_TRUE(catalog.Describe("mine").has_value());
  EXPECT_FALSE(catalog.Describe("load.now").has_value());
}

TEST_F(OptionSourcesTest, NameSpacesThatAreNone) {
  Archives archives;
  OptionSources sources("pmie", &archives);
  const auto missing = sources.LoadNames("/nosuch/names");
  ASSERT_TRUE(missing.has_value());
  EXPECT_EQ(missing->lines,
            "Error Parsing ASCII PMNS: Cannot open \"/nosuch/names\"\n");
  EXPECT_EQ(missing->complaint,
            "Cannot load namespace from \"/nosuch/names\": No such file or "
            "directory");
  const auto wrong = sources.LoadNames(Write("root"));
  ASSERT_TRUE(wrong.has_value());
  EXPECT_NE(wrong->complaint.find("Problems parsing PMNS definitions"),
            std::string::npos);
}

TEST_F(OptionSourcesTest, AFileWithANewlineInItsNameIsNamedInOneLine) {
  const std::string file = Write("root { a 1:2 }");
  const std::string strange = file + "\nx";
  std::filesystem::rename(file, strange);
  Archives archives;
  const auto wrong = OptionSources("tocsin", &archives).LoadNames(strange);
  ASSERT_TRUE(wrong.has_value());
  EXPECT_NE(wrong->lines.find(file + "?x:1]"), std::string::npos)
      << wrong->lines;
}

TEST_F(OptionSourcesTest, NamesForAnAgent) {
  Archives archives;
  OptionSources sources("pmie", &archives);
  const auto in = [&](const std::string& wanted, const std::string& value) {
    return [wanted, value](const std::string& name) {
      return name == wanted ? std::optional(value) : std::nullopt;
    };
  };
  const std::string file = Write("root { mine 1:0:7 }");
  EXPECT_EQ(sources.AgentNames(in("PMNS_DEFAULT", file))->size(), 1u);
  const auto missing = sources.AgentNames(in("PCP_VAR_DIR", "/nosuch"));
  ASSERT_FALSE(missing.has_value());
  EXPECT_EQ(missing.error().message,
            "Error Parsing ASCII PMNS: Cannot open \"/nosuch/pmns/root\"\n"
            "pmie: agentInit: cannot load metric namespace: No such file or "
            "directory\n");
  EXPECT_EQ(sources.names(), nullptr);
  EXPECT_FALSE(sources.LoadNames(file).has_value());
  EXPECT_EQ(sources.AgentNames(in("", ""))->size(), 1u) << "-n's own";
}

}  // namespace
}  // namespace cli
