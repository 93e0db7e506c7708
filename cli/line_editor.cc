// libedit's interface in C. Signals are our own business: what it does with
// them it does to the whole process group.
#include "cli/line_editor.h"

#include <histedit.h>
#include <langinfo.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <clocale>
#include <csignal>
#include <cstdio>
#include <cwchar>
#include <utility>

#include "base/loop/signal_pipe.h"
#include "base/printable.h"
#include "base/shared_library.h"
#include "cli/pager.h"

namespace cli {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

/// The functions of libedit that are used.
struct Library {
  decltype(&::el_init_fd) init = nullptr;
  decltype(&::el_end) end = nullptr;
  decltype(&::el_gets) gets = nullptr;
  decltype(&::el_set) set = nullptr;
  decltype(&::el_wset) wset = nullptr;
  decltype(&::el_get) get = nullptr;
  decltype(&::el_source) source = nullptr;
  decltype(&::el_resize) resize = nullptr;
  decltype(&::el_line) line = nullptr;
  decltype(&::el_insertstr) insert = nullptr;
  decltype(&::history_init) history_init = nullptr;
  decltype(&::history_end) history_end = nullptr;
  decltype(&::history) history = nullptr;
  std::string missing = {};  // why it is not complete, if so
};

Library Load() {
  base::SharedLibrary library("libedit.so.2");
  Library edit;
  library.Find("el_init_fd", &edit.init);
  library.Find("el_end", &edit.end);
  library.Find("el_gets", &edit.gets);
  library.Find("el_set", &edit.set);
  library.Find("el_wset", &edit.wset);
  library.Find("el_get", &edit.get);
  library.Find("el_source", &edit.source);
  library.Find("el_resize", &edit.resize);
  library.Find("el_line", &edit.line);
  library.Find("el_insertstr", &edit.insert);
  library.Find("history_init", &edit.history_init);
  library.Find("history_end", &edit.history_end);
  library.Find("history", &edit.history);
  if (!library.complete()) edit.missing = library.Missing("libedit2");
  return edit;
}

const Library& Edit() {
  static const Library kEdit = Load();
  return kEdit;
}

/// Where no locale says what bytes mean, they are UTF-8.
void KnowCharacters() {
  std::setlocale(LC_CTYPE, "");
  const std::string ascii = "ANSI_X3.4-1968";
  if (::nl_langinfo(CODESET) == ascii) std::setlocale(LC_CTYPE, "C.UTF-8");
}

/// What all of `words` begin with. REQUIRES: there are some.
std::string SharedBeginning(const std::vector<std::string>& words) {
  std::string common = words.front();
  for (const std::string& one : words) {
    const auto [end, other] =
        std::mismatch(common.begin(), common.end(), one.begin(), one.end());
    common.erase(end, common.end());
  }
  return common;
}

}  // namespace

std::string InColumns(const std::vector<std::string>& words,
                      std::size_t columns) {
  constexpr std::size_t kMost = 200;
  const std::size_t count = std::min(words.size(), kMost);
  std::size_t width = 0;
  for (std::size_t i = 0; i < count; ++i) {
    width = std::max(width, words[i].size() + 2);
  }
  const std::size_t across =
      std::max<std::size_t>(1, columns / std::max<std::size_t>(1, width));
  const std::size_t lines = (count + across - 1) / across;
  std::string text;
  for (std::size_t line = 0; line < lines; ++line) {
    for (std::size_t i = line; i < count; i += lines) {
      const bool last = i + lines >= count;
      text += words[i];
      text += last ? "\n" : std::string(width - words[i].size(), ' ');
    }
  }
  if (words.size() > count) {
    text += "and " + std::to_string(words.size() - count) + " more\n";
  }
  return text;
}

/// What libedit calls, and what is its own. Lifetime: libedit has its address.
class LineEditor::Session {
 public:
  explicit Session(LineEditing editing) : editing_(std::move(editing)) {}
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  Result<void> Begin();
  std::optional<std::string> Next(const std::string& prompt);

 private:
  static Session* Of(EditLine* line);
  static char* Prompt(EditLine* line) { return Of(line)->prompt_.data(); }
  static int Read(EditLine* line, wchar_t* character) {
    return Of(line)->Read(character);
  }
  static unsigned char Complete(EditLine* line, int) {
    return Of(line)->Complete();
  }
  void SetUp();
  void HeedSignals();
  bool WaitForByte();
  int Read(wchar_t* character);
  unsigned char Complete();
  void Show(const std::vector<std::string>& words);

  LineEditing editing_;
  std::FILE* in_ = nullptr;
  std::FILE* out_ = nullptr;
  EditLine* line_ = nullptr;
  History* history_ = nullptr;
  base::loop::SignalPipe signals_;
  std::string prompt_;
};

LineEditor::Session::~Session() {
  if (line_ != nullptr) Edit().end(line_);
  if (history_ != nullptr) Edit().history_end(history_);
  if (in_ != nullptr) std::fclose(in_);
  if (out_ != nullptr) std::fclose(out_);
}

LineEditor::Session* LineEditor::Session::Of(EditLine* line) {
  void* session = nullptr;
  Edit().get(line, EL_CLIENTDATA, &session);
  return static_cast<Session*>(session);
}

Result<void> LineEditor::Session::Begin() {
  if (!Edit().missing.empty()) {
    return Error{ErrorCode::kUnsupported, Edit().missing};
  }
  KnowCharacters();
  in_ = ::fdopen(::dup(editing_.in), "r");
  out_ = ::fdopen(::dup(editing_.out), "w");
  history_ = Edit().history_init();
  if (in_ != nullptr && out_ != nullptr && history_ != nullptr) {
    line_ = Edit().init("tocsin", in_, out_, out_, editing_.in, editing_.out,
                        editing_.out);
  }
  if (line_ == nullptr) {
    return Error{ErrorCode::kUnsupported, "lines cannot be edited here"};
  }
  SetUp();
  return {};
}

