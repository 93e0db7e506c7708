// The store of a run that may be another process's: each access is short.
#include "cli/outbox.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <system_error>
#include <utility>
#include <vector>

#include "actions/delivery/counts_by_rule.h"
#include "actions/delivery/loss_log.h"
#include "actions/delivery/state_files.h"
#include "actions/delivery/store.h"
#include "actions/receivers/receivers.h"
#include "base/one_line.h"
#include "base/printable.h"
#include "base/rfc3339.h"
#include "base/system_error.h"
#include "cli/command_complaint.h"
#include "cli/daemon.h"
#include "cli/json_text.h"
#include "cli/local_zone.h"
#include "engine/schedule/clock.h"

namespace cli {
namespace {

using actions::Store;
using Verb = OutboxOptions::Verb;

constexpr int kDone = 0;
constexpr int kNothing = 1;
constexpr int kFailed = 2;

/// What is taken out of it is what somebody names, however much there is.
constexpr Store::Limits kNoLimits{std::numeric_limits<std::size_t>::max(),
                                  std::numeric_limits<std::size_t>::max()};

/// So many rows are read at once.
constexpr Store::Limits kPiece{1000, std::size_t{1} << 20};

class OutboxCommand {
 public:
  OutboxCommand(const OutboxOptions& options, const ProcessContext& process)
      : options_(options), process_(process) {}

  int Run();

 private:
  std::string Folder() const;
  base::Result<void> Open();
  int Do();
  int List();
  int Show();
  int Retry();
  int Drop();
  int EndDrop(std::size_t dropped, int status);
  void Print(const std::string& line) { process_.out->Print(line + '\n'); }
  /// What is done to the file the run beside this one would not see.
  int FailBesideMemory() {
    return Fail(
        Folder() +
        ": the run that uses it goes on in memory, as its log says, and would "
        "not see this: try again when it uses the outbox again");
  }
  int Fail(const std::string& what, int status = kFailed) {
    process_.err->Print(CommandComplaint("outbox", what));
    return status;
  }
  int FailWithout(const std::string& id) {
    return Fail("there is no notification " + base::OneLine(id), kNothing);
  }

