// Addresses in the order in which PCP's own tools try them.
#include "cli/pmcd_options.h"

#include <arpa/inet.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include "base/printable.h"
#include "pmapi/notation/host_spec.h"

namespace cli {
namespace {

using base::loop::TcpAddress;
using base::loop::UnixAddress;
using pmapi::notation::HostSpec;

constexpr int kPmcdPort = 44321;
constexpr int kPmproxyPort = 44322;
constexpr int kMaxPort = 65535;
constexpr double kMaxSeconds = 1e6;

std::vector<std::string_view> SplitAtCommas(std::string_view list) {
  std::vector<std::string_view> parts;
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    parts.push_back(list.substr(0, comma));
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return parts;
}

base::Error BadSpec(const std::string& spec, const std::string& why) {
  return {base::ErrorCode::kInvalid,
          "bad host specification \"" + base::Printable(spec) + "\": " + why};
}

std::string NoPort(std::int64_t port) {
  const bool read_whole = port != std::numeric_limits<int>::max();
  return (read_whole ? std::to_string(port) : "so large a number") +
         " is no port; write one from 1 to " + std::to_string(kMaxPort);
}

template <typename Number>
std::optional<Number> ParseWhole(std::string_view text) {
  Number number{};
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return {};
  return number;
}

class PmcdOptionsReader {
 public:
  PmcdOptionsReader(const HostSpec& spec, const Environment& environment)
      : spec_(spec), environment_(environment) {}

  pmapi::PmcdOptions Read(const std::string& text) {
    options_.name = text;
    options_.host = spec_.endpoints.empty() ? text : spec_.endpoints[0].name;
    for (const HostSpec::Attribute& attribute : spec_.attributes) {
      if (attribute.name == "container") options_.container = attribute.value;
    }
    AddAddresses();
    ReadLimits();
    return std::move(options_);
  }

  /// That a port which Read() has found is above the last there can be.
  const std::optional<base::Error>& no_port() const { return no_port_; }

  /// "enforce", "relaxed", or else encryption is not demanded.
  std::string Security() const {
    std::optional<std::string> mode = environment_("PCP_SECURE_SOCKETS");
    if (spec_.protocol == HostSpec::Protocol::kPcps) mode = "enforce";
    for (const HostSpec::Attribute& attribute : spec_.attributes) {
      if (attribute.name == "secure") mode = attribute.value;
    }
    if (!mode) return "";
    return mode->empty() || *mode == "1" ? "enforce" : *mode;
  }

 private:
  void AddAddresses() {
    switch (spec_.protocol) {
      case HostSpec::Protocol::kUnix:
        options_.addresses.push_back(UnixAddress{SocketPath()});
        return;
      case HostSpec::Protocol::kLocal:
        options_.addresses.push_back(UnixAddress{SocketPath()});
        AddPorts({"localhost", {}}, "PMCD_PORT", kPmcdPort);
        return;
      case HostSpec::Protocol::kPcp:
      case HostSpec::Protocol::kPcps:
        AddHost();
        return;
    }
  }

  void AddHost() {
    for (const HostSpec::Endpoint& endpoint : spec_.endpoints) {
      for (const int port : endpoint.ports) {
        if (port > kMaxPort) no_port_ = BadSpec(options_.name, NoPort(port));
      }
    }
    const HostSpec::Endpoint& host = spec_.endpoints.front();
    const std::optional<HostSpec::Endpoint> proxy = Proxy();
    if (!proxy) {
      AddPorts(host, "PMCD_PORT", kPmcdPort);
      return;
    }
    const int port = PortsOf(host, "PMCD_PORT", kPmcdPort).front();
    options_.proxy_target = host.name + ' ' + std::to_string(port);
    AddPorts(*proxy, "PMPROXY_PORT", kPmproxyPort);
  }

  std::optional<HostSpec::Endpoint> Proxy() const {
    if (spec_.endpoints.size() > 1) return spec_.endpoints[1];
    const auto name = environment_("PMPROXY_HOST");
    if (!name || name->empty()) return std::nullopt;
    return HostSpec::Endpoint{*name, {}};
  }

  void AddPorts(const HostSpec::Endpoint& host, const char* variable,
                int usual) {
    for (const int port : PortsOf(host, variable, usual)) {
      options_.addresses.push_back(TcpAddress{host.name, port});
    }
  }

  std::string SocketPath() const {
    if (!spec_.socket_path.empty()) return spec_.socket_path;
    if (auto path = environment_("PMCD_SOCKET")) return *path;
    return environment_("PCP_RUN_DIR").value_or("/run/pcp") + "/pmcd.socket";
  }

  /// Those given, or else those of `variable`, or else `usual`.
  std::vector<int> PortsOf(const HostSpec::Endpoint& host, const char* variable,
                           int usual) {
    if (!host.ports.empty()) return host.ports;
    std::vector<int> ports;
    const std::string list = environment_(variable).value_or("");
    for (const std::string_view part : SplitAtCommas(list)) {
      const auto port = ParseWhole<std::int64_t>(part);
      if (!port || *port <= 0) continue;
      if (*port <= kMaxPort) {
        ports.push_back(static_cast<int>(*port));
      } else {
        no_port_ = {
            base::ErrorCode::kInvalid,
            variable + ("=" + base::Printable(list)) + ": " + NoPort(*port)};
      }
    }
    return ports.empty() ? std::vector<int>{usual} : ports;
  }

