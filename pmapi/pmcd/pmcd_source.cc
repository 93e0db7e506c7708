// Keeps facts true while connections, agents and names come and go.
#include "pmapi/pmcd/pmcd_source.h"

#include <algorithm>
#include <utility>

#include "pmapi/pmcd/pmcd_stream.h"

namespace pmapi {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

/// As many metrics as a request of pmcd's default size holds.
constexpr std::size_t kMostMetrics = 16000;

pmcd::LinkOptions LinkOptionsOf(const PmcdOptions& options) {
  pmcd::LinkOptions link;
  link.addresses = options.addresses;
  link.backoff = options.backoff;
  link.connection.connect_limit = options.connect_limit;
  link.connection.reply_limit = options.reply_limit;
  link.connection.tls = options.tls;
  link.connection.tls_host = options.host;
  link.connection.container = options.container;
  link.connection.proxy_target = options.proxy_target;
  return link;
}

/// What is stored into needs a descriptor, too.
SharedNeeds WithStores(SharedNeeds needs,
                       const std::vector<pmcd::StoredText>& stores) {
  if (stores.empty()) return needs;
  std::vector<Need> all = *needs;
  for (const pmcd::StoredText& one : stores) {
    all.push_back({one.metric, {}, true});
  }
  return std::make_shared<const std::vector<Need>>(std::move(all));
}

}  // namespace

// --- The catalogue.

Result<MetricDesc> PmcdSource::FactsCatalog::Describe(
    std::string_view name) const {
  if (source_.known_) return source_.facts_.Describe(name);
  return Error{ErrorCode::kNotConnected, source_.link_.why().message};
}

Result<std::vector<Instance>> PmcdSource::FactsCatalog::Instances(
    InDom indom) const {
  if (source_.known_) return source_.facts_.Instances(indom);
  return Error{ErrorCode::kNotConnected, source_.link_.why().message};
}

std::vector<std::string> PmcdSource::FactsCatalog::MetricNames() const {
  return source_.facts_.MetricNames();
}

HelpText PmcdSource::FactsCatalog::Help(std::string_view name) const {
  return source_.facts_.Help(name);
}

// --- The source.

PmcdSource::PmcdSource(base::loop::Timers* timers, pmcd::TransportMaker make,
                       PmcdOptions options)
    : timers_(*timers),
      options_(std::move(options)),
      stores_(options_.stores,
              [this](const std::string& problem) {
                if (options_.not_stored) {
                  options_.not_stored(options_.name + ": " + problem);
                }
              }),
      link_(timers, std::move(make), LinkOptionsOf(options_),
            {[this] { Up(); }, [this] { Down(); }}) {}

PmcdSource::~PmcdSource() = default;

const std::string& PmcdSource::HostName() const {
  return facts_.host_name.empty() ? options_.host : facts_.host_name;
}

void PmcdSource::Prepare(SharedNeeds needs, base::Duration limit,
                         std::function<void(Result<void>)> ready) {
  needs_ = WithStores(std::move(needs), options_.stores);
  prepared_ = std::move(ready);
  prepare_limit_ = timers_.After(limit, [this] {
    Prepared(
        Error{ErrorCode::kTimeout, options_.name + ": did not answer in time"});
  });
  link_.Start();
  if (link_.connection() != nullptr) return Inquire();
  if (!link_.trying()) Prepared(link_.why());
}

void PmcdSource::Prepared(Result<void> result) {
  prepare_limit_.Cancel();
  if (prepared_ && !result && known_) NoteUnasked(result.error());
  if (const auto ready = std::exchange(prepared_, nullptr)) {
    ready(std::move(result));
  }
}

/// Rules are checked without what could not be asked: that it is there is a
/// change afterwards.
void PmcdSource::NoteUnasked(const Error& why) {
  for (const Need& need : *needs_) {
    facts_.metrics.try_emplace(need.metric,
                               Error{ErrorCode::kNotConnected, why.message});
  }
}

void PmcdSource::Up() {
  ++connections_;
  stale_ = true;
  stores_.Begin();
  Inquire();
}

void PmcdSource::Down() {
  stale_ = true;
  if (answering_ && !lost_) lost_ = link_.why();
  inquiry_.reset();
  recheck_.Cancel();
  ResumeStreams();
  Prepared(link_.why());
}

