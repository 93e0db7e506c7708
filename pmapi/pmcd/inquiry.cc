// Names to identifiers, identifiers to descriptors, descriptors to domains:
// three times one round trip, however many metrics.
#include "pmapi/pmcd/inquiry.h"

#include <algorithm>
#include <span>
#include <utility>

#include "pmapi/pmcd/result.h"

namespace pmapi::pmcd {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

constexpr std::string_view kAnyCalled = "*.";  // as Need::metric has it
constexpr char kHostNameMetric[] = "pmcd.hostname";
/// Well below kMaxRequest, whatever else stands in the PDU.
constexpr std::size_t kNamesBytes = 32768;
constexpr std::size_t kDescsInOne = 4096;

Error Malformed(const char* what) {
  return {ErrorCode::kProtocol, std::string("pmcd sent a malformed ") + what};
}

}  // namespace

Inquiry::Inquiry(Connection* connection, const std::vector<Need>& needs,
                 const InquiryOptions& options, Done done)
    : connection_(*connection), options_(options), done_(std::move(done)) {
  for (const Need& need : needs) {
    if (need.metric.starts_with(kAnyCalled)) {
      last_parts_.insert(need.metric.substr(kAnyCalled.size()));
    } else {
      wanted_.insert(need.metric);
    }
  }
  wanted_.erase(kHostNameMetric);
  named_.push_back({kHostNameMetric});
  for (const std::string& name : wanted_) named_.push_back({name});
  wanted_.insert(kHostNameMetric);
}

void Inquiry::Start() {
  if (last_parts_.empty()) return AskNames();
  next_ = &Inquiry::AskNames;
  if (options_.names != nullptr) {
    for (const auto& [name, pmid] : *options_.names) AddIfCalled(name);
    return AskNames();
  }
  AskAllNames();
}

/// A metric is wanted whose name ends so, or every metric: of those that nobody
/// names, descriptors.
void Inquiry::AddIfCalled(const std::string& name) {
  const bool called = last_parts_.contains(name.substr(name.rfind('.') + 1));
  if (!called && !last_parts_.contains("")) return;
  if (wanted_.insert(name).second) {
    named_.push_back({name, kNullPmid, !called});
  }
}

void Inquiry::AskAllNames() {
  Ask(EncodeTraverse(""), PduType::kNames,
      [this](const Result<Reply>& reply) -> Result<void> {
        if (!reply) return {};
        auto names = DecodeNames(reply->pdu);
        if (!names) return names.error();
        facts_.all_names = *std::move(names);
        std::sort(facts_.all_names.begin(), facts_.all_names.end());
        for (const std::string& name : facts_.all_names) AddIfCalled(name);
        return {};
      });
}

/// Asks; when every question has been answered, goes on with next_.
void Inquiry::Ask(const Message& request, PduType expected, Then then) {
  ++waiting_;
  connection_.Ask(
      request, expected,
      lifetime_.Guard([this, then = std::move(then)](Result<Reply> reply) {
        if (!done_) return;
        --waiting_;
        const bool lost = !reply && connection_.over();
        if (lost) return Finish(reply.error());
        Answered(then(std::move(reply)));
      }));
}

void Inquiry::Answered(const Result<void>& result) {
  if (!result) return Finish(result);
  if (waiting_ == 0) (this->*std::exchange(next_, nullptr))();
}

void Inquiry::Finish(Result<void> result) {
  const auto done = std::exchange(done_, nullptr);
  if (!result) return done(result.error());
  done(std::move(facts_));
}

// --- Names.

void Inquiry::AskNames() {
  next_ = &Inquiry::AskWhatIsNot;
  if (options_.names == nullptr) return AskNamesUpTo(named_.size());
  LookUpNames();
  AskNamesUpTo(1);  // the host's
}

