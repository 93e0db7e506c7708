// Words and padded text, one PDU after the other.
#include "pmapi/pmcd/message.h"

#include <algorithm>
#include <bit>

#include "base/check.h"
#include "pmapi/pmcd/pmapi_error.h"

namespace pmapi::pmcd {
namespace {

using base::ByteReader;
using base::ErrorCode;
using base::Result;

constexpr std::size_t kDescSize = 20;

base::Error Malformed(const char* what) {
  return {ErrorCode::kProtocol, std::string("pmcd sent a malformed ") + what};
}

/// Writes a PDU; its length is set at the end.
class Writer {
 public:
  explicit Writer(PduType type) {
    I32(0);
    U32(static_cast<std::uint32_t>(type));
    I32(0);  // who sends it; nobody looks
  }
  Writer& U32(std::uint32_t word) {
    for (int shift = 24; shift >= 0; shift -= 8) {
      bytes_.push_back(static_cast<std::uint8_t>(word >> shift));
    }
    return *this;
  }
  Writer& I32(std::int32_t word) {
    return U32(static_cast<std::uint32_t>(word));
  }
  Writer& Size(std::size_t size) {
    return U32(static_cast<std::uint32_t>(size));
  }
  /// Its length, itself, and up to the next word.
  Writer& Text(std::string_view text) {
    Size(text.size());
    return Raw(text);
  }
  Writer& Raw(std::string_view text) {
    bytes_.insert(bytes_.end(), text.begin(), text.end());
    while (bytes_.size() % 4 != 0) bytes_.push_back('~');
    return *this;
  }
  Writer& Pmids(std::span<const Pmid> pmids) {
    for (const Pmid pmid : pmids) U32(static_cast<std::uint32_t>(pmid));
    return *this;
  }
  Message Take() { return TakeWithLength(bytes_.size()); }
  Message TakeWithLength(std::size_t size) {
    for (int i = 0; i < 4; ++i) {
      bytes_[i] = static_cast<std::uint8_t>(size >> (24 - 8 * i));
    }
    return std::move(bytes_);
  }

