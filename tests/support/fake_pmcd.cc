// The server's half of the protocol, written from pmapi/pmcd/PROTOCOL.md and
// not from the client's code.
#include "tests/support/fake_pmcd.h"

#include <sys/socket.h>

#include <algorithm>
#include <set>
#include <utility>

#include "base/check.h"

namespace tests {
namespace {

using base::ByteReader;
using pmapi::InDom;
using pmapi::InstanceId;
using pmapi::MetricDesc;
using pmapi::Pmid;
using pmapi::Type;
using pmapi::pmcd::Message;
using pmapi::pmcd::PduType;

constexpr std::int32_t kErrText = -12349;
constexpr std::int32_t kErrName = -12357;
constexpr std::int32_t kErrPmid = -12358;
constexpr std::int32_t kErrIndom = -12359;
constexpr std::int32_t kErrIpc = -12366;
constexpr std::int32_t kErrNoProfile = -12381;
constexpr Pmid kHostName{0x00800015};  // 2.0.21

/// Words of a PDU in the making.
class Words {
 public:
  explicit Words(PduType type) {
    Add(0).Add(static_cast<std::uint32_t>(type)).Add(0);
  }
  template <typename T>
  Words& Add(T value) {
    const auto word = static_cast<std::uint32_t>(value);
    for (int shift = 24; shift >= 0; shift -= 8) {
      bytes_.push_back(static_cast<std::uint8_t>(word >> shift));
    }
    return *this;
  }
  Words& AddLong(std::uint64_t value) {
    return Add(value >> 32).Add(value & 0xffffffffu);
  }
  Words& AddText(const std::string& text) {
    return Add(text.size()).AddBytes(text);
  }
  Words& AddBytes(const std::string& text) {
    bytes_.insert(bytes_.end(), text.begin(), text.end());
    while (bytes_.size() % 4 != 0) bytes_.push_back('~');
    return *this;
  }
  Words& AddDesc(const MetricDesc& desc) {
    return Add(desc.pmid)
        .Add(desc.type)
        .Add(desc.indom)
        .Add(desc.semantics)
        .Add(desc.units.Word());
  }
  Message Done() {
    for (std::size_t i = 0; i < 4; ++i) {
      bytes_[i] = static_cast<std::uint8_t>(bytes_.size() >> (24 - 8 * i));
    }
    return std::move(bytes_);
  }

