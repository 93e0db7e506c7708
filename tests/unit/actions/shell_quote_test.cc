// QuoteForShell: by table, and by asking sh itself what it reads.
#include "actions/shell_quote.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace actions {
namespace {

using engine::alarm::Expansion;
using ::testing::HasSubstr;
using ::testing::Not;

/// How many texts made up at random sh is asked about.
constexpr int kTexts = 150;

/// `text` with each `mark` replaced by a value: the next one, or again the
/// last.
Expansion With(std::string_view text, const std::vector<std::string>& values,
               char mark = '%') {
  Expansion expansion;
  std::size_t next = 0;
  for (const char c : text) {
    if (c != mark) {
      expansion.text += c;
      continue;
    }
    const std::size_t begin = expansion.text.size();
    expansion.text += values[std::min(next++, values.size() - 1)];
    expansion.values.push_back({begin, expansion.text.size()});
  }
  return expansion;
}

std::string Quoted(std::string_view text, const std::string& value) {
  return QuoteForShell(With(text, {value}));
}

struct Row {
  const char* text;
  const char* value;
  const char* quoted;
};

void ExpectRows(const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    EXPECT_EQ(Quoted(row.text, row.value), row.quoted)
        << row.text << " with " << row.value;
  }
}

TEST(QuoteForShell, WhatTheAuthorWroteStays) {
  for (const std::string text :
       {"", "rm -rf \"$HOME\"/*; `x` $(y) ${z#a} <<E '", "\\", "$", "# $'"}) {
    EXPECT_EQ(QuoteForShell({text, {}}), text);
  }
}

TEST(QuoteForShell, HarmlessValuesStay) {
  ExpectRows({
      {"df %", "/srv/a_b-1.2", "df /srv/a_b-1.2"},
      {"df '%'", "sda1", "df 'sda1'"},
      {"df \"%\"", "web1:44321", "df \"web1:44321\""},
      {"echo `df %`", "/", "echo `df /`"},
      {"x%y", "a@b,c+d", "xa@b,c+dy"},
  });
}

TEST(QuoteForShell, OutsideOfQuotesAValueIsAWord) {
  ExpectRows({
      {"ls %", "a b", "ls 'a b'"},
      {"ls %", "", "ls ''"},
      {"ls x%.y", "*", "ls x'*'.y"},
      {"ls %", "it's", "ls 'it'\\''s'"},
      {"ls %", "a\nb", "ls 'a\nb'"},
      {"ls %", "~", "ls '~'"},
      {"ls %", "a=b", "ls 'a=b'"},
      {"ls %", "<%i undefined>", "ls '<%i undefined>'"},
      {"%", "if", "'if'"},
      {"echo %>f", "2", "echo '2'>f"},
      {"echo %7 <f", "2", "echo 27 <f"},
      {"echo %7<f", "2", "echo '2'7<f"},
      {"echo x% >f", "2", "echo x2 >f"},
      {"a 'b' \"c\" \\' %", "d e", "a 'b' \"c\" \\' 'd e'"},
  });
}

TEST(QuoteForShell, WithinQuotesAValueIsPartOfThem) {
  ExpectRows({
      {"echo 'a % b'", "x y", "echo 'a x y b'"},
      {"echo 'a % b'", "'; rm", "echo 'a '\\''; rm b'"},
      {"echo '$(%)'", "it's", "echo '$(it'\\''s)'"},
      {"echo \"a % b\"", "x y", "echo \"a \"'x y'\" b\""},
      {"echo \"'%'\"", "$(rm)", "echo \"'\"'$(rm)'\"'\""},
      {"echo \"\\\"%\"", "a\"b", "echo \"\\\"\"'a\"b'\"\""},
      {"echo \"$HOME ${x} %\"", "a b", "echo \"$HOME ${x} \"'a b'\"\""},
  });
}

