// ReadReceivers: what a file says, and all that is wrong with it. The words on
// a terminal: tests/script/receivers_test.py.
#include "actions/receivers/receivers_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "tests/support/file_tree.h"

namespace actions {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::Pair;
using ::testing::SizeIs;

constexpr char kReadAnew[] = "it is read anew for each notification";

/// "LINE:COLUMN MESSAGE" of each, but for files that are not there.
std::vector<std::string> Findings(const ReceiversFile& file) {
  std::vector<std::string> all;
  for (const grammar::Diagnostic& one : file.diagnostics) {
    if (one.hint == kReadAnew) continue;
    const auto at = file.shown.PositionAt(one.span.begin);
    all.push_back(std::to_string(at.line) + ":" + std::to_string(at.column) +
                  " " + one.message);
  }
  return all;
}

/// The one receiver of a file in which all is right.
Receiver ReadOne(const std::string& settings) {
  const ReceiversFile file =
      ReadReceivers("/etc/site/r.yaml", "receivers:\n  ops:\n" + settings);
  EXPECT_THAT(Findings(file), IsEmpty());
  EXPECT_THAT(file.receivers, SizeIs(1));
  return file.receivers.begin()->second;
}

TEST(ReadReceivers, SettingsAndTheirDefaults) {
  const Receiver least = ReadOne("    url: https://a.example/b\n");
  EXPECT_EQ(least.url, "https://a.example/b");
  EXPECT_EQ(least.method, "POST");
  EXPECT_EQ(least.limit.Seconds(), 30);
  EXPECT_EQ(least.connect_limit.Seconds(), 10);
  const Receiver most = ReadOne(
      "    url_file: secrets/url\n    method: PUT\n    timeout: 1 min\n"
      "    connect_timeout: 500 msec\n"
      "    headers:\n      X-Team: 010\n      X-B: \"no\"\n");
  EXPECT_EQ(most.url_file, "/etc/site/secrets/url");
  EXPECT_EQ(most.method, "PUT");
  EXPECT_EQ(most.limit.Seconds(), 60);
  EXPECT_EQ(most.connect_limit.Seconds(), 0.5);
  EXPECT_THAT(most.headers, ElementsAre("X-Team: 010", "X-B: no"));
}

TEST(ReadReceivers, Bodies) {
  const std::string url = "    url: http://a\n";
  EXPECT_EQ(ReadOne(url).body.form, BodyForm::kJson);
  EXPECT_EQ(ReadOne(url + "    body: slack\n").body.form, BodyForm::kSlack);
  const BodySettings alerts =
      ReadOne(
          "    url: http://a/api/v2/alerts\n"
          "    body: alertmanager\n    resolve_after: 5 min\n"
          "    labels: {severity: page}\n"
          "    annotations: {runbook_url: 'https://wiki/full'}\n")
          .body;
  EXPECT_EQ(alerts.form, BodyForm::kAlertmanager);
  EXPECT_EQ(alerts.resolve_after->Seconds(), 300);
  EXPECT_EQ(alerts.labels.at("severity"), "page");
  EXPECT_EQ(alerts.annotations.at("runbook_url"), "https://wiki/full");
  const BodySettings own =
      ReadOne(url + "    template: |\n      [\"{{rule}}\"]\n").body;
  EXPECT_EQ(own.form, BodyForm::kTemplate);
  EXPECT_EQ(own.content_type, "application/json");
  EXPECT_EQ(own.body_template, "[\"{{rule}}\"]\n");
}

TEST(ReadReceivers, AReceiverIsIndented) {
  for (const char* text :
       {"receivers:\nops:\n  url: http://a\n", "ops:\n  url: http://a\n"}) {
    const ReceiversFile file = ReadReceivers("r.yaml", text);
    EXPECT_EQ(file.diagnostics.back().hint,
              "a receiver is indented, below a line receivers:")
        << text;
  }
  EXPECT_EQ(ReadReceivers("r.yaml", "reciever:\n  ops:\n    url: http://a\n")
                .diagnostics.back()
                .hint,
            "did you mean receivers?");
}

TEST(ReadReceivers, ATemplateMayBeAFile) {
  const tests::FileTree tree;
  tree.Write("/t", "{{text}}");
  const ReceiversFile file = ReadReceivers(
      tree.root() + "/r.yaml",
      "receivers:\n  a: {url: 'http://a', template_file: t, content_type: "
      "text/plain}\n  b: {url: 'http://a', template_file: none}\n");
  EXPECT_EQ(file.receivers.at("a").body.body_template, "{{text}}");
  EXPECT_EQ(file.receivers.count("b"), 0u);
}

TEST(ReadReceivers, HeadersLabelsAndTemplatesHaveAnEnd) {
  const auto told = [](const std::string& name, int count, int size) {
    std::string text = "receivers:\n  ops:\n";
    text += name == "labels"
                ? "    url: http://a/api/v2/alerts\n    body: alertmanager\n"
                : "    url: http://a\n";
    text += "    " + name + ":\n";
    for (int i = 0; i < count; ++i) {
      text +=
          "      h" + std::to_string(i) + ": " + std::string(size, 'x') + '\n';
    }
    const auto file = ReadReceivers("r.yaml", text);
    if (!file.diagnostics.empty() && name == "headers") {
      EXPECT_THAT(std::string(file.shown.text()), Not(HasSubstr("x\n")));
    }
    return Findings(file);
  };
  EXPECT_THAT(told("headers", 100, 100), IsEmpty());
  EXPECT_THAT(told("headers", 40'000, 1),
              ElementsAre("105:7 there are more than 100 headers"));
  EXPECT_THAT(told("headers", 3, 8000),
              ElementsAre("7:7 headers have more than 16384 bytes together"));
  EXPECT_THAT(told("labels", 64, 10), IsEmpty());
  EXPECT_THAT(told("labels", 65, 1),
              ElementsAre("70:7 there are more than 64 labels"));
  EXPECT_THAT(told("labels", 2, 3000),
              ElementsAre("7:7 labels have more than 4096 bytes together"));
  const tests::FileTree tree;
  tree.Write("/t", std::string(64 << 10, 'x'));
  std::string text = "receivers:\n";
  for (int i = 0; i < 65; ++i) {
    text += "  r" + std::to_string(i) +
            ": {url: http://a, template_file: t, content_type: text/plain}\n";
  }
  EXPECT_THAT(
      Findings(ReadReceivers(tree.root() + "/r.yaml", text)),
      ElementsAre("66:39 the templates of this file have more than 4 MiB"));
}

/// What took time by the square of this.
TEST(ReadReceivers, AFileOfManyNamesIsRead) {
  std::string text = "receivers: {";
  for (int i = 0; i < 20'000; ++i) {
    text += "r" + std::to_string(i) + ": {url: \"http://a\"}, ";
  }
  const auto file = ReadReceivers("r.yaml", text + "}");
  EXPECT_THAT(Findings(file), IsEmpty());
  EXPECT_EQ(file.receivers.size(), 20'000u);
}

TEST(ReadReceivers, SecretsStandInFiles) {
  const Receiver basic =
      ReadOne("    url: https://a\n    user: u\n    password_file: p\n");
  EXPECT_EQ(basic.user, "u");
  EXPECT_EQ(basic.password_file, "/etc/site/p");
  EXPECT_EQ(ReadOne("    url: https://a\n    token_file: /t\n").token_file,
            "/t");
  const tests::FileTree tree;
  tree.Write("/t", "x");
  ::chmod((tree.root() + "/t").c_str(), 0644);
  EXPECT_THAT(
      Findings(
          ReadReceivers(tree.root() + "/r.yaml",
                        "receivers: {a: {url: 'https://a', token_file: t}}\n")),
      ElementsAre("1:47 everybody can read this file, and it holds a secret"));
}

TEST(ReadReceivers, WhatDoesNotGoTogether) {
  const ReceiversFile file = ReadReceivers(
      "r.yaml",
      "receivers:\n"
      "  a: {url: 'http://a', user: u}\n"
      "  b: {url: 'https://a', user: 'u:', password_file: p, token_file: t}\n"
      "  c: {url: 'http://a', body: json, template: '1'}\n"
      "  d: {url: 'http://a', labels: {a: b}, resolve_after: 1min}\n"
      "  e: {url: 'http://a', template: '1', content_type: text/csv}\n"
      "  f: {url: 'http://a', template: '{{x}}', content_type: text/plain}\n"
      "  g: {url: 'http://a/api/v2/alerts', body: alertmanager,\n"
      "      labels: {disk.name: b, disk_name: c, '': d}}\n"
      "  h: {url: 'http://a/api/v2/alerts', body: alertmanager,\n"
      "      labels: {host: b}}\n"
      "  i: {url: 'https://a', token_file: t, headers: {authorization: b}}\n"
      "  j: {url: 'https://a', headers: {Authorization: b}, user: u,\n"
      "      password_file: p}\n");
  EXPECT_THAT(
      Findings(file),
      ElementsAre("2:3 user and password_file stand together, or neither",
                  "3:31 there are both user and token_file",
                  "3:31 a user's name has no colon",
                  "4:24 there are both a body and a template",
                  "5:24 labels is for the body alertmanager",
                  "5:40 resolve_after is for the body alertmanager",
                  "6:53 how to escape for this is not known",
                  "7:35 there is no {{x}}", "9:30 another label is called so",
                  "9:44 this is no name of a label",
                  "11:16 the label host is not to be set",
                  "12:50 there are both token_file and the header "
                  "Authorization",
                  "13:35 there are both user and the header Authorization"));
  EXPECT_THAT(file.receivers, IsEmpty());
}

TEST(ReadReceivers, OneThatIsWrongIsNone) {
  const ReceiversFile file = ReadReceivers(
      "r.yaml", "receivers:\n  a: {url: 'http://a'}\n  b: {url: b}\n");
  EXPECT_THAT(file.names, ElementsAre(Pair("a", 13u), Pair("b", 36u)));
  EXPECT_THAT(file.receivers, SizeIs(1));
  EXPECT_THAT(
      Findings(file),
      ElementsAre(
          "3:12 a URL begins with http://, https://, smtp:// or smtps://"));
}

TEST(ReadReceivers, AKeyThatStandsTwiceHidesNoOtherMistake) {
  const ReceiversFile file = ReadReceivers(
      "r.yaml",
      "receivers:\n  ops: {ur1: https://a.example}\n  ops:\n    url: htp://b\n"
      "    url: https://c.example/?key=SESAME\n    timeout: 0\n"
      "    headers: {X-Key: a}\n    headers: {X-Key: SESAME, X-B: SESAME}\n");
  EXPECT_THAT(
      Findings(file),
      ElementsAre("2:3 there is no url", "2:9 receiver ops has no setting ur1",
                  "3:3 'ops' stands twice",
                  "4:10 a URL begins with http://, https://, smtp:// or "
                  "smtps://",
                  "5:5 'url' stands twice", "6:14 timeout is no time above 0",
                  "8:5 'headers' stands twice"));
  EXPECT_THAT(file.shown.text(), Not(HasSubstr("SESAME")));
  EXPECT_THAT(file.receivers, IsEmpty());
}

TEST(ReadReceivers, NoTwoFilesNameOne) {
  const ReceiversFile file =
      ReadReceivers("r.yaml", "receivers:\n  a: {url: 'http://a'}\n", false,
                    {{"a", "other.yaml"}});
  EXPECT_THAT(Findings(file),
              ElementsAre("2:3 another file has a receiver of this name"));
  EXPECT_EQ(file.diagnostics[0].hint, "it is other.yaml");
  EXPECT_THAT(file.receivers, IsEmpty());
}

TEST(ReadReceivers, WhatGoesInTheClearIsTold) {
  const ReceiversFile file = ReadReceivers(
      "r.yaml",
      "receivers:\n"
      "  a: {url: 'http://a', tls: {min_version: 1.3}}\n"
      "  b: {url: 'http://b', user: u, password_file: p}\n"
      "  c: {url: 'http://c', token_file: t}\n"
      "  d: {url: 'http://localhost:1', token_file: t}\n"
      "  e: {url: 'http://127.0.0.1:1', token_file: t}\n"
      "  f: {url: 'https://f', token_file: t, tls: {min_version: 1.3}}\n");
  EXPECT_THAT(Findings(file),
              ElementsAre("2:24 tls is for a url of https:// or of mail",
                          "3:33 the secret goes there for all to read",
                          "4:24 the secret goes there for all to read"));
}

TEST(ReadReceivers, WhatGoesInTheClearMayStandInAFileOrAHeader) {
  const tests::FileTree tree;
  tree.Write("/u", "HTTP://a/\n");
  tree.Write("/t", "x");
  for (const char* name : {"/u", "/t"}) {
    ::chmod((tree.root() + name).c_str(), 0600);
  }
  const ReceiversFile file = ReadReceivers(
      tree.root() + "/r.yaml",
      "receivers:\n"
      "  a: {url_file: u, token_file: t}\n"
      "  b: {url_file: u, tls: {min_version: 1.3}}\n"
      "  c: {url: 'http://c', headers: {X-Team: a, authorization: b}}\n"
      "  d: {url: 'http://127.c', headers: {X-Api-Key: a}}\n"
      "  e: {url: 'http://[::1]:1', headers: {X-Api-Key: a}}\n");
  EXPECT_THAT(
      Findings(file),
      ElementsAre("2:20 the secret goes there for all to read",
                  "3:20 the url in its file is of http://",
                  "4:45 this header, which may be a secret, goes there for all "
                  "to read",
                  "5:38 this header, which may be a secret, goes there for all "
                  "to read"));
  EXPECT_THAT(file.receivers, SizeIs(5));
}

TEST(ReadReceivers, AHeaderInAFileForEverybodyIsWarnedOf) {
  const auto findings = [](const std::string& header) {
    return Findings(ReadReceivers(
        "r.yaml",
        "receivers: {a: {url: 'https://a', headers: {" + header + ": b}}}\n",
        true));
  };
  for (const char* name : {"Authorization", "X-Api-Key", "X-Auth"}) {
    EXPECT_THAT(findings(name),
                ElementsAre(HasSubstr("and the header may be a secret")));
  }
  EXPECT_THAT(findings("X-Team"), IsEmpty());
}

TEST(ReadReceivers, TheUrlThatAllAlertmanagersHaveIsNoSecret) {
  EXPECT_THAT(Findings(ReadReceivers(
                  "r.yaml",
                  "receivers: {a: {url: 'http://a:9093/api/v2/alerts', body: "
                  "alertmanager}}\n",
                  true)),
              IsEmpty());
}

TEST(ReadReceivers, AUrlInAFileForEverybodyIsWarnedOf) {
  const char* const text =
      "receivers:\n  a: {url: 'http://a/'}\n  b: {url: 'http://b/s'}\n"
      "  c: {url: 'http://b/s'}\n";
  EXPECT_THAT(Findings(ReadReceivers("r.yaml", text)), IsEmpty());
  const ReceiversFile file = ReadReceivers("r.yaml", text, true);
  EXPECT_THAT(
      Findings(file),
      ElementsAre(
          "3:12 everybody can read this file, and the url may be a secret"));
  EXPECT_EQ(file.diagnostics[0].hint,
            "chmod o-r r.yaml, and for the service chgrp tocsin r.yaml; or "
            "url_file: a file that holds it");
  EXPECT_THAT(file.receivers, SizeIs(3)) << "it is a warning";
}

TEST(ReadReceivers, WhatMayBeASecretIsNotShown) {
  const ReceiversFile file = ReadReceivers(
      "r.yaml",
      "receivers:\n  a:\n    url: http://a/SECRET # SECRET\n    tokn: &x "
      "SECRET\n"
      "    headers: {A: SECRET, B: [SECRET]}\n  b: SECRET\n  c: {d: SECRET}\n");
  EXPECT_FALSE(file.diagnostics.empty());
  EXPECT_EQ(file.shown.text().find("SECRET"), std::string::npos);
  const ReceiversFile torn = ReadReceivers(
      "r.yaml", "receivers:\n  a:\n    url: \"SECRET\n- SECRET\n");
  EXPECT_FALSE(torn.diagnostics.empty());
  EXPECT_EQ(torn.shown.text().find("SECRET"), std::string::npos);
}

TEST(ReadReceivers, FilesOfSecretsThatHoldNoneAreWarnedOf) {
  const tests::FileTree tree;
  const std::string all =
      "receivers: {a: {url_file: u}, b: {url: 'https://a', token_file: t},\n"
      "  c: {url: 'https://a', user: u, password_file: p}}\n";
  const auto warnings = [&] {
    std::vector<std::string> told;
    const auto file = ReadReceivers(tree.root() + "/r.yaml", all);
    EXPECT_THAT(file.receivers, SizeIs(3));
    for (const auto& one : file.diagnostics) {
      const bool path = one.message.starts_with(tree.root());
      told.push_back(one.message.substr(path ? tree.root().size() : 0));
    }
    return told;
  };
  const std::string none = ": No such file or directory";
  EXPECT_THAT(warnings(), ElementsAre("url_file" + none, "token_file" + none,
                                      "password_file" + none));
  tree.Write("/u", "SECRET");
  tree.Write("/t", "");
  tree.Write("/p", "x");
  for (const char* name : {"/u", "/t", "/p"}) {
    ::chmod((tree.root() + name).c_str(), 0600);
  }
  EXPECT_THAT(warnings(),
              ElementsAre("/u: a URL begins with http:// or https://",
                          "/t: the first line is empty"));
}

TEST(ReadReceivers, FilesWhoseFirstLineIsNotWhatItShouldBe) {
  const tests::FileTree tree;
  tree.Write("/u", "\xef\xbb\xbfhttps://a\n");
  tree.Write("/t", "Splunk SECRET");
  for (const char* name : {"/u", "/t"}) {
    ::chmod((tree.root() + name).c_str(), 0600);
  }
  const auto file = ReadReceivers(
      tree.root() + "/r.yaml",
      "receivers: {a: {url_file: u}, b: {url: 'https://a', token_file: t}}\n");
  ASSERT_THAT(file.diagnostics, SizeIs(2));
  EXPECT_EQ(file.diagnostics[0].message,
            tree.root() +
                "/u: it begins with a byte order mark (BOM): save it "
                "as UTF-8 without one");
  EXPECT_EQ(file.diagnostics[1].message,
            tree.root() + "/t: a bearer token is ASCII without blanks");
  EXPECT_EQ(file.diagnostics[1].severity, grammar::Severity::kWarning);
  EXPECT_THAT(file.receivers, SizeIs(2));
}

TEST(ReadReceivers, ASecretInPlaceOfItsFileIsNotShown) {
  for (const std::string secret :
       {"ghp_SECRET", "hunter2SECRET!", "hooks.example/T0/SECRET"}) {
    for (const char* setting : {"url_file", "token_file", "password_file"}) {
      const ReceiversFile file =
          ReadReceivers("r.yaml", std::string("receivers:\n  a: {") + setting +
                                      ": '" + secret + "'}\n");
      ASSERT_FALSE(file.diagnostics.empty());
      for (const auto& one : file.diagnostics) {
        EXPECT_EQ(one.message.find("SECRET"), std::string::npos);
      }
      EXPECT_EQ(file.shown.text().find("SECRET"), std::string::npos) << setting;
    }
  }
}

TEST(ReadReceivers, ASecretInPlaceOfItsFileIsAMistake) {
  const ReceiversFile file = ReadReceivers(
      "r.yaml",
      "receivers:\n"
      "  a: {url_file: 'https://a/SECRET'}\n"
      "  b: {url: 'https://a', token_file: Bearer SECRET}\n"
      "  c: {url: 'https://a', user: u, password_file: 'https://SECRET'}\n");
  EXPECT_THAT(Findings(file),
              ElementsAre("2:17 this is a URL, and url_file is a file",
                          "3:37 this is a token, and token_file is a file",
                          "4:49 this is a URL, and password_file is a file"));
  EXPECT_EQ(file.diagnostics.front().hint, "a URL stands in url:");
  EXPECT_EQ(file.shown.text().find("SECRET"), std::string::npos);
}

TEST(ReadReceivers, AValueWithoutItsColonIsNotShown) {
  for (const char* const settings :
       {"{url:https://a/SECRET, body: slack}", "{headers: {X-Key:SECRET}}",
        "{headers: {X-Key SECRET: a}}", "{labels: {key:SECRET}}",
        "{annotations: {key: {a: SECRET}}}", "{labels: {key: [SECRET]}}",
        "{labels: {1SECRET: a}}", "{tls: {ca_file:SECRET}}",
        "\n    url: http://a\n    password SECRET",
        "\n    url: http://a\n    token=SECRET",
        "\n    url: http://a\n    url https://SECRET",
        "\n    url: http://a\n    t0ken-of-more-than-a-SECRET: a",
        "{token=SECRET: 1, token=SECRET: 1}", "\n    token=SECRET: [1"}) {
    const ReceiversFile file = ReadReceivers(
        "r.yaml", std::string("receivers:\n  ops: ") + settings + "\n");
    EXPECT_FALSE(file.diagnostics.empty()) << settings;
    std::string shown(file.shown.text());
    for (const auto& one : file.diagnostics) shown += one.message + one.hint;
    EXPECT_EQ(shown.find("SECRET"), std::string::npos) << shown;
  }
  const ReceiversFile name =
      ReadReceivers("r.yaml", "receivers: {ops:https://a/SECRET}\n");
  EXPECT_THAT(Findings(name), ElementsAre("1:13 this is no name of a receiver",
                                          "1:13 a receiver has no settings"));
  EXPECT_EQ(name.shown.text().find("SECRET"), std::string::npos);
}

TEST(ReadReceivers, AHeaderWithoutANameOrAValue) {
  const ReceiversFile file = ReadReceivers(
      "r.yaml",
      "receivers:\n  a:\n    url: http://a\n    headers:\n"
      "      '': x\n      X-A: ''\n      X-B: '  '\n      X-C: ' c'\n");
  EXPECT_THAT(Findings(file), ElementsAre("5:7 this header has no name",
                                          "6:12 this header's value is empty",
                                          "7:12 this header's value is empty"));
  EXPECT_EQ(file.diagnostics[1].hint,
            "give it one, or leave it out: it would not be sent");
}

TEST(ReadReceivers, ASettingOfAnotherPlaceOrNameIsAdvised) {
  const ReceiversFile file = ReadReceivers(
      "r.yaml", "receivers: {a: {url: 'http://a', username: u, ca_file: c}}\n");
  ASSERT_THAT(file.diagnostics, SizeIs(2));
  EXPECT_EQ(file.diagnostics[0].hint, "did you mean user?");
  EXPECT_EQ(file.diagnostics[1].hint, "it stands below tls:");
  const ReceiversFile prometheus = ReadReceivers(
      "r.yaml",
      "receivers: {a: {url: 'https://a', bearer_token_file: t, tls_config: "
      "{cert_file: c}}}\n");
  ASSERT_THAT(prometheus.diagnostics, SizeIs(2));
  EXPECT_EQ(prometheus.diagnostics[0].hint, "did you mean token_file?");
  EXPECT_EQ(prometheus.diagnostics[1].hint, "did you mean tls?");
}

TEST(ReadReceivers, ALabelsNameIsMadeOne) {
  const ReceiversFile file =
      ReadReceivers("r.yaml",
                    "receivers: {a: {url: 'http://a/api/v2/alerts', body: "
                    "alertmanager, labels: {disk.name: b, a-b: c}}}");
  EXPECT_THAT(Findings(file), IsEmpty());
  EXPECT_THAT(file.receivers.at("a").body.labels,
              ElementsAre(Pair("a_b", "c"), Pair("disk_name", "b")));
}

TEST(ReadReceivers, HeadersAreLinesOfTheirOwn) {
  const ReceiversFile file = ReadReceivers(
      "r.yaml",
      "receivers:\n  a:\n    url: https://a\n    headers:\n      'A: b': c\n"
      "      Host: d\n      C: \"e\\r\\nF: g\"\n      D:\n"
      "      X-Key: h\n      x-KEY: i\n");
  EXPECT_THAT(Findings(file),
              ElementsAre("5:7 this is no name of a header",
                          "6:7 the header Host is not to be set",
                          "7:10 a header's value is a line of ASCII",
                          "8:7 this header has no value",
                          "10:7 the header x-KEY stands twice"));
}

TEST(ReadReceivers, WhatOthersWriteIsAdvised) {
  const ReceiversFile list =
      ReadReceivers("r.yaml", "receivers:\n- name: ops\n");
  ASSERT_THAT(list.diagnostics, SizeIs(1));
  EXPECT_THAT(list.diagnostics[0].hint, HasSubstr("NAME: in place of - name:"));
  const ReceiversFile merged = ReadReceivers(
      "r.yaml",
      "receivers:\n  a: &a {url: http://a}\n  b: {url: http://b, <<: *a}\n");
  ASSERT_THAT(merged.diagnostics, SizeIs(1));
  EXPECT_THAT(merged.diagnostics[0].message, HasSubstr("merge keys (<<)"));
  EXPECT_THAT(merged.diagnostics[0].hint, HasSubstr("write the keys here"));
}

TEST(ReadReceivers, WhereNobodyIsNamedOneIsAskedFor) {
  const ReceiversFile file = ReadReceivers("/etc/site/r.yaml", "receivers:\n");
  EXPECT_THAT(Findings(file), ElementsAre("1:1 receivers has no value"));
  EXPECT_EQ(file.diagnostics.at(0).hint,
            "each follows by its name, with settings below it");
}

TEST(ReadReceivers, AnnotationsAreTextsOfNamesThatAreNotOurs) {
  const std::string begin =
      "receivers:\n  a:\n    url: http://a/api/v2/alerts\n"
      "    body: alertmanager\n    annotations: ";
  const auto said = [&](const std::string& annotations) {
    return Findings(ReadReceivers("r.yaml", begin + annotations + '\n'));
  };
  EXPECT_THAT(said("{a.b: x, c: y}"), IsEmpty());
  EXPECT_THAT(said("{summary: x}"),
              ElementsAre("5:19 the annotation summary is not to be set"));
  EXPECT_THAT(said("{value: x}"),
              ElementsAre("5:19 the annotation value is not to be set"));
  EXPECT_THAT(said("{1a: x}"),
              ElementsAre("5:19 this is no name of an annotation"));
  EXPECT_THAT(said("{a.b: x, a_b: y}"),
              ElementsAre("5:27 another annotation is called so"));
  EXPECT_THAT(said("{a: [x]}"),
              ElementsAre("5:19 an annotation's value is a text"));
  EXPECT_THAT(said("x"), ElementsAre("5:5 annotations is no map"));
  EXPECT_THAT(Findings(ReadReceivers(
                  "r.yaml",
                  "receivers: {a: {url: 'http://a', annotations: {b: c}}}\n")),
              ElementsAre("1:34 annotations is for the body alertmanager"));
}

TEST(ReadReceivers, ToSlackGoesABodyOfItsOwn) {
  const std::string slack =
      "receivers:\n  ops:\n    url: https://hooks.slack.com/services/T\n";
  EXPECT_THAT(Findings(ReadReceivers("/etc/site/r.yaml", slack)),
              ElementsAre("2:3 to Slack goes a body of its own"));
  EXPECT_THAT(
      Findings(ReadReceivers("/etc/site/r.yaml", slack + "    body: slack\n")),
      IsEmpty());
}

}  // namespace
}  // namespace actions
