// The state machine: transport's events in, answers out.
#include "pmapi/pmcd/connection.h"

#include <algorithm>
#include <utility>

#include "base/check.h"

namespace pmapi::pmcd {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

constexpr char kProxyHello[] = "pmproxy-client 1\n";
constexpr char kProxyWelcome[] = "pmproxy-server 1\n";

Message TextMessage(const std::string& text) {
  return {text.begin(), text.end()};
}

Error Unsupported(const char* what) { return {ErrorCode::kUnsupported, what}; }

}  // namespace

Connection::Connection(base::loop::Timers* timers,
                       std::unique_ptr<base::loop::Transport> transport,
                       ConnectionOptions options)
    : timers_(*timers),
      transport_(std::move(transport)),
      options_(std::move(options)) {}

Connection::~Connection() = default;

void Connection::Open(const base::loop::Address& address,
                      std::function<void(Result<void>)> done,
                      std::function<void(const Error&)> lost) {
  peer_ = AddressText(address);
  done_ = std::move(done);
  lost_ = std::move(lost);
  transport_->Connect(
      address, options_.connect_limit,
      {[this](base::Bytes bytes) { Heard(bytes); },
       [this](Error error) { Fail(std::move(error)); }},
      [this](const Result<void>& result) { Connected(result); });
}

void Connection::Connected(const Result<void>& result) {
  if (!result) return Fail(result.error());
  LimitHandshake();
  phase_ = Phase::kWelcome;
  if (options_.proxy_target.empty()) return;
  phase_ = Phase::kProxy;
  transport_->Write(TextMessage(kProxyHello));
}

void Connection::LimitHandshake() {
  handshake_limit_ = timers_.After(options_.reply_limit, [this] {
    Fail({ErrorCode::kTimeout, peer_ + " accepts and does not answer"});
  });
}

void Connection::Heard(base::Bytes bytes) {
  if (phase_ == Phase::kProxy && !HeardProxy(&bytes)) return;
  if (phase_ == Phase::kOver) return;
  if (tls_ && !Decrypt(&bytes)) return;
  const base::Lifetime::Watch lifetime(lifetime_);
  splitter_.Add(bytes);
  for (;;) {
    const auto next = splitter_.Next();
    if (!next) return Fail(next.error());
    if (!next->has_value()) break;
    Take(**next);
    if (lifetime.over() || phase_ == Phase::kOver) return;
  }
  splitter_.Keep();
  LimitSilence();
}

/// True once the proxy has passed us on; `bytes` are then pmcd's.
bool Connection::HeardProxy(base::Bytes* bytes) {
  const std::string_view expected = kProxyWelcome;
  const std::size_t wanted =
      std::min(expected.size() - proxy_heard_.size(), bytes->size());
  proxy_heard_.append(bytes->begin(), bytes->begin() + wanted);
  *bytes = bytes->subspan(wanted);
  if (!expected.starts_with(proxy_heard_)) {
    Fail({ErrorCode::kProtocol, peer_ + " is no pmproxy"});
    return false;
  }
  if (proxy_heard_.size() < expected.size()) return false;
  phase_ = Phase::kWelcome;
  transport_->Write(TextMessage(options_.proxy_target + "\n"));
  return true;
}

/// Makes plain text of `bytes`; false where there is none to be read, or where
/// that ended the conversation.
bool Connection::Decrypt(base::Bytes* bytes) {
  plain_.clear();
  const Result<void> heard = tls_->Hear(*bytes, &plain_);
  const Message wire = tls_->Take();
  if (!wire.empty()) transport_->Write(wire);
  if (!heard) {
    Fail({heard.error().code, peer_ + ": " + heard.error().message});
    return false;
  }
  if (phase_ == Phase::kSecuring && tls_->established()) {
    const base::Lifetime::Watch lifetime(lifetime_);
    Opened();
    if (lifetime.over() || over()) return false;
  }
  *bytes = plain_;
  return !plain_.empty();
}

void Connection::Take(const Pdu& pdu) {
  if (phase_ == Phase::kWelcome) {
    const Result<void> welcome = Welcomed(pdu);
    return welcome ? ShakeHands() : Fail(welcome.error());
  }
  if (phase_ == Phase::kAgreed) return Secure(pdu);
  if (Notice(pdu)) return;
  if (questions_.empty()) {
    return Fail({ErrorCode::kProtocol, peer_ + " answers what nobody asked"});
  }
  Question question = std::move(questions_.front());
  questions_.pop_front();
  const Result<void> expected = Expect(question.expected, pdu);
  if (expected) {
    question.answer(Reply{pdu, std::exchange(changes_, 0)});
  } else if (pdu.type == PduType::kError) {
    question.answer(expected.error());
  } else {
    // Out of step: nothing that follows can be trusted.
    questions_.push_front(std::move(question));
    Fail(expected.error());
  }
}

