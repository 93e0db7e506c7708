// TLS where it is wanted, CONNECT, then frames both ways.
#include "actions/stomp/connection.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/printable.h"

namespace actions {
namespace {

using base::Duration;
using base::Error;
using base::ErrorCode;

/// Of what a broker says, as much as fits a line.
constexpr std::size_t kMostShown = 200;
/// Heart-beats are no rarer than this.
constexpr std::int64_t kMostMillis = 86'400'000;

std::int64_t Millis(Duration span) { return span.ns / 1'000'000; }

/// "10000,0": two numbers of milliseconds; 0 for what is none.
std::pair<Duration, Duration> BeatsOf(const std::string& text) {
  std::int64_t both[2] = {0, 0};
  const char* at = text.data();
  const char* const end = at + text.size();
  for (std::int64_t& one : both) {
    at = std::from_chars(at, end, one).ptr;
    if (at != end && *at == ',') ++at;
    one = std::clamp<std::int64_t>(one, 0, kMostMillis);
  }
  return {Duration{both[0] * 1'000'000}, Duration{both[1] * 1'000'000}};
}

/// `text` with stars in the place of each `hidden`.
std::string Without(const std::string& hidden, const std::string& text) {
  if (hidden.empty()) return text;
  std::string result;
  std::size_t from = 0;
  for (std::size_t at = text.find(hidden); at != text.npos;
       at = text.find(hidden, from)) {
    result.append(text, from, at - from);
    result += "***";
    from = at + hidden.size();
  }
  return result.append(text, from);
}

/// What an ERROR says, in its header and the beginning of its body; `secret` it
/// must not.
std::string Complaint(const StompFrame& frame, const std::string& secret) {
  const std::string* const message = frame.Find("message");
  std::string text = message != nullptr ? *message : "ERROR";
  if (!frame.body.empty()) text += ": " + frame.body;
  // Before the versions are agreed on headers come as they are written.
  text = Without(EscapedStomp(secret, StompVersion::k12), text);
  text = Without(secret, text);
  text.erase(text.find_last_not_of("\r\n") + 1);
  const bool cut = text.size() > kMostShown;
  return base::Printable(text.substr(0, kMostShown)) + (cut ? "..." : "");
}

std::optional<StompVersion> VersionOf(const StompFrame& connected) {
  const std::string* const version = connected.Find("version");
  if (version == nullptr || *version == "1.0") return StompVersion::k10;
  if (*version == "1.1") return StompVersion::k11;
  if (*version == "1.2") return StompVersion::k12;
  return std::nullopt;
}

}  // namespace

StompConnection::StompConnection(
    base::loop::Timers* timers,
    std::unique_ptr<base::loop::Transport> transport,
    const StompSettings* settings, Events events)
    : timers_(*timers),
      transport_(std::move(transport)),
      settings_(*settings),
      events_(std::move(events)) {}

void StompConnection::Open() {
  transport_->Connect(
      base::loop::TcpAddress{settings_.host, settings_.port}, settings_.timeout,
      {[this](base::Bytes bytes) { Heard(bytes); },
       [this](Error error) { Fail(std::move(error)); }},
      [this](const base::Result<void>& result) { Connected(result); });
}

void StompConnection::Connected(const base::Result<void>& result) {
  if (!result) return Fail(result.error());
  limit_ = timers_.After(settings_.timeout, [this] {
    Fail({ErrorCode::kTimeout, "connected, and does not answer"});
  });
  if (settings_.tls == nullptr) return Begin();
  tls_.emplace(settings_.tls, settings_.host);
  tls_->Begin();
  transport_->Write(tls_->Take());
}

/// Its headers are not escaped in any version.
void StompConnection::Begin() {
  const std::string beat = std::to_string(Millis(settings_.heart_beat));
  Write(EncodeStomp({"CONNECT",
                     {{"accept-version", "1.0,1.1,1.2"},
                      {"host", settings_.virtual_host},
                      {"login", settings_.user},
                      {"passcode", settings_.passcode},
                      {"heart-beat", beat + ',' + beat}}},
                    StompVersion::k10));
}

/// What answers in TLS begins with one of these bytes.
Error StompConnection::NoBroker(Error why) const {
  const bool may_be_tls = !tls_ && !open_ && (first_ == 0x15 || first_ == 0x16);
  if (may_be_tls) why.message += " (it may want TLS: tls=yes)";
  return why;
}

void StompConnection::Heard(base::Bytes bytes) {
  const base::Lifetime::Watch lifetime(lifetime_);
  heard_ = true;
  if (first_ == 0 && !bytes.empty()) first_ = bytes.front();
  if (tls_ && !Decrypt(&bytes)) return;
  for (;;) {
    const auto next = reader_.Next(&bytes);
    if (!next) return Fail(NoBroker(next.error()));
    if (!next->has_value()) return;
    Take(**next);
    if (lifetime.over() || over_) return;
  }
}

/// Makes plain text of `bytes`; false where that ended the conversation.
bool StompConnection::Decrypt(base::Bytes* bytes) {
  plain_.clear();
  const auto heard = tls_->Hear(*bytes, &plain_);
  const auto wire = tls_->Take();
  if (!wire.empty()) transport_->Write(wire);
  if (!heard) {
    Error why = heard.error();
    if (!secured_) why.message += " (tls=yes is said of it)";
    Fail(std::move(why));
    return false;
  }
  if (tls_->established() && !std::exchange(secured_, true)) Begin();
  *bytes = plain_;
  return true;
}

void StompConnection::Take(const StompFrame& frame) {
  if (frame.command == "ERROR") {
    const std::string* const id = frame.Find("receipt-id");
    const std::string said = Complaint(frame, settings_.passcode);
    return Fail({ErrorCode::kProtocol, "answers " + said},
                id != nullptr ? *id : "");
  }
  if (!open_) return LetIn(frame);
  if (frame.command != "RECEIPT") return;
  const std::string* const id = frame.Find("receipt-id");
  if (id != nullptr) events_.receipt(*id);
}

void StompConnection::LetIn(const StompFrame& frame) {
  if (frame.command != "CONNECTED") {
    return Fail({ErrorCode::kProtocol, "is no STOMP broker"});
  }
  const auto version = VersionOf(frame);
  if (!version) {
    return Fail(
        {ErrorCode::kProtocol, "speaks another STOMP than 1.0, 1.1 and 1.2"});
  }
  version_ = *version;
  reader_.set_version(version_);
  limit_.Cancel();
  open_ = true;
  const std::string* const beats = frame.Find("heart-beat");
  if (beats != nullptr) AgreeOnBeats(*beats);
  events_.open();
}

/// As rare as who wants it rarer wants it; none where one of the two does not.
void StompConnection::AgreeOnBeats(const std::string& offered) {
  const auto [theirs, wanted] = BeatsOf(offered);
  const Duration ours = settings_.heart_beat;
  if (ours.ns == 0) return;
  if (wanted.ns > 0) beat_every_ = std::max(ours, wanted);
  if (theirs.ns > 0) heard_every_ = std::max(ours, theirs);
  if (beat_every_.ns > 0) Beat();
  if (heard_every_.ns > 0) Listen();
}

/// A little too often, for it takes time to arrive.
void StompConnection::Beat() {
  beat_ = timers_.After(Duration{beat_every_.ns / 4 * 3}, [this] {
    if (unsent() == 0) Write("\n");
    Beat();
  });
}

void StompConnection::Listen() {
  heard_ = false;
  listening_ = timers_.After(Duration{heard_every_.ns * 2}, [this] {
    if (heard_) return Listen();
    Fail({ErrorCode::kTimeout, "has been silent for " +
                                   std::to_string(Millis(heard_every_) / 500) +
                                   " s"});
  });
}

void StompConnection::Send(const StompFrame& frame) {
  Write(EncodeStomp(frame, version_));
}

void StompConnection::Write(const std::string& text) {
  const base::Bytes bytes(reinterpret_cast<const std::uint8_t*>(text.data()),
                          text.size());
  if (!tls_) return transport_->Write(bytes);
  tls_->Say(bytes);
  transport_->Write(tls_->Take());
}

void StompConnection::Fail(Error error, const std::string& id) {
  if (std::exchange(over_, true)) return;
  open_ = false;
  limit_.Cancel();
  beat_.Cancel();
  listening_.Cancel();
  const auto over = events_.over;
  over(error, id);
}

}  // namespace actions