 private:
  Message bytes_;
};

Message Error(std::int32_t code) {
  return Words(PduType::kError).Add(code).Done();
}

std::string TakeText(ByteReader* in) {
  const std::uint32_t size = in->U32();
  std::string text(in->TakeText(size));
  in->Skip((4 - size % 4) % 4);
  return text;
}

Message NameList(const std::set<std::string>& names) {
  std::size_t bytes = 0;
  for (const std::string& name : names) bytes += name.size() + 1;
  Words out(PduType::kNames);
  out.Add(bytes).Add(0).Add(names.size());
  for (const std::string& name : names) out.AddText(name);
  return out.Done();
}

bool InSitu(Type type) { return type == Type::k32 || type == Type::kU32; }

/// A block with its head and pads.
Message BlockOf(Type type, const FakeValue& value) {
  Words block(PduType::kError);
  const auto head = [type](std::size_t payload) {
    return static_cast<std::uint32_t>(type) << 24 | (payload + 4);
  };
  if (type == Type::kString) {
    block.Add(head(value.text.size() + 1)).AddBytes(value.text + '\0');
  } else if (pmapi::IsEvent(type)) {
    block.Add(head(value.text.size())).AddBytes(value.text);
  } else if (type == Type::kFloat) {
    block.Add(head(4)).Add(value.bits);
  } else {
    block.Add(head(8)).AddLong(value.bits);
  }
  const Message bytes = block.Done();
  return {bytes.begin() + pmapi::pmcd::kHeaderSize, bytes.end()};
}

/// Sets, of which the first begins at word `at`, and then their blocks.
void AddSets(const std::vector<FakeValueSet>& sets, std::size_t at,
             Words* out) {
  for (const FakeValueSet& set : sets) {
    at += set.values.empty() ? 2 : 3 + 2 * set.values.size();
  }
  std::string blocks;
  for (const FakeValueSet& set : sets) {
    const auto count = static_cast<std::int32_t>(set.values.size());
    out->Add(set.pmid).Add(set.error != 0 ? set.error : count);
    if (set.values.empty()) continue;
    out->Add(InSitu(set.type) ? 0 : 1);
    for (const FakeValue& value : set.values) {
      if (InSitu(set.type)) {
        out->Add(value.id).Add(value.bits);
        continue;
      }
      const Message block = BlockOf(set.type, value);
      out->Add(value.id).Add(at + blocks.size() / 4);
      blocks.append(block.begin(), block.end());
    }
  }
  out->AddBytes(blocks);
}

}  // namespace

Message FakePmcdSession::Hello() const {
  return Words(PduType::kError)
      .Add(pmcd_.welcome)
      .Add(0x02010000u | pmcd_.features)
      .Done();
}

Message FakePmcdSession::Hear(base::Bytes bytes) {
  Message said;
  splitter_.Add(bytes);
  for (;;) {
    const auto pdu = splitter_.Next();
    CHECK(pdu.has_value());
    if (!pdu->has_value()) break;
    pmcd_.heard.push_back((*pdu)->type);
    if (pmcd_.silent) continue;
    if (pmcd_.before_answer) pmcd_.before_answer();
    const Message answer = Answer(**pdu);
    said.insert(said.end(), answer.begin(), answer.end());
  }
  splitter_.Keep();
  return said;
}

Message FakePmcdSession::Answer(const Pdu& pdu) {
  switch (pdu.type) {
    case PduType::kCredentials:
    case PduType::kAttribute:
      return {};
    case PduType::kProfile:
      TakeProfile(pdu);
      return {};
    case PduType::kNames:
      return Names(pdu);
    case PduType::kChildren:
      return Below(pdu, false);
    case PduType::kTraverse:
      return Below(pdu, true);
    case PduType::kDescRequest:
      return Desc(pdu);
    case PduType::kDescsRequest:
      return Descs(pdu);
    case PduType::kInstanceRequest:
      return Instances(pdu);
    case PduType::kTextRequest:
      return Text(pdu);
    case PduType::kFetch:
      return Fetch(pdu, false);
    case PduType::kHighresFetch:
      return Fetch(pdu, true);
    case PduType::kResult:
      pmcd_.stored.emplace_back(pdu.bytes.begin(), pdu.bytes.end());
      return Error(pmcd_.store_status);
    default:
      return Error(kErrIpc);
  }
}

Message FakePmcdSession::Names(const Pdu& pdu) const {
  ByteReader in = pdu.Body();
  in.Skip(8);
  const std::uint32_t count = in.U32();
  std::vector<Pmid> pmids;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::string name = TakeText(&in);
    const auto at =
        std::find_if(pmcd_.metrics.begin(), pmcd_.metrics.end(),
                     [&](const FakeMetric& m) { return m.name == name; });
    const bool host = name == "pmcd.hostname";
    pmids.push_back(host                        ? kHostName
                    : at == pmcd_.metrics.end() ? pmapi::kNullPmid
                                                : at->desc.pmid);
  }
  CHECK(in.ok() && in.remaining() == 0);
  const auto missing = std::count(pmids.begin(), pmids.end(), pmapi::kNullPmid);
  Words out(PduType::kPmids);
  out.Add(missing == static_cast<long>(count) ? kErrName : count - missing);
  out.Add(count);
  for (const Pmid pmid : pmids) out.Add(pmid);
  return out.Done();
}