TEST(QuoteForShell, WhereThePlaceIsNotKnownNothingHarmfulIsLeft) {
  ExpectRows({
      {"echo \\%", "'a", "echo \\_a"},
      {"echo \\%'", "", "echo \\_'"},
      {"echo \"\\%\"", "\"$", "echo \"\\__\""},
      {"echo $%", "(rm)", "echo $_rm_"},
      {"echo $%(rm)", "", "echo $_(rm)"},
      {"echo `df %`", "a;b", "echo `df a_b`"},
      {"echo $(df %)", "a;b", "echo $(df a_b)"},
      {"echo \"$(df '%')\"", "a'b", "echo \"$(df 'a_b')\""},
      {"echo $((1+%))", "a[0]", "echo $((1+a_0_))"},
      {"echo ${x:-%}", "}", "echo ${x:-_}"},
      {"cat <<E\n%\nE\n", "$(rm)", "cat <<E\n__rm_\nE\n"},
      {"true # %\n", "\nrm", "true # _rm\n"},
      {"[[ % -eq 1 ]]", "a b", "[[ a_b -eq 1 ]]"},
      {"((%))", "a b", "((a_b))"},
      {"echo $'%'", "\\", "echo $'_'"},
      {"echo a\\\n%", "a b", "echo a\\\na_b"},
      {"echo $\\\n(%)", "a b", "echo $\\\n(a_b)"},
  });
  EXPECT_EQ(QuoteForShell(With("a %", {std::string("b\0c", 3)})), "a 'b_c'");
  EXPECT_EQ(QuoteForShell(With("'%'", {std::string("b\0c", 3)})), "'b_c'");
}

TEST(QuoteForShell, WhatHasACertainEndIsOverThere) {
  ExpectRows({
      {"echo `date` %", "a b", "echo `date` 'a b'"},
      {"echo $(date +x) \"%\"", "a b", "echo $(date +x) \"\"'a b'\"\""},
      {"echo ${x} $# $$% %", "a b", "echo ${x} $# $$'a b' 'a b'"},
      {"# it's\necho %", "a b", "# it's\necho 'a b'"},
      {"x=a#' % '", "a b", "x=a#' a b '"},
      {"x <%<y %", "<", "x <'<'<y '<'"},
      // But here it is not.
      {"echo $(case x in a) b;; esac) %", "a b",
       "echo $(case x in a) b;; esac) a_b"},
      {"echo `x 'y'` %", "a b", "echo `x 'y'` a_b"},
      {"echo $(x %) %", "a b", "echo $(x a_b) a_b"},
  });
}

/// What `shell` writes, also of complaints, when it runs `text`, with nothing
/// to read.
std::string Output(const std::string& shell, const std::string& text) {
  std::array<int, 2> ends{};
  EXPECT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
  posix_spawn_file_actions_t files;
  ::posix_spawn_file_actions_init(&files);
  ::posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_adddup2(&files, ends[1], 1);
  ::posix_spawn_file_actions_adddup2(&files, ends[1], 2);
  std::vector<std::string> words = {"sh", "-c", text};
  std::array<char*, 4> arguments = {words[0].data(), words[1].data(),
                                    words[2].data(), nullptr};
  pid_t pid = 0;
  EXPECT_EQ(::posix_spawn(&pid, shell.c_str(), &files, nullptr,
                          arguments.data(), environ),
            0);
  ::posix_spawn_file_actions_destroy(&files);
  ::close(ends[1]);
  std::string output;
  std::array<char, 4096> bytes;
  ssize_t n = 0;
  while ((n = ::read(ends[0], bytes.data(), bytes.size())) > 0) {
    output.append(bytes.data(), static_cast<std::size_t>(n));
  }
  ::close(ends[0]);
  ::waitpid(pid, nullptr, 0);
  return output;
}

/// sh, and bash where there is one.
std::vector<std::string> Shells() {
  std::vector<std::string> shells = {"/bin/sh"};
  if (::access("/bin/bash", X_OK) == 0) shells.emplace_back("/bin/bash");
  return shells;
}

const std::vector<std::string> kNasty = {
    "",      " ",      "a b",       "a\tb\n", "\n",     "-rf",      "--",
    "'",     "''",     "it's",      "\"",     "\"\"",   "\\",       "\\\\",
    "\\'",   "'\\''",  "$HOME",     "$(id)",  "`id`",   "${x}",     "$$",
    "*",     "/*",     "?",         "[a-z]*", "{a,b}",  "~",        "~root",
    "#",     "# x",    "a#b",       ";",      "a;b",    "&",        "&&id",
    "|id",   ">x",     "<x",        "2>x",    "!",      "!!",       "%1",
    "a=b",   "if",     "done",      "{",      "}",      "(",        ")",
    "\\n",   "%s",     "\r",        "\x01",   "\x7f",   "\xc3\xa9", "\xff",
    "\x81'", "\x81\\", "$'\\n'",    "\"$x\"", "'$x'",   "blue sky", "^",
    ",",     "eth0:1", "/dev/sda1", "50%",    "a\\\nb", "E\n"};

/// A word with a place for a value in it, and what stands round the value when
/// the shell has read it.
struct Word {
  const char* text;
  const char* before;
  const char* after;
};

