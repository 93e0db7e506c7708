// TlsContexts: whom encrypted connections trust, as PCP's tls.conf says, read
// when the first host wants to know.
#ifndef TOCSIN_CLI_TLS_CONTEXTS_H_
#define TOCSIN_CLI_TLS_CONTEXTS_H_

#include <memory>
#include <string_view>

#include "base/result.h"
#include "base/tls/tls.h"
#include "cli/options.h"

namespace cli {

/// `text` of a tls.conf: lines of `name = value`; `#` begins a comment. Names
/// that are not ours are passed over. Source: pmapi/pmcd/PROTOCOL.md,
/// "Handshake".
base::tls::Settings ParseTlsSettings(std::string_view text);

class TlsContexts {
 public:
  /// Lifetime: `environment` outlives this.
  explicit TlsContexts(const Environment& environment)
      : environment_(environment) {}

  /// After PCP_TLSCONF_PATH, or /etc/pcp/tls.conf where there is one. Without
  /// `verify` any peer will do. Errors: kSystem, those of MakeContext.
  base::Result<std::shared_ptr<const base::tls::Context>> For(bool verify);

 private:
  const Environment& environment_;
  std::shared_ptr<const base::tls::Context> made_[2];  // by `verify`
};

}  // namespace cli

#endif  // TOCSIN_CLI_TLS_CONTEXTS_H_
