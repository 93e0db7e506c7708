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

#include "pmapi/records/journalctl.h"

namespace pmapi::records {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

/// What waits to be evaluated, and what is at a tick. Units: bytes.
constexpr std::size_t kMostWaiting = std::size_t{64} << 20;
constexpr std::size_t kMostOfJournalTick = std::size_t{64} << 20;

/// Until it is known at the start whether there is a journal, and where it
/// ends; this is no tick.
constexpr base::Duration kPatience{5 * base::kNanosPerSecond};
/// After one that ended.
constexpr base::Duration kFirstPause{base::kNanosPerSecond};
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
  if (end_) {
    end_->Await(kPatience);
    if (const auto& end = end_->Take(); end && *end) {
      BeginBehind(**end, false);
      Launch({});
    }
  }
  if (reader_) reader_->AwaitBegin(kPatience);
}

/// An end that is known only late may have come after the start: then the time
/// of the start is the place, so that nothing is lost.
void JournalFeed::BeginBehind(const JournalEnd::Entry& end, bool late) {
  seeks_ = false;
  const bool came_since =
      late && !end.cursor.empty() &&
      end.microseconds >= static_cast<std::uint64_t>(begun_);
  position_ =
      came_since ? JournalPosition{"", begun_} : JournalPosition{end.cursor, 0};
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
    seeks_ = !kept;
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
  if (auto end = TakeEnd(sink->now()); !end) return end;
  if (auto written = TakeWritten(sink); !written) return written;
  if (failures_ > 0 && IsWithin(kSettled, launched_, sink->now())) return *why_;
  // Of a tick that is unknown nobody would be told.
  sink->AddMissed(std::exchange(missed_, 0));
  return {};
}

/// Where the journal ends, once that is known. Of one that has no files yet,
/// all that it will have comes after the start.
Result<void> JournalFeed::TakeEnd(base::Timestamp now) {
  if (!end_) return {};
  const auto found = end_->Take();
  if (!found) return {};
  if (*found || found->error().code == ErrorCode::kNoData) {
    BeginBehind(*found ? **found : JournalEnd::Entry{}, true);
  }
  if (!*found) return Ended(found->error(), now);
  Launch(now);
  return {};
}

Result<void> JournalFeed::TakeWritten(RecordSink* sink) {
  if (!reader_) return {};
  // Asked before: what it has written is then all that it will.
  const auto end = reader_->end();
  const auto all = TakeEntries(sink);
  if (!all) return all.error();
  if (end && *all) return Ended(*end, sink->now());
  if (*all && watch_.HasChanged()) Launch(sink->now());
  return {};
}

Result<void> JournalFeed::Ready(base::Timestamp now) {
  if (const auto why = std::exchange(at_begin_, std::nullopt)) return *why;
  if (auto known = Position(); !known) return known;
  Keep();
  if (end_ || reader_) return {};
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
  end_.reset();
  reader_.reset();
  auto program = [which = Journalctl{options_.place, options_.programs},
                  watch = watch_, seeks = seeks_, position = position_] {
    watch.Note();
    return seeks ? which.Last() : which.From(position);
  };
  if (seeks_) {
    end_.emplace(std::move(program));
  } else {
    reader_.emplace(std::move(program), kMostWaiting);
  }
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
      auto ended = Ended(NoJournal(parser_), sink->now());
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
  end_.reset();
  reader_.reset();
  if (why.message.find(kNoCursor) != std::string::npos) {
    begun_ = std::max(begun_, launched_.ns / base::kNanosPerMicro);
    position_ = {"", begun_};
    seeks_ = true;
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
  pause_ = {kFirstPause.ns << std::min(failures_++, kMostDoublings)};
  why_ = std::move(why);
  return *why_;
}

}  // namespace pmapi::records
