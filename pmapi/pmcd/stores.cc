// A request for each metric, of as many instances as it has room for.
#include "pmapi/pmcd/stores.h"

#include <algorithm>
#include <span>

#include "pmapi/pmcd/message.h"
#include "pmapi/pmcd/pmapi_error.h"

namespace pmapi::pmcd {
namespace {

/// Well below kMaxRequest with what else stands in the PDU.
constexpr std::size_t kMostBytes = 48 << 10;
/// An instance, the place of its block, the block's head, and pads.
constexpr std::size_t kOfInstance = 16;

bool TakesText(Type type) {
  return type == Type::kString || type == Type::kEvent ||
         type == Type::kHighresEvent;
}

}  // namespace

void Stores::Begin() {
  stored_.clear();
  failed_.clear();
  lifetime_ = base::Lifetime();
}

void Stores::Store(Connection* connection, const Facts& facts) {
  for (const StoredText& one : all_) {
    const auto desc = facts.Describe(one.metric);
    if (desc) StoreOne(one, *desc, facts, connection);
  }
}

void Stores::StoreOne(const StoredText& one, const MetricDesc& desc,
                      const Facts& facts, Connection* connection) {
  if (!TakesText(desc.type)) {
    return Failed(one, "it holds neither texts nor event records");
  }
  std::vector<InstanceId> instances = desc.indom == kNullInDom
                                          ? std::vector{kNullInstance}
                                          : facts.IdsOf(desc.indom);
  std::erase_if(instances, [&](InstanceId id) {
    return !stored_.emplace(one.metric, id).second;
  });
  const std::size_t most = kMostBytes / (kOfInstance + one.text.size());
  for (auto rest = std::span<const InstanceId>(instances); !rest.empty();) {
    const auto part = rest.first(std::min(most, rest.size()));
    Ask(one, desc.pmid, {part.begin(), part.end()}, connection);
    rest = rest.subspan(part.size());
  }
}

void Stores::Ask(const StoredText& one, Pmid pmid,
                 const std::vector<InstanceId>& instances,
                 Connection* connection) {
  connection->Ask(EncodeStore(pmid, instances, one.text), PduType::kError,
                  lifetime_.Guard([this, one](base::Result<Reply> reply) {
                    // Of a connection that is over others tell.
                    if (!reply) return;
                    const auto code = DecodeError(reply->pdu);
                    if (!code) return Failed(one, code.error().message);
                    if (*code < 0) Failed(one, PmapiError(*code).message);
                  }));
}

void Stores::Failed(const StoredText& one, const std::string& why) {
  if (failed_.insert(one.metric).second) {
    tell_("nothing is stored into " + one.metric + ": " + why);
  }
}

}  // namespace pmapi::pmcd