void Inquiry::LookUpNames() {
  for (std::size_t i = 1; i < named_.size(); ++i) {
    const auto pmid = LookUp(*options_.names, named_[i].name);
    if (pmid) {
      named_[i].pmid = *pmid;
    } else {
      facts_.metrics.insert_or_assign(named_[i].name, pmid.error());
    }
  }
  if (!options_.all_names && last_parts_.empty()) return;
  for (const auto& [name, pmid] : *options_.names)
    facts_.all_names.push_back(name);
}

void Inquiry::AskNamesUpTo(std::size_t end) {
  for (std::size_t first = 0; first < end;) {
    std::vector<std::string> names;
    std::size_t bytes = 0;
    while (first + names.size() < end && bytes < kNamesBytes) {
      const std::string& name = named_[first + names.size()].name;
      bytes += name.size() + 8;
      names.push_back(name);
    }
    const std::size_t count = names.size();
    Ask(EncodeNames(names), PduType::kPmids,
        [this, first, count](Result<Reply> reply) -> Result<void> {
          // An error says that none of them is a name: none has a number.
          if (!reply) return {};
          return TakePmids(first, count, reply->pdu);
        });
    first += count;
  }
}

Result<void> Inquiry::TakePmids(std::size_t first, std::size_t count,
                                const Pdu& pdu) {
  const auto pmids = DecodePmids(pdu);
  if (!pmids) return pmids.error();
  if (pmids->size() != count) return Malformed("list of identifiers");
  for (std::size_t i = 0; i < count; ++i) named_[first + i].pmid = (*pmids)[i];
  return {};
}

/// A name without a number is nothing, or the beginning of others.
void Inquiry::AskWhatIsNot() {
  next_ = &Inquiry::AskDescs;
  if (options_.names != nullptr) return AskDescs();
  bool missing = false;
  for (const NamedMetric& named : named_) {
    if (named.pmid != kNullPmid || named.name == kHostNameMetric) continue;
    missing = true;
    Ask(EncodeChildren(named.name), PduType::kNames,
        [this, name = named.name](const Result<Reply>& reply) -> Result<void> {
          if (!reply) return NotFound(name, false);
          const auto names = DecodeNames(reply->pdu);
          if (!names) return names.error();
          return NotFound(name, !names->empty());
        });
  }
  if (missing && options_.all_names && facts_.all_names.empty()) AskAllNames();
  if (waiting_ == 0) AskDescs();
}

Result<void> Inquiry::NotFound(const std::string& name, bool has_children) {
  const Error error = has_children
                          ? Error{ErrorCode::kNonLeaf, name + ": not a leaf"}
                          : Error{ErrorCode::kNoMetric, name + ": unknown"};
  facts_.metrics.insert_or_assign(name, error);
  return {};
}

// --- Descriptors.

void Inquiry::AskDescs() {
  next_ = &Inquiry::AskDomains;
  const bool batch = (connection_.features() & kBatchDescs) != 0;
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < named_.size(); ++i) {
    const NamedMetric& named = named_[i];
    if (named.pmid == kNullPmid) continue;
    if (named.name == kHostNameMetric) AskHostName(named.pmid);
    found.push_back(i);
    if (batch) continue;
    Ask(EncodeDescRequest(named.pmid), PduType::kDesc,
        [this, i](const Result<Reply>& reply) -> Result<void> {
          if (!reply) return Found(named_[i], {});
          const auto desc = DecodeDesc(reply->pdu);
          if (!desc) return desc.error();
          return Found(named_[i], *desc);
        });
  }
  if (batch) AskBatches(found);
  if (waiting_ == 0) AskDomains();
}