TEST(QuoteForShell, ShReadsEachValueLetterForLetter) {
  for (const Word& word :
       std::vector<Word>{{"@", "", ""},
                         {"a@b", "a", "b"},
                         {"'@'", "", ""},
                         {"'a\"@ b'", "a\"", " b"},
                         {"\"@\"", "", ""},
                         {"\"a '@' b\"", "a '", "' b"},
                         {"\"\\\"@\"", "\"", ""},
                         {"\"`echo x`$(echo y)@\"", "xy", ""},
                         {"\\\\@''", "\\", ""},
                         {"\"@\"'.'", "", "."}}) {
    std::string text = "printf '[%s]\\n'";
    std::string expected;
    for (const std::string& value : kNasty) {
      text += std::string(" ") + word.text;
      expected += '[' + std::string(word.before) + value + word.after + "]\n";
    }
    text = QuoteForShell(With(text, kNasty, '@'));
    for (const std::string& shell : Shells()) {
      EXPECT_EQ(Output(shell, text), expected) << shell << ": " << word.text;
    }
  }
}

// Each says PWNED where a shell runs it, and does not hold the word.
const std::vector<std::string> kEvil = {
    "$(printf P%sWNED)",      "`printf P%sWNED`",
    "; printf P%sWNED #",     "\nprintf P%sWNED\n",
    "'; printf P%sWNED; '",   "\"; printf P%sWNED; \"",
    ") ; printf P%sWNED #",   ")); printf P%sWNED #",
    "} ; printf P%sWNED #",   "]; printf P%sWNED #",
    "E\nprintf P%sWNED\n",    "\\'; printf P%sWNED #",
    "\\\"; printf P%sWNED #", "a[$(printf P%sWNED >&2)]",
    "|printf P%sWNED",        "${x:-$(printf P%sWNED)}",
    "(printf P%sWNED)"};

/// Where the value stands, at each @.
const std::vector<std::string> kPlaces = {
    "echo \\@",
    "echo $@",
    "echo \"$@\"",
    "echo `echo @`",
    "echo `echo '@'`",
    "echo \"`echo \"@\"`\"",
    "echo $(echo @)",
    "echo \"$(echo \"@\")\"",
    "echo $((1+@))",
    "cat <<E\n@\nE\n",
    "cat <<'E'\n@\nE\n",
    "cat <<-E\n\t@\nE\n",
    ": # @\n",
    ": '#' # '@'\n",
    "echo ${x:-@}",
    "echo \"${x:-@}\"",
    "echo $'@'",
    "echo $\"@\"",
    "echo a\\\n@",
    "echo \"a\\\n@\"",
    "case a in @) ;; esac",
    "(echo @)",
    "{ echo @; }",
    "[[ @ -eq 1 ]]",
    "((@))",
    "echo $[@]",
    "echo $(case x in x) echo '@';; esac) '@'",
    "echo @@",
    "'@@'",
    "\"@@\"",
    "echo \"@\\@\"",
    "echo $@(@)",
    "echo $\\\n(@)",
    "echo <<@\n@"};

TEST(QuoteForShell, NoPlaceMakesAValueACommand) {
  for (const std::string& text : kPlaces) {
    for (const std::string& value : kEvil) {
      const std::string quoted = QuoteForShell(With(text, {value}, '@'));
      for (const std::string& shell : Shells()) {
        EXPECT_THAT(Output(shell, quoted), Not(HasSubstr("PWNED")))
            << shell << ": " << quoted;
      }
    }
  }
}

TEST(QuoteForShell, NorDoesAnyOtherText) {
  const std::vector<std::string> pieces = {
      "@", "@", " ",     "'", "\"", "\\", "$",         "`", "(",
      ")", "{", "}",     "[", "]",  "#",  "\n",        "<", "&",
      ";", "|", "echo ", "a", "=",  ":",  "case x in "};
  std::mt19937 random(1);
  const auto pick = [&](const std::vector<std::string>& from) {
    return from[random() % from.size()];
  };
  for (int i = 0; i < kTexts; ++i) {
    std::string text = "echo ";
    for (std::size_t n = 2 + random() % 10; n > 0; --n) text += pick(pieces);
    const std::string quoted =
        QuoteForShell(With(text, {pick(kEvil), pick(kEvil)}, '@'));
    for (const std::string& shell : Shells()) {
      EXPECT_THAT(Output(shell, quoted), Not(HasSubstr("PWNED")))
          << shell << ": " << text << "\nbecame " << quoted;
    }
  }
}

}  // namespace
}  // namespace actions