Message FakePmcdSession::Below(const Pdu& pdu, bool all) const {
  ByteReader in = pdu.Body();
  in.Skip(4);
  const std::string name = TakeText(&in);
  const std::string prefix = name.empty() ? name : name + '.';
  std::set<std::string> found;
  for (const FakeMetric& metric : pmcd_.metrics) {
    if (!metric.name.starts_with(prefix)) continue;
    const std::string rest = metric.name.substr(prefix.size());
    found.insert(all ? metric.name : rest.substr(0, rest.find('.')));
  }
  return found.empty() ? Error(kErrName) : NameList(found);
}

const FakeMetric* FakePmcdSession::Find(Pmid pmid) const {
  const auto at =
      std::find_if(pmcd_.metrics.begin(), pmcd_.metrics.end(),
                   [&](const FakeMetric& m) { return m.desc.pmid == pmid; });
  return at == pmcd_.metrics.end() ? nullptr : &*at;
}

MetricDesc FakePmcdSession::Said(const FakeMetric& metric) const {
  MetricDesc desc = metric.desc;
  desc.pmid = pmcd_.other_pmid.value_or(desc.pmid);
  return desc;
}

Message FakePmcdSession::Desc(const Pdu& pdu) const {
  const FakeMetric* metric = Find(Pmid{pdu.Body().U32()});
  if (metric == nullptr || !metric->described) return Error(kErrPmid);
  return Words(PduType::kDesc).AddDesc(Said(*metric)).Done();
}

Message FakePmcdSession::Descs(const Pdu& pdu) const {
  if (pmcd_.descs_status < 0) {
    return Words(PduType::kDescs).Add(pmcd_.descs_status).Done();
  }
  ByteReader in = pdu.Body();
  in.Skip(4);
  const std::uint32_t count = in.U32();
  Words out(PduType::kDescs);
  out.Add(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    const FakeMetric* metric = Find(Pmid{in.U32()});
    const bool known = metric != nullptr && metric->described;
    out.AddDesc(known ? Said(*metric) : MetricDesc());
  }
  CHECK(in.ok() && in.remaining() == 0);
  return out.Done();
}

Message FakePmcdSession::Instances(const Pdu& pdu) const {
  const InDom indom{pdu.Body().U32()};
  const auto at = pmcd_.domains.find(indom);
  if (at == pmcd_.domains.end()) return Error(kErrIndom);
  Words out(PduType::kInstances);
  out.Add(pmcd_.other_indom.value_or(indom)).Add(at->second.size());
  for (const pmapi::Instance& instance : at->second) {
    out.Add(instance.id).AddText(instance.name);
  }
  return out.Done();
}

Message FakePmcdSession::Text(const Pdu& pdu) const {
  ByteReader in = pdu.Body();
  const Pmid pmid{in.U32()};
  const FakeMetric* metric = Find(pmid);
  const std::uint32_t kind = in.U32();
  CHECK(in.ok() && in.remaining() == 0 && (kind == 5 || kind == 6));
  if (metric == nullptr) return Error(kErrText);
  const std::string& text = kind == 5 ? metric->help.line : metric->help.text;
  if (text.empty()) return Error(kErrText);
  return Words(PduType::kText).Add(pmid).AddText(text).Done();
}

void FakePmcdSession::TakeProfile(const Pdu& pdu) {
  ByteReader in = pdu.Body();
  const std::int32_t context = in.I32();
  pmcd_.contexts.insert(context);
  Profile& profile = profiles_[context];
  profile.clear();
  CHECK(in.I32() == 0);
  const std::uint32_t count = in.U32();
  in.Skip(4);
  std::vector<std::pair<InDom, std::uint32_t>> domains;
  for (std::uint32_t i = 0; i < count; ++i) {
    const InDom indom{in.U32()};
    const bool all = in.I32() == 0;  // but for those that follow
    const std::uint32_t instances = in.U32();
    in.Skip(4);
    CHECK(!all || instances == 0);
    if (!all) domains.emplace_back(indom, instances);
  }
  for (const auto& domain : domains) {
    for (std::uint32_t i = 0; i < domain.second; ++i) {
      profile[domain.first].push_back(in.I32());
    }
  }
  CHECK(in.ok() && in.remaining() == 0);
}

