// Rules as they are read: what is there, what is not, and what is said of it.
#include "cli/rule_input.h"

#include <gtest/gtest.h>

#include "cli/subcommand_options.h"
#include "tests/unit/cli/set_clock.h"
#include "tests/unit/cli/small_archive.h"

namespace cli {
namespace {

class RuleInputTest : public testing::Test {
 protected:
  /// The rules of the file `name`, or what is said, as `program`.
  std::string Read(const std::string& program, const std::string& name) {
    Messages messages(program, err_.out(), &clock_);
    Options options;
    options.rules_directory = folder_.path();
    const auto text = ReadRuleFile(name, options, process_, &messages);
    return text ? text->name + ": " + text->text : err_.Text();
  }

  tests::TemporaryFolder folder_;
  SetClock clock_{{}};
  Printed out_;
  Printed err_;
  ProcessContext process_ = SmallProcess(&out_, &err_);
};

TEST_F(RuleInputTest, AFileIsAlsoLookedForAmongTheRules) {
  std::ofstream(folder_ / "r") << "1 > 0;";
  EXPECT_EQ(Read("pmie", "r"), folder_ / "r: 1 > 0;");
  EXPECT_EQ(Read("pmie", folder_ / "r"), folder_ / "r: 1 > 0;");
}

TEST_F(RuleInputTest, AFileOfReceiversIsNoneOfRules) {
  std::ofstream(folder_ / "r.yaml") << "receivers:\n";
  EXPECT_EQ(Read("tocsin", folder_ / "r.yaml"),
            "tocsin: " + (folder_ / "r.yaml") +
                ": a file in YAML has no rules; receivers are read by "
                "--receivers\n");
  EXPECT_EQ(Read("pmie", folder_ / "r.yaml"), folder_ / "r.yaml: receivers:\n");
}

TEST_F(RuleInputTest, ANameThatIsASubcommandsIsHintedAt) {
  const std::string why =
      ": cannot access config file as either chek or " + (folder_ / "chek");
  const std::string pmie = Read("pmie", "chek");
  EXPECT_EQ(pmie.rfind("pmie" + why, 0), 0u) << pmie;
  EXPECT_EQ(pmie.find(SubcommandHint("chek")), std::string::npos);
  EXPECT_NE(Read("tocsin", "chek").find(SubcommandHint("chek")),
            std::string::npos);
}

TEST_F(RuleInputTest, ANulEndsATextToPmie) {
  const std::string text("a > 0;\0 b > 0;", 14);
  std::ofstream(folder_ / "r") << text;
  EXPECT_EQ(Read("pmie", "r"), folder_ / "r: a > 0;");
  EXPECT_EQ(Read("tocsin", "r"), folder_ / "r: " + text);
}

TEST_F(RuleInputTest, AFolderIsEmptyToPmie) {
  EXPECT_EQ(Read("pmie", folder_.path()), folder_.path() + ": ");
  EXPECT_NE(Read("tocsin", folder_.path()).find("directory"),
            std::string::npos);
}

TEST_F(RuleInputTest, ASignalEndsIt) {
  std::ofstream(folder_ / "r") << "1 > 0;";
  process_.signal = [] { return 15; };
  EXPECT_EQ(Read("tocsin", "r"), "");
}

TEST_F(RuleInputTest, AFileThatIsNotThere) {
  const auto text = ReadRuleText(folder_ / "nosuch", nullptr);
  ASSERT_FALSE(text.has_value());
  EXPECT_EQ(text.error().code, base::ErrorCode::kSystem);
}

}  // namespace
}  // namespace cli