  const OutboxOptions& options_;
  const ProcessContext& process_;
  std::unique_ptr<Store> store_;
};

/// When the next try is due, where there was one and that is after `now`. What
/// is behind it in its queue waits for it.
std::string NextTry(const Store::Kept& kept, const base::Zone& zone,
                    base::Timestamp now) {
  std::string next;
  if (kept.tries > 0 && kept.due > now) {
    base::AppendRfc3339(zone, kept.due, &next);
  }
  return next;
}

std::string LineOf(const Store::Kept& kept, const base::Zone& zone,
                   base::Timestamp now) {
  const actions::Notification& one = kept.notification;
  std::string line = base::Printable(one.id) + ' ';
  base::AppendRfc3339(zone, one.time, &line);
  line += ' ' + base::Printable(one.rule);
  if (!one.host.empty()) line += " on " + base::Printable(one.host);
  line += " to " + base::Printable(actions::ShownReceiver(one.receiver));
  if (kept.tries == 0) return line;
  line += "; " + std::to_string(kept.tries) +
          (kept.tries == 1 ? " try: " : " tries, the last: ") +
          base::Printable(kept.problem);
  const std::string next = NextTry(kept, zone, now);
  return next.empty() ? line : line + "; next try " + next;
}

/// The same for programs, which want receiver and problem apart.
std::string JsonLineOf(const Store::Kept& kept, const base::Zone& zone,
                       base::Timestamp now) {
  const actions::Notification& one = kept.notification;
  nlohmann::ordered_json object = {{"id", one.id}};
  std::string time;
  base::AppendRfc3339(zone, one.time, &time);
  object["time"] = time;
  object["rule"] = one.rule;
  if (!one.host.empty()) object["host"] = one.host;
  object["receiver"] = actions::ShownReceiver(one.receiver);
  object["tries"] = kept.tries;
  if (kept.tries > 0) object["problem"] = kept.problem;
  const std::string next = NextTry(kept, zone, now);
  if (!next.empty()) object["next"] = next;
  return JsonText(object, -1);
}

/// The first directory that systemd names, where none is given.
std::string OutboxCommand::Folder() const {
  if (!options_.state.empty()) return options_.state;
  const auto named = process_.environment("STATE_DIRECTORY").value_or("");
  return named.substr(0, named.find(':'));
}

base::Result<void> OutboxCommand::Open() {
  if (auto owner = BecomeOwner(Folder()); !owner) return owner;
  if (auto safe = actions::SecureStateFiles(Folder()); !safe) return safe;
  const std::string path = Folder() + '/' + actions::kOutboxFile;
  if (::access(path.c_str(), R_OK | W_OK) != 0) {
    return base::SystemError(path, errno);
  }
  // A run that begins makes the tables of an empty file by itself.
  std::error_code unknown;
  const bool empty = std::filesystem::file_size(path, unknown) == 0;
  auto store = Store::Open(empty ? ":memory:" : path, kNoLimits);
  if (!store) {
    return base::Error{store.error().code, path + ": " + store.error().message};
  }
  store_ = std::move(*store);
  return {};
}

int OutboxCommand::Run() {
  if (Folder().empty()) return Fail("name the state directory: --state DIR");
  const auto opened = Open();
  return opened ? Do() : Fail(opened.error().message);
}

int OutboxCommand::Do() {
  switch (options_.verb) {
    case Verb::kList:
      return List();
    case Verb::kShow:
      return Show();
    case Verb::kRetry:
      return Retry();
    case Verb::kDrop:
      return Drop();
  }
  return kFailed;
}

/// What was there at the beginning: a run may add rows faster than these are
/// read.
int OutboxCommand::List() {
  const base::Zone zone = LocalZone(process_);
  const base::Timestamp now = engine::schedule::SystemClock().Now();
  const auto end = store_->LastNumber();
  if (!end) return Fail(end.error().message);
  for (auto last = std::numeric_limits<std::int64_t>::min();
       last < *end && !process_.over();) {
    const auto rows = store_->Rows(kPiece, last);
    if (!rows) return Fail(rows.error().message);
    if (rows->empty()) return kDone;
    for (const Store::Kept& kept : *rows) {
      if (kept.number > *end) break;
      process_.out->Print(options_.json ? JsonLineOf(kept, zone, now)
                                        : LineOf(kept, zone, now) + '\n');
    }
    last = rows->back().number;
  }
  return kDone;
}

int OutboxCommand::Show() {
  int status = kDone;
  for (const std::string& id : options_.ids) {
    const auto kept = store_->Find(id);
    if (!kept) return Fail(kept.error().message);
    if (!*kept) {
      status = FailWithout(id);
      continue;
    }
    Print(base::Printable((*kept)->notification.json));
  }
  return status;
}

int OutboxCommand::Retry() {
  if (actions::IsOutOfUse(Folder())) return FailBesideMemory();
  if (auto done = store_->MakeDue(); !done) return Fail(done.error().message);
  const auto waiting = store_->Waiting();
  if (!waiting) return Fail(waiting.error().message);
  const std::size_t count = actions::SumOf(*waiting);
  Print(actions::CountedNotifications(count) + (count == 1 ? " is" : " are") +
        " due now");
  return kDone;
}

/// So many are taken out at once: each time is a write to the disk.
int OutboxCommand::Drop() {
  if (actions::IsOutOfUse(Folder())) return FailBesideMemory();
  constexpr std::size_t kAtOnce = 1000;
  int status = kDone;
  std::set<std::string> seen;
  std::vector<std::string> ids;
  std::copy_if(options_.ids.begin(), options_.ids.end(),
               std::back_inserter(ids),
               [&seen](const auto& id) { return seen.insert(id).second; });
  actions::Batch batch{.now = engine::schedule::SystemClock().Now()};
  std::size_t dropped = 0;
  for (const std::string& id : ids) {
    const auto kept = store_->Find(id);
    if (!kept) return EndDrop(dropped, Fail(kept.error().message));
    if (*kept) batch.removed.push_back(id);
    if (!*kept) status = FailWithout(id);
    if (batch.removed.size() < kAtOnce && &id != &ids.back()) continue;
    const auto done = store_->Exchange(batch);
    if (!done) return EndDrop(dropped, Fail(done.error().message));
    dropped += batch.removed.size();
    batch.removed.clear();
  }
  return EndDrop(dropped, status);
}

/// Says how many, where there are some.
int OutboxCommand::EndDrop(std::size_t dropped, int status) {
  if (dropped > 0) Print(actions::CountedNotifications(dropped) + " dropped");
  return status;
}

}  // namespace

int RunOutbox(const OutboxOptions& options, const ProcessContext& process) {
  return OutboxCommand(options, process).Run();
}

}  // namespace cli
