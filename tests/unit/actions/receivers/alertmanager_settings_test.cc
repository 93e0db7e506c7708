// ReadAlertmanager: where its alerts go.
#include "actions/receivers/alertmanager_settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "actions/receivers/receivers_file.h"
#include "tests/support/file_tree.h"

namespace actions {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// "LINE:COLUMN MESSAGE" of each finding.
std::vector<std::string> Told(const std::string& settings,
                              const std::string& path = "r.yaml") {
  const auto file =
      ReadReceivers(path, "receivers:\n  am: {" + settings + "}\n");
  EXPECT_EQ(file.receivers.size(), 1u);
  std::vector<std::string> all;
  for (const grammar::Diagnostic& one : file.diagnostics) {
    EXPECT_EQ(one.severity, grammar::Severity::kWarning);
    const auto at = file.shown.PositionAt(one.span.begin);
    all.push_back(std::to_string(at.line) + ":" + std::to_string(at.column) +
                  " " + one.message);
  }
  return all;
}

TEST(ReadAlertmanager, TakesAlertsAtOnePath) {
  for (const char* right :
       {"url: 'http://a/api/v2/alerts', body: alertmanager",
        "url: 'https://a:1/b/api/v2/alerts?c=d', body: alertmanager",
        "url: 'http://a/api/v2/alerts', template: '[]'", "url: 'http://a'",
        "url: 'http://a?/api/v2/alerts'"}) {
    EXPECT_THAT(Told(right), IsEmpty()) << right;
  }
  for (const char* wrong :
       {"http://am:9093", "http://am:9093/a", "http://am?/api/v2/alerts"}) {
    EXPECT_THAT(Told("body: alertmanager, url: '" + std::string(wrong) + "'"),
                ElementsAre("2:14 the url does not end in /api/v2/alerts"))
        << wrong;
  }
}

TEST(ReadAlertmanager, AnotherBodyIsNotForIt) {
  for (const char* body : {"", ", body: slack", ", body: cloudevents"}) {
    EXPECT_THAT(Told("url: 'http://a/api/v2/alerts'" + std::string(body)),
                ElementsAre("2:3 to an Alertmanager goes a body of its own"))
        << body;
  }
}

TEST(ReadAlertmanager, LooksIntoAUrlsFile) {
  const tests::FileTree files;
  files.Write("/am.url", "http://a/\n");
  ::chmod((files.root() + "/am.url").c_str(), 0600);
  EXPECT_THAT(
      Told("url_file: am.url, body: alertmanager", files.root() + "/r.yaml"),
      ElementsAre("2:32 the url does not end in /api/v2/alerts"));
}

}  // namespace
}  // namespace actions
