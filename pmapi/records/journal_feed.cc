// From the bytes of journalctl to records, and journalctl kept running.
#include "pmapi/records/journal_feed.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <limits>
#include <utility>

#include "base/one_line.h"

namespace pmapi::records {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

/// What waits to be evaluated, and what is at a tick. Units: bytes.
constexpr std::size_t kMostWaiting = std::size_t{64} << 20;
constexpr std::size_t kMostOfJournalTick = std::size_t{64} << 20;

/// Until it is known at the start whether there is a journal; this is no tick.
constexpr base::Duration kPatience{base::kNanosPerSecond};
/// Who still runs after so long is no failure any more.
constexpr base::Duration kSettled{2 * base::kNanosPerSecond};
constexpr int kMostDoublings = 6;

/// Domain, clusters and items of PCP's agent.
constexpr std::uint32_t kDomain = 114u << 22;
constexpr Pmid kRecords{kDomain | 2u << 10};
constexpr Pmid kCursor{kDomain | 1u << 10};
constexpr Pmid kString{kDomain | 1u << 10 | 1};
constexpr Pmid kBlob{kDomain | 1u << 10 | 2};

/// What journalctl says of a cursor that it cannot read.
constexpr std::string_view kNoCursor = "seek to cursor";

/// The time of day, as the kernel stamps what is made now: entries that are
/// written from now on have this time or a later one.
std::int64_t StampOfNow() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return 0;
  struct stat made {};
  ::fstat(ends[0], &made);
  for (const int end : ends) ::close(end);
  constexpr std::int64_t kMicros = 1'000'000;
  return made.st_ctim.tv_sec * kMicros +
         made.st_ctim.tv_nsec / base::kNanosPerMicro;
}

std::string From(const JournalPosition& position) {
  if (!position.cursor.empty()) return "--cursor=" + position.cursor;
  constexpr std::int64_t kMicros = 1'000'000;
  const std::string micros =
      std::to_string(kMicros + position.microseconds % kMicros);
  return "--since=@" + std::to_string(position.microseconds / kMicros) + '.' +
         micros.substr(1);
}

const std::string& ProgramOf(const JournalOptions& options) {
  const auto& all = options.programs;
  const auto found =
      std::find_if(all.begin(), all.end(), [](const std::string& path) {
        return ::access(path.c_str(), X_OK) == 0;
      });
  return found != all.end() ? *found : all.front();
}

/// journalctl with nothing that would change what it writes.
Result<base::Program> Journalctl(const JournalOptions& options,
                                 const JournalPosition& position) {
  auto which = JournalArguments(options.place);
  if (!which) return which.error();
  base::Program program;
  program.path = ProgramOf(options);
  program.arguments = {"journalctl",  "--follow", "--no-tail",
                       "--no-pager",  "--all",    "--output=export",
                       From(position)};
  program.arguments.insert(program.arguments.end(), which->begin(),
                           which->end());
  program.environment = {"LC_ALL=C", "PATH=/usr/bin:/bin"};
  return program;
}

base::Timestamp TimeOf(const JournalEntry& entry, base::Timestamp now) {
  const auto micros = entry.sent ? entry.sent : entry.received;
  constexpr auto kMost = static_cast<std::uint64_t>(
      std::numeric_limits<std::int64_t>::max() / base::kNanosPerMicro);
  if (!micros || *micros > kMost) return now;
  return std::min(now, base::Timestamp{static_cast<std::int64_t>(*micros) *
                                       base::kNanosPerMicro});
}

base::Bytes BytesOf(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

/// A clock may be set back.
bool IsWithin(base::Duration limit, base::Timestamp since,
              base::Timestamp now) {
  return since <= now && (now - since).ns < limit.ns;
}

}  // namespace

JournalFeed::JournalFeed(JournalOptions options)
    : options_(std::move(options)), watch_(options_.place) {}

JournalFeed::~JournalFeed() {
  reader_.reset();
  if (!file_) return;
  // Even if it is what was kept: somebody may have removed that.
  kept_.reset();
  Keep();
  const auto trouble = file_->TroubleAtEnd();
  if (trouble && options_.news.not_kept) options_.news.not_kept(*trouble);
}

std::vector<RecordMetric> JournalFeed::Metrics() const {
  return {
      MetricOfRecords("systemd.journal.records", kRecords,
                      "the entries of systemd's journal"),
      ParameterOfRecords("systemd.journal.field.cursor", kCursor, Type::kString,
                         "where the entry is in its journal"),
      ParameterOfRecords("systemd.journal.field.string", kString, Type::kString,
                         "NAME=VALUE, of each field"),
      ParameterOfRecords("systemd.journal.field.blob", kBlob, Type::kAggregate,
                         "NAME=VALUE, of each field that has a NUL byte")};
}

std::size_t JournalFeed::MostOfTick() const { return kMostOfJournalTick; }

namespace {

/// Whether nothing would be read for long. A cursor is found whatever its time.
bool IsToCome(const std::optional<JournalPosition>& position,
              std::int64_t now) {
  constexpr std::int64_t kSoon = 10'000'000;  // Units: microseconds
  return position && position->cursor.empty() &&
         position->microseconds - kSoon > now;
}

}  // namespace

void JournalFeed::Begin() {
  begun_ = StampOfNow();
  position_.microseconds = begun_;
  if (auto known = Position(); !known) {
    at_begin_ = known.error();
    return;
  }
  Launch({});
  reader_->AwaitBegin(kPatience);
}