 private:
  Message bytes_;
};

std::uint64_t Padded(std::uint64_t size) { return (size + 3) / 4 * 4; }

/// A count of things that take at least `least` bytes each, or nothing if
/// they cannot all be in what is left.
std::optional<std::size_t> Count(ByteReader* in, std::size_t least) {
  const std::int32_t count = in->I32();
  if (!in->ok() || count < 0) return {};
  const auto size = static_cast<std::size_t>(count);
  if (size > in->remaining() / least) return {};
  return size;
}

/// A text of `size` bytes; its padding may be missing at the very end.
std::string TakePadded(ByteReader* in, std::int32_t size) {
  const auto length = static_cast<std::uint64_t>(size);
  std::string text(in->TakeText(size < 0 ? UINT64_MAX : length));
  if (!in->ok()) return text;
  in->Skip(std::min<std::uint64_t>(Padded(length) - length, in->remaining()));
  return text;
}

Type TypeOf(std::int32_t number) {
  const bool known = number >= -1 && number <= 10;
  return known ? static_cast<Type>(number) : Type::kUnknown;
}

Semantics SemanticsOf(std::int32_t number) {
  const bool known = number == 1 || number == 3 || number == 4;
  return known ? static_cast<Semantics>(number) : Semantics::kInstant;
}

MaybeDesc TakeDesc(ByteReader* in) {
  MetricDesc desc;
  desc.pmid = Pmid{in->U32()};
  desc.type = TypeOf(in->I32());
  desc.indom = InDom{in->U32()};
  desc.semantics = SemanticsOf(in->I32());
  desc.units = Units::FromWord(in->U32());
  if (desc.pmid == kNullPmid) return {};
  return desc;
}

}  // namespace

// --- Requests.

Message EncodeCredentials(std::uint32_t features) {
  constexpr std::uint32_t kVersionCredential = 1u << 24;
  return Writer(PduType::kCredentials)
      .I32(1)
      .U32(kVersionCredential | kProtocolVersion << 16 | features)
      .Take();
}

Message EncodeAttribute(std::int32_t attribute, std::string_view value) {
  // The length says where the value ends: pads do not count.
  return Writer(PduType::kAttribute)
      .I32(attribute)
      .Raw(value)
      .TakeWithLength(kHeaderSize + 4 + value.size());
}

Message EncodeProfile(std::int32_t context,
                      const std::vector<ProfileDomain>& domains) {
  constexpr std::int32_t kInclude = 0;
  constexpr std::int32_t kExclude = 1;
  Writer out(PduType::kProfile);
  out.I32(context).I32(kInclude).Size(domains.size()).I32(0);
  for (const ProfileDomain& domain : domains) {
    out.U32(static_cast<std::uint32_t>(domain.indom))
        .I32(kExclude)
        .Size(domain.only.size())
        .I32(0);
  }
  for (const ProfileDomain& domain : domains) {
    for (const InstanceId id : domain.only) out.I32(id);
  }
  return out.Take();
}

Message EncodeFetch(std::int32_t context, std::span<const Pmid> pmids,
                    bool highres) {
  return Writer(highres ? PduType::kHighresFetch : PduType::kFetch)
      .I32(context)
      .I32(0)
      .I32(0)
      .Size(pmids.size())
      .Pmids(pmids)
      .Take();
}

Message EncodeDescRequest(Pmid pmid) {
  return Writer(PduType::kDescRequest).Pmids({&pmid, 1}).Take();
}

Message EncodeDescsRequest(std::span<const Pmid> pmids) {
  return Writer(PduType::kDescsRequest)
      .I32(-1)
      .Size(pmids.size())
      .Pmids(pmids)
      .Take();
}

Message EncodeInstanceRequest(InDom indom) {
  return Writer(PduType::kInstanceRequest)
      .U32(static_cast<std::uint32_t>(indom))
      .I32(0)
      .I32(0)
      .I32(kNullInstance)
      .I32(0)
      .Take();
}

Message EncodeTextRequest(Pmid pmid, TextKind kind) {
  return Writer(PduType::kTextRequest)
      .Pmids({&pmid, 1})
      .U32(static_cast<std::uint32_t>(kind) | kTextOfMetric)
      .Take();
}

Message EncodeNames(std::span<const std::string> names) {
  std::size_t bytes = 0;
  for (const std::string& name : names) bytes += name.size() + 1;
  Writer out(PduType::kNames);
  out.Size(bytes).I32(0).Size(names.size());
  for (const std::string& name : names) out.Text(name);
  return out.Take();
}

Message EncodeChildren(std::string_view name) {
  return Writer(PduType::kChildren).I32(0).Text(name).Take();
}

Message EncodeTraverse(std::string_view name) {
  return Writer(PduType::kTraverse).I32(0).Text(name).Take();
}

Message EncodeStore(Pmid pmid, std::span<const InstanceId> instances,
                    std::string_view text) {
  constexpr std::size_t kWord = 4;
  const std::size_t block = kWord + text.size() + 1;  // with a NUL
  std::size_t place = kHeaderSize / kWord + 6 + 2 * instances.size();
  Writer out(PduType::kResult);
  out.I32(0).I32(0).Size(1).Pmids({&pmid, 1}).Size(instances.size());
  out.U32(static_cast<std::uint32_t>(ValueFormat::kBlock));
  for (const InstanceId id : instances) {
    out.I32(id).Size(place);
    place += Padded(block) / kWord;
  }
  const std::string ended = std::string(text) + '\0';
  for (std::size_t i = 0; i < instances.size(); ++i) {
    out.Size(static_cast<std::size_t>(Type::kString) << 24 | block).Raw(ended);
  }
  return out.Take();
}

// --- What an agent says.

Message EncodeDesc(const MetricDesc& desc) {
  return Writer(PduType::kDesc)
      .U32(static_cast<std::uint32_t>(desc.pmid))
      .I32(static_cast<std::int32_t>(desc.type))
      .U32(static_cast<std::uint32_t>(desc.indom))
      .I32(static_cast<std::int32_t>(desc.semantics))
      .U32(desc.units.Word())
      .Take();
}

Message EncodeResult(std::span<const LoneValue> values) {
  constexpr std::size_t kWord = 4;
  constexpr std::size_t kBlockWords = 3;
  constexpr std::uint32_t kBlockSize = kBlockWords * kWord;
  std::size_t place = kHeaderSize / kWord + 3;
  for (const LoneValue& one : values) place += one.count == 1 ? 5 : 2;
  Writer writer(PduType::kResult);
  writer.I32(0).I32(0).Size(values.size());
  for (const LoneValue& one : values) {
    writer.U32(static_cast<std::uint32_t>(one.pmid)).I32(one.count);
    if (one.count != 1) continue;
    writer.U32(static_cast<std::uint32_t>(ValueFormat::kBlock));
    writer.I32(kNullInstance).Size(place);
    place += kBlockWords;
  }
  for (const LoneValue& one : values) {
    if (one.count != 1) continue;
    const auto bits = std::bit_cast<std::uint64_t>(one.value);
    writer.U32(static_cast<std::uint32_t>(Type::kDouble) << 24 | kBlockSize)
        .U32(static_cast<std::uint32_t>(bits >> 32))
        .U32(static_cast<std::uint32_t>(bits));
  }
  return writer.Take();
}

// --- Replies.

Result<Welcome> DecodeWelcome(const Pdu& pdu) {
  if (pdu.type != PduType::kError) return Malformed("welcome");
  ByteReader in = pdu.Body();
  const std::int32_t status = in.I32();
  const std::uint32_t info = in.U32();
  // Of one word it is the error of a server from before version 2.
  if (!in.ok()) return Malformed("welcome");
  if (status < 0) return PmapiError(FromAncientCode(status));
  const Welcome welcome{info >> 24 & 0x7f, info & 0xffff};
  if (welcome.version != kProtocolVersion) return Malformed("welcome");
  return welcome;
}

Result<std::int32_t> DecodeError(const Pdu& pdu) {
  ByteReader in = pdu.Body();
  const std::int32_t code = in.I32();
  if (!in.ok()) return Malformed("error");
  return code;
}

Result<void> Expect(PduType type, const Pdu& pdu) {
  if (pdu.type == type) return {};
  if (pdu.type != PduType::kError) return Malformed("reply");
  const Result<std::int32_t> code = DecodeError(pdu);
  if (!code) return code.error();
  return *code < 0 ? PmapiError(*code) : Malformed("error");
}

Result<std::vector<Pmid>> DecodePmids(const Pdu& pdu) {
  ByteReader in = pdu.Body();
  in.I32();  // how many are good: the identifiers say it themselves
  const auto count = Count(&in, 4);
  if (!count) return Malformed("list of identifiers");
  std::vector<Pmid> pmids(*count);
  for (Pmid& pmid : pmids) pmid = Pmid{in.U32()};
  return pmids;
}

Result<std::vector<std::string>> DecodeNames(const Pdu& pdu) {
  ByteReader in = pdu.Body();
  in.I32();  // the bytes of all names
  const bool with_status = in.I32() > 0;
  const auto count = Count(&in, with_status ? 8 : 4);
  if (!count) return Malformed("list of names");
  std::vector<std::string> names;
  names.reserve(*count);
  for (std::size_t i = 0; i < *count; ++i) {
    if (with_status) in.I32();
    const std::int32_t size = in.I32();
    names.push_back(TakePadded(&in, size));
  }
  if (!in.ok()) return Malformed("list of names");
  return names;
}

Result<MaybeDesc> DecodeDesc(const Pdu& pdu) {
  ByteReader in = pdu.Body();
  const MaybeDesc desc = TakeDesc(&in);
  if (!in.ok()) return Malformed("descriptor");
  return desc;
}

Result<std::vector<MaybeDesc>> DecodeDescs(const Pdu& pdu) {
  // The first word counts them, or is what went wrong.
  const std::int32_t status = pdu.Body().I32();
  if (status < 0) return PmapiError(status);
  ByteReader in = pdu.Body();
  const auto count = Count(&in, kDescSize);
  if (!count) return Malformed("list of descriptors");
  std::vector<MaybeDesc> descs(*count);
  for (MaybeDesc& desc : descs) desc = TakeDesc(&in);
  return descs;
}

Result<std::vector<Instance>> DecodeInstances(const Pdu& pdu) {
  ByteReader in = pdu.Body();
  in.U32();  // a domain, as the agent fills it in
  const auto count = Count(&in, 8);
  if (!count) return Malformed("list of instances");
  std::vector<Instance> found(*count);
  for (Instance& instance : found) {
    instance.id = in.I32();
    const std::int32_t size = in.I32();
    instance.name = TakePadded(&in, size);
  }
  if (!in.ok()) return Malformed("list of instances");
  return found;
}

Result<std::string> DecodeText(const Pdu& pdu) {
  ByteReader in = pdu.Body();
  in.U32();  // the metric, its bytes in no certain order
  const std::int32_t size = in.I32();
  std::string text = TakePadded(&in, size);
  if (!in.ok()) return Malformed("text");
  return text;
}

// --- Framing.

void Splitter::Add(base::Bytes bytes) {
  if (kept_.empty()) {
    rest_ = bytes;
    return;
  }
  kept_.insert(kept_.end(), bytes.begin(), bytes.end());
  rest_ = kept_;
}

Result<std::optional<Pdu>> Splitter::Next() {
  if (rest_.size() < 4) return std::optional<Pdu>();
  const std::size_t length = base::LoadBig32(rest_.data());
  if (length < kHeaderSize || length > kMaxReply) {
    return Malformed("length of a message");
  }
  if (rest_.size() < length) return std::optional<Pdu>();
  Pdu pdu;
  pdu.type = static_cast<PduType>(base::LoadBig32(rest_.data() + 4));
  pdu.bytes = rest_.first(length);
  rest_ = rest_.subspan(length);
  return std::optional<Pdu>(pdu);
}

void Splitter::Keep() {
  if (rest_.data() == kept_.data() && rest_.size() == kept_.size()) return;
  Message left(rest_.begin(), rest_.end());
  kept_ = std::move(left);
  rest_ = kept_;
}

}  // namespace pmapi::pmcd