void PmcdSource::Inquire() {
  if (inquiry_ != nullptr) {
    inquire_again_ = true;
    return;
  }
  inquire_again_ = false;
  recheck_.Cancel();
  inquiry_ = std::make_unique<pmcd::Inquiry>(
      link_.connection(), *needs_,
      pmcd::InquiryOptions{options_.names, options_.all_names, options_.help},
      [this](Result<Facts> result) { Inquired(std::move(result)); });
  inquiry_->Start();
}

void PmcdSource::Inquired(Result<Facts> result) {
  const auto done = std::move(inquiry_);
  if (!result) {
    // The connection says itself when it is over; nonsense is ended here.
    const pmcd::Connection* connection = link_.connection();
    const bool over = connection == nullptr || connection->over();
    if (!over) link_.Drop(result.error());
    return;
  }
  if (inquire_again_) return Inquire();
  const bool differ = !known_ || Differ(facts_, *result, *needs_);
  if (differ) ++revision_;
  facts_ = *std::move(result);
  names_by_pmid_ = pmcd::NamesByPmid(facts_);
  known_ = true;
  stale_ = false;
  stores_.Store(link_.connection(), facts_);
  RecheckLater();
  ResumeStreams();
  Prepared({});
}

/// Of the streams there are; the first pause where there is none.
base::Duration PmcdSource::ShortestInterval() const {
  const auto shortest =
      std::min_element(streams_.begin(), streams_.end(),
                       [](const PmcdStream* a, const PmcdStream* b) {
                         return a->interval() < b->interval();
                       });
  return shortest == streams_.end() ? options_.recheck
                                    : (*shortest)->interval();
}

void PmcdSource::RecheckLater() {
  if (MissingOf(facts_, *needs_).empty()) {
    pause_ = {};
    // An agent that waits for a text to be stored has no values of an instance
    // that has come: fetches do not show it.
    if (!options_.stores.empty()) {
      recheck_ = timers_.After(options_.recheck, [this] { Inquire(); });
    }
    return;
  }
  const std::int64_t next =
      pause_.ns == 0 ? options_.recheck.ns : 2 * pause_.ns;
  pause_ = {std::min(next, ShortestInterval().ns)};
  recheck_ = timers_.After(pause_, [this] { Inquire(); });
}

void PmcdSource::ExpireFacts() {
  stale_ = true;
  if (link_.connection() != nullptr) Inquire();
}

void PmcdSource::LoseAgents() {
  stores_.Begin();
  for (PmcdStream* stream : streams_) stream->LoseRecords();
}

std::optional<Error> PmcdSource::TakeLoss() {
  if (lost_) answering_ = false;
  return std::exchange(lost_, std::nullopt);
}

void PmcdSource::SetInstances(InDom indom, std::vector<Instance> instances) {
  if (pmapi::SetInstances(indom, std::move(instances), *needs_, &facts_)) {
    ++revision_;
  }
  if (connected()) stores_.Store(link_.connection(), facts_);
}

void PmcdSource::ResumeStreams() {
  // A stream that goes on may open and close streams.
  const std::set<PmcdStream*> all = streams_;
  for (PmcdStream* stream : all) {
    if (streams_.contains(stream)) stream->Resume();
  }
}

Result<std::unique_ptr<SampleStream>> PmcdSource::Open(std::vector<Want> wants,
                                                       TickGrid grid) {
  if (grid.step.ns <= 0) {
    return Error{ErrorCode::kInvalid, "an interval must be positive"};
  }
  if (wants.size() > kMostMetrics) {
    return Error{ErrorCode::kUnsupported, options_.name + ": more than " +
                                              std::to_string(kMostMetrics) +
                                              " metrics in one request"};
  }
  std::unique_ptr<SampleStream> stream =
      std::make_unique<PmcdStream>(this, std::move(wants), grid.step);
  pause_ = {};
  if (connected()) RecheckLater();
  return stream;
}

std::unique_ptr<PmcdSource> MakePmcdSource(base::loop::Loop* loop,
                                           PmcdOptions options) {
  return std::make_unique<PmcdSource>(
      loop, [loop] { return base::loop::MakeTransport(loop); },
      std::move(options));
}

}  // namespace pmapi
