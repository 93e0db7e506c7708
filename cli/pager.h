// Pager: what a command of pmieconf's prints on a terminal, a page at a time.
// What it asks, and the keys that answer, are the real one's.
#ifndef TOCSIN_CLI_PAGER_H_
#define TOCSIN_CLI_PAGER_H_

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace cli {

class Pager {
 public:
  struct Window {
    int rows = 24;
    int columns = 80;
  };
  /// That of a terminal. One that is smaller than the usual one, or says
  /// nothing, is taken for the usual one.
  static Window WindowOf(int terminal);

  /// `ask` prints a question and waits for the key that answers it; nothing:
  /// there will be none.
  Pager(std::function<void(std::string_view)> print,
        std::function<std::optional<char>(std::string_view)> ask)
      : print_(std::move(print)), ask_(std::move(ask)) {}

  /// The output of the next command begins.
  void Begin(Window window);
  /// Asks before each line for which there is no room; once the answer is no,
  /// nothing is printed until the next Begin().
  void Print(std::string_view text);
  /// Prints a text beside the line before it: nothing is asked between them.
  void PrintBeside(std::string_view text);

 private:
  void Ask();
  void Wipe();

  std::function<void(std::string_view)> print_;
  std::function<std::optional<char>(std::string_view)> ask_;
  Window window_;
  int lines_ = 0;  // of this page
  bool stopped_ = false;
};

}  // namespace cli

#endif  // TOCSIN_CLI_PAGER_H_
