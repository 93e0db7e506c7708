// From question to tick: wait for the connection and its facts, fetch, have
// new instances named, hand out.
#include "pmapi/pmcd/pmcd_stream.h"

#include <utility>

#include "pmapi/pmcd/pmcd_source.h"
#include "pmapi/source/hand_out.h"

namespace pmapi {

using base::Error;
using base::ErrorCode;
using base::Result;

namespace {

/// After these the facts may be others. After new labels they are not.
constexpr std::uint32_t kFactsChanges =
    pmcd::kAgentAdded | pmcd::kAgentRestarted | pmcd::kAgentDropped |
    pmcd::kNamesChanged;

/// After these the next records need not follow those of before.
constexpr std::uint32_t kLosesAgents =
    pmcd::kAgentRestarted | pmcd::kAgentDropped;

Error NotAsked() { return {ErrorCode::kNoData, "no tick has been asked for"}; }

}  // namespace

PmcdStream::PmcdStream(PmcdSource* source, std::vector<Want> wants,
                       base::Duration interval)
    : source_(*source),
      request_(wants),
      interval_(interval),
      context_(source->contexts_.Take()),
      revision_(source->revision_),
      meanings_(wants, source->facts_, source->names_by_pmid_),
      events_(wants, interval,
              [source](InDom indom) { return source->facts_.IdsOf(indom); }),
      open_(request_.OpenDomains()),
      outcome_(NotAsked()) {
  for (const InDom indom : open_) {
    request_.tick().SetInstances(indom, source->facts_.IdsOf(indom));
  }
  source_.streams_.insert(this);
}

PmcdStream::~PmcdStream() {
  source_.streams_.erase(this);
  source_.shortfalls_.Set(this, std::nullopt);
  source_.contexts_.GiveBack(context_);
}

void PmcdStream::Ask(base::Timestamp now, base::Duration limit,
                     const std::function<void()>& ready) {
  now_ = now;
  ready_ = ready;
  limit_ = source_.timers_.After(limit, [this] { TimedOut(); });
  Begin();
}

Result<void> PmcdStream::Fetch(int /*max_ticks*/, Samples* samples) {
  if (outcome_) {
    if (made_) {
      HandOut(&*made_, samples);
      made_.reset();
    } else {
      request_.tick().Finish(stamp_, samples);
    }
    // The tick's own may have come since TimedOut() let the one before do.
    decoded_ = false;
  }
  return std::exchange(outcome_, NotAsked());
}

std::optional<Error> PmcdStream::Shortfall() {
  return source_.shortfalls_.any();
}

std::optional<Error> PmcdStream::Interruption() {
  if (auto loss = source_.TakeLoss()) return loss;
  if (!Changed()) return std::nullopt;
  return Error{ErrorCode::kChanged,
               source_.ContextName() + ": its metrics have changed"};
}

void PmcdStream::Resume() {
  // A connection that is lost answers no more.
  if (source_.link_.connection() == nullptr) fetching_ = false;
  if (ready_) decoded_ ? Settle() : Begin();
}

// --- Asking.

void PmcdStream::Begin() {
  const pmcd::Link& link = source_.link_;
  if (link.connection() == nullptr) {
    if (!link.trying()) Finish(source_.WhyNone());
    return;
  }
  // The answer that an older tick asked for is taken for this one.
  if (source_.stale_ || fetching_) return;
  if (request_.pmids().empty()) {
    stamp_ = now_;  // a stream that only waits for a change
    return Finish({});
  }
  SendFetch();
}

/// Calls `then` unless the stream has gone meanwhile, or the connection: what
/// that means comes from the source, by Resume().
template <typename Then>
auto PmcdStream::Guarded(Then then) const {
  return lifetime_.Guard(
      [this, then = std::move(then)](const Result<Reply>& reply) {
        const bool lost = !reply && source_.link_.connection()->over();
        if (!lost) then(reply);
      });
}

void PmcdStream::SendFetch() {
  pmcd::Connection* connection = source_.link_.connection();
  const bool highres = (connection->features() & pmcd::kHighres) != 0;
  if (profiled_ != source_.connections_) {
    profiled_ = source_.connections_;
    connection->Tell(pmcd::EncodeProfile(context_, request_.Profile()));
    fetch_ = pmcd::EncodeFetch(context_, request_.pmids(), highres);
  }
  fetching_ = true;
  connection->Ask(
      fetch_, highres ? pmcd::PduType::kHighresResult : pmcd::PduType::kResult,
      Guarded([this](const Result<Reply>& reply) { Fetched(reply); }));
}

// --- Answers.

/// Also between two ticks: then it is kept for the next, which asks again and
/// does without it if it can.
void PmcdStream::Fetched(const Result<Reply>& reply) {
  fetching_ = false;
  if (reply && (reply->changes & kLosesAgents) != 0) source_.LoseAgents();
  if (reply && (reply->changes & kFactsChanges) != 0) source_.ExpireFacts();
  if (!reply) {
    if (ready_) Finish(reply.error());
    return;
  }
  request_.Warm();
  const Result<void> decoded = result_.Decode(reply->pdu, request_.pmids());
  if (!decoded) return source_.link_.Drop(decoded.error());
  Decoded();
}

void PmcdStream::Decoded() {
  if (!events_.empty()) TakeArrays();
  request_.TakeResult(result_, source_.connections_);
  stamp_ = result_.stamp();
  decoded_ = true;
  ++answers_;
  source_.link_.ResetBackoff();
  RefreshNames();
  Settle();
}

/// An agent hands a connection each record once, whichever stream asks: all
/// streams that want it are given it. What a connection lost nobody knows.
void PmcdStream::TakeArrays() {
  if (queue_ != 0 && queue_ != source_.connections_) events_.Lose();
  queue_ = source_.connections_;
  request_.ForEachArray(
      result_, [this](Pmid pmid, InstanceId instance, base::Bytes array) {
        for (PmcdStream* stream : source_.streams_) {
          stream->TakeArray(pmid, instance, now_, array);
        }
      });
}

void PmcdStream::LoseRecords() {
  if (events_.empty()) return;
  events_.Lose();
  damage_ = Error{ErrorCode::kIncomplete,
                  "event records may be lost: an agent has gone or begun anew"};
}

/// What is no array costs its metric a tick: the host answers.
void PmcdStream::TakeArray(Pmid pmid, InstanceId instance, base::Timestamp now,
                           base::Bytes array) {
  const auto added = events_.Add(pmid, instance, now, array);
  if (added) return;
  events_.Lose(pmid);
  const std::string* name = pmcd::NameOf(pmid, source_.names_by_pmid_);
  damage_ =
      Error{ErrorCode::kIncomplete,
            "event records of " + (name != nullptr ? *name : PmidText(pmid)) +
                " are damaged: " + added.error().message};
}

/// Instances that were not there before may be new, or may have a new name.
void PmcdStream::RefreshNames() {
  naming_ = 0;
  for (const InDom indom : open_) {
    if (request_.tick().HasNew(indom)) AskNames(indom);
  }
}

void PmcdStream::AskNames(InDom indom) {
  ++naming_;
  source_.link_.connection()->Ask(
      pmcd::EncodeInstanceRequest(indom), pmcd::PduType::kInstances,
      Guarded([this, indom, answer = answers_](const Result<Reply>& reply) {
        Named(answer, indom, reply);
      }));
}

void PmcdStream::Named(std::int64_t answer, InDom indom,
                       const Result<Reply>& reply) {
  if (reply) {
    auto found = pmcd::DecodeInstances(reply->pdu);
    if (!found) return source_.link_.Drop(found.error());
    source_.SetInstances(indom, *std::move(found));
  }
  if (answer != answers_ || !decoded_) return;
  --naming_;
  Settle();
}

// --- Handing out.

/// The values are here: are they what they were taken for?
void PmcdStream::Settle() {
  if (!ready_ || fetching_) return;
  const bool connected = source_.link_.connection() != nullptr;
  if (connected && (source_.stale_ || naming_ > 0)) return;
  Finish({});
}

void PmcdStream::TimedOut() {
  if (source_.link_.connection() == nullptr) return Finish(source_.WhyNone());
  // Without the newest names, or of the tick before: better than nothing.
  if (decoded_ && !source_.stale_) return Finish({});
  Finish(Error{ErrorCode::kLate,
               source_.ContextName() + ": has not answered yet"});
}

bool PmcdStream::Changed() const { return source_.revision_ != revision_; }

/// The tick with numbers of its event records, and without what is lost.
void PmcdStream::MakeSamples() {
  made_.emplace();
  request_.tick().Finish(stamp_, &*made_);
  events_.Finish(now_, &*made_);
  if (Changed()) LeaveOutWhatIsLost();
}

/// What is asked for by a number that may be another's now has its lanes, which
/// others of its domain have too, and no values.
void PmcdStream::LeaveOutWhatIsLost() {
  for (const std::size_t want : meanings_.Lost(source_.facts_)) {
    MetricSamples& metric = made_->metrics[want];
    const std::size_t lanes = made_->groups[metric.group].instances.size();
    metric.bits.assign(lanes, 0);
    metric.cells.assign(lanes, kAbsent);
    metric.dense = false;
  }
}

void PmcdStream::Finish(Result<void> result) {
  limit_.Cancel();
  decoded_ = false;
  made_.reset();
  if (result) {
    source_.answering_ = true;
    source_.shortfalls_.Set(this, std::exchange(damage_, std::nullopt));
    if (!events_.empty() || Changed()) MakeSamples();
  }
  outcome_ = std::move(result);
  if (const auto ready = std::exchange(ready_, nullptr)) ready();
}

}  // namespace pmapi