void LineEditor::Session::SetUp() {
  constexpr int kLines = 1000;
  const Library& edit = Edit();
  HistEvent event{};
  edit.history(history_, &event, H_SETSIZE, kLines);
  edit.history(history_, &event, H_SETUNIQUE, 1);
  edit.set(line_, EL_CLIENTDATA, this);
  edit.set(line_, EL_EDITOR, "emacs");
  edit.set(line_, EL_HIST, edit.history, history_);
  edit.set(line_, EL_PROMPT, &Session::Prompt);
  edit.set(line_, EL_GETCFN,
           static_cast<int (*)(EditLine*, wchar_t*)>(&Session::Read));
  // What it is given in wide characters it takes as it is; of others it leaks
  // copies.
  edit.wset(line_, EL_ADDFN, L"complete-word", L"how the word may go on",
            static_cast<unsigned char (*)(EditLine*, int)>(&Session::Complete));
  edit.set(line_, EL_BIND, "\t", "complete-word", nullptr);
  edit.set(line_, EL_BIND, "^R", "em-inc-search-prev", nullptr);
  edit.source(line_, nullptr);
}

std::optional<std::string> LineEditor::Session::Next(
    const std::string& prompt) {
  prompt_ = prompt;
  for (const int number : {SIGWINCH, SIGCONT}) (void)signals_.Catch(number);
  Edit().resize(line_);
  Edit().set(line_, EL_PREP_TERM, 1);  // before somebody sees the prompt
  int count = 0;
  const char* const text = Edit().gets(line_, &count);
  for (const int number : {SIGWINCH, SIGCONT}) signals_.Release(number);
  if (text == nullptr || count <= 0 || editing_.over()) return std::nullopt;
  std::string line = text;
  HistEvent event{};
  if (line != "\n") Edit().history(history_, &event, H_ENTER, line.c_str());
  if (line.ends_with('\n')) line.pop_back();
  return line;
}

/// Who was stopped finds the terminal as the shell wants it. The line is shown
/// anew, from where it begins.
void LineEditor::Session::HeedSignals() {
  for (const int number : signals_.Take()) {
    if (number == SIGCONT) {
      Edit().set(line_, EL_PREP_TERM, 0);
      Edit().set(line_, EL_PREP_TERM, 1);
    } else {
      Edit().resize(line_);
    }
    std::fputc('\r', out_);
    Edit().set(line_, EL_REFRESH);
  }
}

/// False once it is over.
bool LineEditor::Session::WaitForByte() {
  constexpr int kMillisBetweenLooks = 1000;
  std::array<pollfd, 2> some{
      {{editing_.in, POLLIN, 0}, {signals_.fd(), POLLIN, 0}}};
  while (!editing_.over()) {
    if (::poll(some.data(), some.size(), kMillisBetweenLooks) <= 0) continue;
    if (some[1].revents != 0) HeedSignals();
    if (some[0].revents != 0) return true;
  }
  return false;
}

/// As libedit wants it: 1, 0 at the end, -1 where it is to stop. Bytes that are
/// no character are left out.
int LineEditor::Session::Read(wchar_t* character) {
  std::mbstate_t half{};
  while (WaitForByte()) {
    char byte = 0;
    const ssize_t count = ::read(editing_.in, &byte, 1);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return static_cast<int>(count);
    const std::size_t length = std::mbrtowc(character, &byte, 1, &half);
    if (length <= 1) return 1;
    if (length == static_cast<std::size_t>(-1)) half = {};
  }
  return -1;
}

void LineEditor::Session::Show(const std::vector<std::string>& words) {
  std::vector<std::string> shown;
  for (const std::string& one : words) shown.push_back(base::Printable(one));
  const int columns = Pager::WindowOf(editing_.out).columns;
  const std::string text =
      '\n' + InColumns(shown, static_cast<std::size_t>(columns));
  std::fputs(text.c_str(), out_);
}

/// Inserts what all candidates have, or shows them where that is nothing.
unsigned char LineEditor::Session::Complete() {
  const LineInfo* const info = Edit().line(line_);
  const std::string before(info->buffer, info->cursor);
  const auto found = editing_.complete(before);
  if (found.words.empty()) return CC_ERROR;
  std::string rest =
      SharedBeginning(found.words).substr(before.size() - found.begin);
  if (found.words.size() == 1) rest += ' ';
  if (rest.empty()) {
    Show(found.words);
    return CC_REDISPLAY;
  }
  return Edit().insert(line_, rest.c_str()) == 0 ? CC_REFRESH : CC_ERROR;
}

LineEditor::LineEditor(std::unique_ptr<Session> session)
    : session_(std::move(session)) {}
LineEditor::LineEditor(LineEditor&& other) noexcept = default;
LineEditor::~LineEditor() = default;

Result<LineEditor> LineEditor::Open(LineEditing editing) {
  if (editing.term.empty() || editing.term == "dumb") {
    return Error{ErrorCode::kUnsupported, "the terminal moves no cursor"};
  }
  auto session = std::make_unique<Session>(std::move(editing));
  if (auto begun = session->Begin(); !begun) return begun.error();
  return LineEditor(std::move(session));
}

std::optional<std::string> LineEditor::Next(const std::string& prompt) {
  return session_->Next(prompt);
}

}  // namespace cli
