// A callback of OpenSSL's. Where a connection is broken off what it reads from
// is replaced by what is empty: others' may have no descriptor to shut down.
#include "base/tls/record_limit.h"

#include "base/tls/openssl.h"

namespace base::tls {
namespace {

/// Of a record its header is told first.
std::size_t SizeOf(int type, const void* text, std::size_t size) {
  if (type != SSL3_RT_HEADER || size < SSL3_RT_HEADER_LENGTH) return size;
  const auto* header = static_cast<const unsigned char*>(text);
  return std::size_t{header[3]} << 8 | header[4];
}

void OnMessage(int writes, int /*version*/, int type, const void* text,
               std::size_t size, SSL* ssl, void* may_read) {
  if (writes != 0) return;
  const auto& asked = *static_cast<const MayRead*>(may_read);
  if (asked(ssl, SizeOf(type, text, size))) return;
  openssl().SSL_set0_rbio(ssl, openssl().BIO_new(openssl().BIO_s_null()));
}

}  // namespace

void LimitRecords(void* context, const MayRead* may_read) {
  auto* made = static_cast<SSL_CTX*>(context);
  openssl().SSL_CTX_set_msg_callback(made, &OnMessage);
  openssl().SSL_CTX_ctrl(made, SSL_CTRL_SET_MSG_CALLBACK_ARG, 0,
                         const_cast<MayRead*>(may_read));
}

}  // namespace base::tls
