// The parts of a host specification, read one after the other.
#include "pmapi/notation/host_spec.h"

#include <charconv>
#include <limits>

#include "pmapi/notation/x3_terminals.h"

namespace pmapi::notation {
namespace {

namespace x3 = boost::spirit::x3;
using terminal::Into;

struct Protocols : x3::symbols<HostSpec::Protocol> {
  Protocols() {
    add("pcp:", HostSpec::Protocol::kPcp)("pcps:", HostSpec::Protocol::kPcps);
    add("local:", HostSpec::Protocol::kLocal);
    add("unix:", HostSpec::Protocol::kUnix);
  }
};

struct AttributeNames : x3::symbols<const char*> {
  AttributeNames() {
    add("secure", "secure")("compress", "compress")("userauth", "userauth");
    add("authorise", "userauth")("authorize", "userauth");
    add("username", "username")("user", "username");
    add("password", "password")("pass", "password");
    add("method", "method")("authmeth", "method")("realm", "realm");
    add("unixsock", "unixsock")("unix", "unixsock")("local", "local");
    add("userid", "userid")("uid", "userid");
    add("groupid", "groupid")("gid", "groupid");
    add("processid", "processid")("pid", "processid");
    add("container", "container")("exclusive", "exclusive");
  }
};

/// Reads one part after the other; each method gives why its part is none, or
/// nothing.
class HostSpecReader {
 public:
  explicit HostSpecReader(std::string_view text)
      : begin_(text.data()), at_(begin_), end_(begin_ + text.size()) {}

  Parsed<HostSpec> Read() {
    const char* reason = nullptr;
    x3::parse(at_, end_, kProtocols[Into(&spec_.protocol)]);
    switch (spec_.protocol) {
      case HostSpec::Protocol::kPcp:
      case HostSpec::Protocol::kPcps:
        x3::parse(at_, end_, x3::omit[*x3::lit('/')]);
        reason = Endpoints();
        break;
      case HostSpec::Protocol::kLocal:
      case HostSpec::Protocol::kUnix:
        reason = SocketPath();
        break;
    }
    if (!reason) reason = AllAttributes();
    if (!reason) return spec_;
    return Fault{static_cast<std::size_t>(at_ - begin_), reason};
  }

 private:
  /// Takes the characters of `set`.
  template <typename Set>
  std::string TakeAll(const Set& set) {
    std::string taken;
    x3::parse(at_, end_, *set, taken);
    return taken;
  }
  bool Take(char c) { return x3::parse(at_, end_, c); }

  const char* Endpoints() {
    if (at_ == end_ || *at_ == '?') return nullptr;
    do {
      HostSpec::Endpoint endpoint;
      if (const char* reason = Name(&endpoint)) return reason;
      if (Take(':')) {
        if (const char* reason = Ports(&endpoint)) return reason;
      }
      spec_.endpoints.push_back(std::move(endpoint));
    } while (Take('@'));
    // What follows a "/" says nothing about where the host is.
    x3::parse(at_, end_, x3::omit['/' >> *(x3::char_ - '?')]);
    return nullptr;
  }

  const char* Name(HostSpec::Endpoint* endpoint) {
    if (Take('[')) {
      endpoint->name = TakeAll(x3::char_ - ']');
      if (!Take(']')) return "missing closing ']' for host spec";
      const bool ended = at_ == end_ || std::string_view(":@?/").find(*at_) !=
                                            std::string_view::npos;
      return ended ? nullptr : "extra characters after host spec";
    }
    endpoint->name = TakeAll(x3::char_ - x3::char_(":@?/"));
    const bool first = spec_.endpoints.empty();
    return first && endpoint->name.empty() ? "unexpected terminal character"
                                           : nullptr;
  }

  const char* Ports(HostSpec::Endpoint* endpoint) {
    do {
      if (at_ == end_) return "missing port";
      const std::string digits = TakeAll(terminal::kDigit);
      if (digits.empty()) return "non-numeric port";
      int port = std::numeric_limits<int>::max();
      std::from_chars(digits.data(), digits.data() + digits.size(), port);
      endpoint->ports.push_back(port);
    } while (Take(','));
    const bool ended = at_ == end_ || std::string_view("@?/").find(*at_) !=
                                          std::string_view::npos;
    return ended ? nullptr : "non-numeric port";
  }

  const char* SocketPath() {
    x3::parse(at_, end_, x3::omit[*x3::lit('/')]);
    const std::string path = TakeAll(x3::char_ - x3::char_(":?"));
    if (!path.empty()) spec_.socket_path = '/' + path;
    return at_ != end_ && *at_ == ':' ? "unexpected terminal character"
                                      : nullptr;
  }

  const char* AllAttributes() {
    if (!Take('?')) return nullptr;
    do {
      const std::string name = TakeAll(x3::char_ - x3::char_("=&"));
      std::string value;
      if (Take('=')) {
        if (const char* reason = Value(&value)) return reason;
      }
      const char* known = nullptr;
      const char* at = name.data();
      if (x3::parse(at, name.data() + name.size(),
                    kAttributes[Into(&known)] >> x3::eoi)) {
        spec_.attributes.push_back({known, value});
      }
    } while (Take('&'));
    return nullptr;
  }

  /// URL-encoded, up to the next "&".
  const char* Value(std::string* value) {
    constexpr x3::uint_parser<unsigned, 16, 2, 2> kHex{};
    while (at_ != end_ && *at_ != '&') {
      unsigned code = 0;
      if (*at_ != '%') {
        *value += *at_++;
      } else if (x3::parse(at_, end_, '%' >> kHex[Into(&code)])) {
        *value += static_cast<char>(code);
      } else {
        return "invalid escape";
      }
    }
    return nullptr;
  }

  static inline const Protocols kProtocols;
  static inline const AttributeNames kAttributes;

  HostSpec spec_;
  const char* begin_;
  const char* at_;
  const char* end_;
};

}  // namespace

Parsed<HostSpec> ParseHostSpec(std::string_view text) {
  return HostSpecReader(text).Read();
}

}  // namespace pmapi::notation
