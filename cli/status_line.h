// StatusLine: the line at the bottom of a terminal that tells what goes on,
// written anew each time. Never into a pipe or a file.
#ifndef TOCSIN_CLI_STATUS_LINE_H_
#define TOCSIN_CLI_STATUS_LINE_H_

#include <string>

namespace cli {

class StatusLine {
 public:
  /// Shows nothing where `descriptor` is no terminal, or one that cannot clear
  /// a line (TERM), or not `wanted`.
  StatusLine(int descriptor, bool wanted);
  ~StatusLine() { Wipe(); }
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;

  bool on_terminal() const { return on_terminal_; }
  /// Begins a line of its own below what others have written, if that has no
  /// end.
  void BeginBelow();
  /// As much of `text`, made base::Printable, as fits the window.
  void Show(const std::string& text);
  /// Removes the line, so that something else can be written.
  void Wipe();

 private:
  void Write(const std::string& text) const;

  int descriptor_;
  bool on_terminal_;
  bool shown_ = false;
};

}  // namespace cli

#endif  // TOCSIN_CLI_STATUS_LINE_H_
