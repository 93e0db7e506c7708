// Files in the order of their names.
#include "cli/receiver_files.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <iterator>
#include <set>
#include <string_view>
#include <utility>

#include "actions/receivers/receivers_file.h"
#include "actions/receivers/secret_file.h"
#include "base/file.h"
#include "base/listed.h"
#include "base/system_error.h"
#include "cli/diagnostic_text.h"

namespace cli {
namespace {

namespace fs = std::filesystem;

/// Units: bytes.
constexpr std::size_t kMaxFileBytes = std::size_t{1} << 20;

/// After so long without news Alertmanager ends an alert, if nothing else is
/// set there. Units: seconds.
constexpr double kAlertmanagers = 300;

/// Of files that cannot be read.
constexpr std::size_t kMostTold = 10;

constexpr char kNoFiles[] =
    "there is no file in this directory whose name ends in .yaml or .yml";

base::Result<std::vector<std::string>> FilesIn(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code failed;
  for (fs::directory_iterator at(folder, failed), end; !failed && at != end;
       at.increment(failed)) {
    const auto ending = at->path().extension();
    const bool hidden = at->path().filename().string().starts_with('.');
    if (!hidden && (ending == ".yaml" || ending == ".yml")) {
      files.push_back(at->path().string());
    }
  }
  if (failed) {
    return base::SystemError("cannot read " + folder, failed.value());
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// Why `file` is not read, without its name.
std::string Unread(const std::string& file, const base::Error& error) {
  const std::string named = file + ": ";
  const bool begins = error.message.starts_with(named);
  return "cannot be read: " +
         error.message.substr(begins ? named.size() : std::size_t{0});
}

/// All `failures`, of which there is one, in one: barred if all are.
base::Error AllOf(const std::vector<base::Error>& failures) {
  std::vector<std::string_view> what;
  const base::Error* first = nullptr;
  for (const base::Error& one : failures) {
    what.emplace_back(one.message);
    if (first == nullptr || first->system_errno == EACCES) first = &one;
  }
  return {first->code, base::Listed(what, kMostTold), first->system_errno};
}

}  // namespace

base::Result<void> ReceiverFiles::Read(const std::optional<std::string>& path) {
  if (path) {
    auto read = ReadPath(*path);
    if (read && texts_.empty()) {
      Tell(*path, grammar::Severity::kWarning, kNoFiles);
    }
    return read;
  }
  std::vector<base::Error> failures;
  for (const char* place : kReceiverPlaces) {
    std::error_code ignored;
    const auto type = fs::symlink_status(place, ignored).type();
    if (type == fs::file_type::not_found) continue;
    if (const auto read = ReadPath(place); !read) {
      failures.push_back(read.error());
    }
  }
  if (failures.empty()) return {};
  base::Error all = AllOf(failures);
  if (all.system_errno == EACCES) unread_ = all.message;
  return all;
}

void ReceiverFiles::Tell(const std::string& path, grammar::Severity severity,
                         const std::string& message) {
  grammar::Diagnostic told;
  told.severity = severity;
  told.message = message;
  Keep(grammar::SourceText(path, ""), {std::move(told)});
}

base::Result<void> ReceiverFiles::ReadPath(const std::string& path) {
  std::error_code ignored;
  if (!fs::is_directory(path, ignored)) return ReadFile(path);
  const auto files = FilesIn(path);
  if (!files) return files.error();
  std::vector<base::Error> failures;
  for (const std::string& file : *files) {
    const auto read = ReadFile(file);
    if (read) continue;
    if (read.error().system_errno == EACCES) {
      failures.push_back(read.error());
    } else {
      Tell(file, grammar::Severity::kError, Unread(file, read.error()));
      wrong_ = file + " is wrong";
    }
  }
  if (failures.empty()) return {};
  return AllOf(failures);
}

base::Result<void> ReceiverFiles::ReadFile(const std::string& path) {
  const auto text = base::ReadRegularText(path, kMaxFileBytes);
  if (!text) return text.error();
  auto read =
      actions::ReadReceivers(path, *text, actions::OthersRead(path), files_);
  const bool wrong = Keep(std::move(read.shown), std::move(read.diagnostics));
  if (wrong && read.names.empty()) wrong_ = path + " is wrong";
  for (const auto& [name, begin] : read.names) {
    places_[{&texts_.back(), begin}] = name;
    if (files_.emplace(name, path).second) names_.push_back(name);
  }
  for (actions::WrongTemplate& one : read.templates) {
    Keep(std::move(one.shown), std::move(one.diagnostics));
  }
  receivers_.merge(read.receivers);
  return {};
}

/// Whether there are errors among them.
bool ReceiverFiles::Keep(grammar::SourceText text,
                         std::vector<grammar::Diagnostic> diagnostics) {
  texts_.push_back(std::move(text));
  bool wrong = false;
  for (grammar::Diagnostic& diagnostic : diagnostics) {
    wrong |= diagnostic.severity == grammar::Severity::kError;
    diagnostics_.push_back({&texts_.back(), std::move(diagnostic)});
  }
  has_errors_ |= wrong;
  return wrong;
}

std::string ReceiverFiles::OwnerOf(const FiledDiagnostic& one) const {
  const auto next =
      places_.upper_bound({one.source, one.diagnostic.span.begin});
  if (next == places_.begin()) return "";
  const auto& [place, name] = *std::prev(next);
  return place.first == one.source ? name : "";
}

std::vector<FiledDiagnostic> ReceiverFiles::DiagnosticsOf(
    const std::string& receiver, std::size_t* others) const {
  std::vector<FiledDiagnostic> all;
  std::set<std::string> warned;
  for (const FiledDiagnostic& one : diagnostics_) {
    const std::string owner = OwnerOf(one);
    if (one.diagnostic.severity == grammar::Severity::kError || owner.empty() ||
        owner == receiver) {
      all.push_back(one);
    } else {
      warned.insert(owner);
    }
  }
  *others += warned.size();
  return all;
}

grammar::ReceiverNames ReceiverFiles::Names() const {
  grammar::ReceiverNames names{false, any_read(), names_,
                               unread_.empty() ? wrong_ : unread_};
  for (const auto& [name, receiver] : receivers_) {
    const auto& over = receiver.body.resolve_after;
    const bool by_itself =
        receiver.body.form == actions::BodyForm::kAlertmanager;
    if (over || by_itself) {
      names.resolved.emplace(name, over ? over->Seconds() : kAlertmanagers);
    }
  }
  return names;
}

bool ReadReceiversOfRun(const std::optional<std::string>& path,
                        Messages* messages, ReceiverFiles* files) {
  const auto read = files->Read(path);
  messages->Complain(DiagnosticText(files->diagnostics()));
  const std::string& barred = files->unread();
  if (!barred.empty()) {
    messages->ComplainAs("warning - receivers are not read: " + barred);
  }
  if ((read || !barred.empty()) && !files->has_errors()) return true;
  messages->ComplainAs(files->has_errors()
                           ? "receivers are wrong: nothing is evaluated"
                           : "--receivers: " + read.error().message);
  return false;
}

}  // namespace cli
