// OptionReader: getopt_long as a sequence of values, errors among them as
// text. What an option means is options.h's.
#ifndef TOCSIN_CLI_OPTION_READER_H_
#define TOCSIN_CLI_OPTION_READER_H_

#include <getopt.h>

#include <optional>
#include <string>
#include <vector>

namespace cli {

/// The value of --help in `names`. "-?" is not among the letters: to
/// getopt_long, '?' is what every error gives.
inline constexpr int kHelp = 1;
/// Those of ours, which are read as these letters.
inline constexpr char kVersion = 2;
inline constexpr char kMinLevel = 3;
inline constexpr char kState = 4;
inline constexpr char kNoState = 5;
inline constexpr char kAct = 6;
inline constexpr char kReceivers = 7;
inline constexpr char kThreads = 8;
inline constexpr char kFollow = 9;
inline constexpr char kJournal = 10;
inline constexpr char kJournalResume = 11;
inline constexpr char kExtract = 12;
inline constexpr char kStore = 13;
inline constexpr char kSets = 14;
inline constexpr char kSite = 15;

/// One option of a command line: its letter, or '?' where help is asked for or
/// needed.
struct OptionRead {
  char letter;
  std::string argument;  // for '?' what is wrong, empty for "-?"
};

/// Threads: one reader at a time, getopt_long keeps its place in globals.
class OptionReader {
 public:
  /// `arguments` with the program's name first; `letters` and `names` are
  /// getopt_long's; what is called as in `in_full` is not shortened. Lifetime:
  /// `names` and `in_full` outlive the reader.
  OptionReader(const std::vector<std::string>& arguments,
               const std::string& letters, const option* names,
               const option* in_full = nullptr);

  /// The next option; nothing after the last one.
  std::optional<OptionRead> Next();

  /// What is no option. REQUIRES: Next() gave nothing.
  std::vector<std::string> Operands() const;

 private:
  std::optional<OptionRead> InFull();
  std::string ErrorText(bool missing_argument) const;
  /// The long options that `word` may mean.
  std::vector<const option*> Candidates(const std::string& word) const;
  /// True if getopt_long's last error is about `word`, a long option.
  bool IsLong(const std::string& word) const;
  std::string LongErrorText(const std::string& word) const;

  std::vector<std::string> arguments_;
  std::vector<char*> pointers_;
  std::string letters_;
  const option* names_;
  const option* in_full_;
};

}  // namespace cli

#endif  // TOCSIN_CLI_OPTION_READER_H_