void Inquiry::AskBatches(const std::vector<std::size_t>& metrics) {
  for (std::size_t first = 0; first < metrics.size(); first += kDescsInOne) {
    const std::size_t count = std::min(kDescsInOne, metrics.size() - first);
    const std::vector<std::size_t> part(metrics.begin() + first,
                                        metrics.begin() + first + count);
    std::vector<Pmid> pmids;
    for (const std::size_t i : part) pmids.push_back(named_[i].pmid);
    Ask(EncodeDescsRequest(pmids), PduType::kDescs,
        [this, part](const Result<Reply>& reply) -> Result<void> {
          if (reply) {
            const auto descs = DecodeDescs(reply->pdu);
            if (descs) return TakeDescs(part, *descs);
            if (descs.error().code == ErrorCode::kProtocol) {
              return descs.error();
            }
          }
          // None of them has one.
          return TakeDescs(part, std::vector<MaybeDesc>(part.size()));
        });
  }
}

Result<void> Inquiry::TakeDescs(const std::vector<std::size_t>& metrics,
                                const std::vector<MaybeDesc>& descs) {
  if (descs.size() != metrics.size()) return Malformed("list of descriptors");
  for (std::size_t i = 0; i < metrics.size(); ++i) {
    auto found = Found(named_[metrics[i]], descs[i]);
    if (!found) return found;
  }
  return {};
}

Result<void> Inquiry::Found(const NamedMetric& named, const MaybeDesc& desc) {
  if (!desc) {
    facts_.metrics.insert_or_assign(
        named.name, Error{ErrorCode::kNoPmid, named.name + ": no descriptor"});
    return {};
  }
  if (desc->pmid != named.pmid) {
    return Malformed("descriptor: of another metric");
  }
  facts_.metrics.insert_or_assign(named.name, *desc);
  return {};
}

void Inquiry::AskHostName(Pmid pmid) {
  const bool highres = (connection_.features() & kHighres) != 0;
  connection_.Tell(EncodeProfile(kInquiryContext, {}));
  Ask(EncodeFetch(kInquiryContext, {&pmid, 1}, highres),
      highres ? PduType::kHighresResult : PduType::kResult,
      [this, pmid](const Result<Reply>& reply) -> Result<void> {
        FetchResult result;
        if (!reply || !result.Decode(reply->pdu, {pmid})) return {};
        Value value;
        const ValueSet& set = result.sets().front();
        if (set.count == 1 && result.Load(set, 0, Type::kString, &value)) {
          facts_.host_name = value.text;
        }
        return {};
      });
}

// --- Instances, and texts.

void Inquiry::AskDomains() {
  next_ = &Inquiry::Complete;
  if (options_.help) AskHelp();
  std::set<InDom> indoms;
  for (const NamedMetric& named : named_) {
    const auto desc = facts_.Describe(named.name);
    const bool asked = desc && !desc->singular() && !named.only_described;
    if (asked) indoms.insert(desc->indom);
  }
  for (const InDom indom : indoms) {
    Ask(EncodeInstanceRequest(indom), PduType::kInstances,
        [this, indom](const Result<Reply>& reply) -> Result<void> {
          if (!reply) {
            facts_.domains.insert_or_assign(indom, reply.error());
            return {};
          }
          auto found = DecodeInstances(reply->pdu);
          if (!found) return found.error();
          facts_.domains.insert_or_assign(indom, *std::move(found));
          return {};
        });
  }
  if (waiting_ == 0) Complete();
}

void Inquiry::AskHelp() {
  for (const NamedMetric& named : named_) {
    if (!facts_.Describe(named.name)) continue;
    AskText(named, TextKind::kLine, &HelpText::line);
    AskText(named, TextKind::kWhole, &HelpText::text);
  }
}

void Inquiry::AskText(const NamedMetric& named, TextKind kind,
                      std::string HelpText::*text) {
  Ask(EncodeTextRequest(named.pmid, kind), PduType::kText,
      [this, &named, text](const Result<Reply>& reply) -> Result<void> {
        if (!reply) return {};  // nobody has written one
        auto found = DecodeText(reply->pdu);
        if (!found) return found.error();
        facts_.help[named.name].*text = *std::move(found);
        return {};
      });
}

void Inquiry::Complete() { Finish({}); }

}  // namespace pmapi::pmcd
