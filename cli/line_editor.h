// LineEditor: lines that a person types on a terminal, with editing, a history
// and completion by libedit, which is loaded when it is needed.
#ifndef TOCSIN_CLI_LINE_EDITOR_H_
#define TOCSIN_CLI_LINE_EDITOR_H_

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "rules/pmieconf/completion.h"

namespace cli {

/// What an editor needs of who uses it.
struct LineEditing {
  int in = -1, out = -1;  // of the terminal
  std::string term;       // TERM, which libedit reads, too
  /// The session is to end: asked once a second and after a signal.
  std::function<bool()> over;
  /// How the line before the cursor may go on.
  std::function<rules::pmieconf::Completion(const std::string& line)> complete;
};

class LineEditor {
 public:
  /// With what ~/.editrc says. Errors: kUnsupported: there is no libedit here,
  /// or the terminal cannot move its cursor.
  static base::Result<LineEditor> Open(LineEditing editing);
  LineEditor(LineEditor&& other) noexcept;
  ~LineEditor();

  /// The next line, without its end, typed behind `prompt`; nothing at the end
  /// of input, or once it is over. Between calls the terminal is as it was.
  std::optional<std::string> Next(const std::string& prompt);

 private:
  class Session;
  explicit LineEditor(std::unique_ptr<Session> session);

  std::unique_ptr<Session> session_;
};

/// `words` in columns of a window so many `columns` wide, each line with its
/// end; many are only counted from some point on.
std::string InColumns(const std::vector<std::string>& words,
                      std::size_t columns);

}  // namespace cli

#endif  // TOCSIN_CLI_LINE_EDITOR_H_
