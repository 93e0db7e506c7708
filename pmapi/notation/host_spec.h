// Where a pmcd is: "pcp://host:44321@proxy?container=web", "local:". Nothing
// is looked up or opened. Source: pmapi/notation/FORMAT.md, "Host
// specifications".
#ifndef TOCSIN_PMAPI_NOTATION_HOST_SPEC_H_
#define TOCSIN_PMAPI_NOTATION_HOST_SPEC_H_

#include <string>
#include <string_view>
#include <vector>

#include "pmapi/notation/parsed.h"

namespace pmapi::notation {

struct HostSpec {
  enum class Protocol { kPcp, kPcps, kLocal, kUnix };

  struct Endpoint {
    std::string name;        // without the brackets of an IPv6 address
    std::vector<int> ports;  // none: the default ones; a larger one is INT_MAX

    friend bool operator==(const Endpoint&, const Endpoint&) = default;
  };

  /// `name` is the one that its aliases stand for: "username" for "user".
  struct Attribute {
    std::string name;
    std::string value;

    friend bool operator==(const Attribute&, const Attribute&) = default;
  };

  Protocol protocol = Protocol::kPcp;
  std::vector<Endpoint> endpoints;  // the host, then proxies
  std::string socket_path;          // of local: and unix:; empty: the default
  std::vector<Attribute> attributes;

  friend bool operator==(const HostSpec&, const HostSpec&) = default;
};

/// Attributes that no one knows are left out, as pmcd's clients do.
/// Errors: "missing port", "non-numeric port", "missing closing ']' for host
/// spec", "extra characters after host spec", "unexpected terminal
/// character"; ours: "invalid escape".
Parsed<HostSpec> ParseHostSpec(std::string_view text);

}  // namespace pmapi::notation

#endif  // TOCSIN_PMAPI_NOTATION_HOST_SPEC_H_