std::vector<FakeValue> FakePmcdSession::Passed(const FakeMetric& metric,
                                               const Profile& profile) const {
  std::vector<FakeValue> values =
      metric.at_fetch ? metric.at_fetch() : metric.values;
  for (FakeValue& value : values) value.bits += metric.step * pmcd_.fetches;
  const auto only = profile.find(metric.desc.indom);
  if (only == profile.end()) return values;
  std::erase_if(values, [&](const FakeValue& value) {
    return std::find(only->second.begin(), only->second.end(), value.id) ==
           only->second.end();
  });
  return values;
}

FakeValueSet FakePmcdSession::SetOf(Pmid pmid, const Profile& profile) const {
  if (pmid == kHostName) {
    return {pmid,
            0,
            Type::kString,
            {{pmapi::kNullInstance, 0, pmcd_.host_name + host_suffix_}}};
  }
  const FakeMetric* metric = Find(pmid);
  if (metric == nullptr) return {pmid, kErrPmid, {}, {}};
  if (metric->error != 0) return {pmid, metric->error, {}, {}};
  return {pmid, 0, metric->desc.type, Passed(*metric, profile)};
}

Message FakePmcdSession::Fetch(const Pdu& pdu, bool highres) {
  ByteReader in = pdu.Body();
  const auto profile = profiles_.find(in.I32());
  if (profile == profiles_.end()) return Error(kErrNoProfile);
  in.Skip(8);
  const std::uint32_t count = in.U32();
  std::vector<FakeValueSet> sets;
  for (std::uint32_t i = 0; i < count; ++i) {
    sets.push_back(SetOf(Pmid{in.U32()}, profile->second));
  }
  CHECK(in.ok() && in.remaining() == 0);
  ++pmcd_.fetches;
  Words out(highres ? PduType::kHighresResult : PduType::kResult);
  if (highres) {
    out.Add(count)
        .AddLong(static_cast<std::uint64_t>(pmcd_.now.Seconds()))
        .AddLong(static_cast<std::uint64_t>(pmcd_.now.Nanoseconds()));
  } else {
    out.Add(pmcd_.now.Seconds()).Add(pmcd_.now.Nanoseconds() / 1000).Add(count);
  }
  AddSets(sets, highres ? 8 : 6, &out);
  Message result = out.Done();
  if (pmcd_.notice == 0) return result;
  Message both =
      Error(static_cast<std::int32_t>(std::exchange(pmcd_.notice, 0)));
  both.insert(both.end(), result.begin(), result.end());
  return both;
}

FakePmcdServer::FakePmcdServer(base::loop::Loop* loop, FakePmcd* pmcd, int port)
    : loop_(*loop),
      pmcd_(*pmcd),
      listener_(
          loop, [this](int fd) { Accept(fd); }, port) {}

void FakePmcdServer::Accept(int fd) {
  const linger reset{1, 0};
  if (pmcd_.ends_by_reset) {
    CHECK(::setsockopt(fd, SOL_SOCKET, SO_LINGER, &reset, sizeof reset) == 0);
  }
  const auto client = clients_.emplace(clients_.end());
  client->session = std::make_unique<FakePmcdSession>(
      &pmcd_, pmcd_.host_each_port ? std::to_string(port()) : "");
  client->transport = AdoptSocket(
      &loop_, fd,
      {[client](base::Bytes bytes) {
         client->transport->Write(client->session->Hear(bytes));
       },
       [this, client](const base::Error&) { clients_.erase(client); }});
  if (!pmcd_.silent) client->transport->Write(client->session->Hello());
}

}  // namespace tests
