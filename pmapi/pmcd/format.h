// The numbers of pmcd's protocol: PDU types, feature bits, limits. What they
// mean is in pmapi/pmcd/PROTOCOL.md; who reads and writes them is message.h.
#ifndef TOCSIN_PMAPI_PMCD_FORMAT_H_
#define TOCSIN_PMAPI_PMCD_FORMAT_H_

#include <cstddef>
#include <cstdint>

namespace pmapi::pmcd {

/// The word that says what a PDU is.
enum class PduType : std::uint32_t {
  kError = 0x7000,
  kResult = 0x7001,
  kProfile = 0x7002,
  kFetch = 0x7003,
  kDescRequest = 0x7004,
  kDesc = 0x7005,
  kInstanceRequest = 0x7006,
  kInstances = 0x7007,
  kTextRequest = 0x7008,
  kText = 0x7009,
  kCredentials = 0x700c,
  kPmids = 0x700d,
  kNames = 0x700e,
  kChildren = 0x700f,
  kTraverse = 0x7010,
  kAttribute = 0x7011,
  kHighresFetch = 0x7014,
  kHighresResult = 0x7015,
  kDescsRequest = 0x7016,
  kDescs = 0x7017,
};

/// Length, type and sender: three words before every body.
inline constexpr std::size_t kHeaderSize = 12;
/// A reply longer than this is taken for nonsense.
inline constexpr std::size_t kMaxReply = 64u << 20;
/// pmcd drops a client that sends more (its option -L).
inline constexpr std::size_t kMaxRequest = 65536;

inline constexpr std::uint32_t kProtocolVersion = 2;

/// What a pmcd offers in its welcome and a client takes in its credentials.
inline constexpr std::uint32_t kSecure = 0x0001;
inline constexpr std::uint32_t kCredentialsRequired = 0x0008;
inline constexpr std::uint32_t kSecureAck = 0x0010;
inline constexpr std::uint32_t kContainer = 0x0040;
inline constexpr std::uint32_t kCertificateRequired = 0x0080;
inline constexpr std::uint32_t kHighres = 0x0400;
inline constexpr std::uint32_t kBatchDescs = 0x0800;

/// Attribute that names the container whose metrics are wanted.
inline constexpr std::int32_t kContainerAttribute = 15;

/// Which text about a metric is asked for.
enum class TextKind : std::uint32_t { kLine = 1, kWhole = 2 };
inline constexpr std::uint32_t kTextOfMetric = 4;

/// What has changed at pmcd, as it says before a result: agents, names.
inline constexpr std::uint32_t kAgentAdded = 1;
inline constexpr std::uint32_t kAgentRestarted = 2;
inline constexpr std::uint32_t kAgentDropped = 4;
inline constexpr std::uint32_t kLabelsChanged = 8;
inline constexpr std::uint32_t kNamesChanged = 16;

/// How a value set's words are to be read.
enum class ValueFormat : std::uint32_t { kInSitu = 0, kBlock = 1, kStatic = 2 };

}  // namespace pmapi::pmcd

#endif  // TOCSIN_PMAPI_PMCD_FORMAT_H_