/// Where the last process has left off.
Result<void> JournalFeed::Position() {
  if (options_.state.empty() || file_) return {};
  auto file = CursorFile::Open(options_.state);
  if (!file) return file.error();
  file_.emplace(*std::move(file));
  auto position = file_->Read();
  if (position && IsToCome(*position, begun_)) {
    position = Error{ErrorCode::kInvalid,
                     "the place in the journal is of a time to come, as of a "
                     "clock that was ahead"};
  }
  if (position) {
    const bool kept = position->has_value();
    position_ = (*position).value_or(position_);
    if (options_.news.begun) {
      options_.news.begun(kept ? records::TimeOf(position_) : std::nullopt);
    }
    return {};
  }
  missed_ = 1;
  Error error = position.error();
  error.message += ": what has come in the journal since is lost";
  return error;
}

/// What could not be kept is tried again.
void JournalFeed::Keep() {
  if (!file_ || (position_ == kept_ && !file_->Trouble())) return;
  kept_ = position_;
  file_->Keep(position_);
}

std::optional<Error> JournalFeed::Trouble() const {
  return file_ ? file_->Trouble() : std::nullopt;
}

Result<void> JournalFeed::Read(RecordSink* sink) {
  if (auto ready = Ready(sink->now()); !ready) return ready;
  // Asked before: what it has written is then all that it will.
  const auto end = reader_->end();
  const auto all = TakeEntries(sink);
  if (!all) return all.error();
  if (end && *all) {
    if (auto ended = Ended(*end, sink->now()); !ended) return ended;
  } else if (*all && watch_.HasChanged()) {
    Launch(sink->now());
  }
  if (failures_ > 0 && IsWithin(kSettled, launched_, sink->now())) return *why_;
  // Of a tick that is unknown nobody would be told.
  sink->AddMissed(std::exchange(missed_, 0));
  return {};
}

Result<void> JournalFeed::Ready(base::Timestamp now) {
  if (const auto why = std::exchange(at_begin_, std::nullopt)) return *why;
  if (auto known = Position(); !known) return known;
  Keep();
  if (reader_) return {};
  const bool pauses = failures_ > 0 && IsWithin(pause_, failed_, now);
  if (pauses && !watch_.HasChanged()) return *why_;
  Launch(now);
  return {};
}

void JournalFeed::Launch(base::Timestamp now) {
  launched_ = now;
  given_ = false;
  held_ = false;
  rest_ = {};
  parser_.Reset();
  expected_.reset();
  if (!position_.cursor.empty()) expected_ = position_.cursor;
  reader_.emplace(
      [options = options_, position = position_, watch = watch_] {
        watch.Note();
        return Journalctl(options, position);
      },
      kMostWaiting);
}

/// Whether that is all that there is.
Result<bool> JournalFeed::TakeEntries(RecordSink* sink) {
  using Step = JournalExportParser::Step;
  if (held_) {
    if (auto taken = TakeEntry(sink); !taken) return taken.error();
  }
  // An entry that is too long has bytes, but is no record.
  std::size_t bytes = 0;
  while (sink->has_room() && bytes < kMostWaiting) {
    if (rest_.empty()) {
      auto next = reader_->Next();
      if (!next) return true;
      piece_ = *std::move(next);
      rest_ = piece_;
      bytes += piece_.size();
    }
    const Step step = parser_.Take(&rest_);
    if (step == Step::kMore) continue;
    if (step == Step::kBroken) {
      given_ = false;
      auto ended = Ended(
          {ErrorCode::kProtocol, "what journalctl writes is no journal: '" +
                                     base::OneLine(parser_.broken()) + "'"},
          sink->now());
      return ended.error();
    }
    if (auto taken = TakeEntry(sink); !taken) return taken.error();
  }
  return false;
}

/// The first one after a cursor is that cursor's, which has been given: so we
/// see whether it is still there.
Result<void> JournalFeed::TakeEntry(RecordSink* sink) {
  const JournalEntry& entry = parser_.entry();
  held_ = false;
  if (const auto expected = std::exchange(expected_, std::nullopt)) {
    if (entry.cursor == *expected) return {};
    missed_ = 1;
    held_ = true;
    return Error{ErrorCode::kSystem,
                 "the journal has no more the entry with which it was left: "
                 "what came between that and its next one is lost"};
  }
  Add(entry, sink);
  position_ = {entry.cursor, 0};
  given_ = true;
  failures_ = 0;
  return {};
}

void JournalFeed::Add(const JournalEntry& entry, RecordSink* sink) const {
  EventWriter& to = sink->BeginRecord(TimeOf(entry, sink->now()));
  to.AddText(kCursor, entry.cursor);
  for (std::size_t i = 0; i < entry.size(); ++i) {
    const std::string_view field = entry.field(i);
    if (field.find('\0') == field.npos) {
      to.AddText(kString, field);
    } else {
      to.AddParameter(kBlob, Type::kAggregate, BytesOf(field));
    }
  }
}

/// One that has given entries is begun again at once: it goes on behind them.
Result<void> JournalFeed::Ended(Error why, base::Timestamp now) {
  reader_.reset();
  if (why.message.find(kNoCursor) != std::string::npos) {
    position_ = {"", std::max(begun_, launched_.ns / base::kNanosPerMicro)};
    missed_ = 1;
  }
  if (given_) {
    Launch(now);
    return {};
  }
  if (why.system_errno == ENOENT &&
      why.message.starts_with(options_.programs.front())) {
    why.message = "cannot read the journal: " + why.message;
  }
  failed_ = now;
  pause_ = {kPatience.ns << std::min(failures_++, kMostDoublings)};
  why_ = std::move(why);
  return *why_;
}

}  // namespace pmapi::records
