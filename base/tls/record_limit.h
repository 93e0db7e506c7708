// LimitRecords: an end of what others, such as libcurl, have OpenSSL read. It
// reads on as long as records come, and asks nobody: who sends without end has
// them stand still.
#ifndef TOCSIN_BASE_TLS_RECORD_LIMIT_H_
#define TOCSIN_BASE_TLS_RECORD_LIMIT_H_

#include <cstddef>
#include <functional>

namespace base::tls {

/// Whether `connection`, an SSL, may read on: a record of `size` bytes, or what
/// else it has found, which is no longer than that.
using MayRead = std::function<bool(const void* connection, std::size_t size)>;

/// Has each connection of `context`, an SSL_CTX, ask `may_read` at each record
/// and each message of its handshakes; once that is false it reads nothing
/// more, as if the peer had hung up. Lifetime: `may_read` outlives the
/// connections. Source: SSL_CTX_set_msg_callback(3ssl).
void LimitRecords(void* context, const MayRead* may_read);

}  // namespace base::tls

#endif  // TOCSIN_BASE_TLS_RECORD_LIMIT_H_