Result<void> Connection::Welcomed(const Pdu& pdu) {
  const Result<Welcome> welcome = DecodeWelcome(pdu);
  if (!welcome) return welcome.error();
  features_ = welcome->features;
  const bool local = peer_.starts_with("unix:");
  if (const auto secure = CanBeSecure(local); !secure) return secure;
  if ((features_ & kCredentialsRequired) != 0 && !local) {
    return Unsupported(
        "pmcd demands a user's name and password, which is not built in: on "
        "its own host, unix: does without");
  }
  if (!options_.container.empty() && (features_ & kContainer) == 0) {
    return Unsupported("pmcd does not know containers");
  }
  return {};
}

Result<void> Connection::CanBeSecure(bool local) const {
  if (options_.tls == nullptr) {
    if ((features_ & kCertificateRequired) == 0 || local) return {};
    return Unsupported(
        "pmcd demands an encrypted connection (TLS): say pcps://host");
  }
  constexpr std::uint32_t kBoth = kSecure | kSecureAck;
  if ((features_ & kBoth) == kBoth) return {};
  return Unsupported("pmcd does not offer encrypted connections (TLS)");
}

/// The other half. Of TLS pmcd says when to begin; else it says nothing, and
/// requests may follow at once.
void Connection::ShakeHands() {
  std::uint32_t features = options_.container.empty() ? 0 : kContainer;
  if (options_.tls != nullptr) features |= kSecure | kSecureAck;
  Tell(EncodeCredentials(features));
  if (options_.tls == nullptr) return Opened();
  phase_ = Phase::kAgreed;
}

void Connection::Secure(const Pdu& pdu) {
  const Result<std::int32_t> code = DecodeError(pdu);
  if (!code || *code != 0) {
    return Fail({ErrorCode::kProtocol, peer_ + " refuses to encrypt (TLS)"});
  }
  tls_.emplace(options_.tls, options_.tls_host);
  phase_ = Phase::kSecuring;
  tls_->Begin();
  transport_->Write(tls_->Take());
}

void Connection::Opened() {
  handshake_limit_.Cancel();
  phase_ = Phase::kOpen;
  if (!options_.container.empty()) {
    Tell(EncodeAttribute(kContainerAttribute, options_.container));
  }
  const auto done = std::exchange(done_, nullptr);
  done({});
}

/// Errors with positive codes stand before the result that they belong to.
bool Connection::Notice(const Pdu& pdu) {
  if (pdu.type != PduType::kError) return false;
  const Result<std::int32_t> code = DecodeError(pdu);
  if (!code || *code <= 0) return false;
  changes_ |= static_cast<std::uint32_t>(*code);
  return true;
}

void Connection::Tell(const Message& message) {
  if (transport_) Send(message);
}

void Connection::Send(base::Bytes bytes) {
  if (!tls_) return transport_->Write(bytes);
  tls_->Say(bytes);
  transport_->Write(tls_->Take());
}

void Connection::Ask(const Message& request, PduType expected, Answer answer) {
  CHECK(phase_ == Phase::kOpen || over());
  base::loop::Pending limit;
  if (over()) limit = timers_.After({}, [this] { AnswerAll(); });
  questions_.push_back({expected, std::move(answer), std::move(limit)});
  if (!over() && questions_.size() == 1) LimitSilence();
  Tell(request);
}

/// A large answer may take long to come, as long as it comes; so may the one
/// before it.
void Connection::LimitSilence() {
  silence_limit_.Cancel();
  if (questions_.empty()) return;
  silence_limit_ = timers_.After(options_.reply_limit, [this] {
    Fail({ErrorCode::kTimeout, peer_ + " does not answer"});
  });
}

/// Ends the conversation: tells all who wait, and then who owns it.
void Connection::Fail(Error error) {
  if (over()) return;
  phase_ = Phase::kOver;
  why_over_ = std::move(error);
  handshake_limit_.Cancel();
  silence_limit_.Cancel();
  transport_.reset();
  const base::Lifetime::Watch lifetime(lifetime_);
  AnswerAll();
  if (lifetime.over()) return;
  const Error why = why_over_;
  const auto done = std::exchange(done_, nullptr);
  const auto lost = std::exchange(lost_, nullptr);
  if (done) {
    done(why);
  } else if (lost) {
    lost(why);
  }
}

void Connection::AnswerAll() {
  const base::Lifetime::Watch lifetime(lifetime_);
  const Error why = why_over_;
  // Those who ask again meanwhile are answered later.
  const auto questions = std::exchange(questions_, {});
  for (const Question& question : questions) {
    question.answer(why);
    if (lifetime.over()) return;
  }
}

}  // namespace pmapi::pmcd
