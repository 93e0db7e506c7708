// Messages: every PDU that we send or understand, from and to bytes. Pure
// functions: what is sent when is connection.h's, values are result.h's.
#ifndef TOCSIN_PMAPI_PMCD_MESSAGE_H_
#define TOCSIN_PMAPI_PMCD_MESSAGE_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_reader.h"
#include "base/result.h"
#include "pmapi/metric/metric.h"
#include "pmapi/pmcd/format.h"

namespace pmapi::pmcd {

/// A PDU ready to be sent.
using Message = std::vector<std::uint8_t>;

/// A PDU that has come, whole: its length is that of `bytes`.
/// Lifetime: views the bytes.
struct Pdu {
  PduType type = PduType::kError;
  base::Bytes bytes;

  /// What comes after the header.
  base::ByteReader Body() const {
    return base::ByteReader(bytes.subspan(kHeaderSize));
  }
};

// --- Requests.

/// The client's half of the handshake; `features` of those offered.
Message EncodeCredentials(std::uint32_t features);
Message EncodeAttribute(std::int32_t attribute, std::string_view value);

/// One domain of a profile: the instances that fetches are restricted to.
struct ProfileDomain {
  InDom indom = kNullInDom;
  std::vector<InstanceId> only;
};
/// All instances of all domains but those listed. No reply.
Message EncodeProfile(std::int32_t context,
                      const std::vector<ProfileDomain>& domains);

/// Asks for the values of `pmids` now, in nanoseconds if `highres`.
Message EncodeFetch(std::int32_t context, std::span<const Pmid> pmids,
                    bool highres);
Message EncodeDescRequest(Pmid pmid);
Message EncodeDescsRequest(std::span<const Pmid> pmids);
/// Asks for all instances of a domain.
Message EncodeInstanceRequest(InDom indom);
/// Asks for one of a metric's two texts.
Message EncodeTextRequest(Pmid pmid, TextKind kind);
/// Names to identifiers.
Message EncodeNames(std::span<const std::string> names);
/// What is below `name` in the name space, one level down.
Message EncodeChildren(std::string_view name);
/// Every metric below `name`; the root is the empty name.
Message EncodeTraverse(std::string_view name);

/// Has `text` stored into these instances of a metric, of kNullInstance into
/// one without any. The reply is an error PDU, whose code is 0 where that was
/// done. REQUIRES: all of it fits into kMaxRequest.
Message EncodeStore(Pmid pmid, std::span<const InstanceId> instances,
                    std::string_view text);

// --- What an agent says.

/// The descriptor of one metric.
Message EncodeDesc(const MetricDesc& desc);

/// The one value of a singular metric of type double, or why there is none:
/// nothing but its absence, or a negative code.
struct LoneValue {
  Pmid pmid = kNullPmid;
  std::int32_t count = 1;
  double value = 0;  // where `count` is 1
};
/// A result without a time.
Message EncodeResult(std::span<const LoneValue> values);

// --- Replies. Errors: kProtocol where the bytes are not what they must be;
// what pmcd says has gone wrong, as PmapiError() has it.

/// The server's half of the handshake.
struct Welcome {
  std::uint32_t version = 0;
  std::uint32_t features = 0;
};
/// Errors: also pmcd's refusals (PERMISSION, CONNLIMIT).
base::Result<Welcome> DecodeWelcome(const Pdu& pdu);

/// The code of an error PDU: positive ones are notices before a result.
base::Result<std::int32_t> DecodeError(const Pdu& pdu);

/// A reply of `type`, or the error that came instead.
base::Result<void> Expect(PduType type, const Pdu& pdu);

/// An identifier for each name that was asked for; kNullPmid for those that
/// are no metric. REQUIRES (of all below): Expect() their type.
base::Result<std::vector<Pmid>> DecodePmids(const Pdu& pdu);
base::Result<std::vector<std::string>> DecodeNames(const Pdu& pdu);
/// The descriptor with its identifier; nothing for one that was not found.
using MaybeDesc = std::optional<MetricDesc>;
base::Result<MaybeDesc> DecodeDesc(const Pdu& pdu);
base::Result<std::vector<MaybeDesc>> DecodeDescs(const Pdu& pdu);

/// Of the domain that was asked for, whichever the answer names: agents fill
/// that in as they like.
base::Result<std::vector<Instance>> DecodeInstances(const Pdu& pdu);

/// Of the metric that was asked for, whichever the answer names.
base::Result<std::string> DecodeText(const Pdu& pdu);

// --- Framing.

/// Cuts a stream of bytes into PDUs. What has come whole is not copied.
class Splitter {
 public:
  /// Takes the next bytes of the stream. REQUIRES: Next() has said that there
  /// is nothing more. Lifetime: `bytes` are looked at until Keep().
  void Add(base::Bytes bytes);
  /// The next PDU, or nothing before all of it is here.
  /// Errors: kProtocol for a length that cannot be; then, always.
  /// Lifetime: of the PDU until Keep() or Add().
  base::Result<std::optional<Pdu>> Next();
  /// Copies what is left of the bytes that were added.
  void Keep();

 private:
  Message kept_;
  base::Bytes rest_;
};

}  // namespace pmapi::pmcd

#endif  // TOCSIN_PMAPI_PMCD_MESSAGE_H_