  void ReadLimits() {
    if (const auto limit = Seconds("PMCD_CONNECT_TIMEOUT"); !limit.empty()) {
      options_.connect_limit = limit.front();
    }
    if (const auto limit = Seconds("PMCD_REQUEST_TIMEOUT"); !limit.empty()) {
      options_.reply_limit = limit.front();
    }
    if (auto list = Seconds("PMCD_RECONNECT_TIMEOUT"); !list.empty()) {
      options_.backoff = std::move(list);
    }
  }

  /// A list of positive numbers of seconds; empty if it is none.
  std::vector<base::Duration> Seconds(const char* variable) const {
    std::vector<base::Duration> all;
    const std::string list = environment_(variable).value_or("");
    for (const std::string_view part : SplitAtCommas(list)) {
      const auto seconds = ParseWhole<double>(part);
      if (!seconds || !(*seconds > 0) || *seconds > kMaxSeconds) return {};
      all.push_back(base::Duration{
          static_cast<std::int64_t>(*seconds * base::kNanosPerSecond)});
    }
    return all;
  }

  const HostSpec& spec_;
  const Environment& environment_;
  pmapi::PmcdOptions options_;
  std::optional<base::Error> no_port_;
};

/// Why nobody can be asked by `spec`, which libpcp reads without complaint and
/// then cannot reach; null if somebody can.
const char* WhoIsMissing(const HostSpec& spec) {
  if (spec.protocol == HostSpec::Protocol::kLocal ||
      spec.protocol == HostSpec::Protocol::kUnix) {
    return nullptr;
  }
  if (spec.endpoints.empty() || spec.endpoints[0].name.empty()) {
    return "it names no host; write HOST, HOST:PORT, HOST@PROXY, local: for "
           "this host's pmcd, or @ for its kernel";
  }
  for (const HostSpec::Endpoint& endpoint : spec.endpoints) {
    if (endpoint.name.empty()) return "its proxy has no name; write HOST@PROXY";
  }
  return nullptr;
}

/// Why no host has this name; empty if one may.
std::string WhyNoName(const std::string& name) {
  const auto steers = [](char c) {
    return static_cast<unsigned char>(c) <= ' ' || c == '\x7f';
  };
  if (std::any_of(name.begin(), name.end(), steers)) {
    return "no host's name has blanks";
  }
  if (name.find(':') != name.npos) {
    in6_addr address{};
    const std::string before = name.substr(0, name.find('%'));
    return ::inet_pton(AF_INET6, before.c_str(), &address) == 1
               ? ""
               : name + " is no IPv6 address";
  }
  constexpr std::size_t kMostBytes = 254;  // with the dot at its end
  constexpr std::size_t kMostLabel = 63;
  if (name.size() > kMostBytes) return "no host's name is so long";
  std::string label;
  std::string_view rest = name;
  if (rest.ends_with('.')) rest.remove_suffix(1);
  for (bool more = true; more;) {
    const std::size_t dot = rest.find('.');
    more = dot != rest.npos;
    label = rest.substr(0, dot);
    if (label.empty()) return "nothing stands between two dots";
    if (label.size() > kMostLabel) return "no host's name has so long a part";
    if (more) rest.remove_prefix(dot + 1);
  }
  // No name ends in a number: an address is meant.
  in_addr address{};
  const bool number = label.find_first_not_of("0123456789") == label.npos;
  return number && ::inet_aton(name.c_str(), &address) == 0
             ? name + " is no IPv4 address"
             : "";
}

}  // namespace

base::Result<void> CheckHostSpec(const std::string& spec) {
  if (spec == kThisHost || spec.starts_with("mmv:")) return {};
  const auto parsed = pmapi::notation::ParseHostSpec(spec);
  if (!parsed) return BadSpec(spec, parsed.fault().reason);
  if (const char* missing = WhoIsMissing(*parsed)) {
    return BadSpec(spec, missing);
  }
  for (const HostSpec::Endpoint& endpoint : parsed->endpoints) {
    if (const std::string why = WhyNoName(endpoint.name); !why.empty()) {
      return BadSpec(spec, why + "; write HOST, HOST:PORT or [IPV6]:PORT");
    }
    for (const int port : endpoint.ports) {
      if (port < 1 || port > kMaxPort) return BadSpec(spec, NoPort(port));
    }
  }
  return {};
}

base::Result<pmapi::PmcdOptions> PmcdOptionsFor(const std::string& spec,
                                                const Environment& environment,
                                                TlsContexts* contexts,
                                                bool any_port) {
  const auto parsed = pmapi::notation::ParseHostSpec(spec);
  if (!parsed) {
    return BadSpec(spec, parsed.fault().reason);
  }
  if (const char* missing = WhoIsMissing(*parsed)) {
    return BadSpec(spec, missing);
  }
  PmcdOptionsReader reader(*parsed, environment);
  pmapi::PmcdOptions options = reader.Read(spec);
  if (reader.no_port() && !any_port) return *reader.no_port();
  const std::string security = reader.Security();
  if (security != "enforce" && security != "relaxed") return options;
  auto context = contexts->For(security == "enforce");
  if (!context) return context.error();
  options.tls = *std::move(context);
  return options;
}

}  // namespace cli
