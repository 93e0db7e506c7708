// PmcdOptionsFor: a host specification and the environment as what a pmcd
// source needs to know. Source: pmapi/notation/FORMAT.md, "Host
// specifications".
#ifndef TOCSIN_CLI_PMCD_OPTIONS_H_
#define TOCSIN_CLI_PMCD_OPTIONS_H_

#include <string>

#include "base/result.h"
#include "cli/options.h"
#include "cli/tls_contexts.h"
#include "pmapi/pmcd/pmcd_source.h"

namespace cli {

/// The specification of this host's own pmcd.
inline constexpr char kLocalPmcd[] = "local:";

/// `spec` as after -h or ":" in rules. PMCD_PORT, PMCD_SOCKET, PCP_RUN_DIR,
/// PMPROXY_HOST (of hosts whose proxy `spec` does not name), PMPROXY_PORT,
/// PMCD_CONNECT_TIMEOUT, PMCD_REQUEST_TIMEOUT and PMCD_RECONNECT_TIMEOUT count
/// as for PCP's own tools; a value that is none is passed over, as there.
/// Encryption is demanded by pcps:, ?secure or PCP_SECURE_SOCKETS; then
/// `contexts` say whom to trust.
/// A port above 65535 is wrong, but with `any_port`: to PCP's own tools it is
/// another one, without a word.
/// Errors: kInvalid, what is wrong with `spec`; those of `contexts`.
base::Result<pmapi::PmcdOptions> PmcdOptionsFor(const std::string& spec,
                                                const Environment& environment,
                                                TlsContexts* contexts,
                                                bool any_port = false);

/// Whether somebody can be asked by `spec`, as after -h: a pmcd, `@`, `mmv:`.
/// Names are not looked up. Errors: kInvalid: a name or an address that can be
/// nobody's, a number that is no port, and what PmcdOptionsFor has.
base::Result<void> CheckHostSpec(const std::string& spec);

}  // namespace cli

#endif  // TOCSIN_CLI_PMCD_OPTIONS_H_
