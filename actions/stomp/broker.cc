// Numbered messages; a receipt has the number of its message.
#include "actions/stomp/broker.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/rfc3339.h"
#include "base/utf8.h"
#include "base/zone.h"

namespace actions {
namespace {

using base::Duration;
using base::Error;
using base::ErrorCode;

/// How often is looked at what waits.
constexpr Duration kTick{100 * 1'000'000};

std::string InUtc(base::Timestamp time) {
  std::string text;
  base::AppendRfc3339(base::Zone(), time, &text);
  return text;
}

}  // namespace

StompBroker::StompBroker(base::loop::Timers* timers, MakeTransport make,
                         StompSettings settings, std::uint32_t seed, Tell tell)
    : timers_(*timers),
      make_(std::move(make)),
      settings_(std::move(settings)),
      tell_(std::move(tell)),
      random_(seed),
      why_(About({ErrorCode::kNotConnected, "not connected yet"}).message),
      patience_(Duration{settings_.timeout.ns + kTick.ns}) {}

Error StompBroker::About(const Error& why) const {
  const std::string peer = name();
  const bool has_it = why.message.starts_with(peer);
  return {why.code, has_it ? why.message : peer + ": " + why.message};
}

void StompBroker::OnChange(Now now, Changed changed) {
  now_ = std::move(now);
  changed_ = std::move(changed);
  state_.name = name();
  state_.since = now_();
  TellState();
}

void StompBroker::TellState() {
  state_.waiting = messages_.size();
  changed_(state_);
}

void StompBroker::TellConnected(bool connected, const std::string& problem) {
  if (std::exchange(state_.connected, connected) != connected) {
    state_.since = now_();
  }
  state_.problem = problem;
  TellState();
}

void StompBroker::Start() {
  if (!connection_ && failures_ == 0 && !closed_) Connect();
}

void StompBroker::Connect() {
  connection_ = std::make_unique<StompConnection>(
      &timers_, make_(), &settings_,
      StompConnection::Events{
          [this] { Opened(); }, [this](const std::string& id) { Receipt(id); },
          [this](const Error& why, const std::string& id) { Over(why, id); }});
  connection_->Open();
}

void StompBroker::Opened() {
  TellConnected(true, "");
  const bool again = std::exchange(was_connected_, true);
  if (std::exchange(told_, false)) {
    const char* what = again ? "connected again" : "connected";
    tell_(false, About({ErrorCode::kNotConnected, what}).message);
  }
  SendWhatFits();
}

void StompBroker::Receipt(const std::string& id) {
  if (const auto number = SentAs(id)) Settle(*number, {});
  SendWhatFits();
}

/// A broker that lets us in and takes nothing is as one that is not there.
void StompBroker::Settle(std::uint64_t number, const base::Result<void>& how) {
  const auto node = messages_.extract(number);
  if (node.empty()) return;
  const Message& message = node.mapped();
  bytes_ -= message.frame.body.size();
  if (message.sent) --sent_;
  if (how) {
    useful_ = true;
    failures_ = 0;
  }
  TellState();
  message.taken(how);
}

void StompBroker::Over(const Error& why, const std::string& id) {
  const Error about = About(why);
  connection_.reset();
  TellConnected(false, about.message);
  const auto refused = SentAs(id);
  // The broker is there: the refusal is the message's.
  if (refused) {
    failures_ = 0;
  } else {
    TellLost(about.message);
  }
  Duration most = kFirstPause;
  for (std::size_t i = 0; i < failures_ && most < kLastPause; ++i) most.ns *= 2;
  ++failures_;
  most = std::min(most, kLastPause);
  const Duration pause{std::uniform_int_distribution<std::int64_t>(
      most.ns / 2, most.ns)(random_)};
  pause_ = timers_.After(pause, [this] { Connect(); });
  FailSent(about, refused);
}

/// Once, and again where it is another cause.
void StompBroker::TellLost(const std::string& why) {
  const bool known = std::exchange(told_, true) && why == why_;
  why_ = why;
  if (!known) tell_(true, why_ + "; is tried again");
}

/// The message on its way whose receipt is called `id`.
std::optional<std::uint64_t> StompBroker::SentAs(const std::string& id) const {
  std::uint64_t number = 0;
  const char* const end = id.data() + id.size();
  const auto [stop, error] = std::from_chars(id.data(), end, number);
  const auto found = messages_.find(number);
  const bool sent = error == std::errc() && stop == end &&
                    found != messages_.end() && found->second.sent;
  return sent ? std::optional(number) : std::nullopt;
}

/// What stands behind the one that was refused the broker has not looked at: it
/// is sent again. What has become of the others is not known.
void StompBroker::FailSent(const Error& why,
                           std::optional<std::uint64_t> refused) {
  const base::Lifetime::Watch lifetime(lifetime_);
  std::vector<std::uint64_t> over;
  for (auto& [number, message] : messages_) {
    if (!message.sent) continue;
    if (!refused || number <= *refused) {
      over.push_back(number);
      continue;
    }
    message.sent = false;
    --sent_;
  }
  if (refused) unsent_ = *refused + 1;
  for (const std::uint64_t number : over) {
    Settle(number,
           number == refused ? why : Error{ErrorCode::kClosed, why.message});
    if (lifetime.over()) return;
  }
}

void StompBroker::Send(const StompMessage& message, Taken taken) {
  const std::string& body = message.body;
  const bool large = bytes_ + body.size() > kMostBytes;
  if (closed_ || large || messages_.size() >= kMost) {
    const std::string others = std::to_string(messages_.size()) + " messages" +
                               (large ? ", with it more than 64 MiB," : "");
    return taken(Error{ErrorCode::kUnsupported,
                       closed_ ? "the program ends" : others + " wait"});
  }
  const std::uint64_t number = next_++;
  StompFrame frame{"SEND", {{"destination", settings_.destination}}, body};
  if (!settings_.as_pmie) {
    const bool text = base::Utf8ValidPrefix(body) == body.size();
    frame.headers.emplace_back(
        "content-type",
        text ? "text/plain;charset=utf-8" : "application/octet-stream");
    if (message.time) frame.headers.emplace_back("time", InUtc(*message.time));
    frame.headers.emplace_back("receipt", std::to_string(number));
  }
  if (!settings_.as_pmie || body.find('\0') != body.npos) {
    frame.headers.emplace_back("content-length", std::to_string(body.size()));
  }
  if (!message.id.empty()) {
    frame.headers.emplace_back("idempotency-key", message.id);
  }
  bytes_ += body.size();
  messages_[number] = {std::move(frame), std::move(taken), patience_.now()};
  TellState();
  Start();
  SendWhatFits();
  Watch();
}

void StompBroker::SendWhatFits() {
  const base::Lifetime::Watch lifetime(lifetime_);
  while (connection_ && connection_->is_open() && sent_ < kMostSent &&
         connection_->unsent() < kMostUnsent) {
    const auto next = messages_.lower_bound(unsent_);
    if (next == messages_.end()) return;
    const std::uint64_t number = next->first;
    unsent_ = number + 1;
    next->second.sent = true;
    ++sent_;
    connection_->Send(next->second.frame);
    if (settings_.as_pmie && connection_->unsent() == 0) Settle(number, {});
    if (lifetime.over()) return;
  }
}

/// While something waits.
void StompBroker::Watch() {
  if (messages_.empty()) return watch_.Cancel();
  watch_ = timers_.After(kTick, [this] { Look(); });
}

/// The oldest is given up when nothing has been taken for too long since it
/// came; if it was on its way, the broker does not answer.
void StompBroker::Look() {
  const base::Lifetime::Watch lifetime(lifetime_);
  if (std::exchange(useful_, false)) {
    patience_.NotInVain();
  } else {
    patience_.InVain(kTick);
  }
  if (settings_.as_pmie && connection_ && connection_->unsent() == 0) {
    while (sent_ > 0) {
      Settle(messages_.begin()->first, {});
      if (lifetime.over()) return;
    }
  }
  SendWhatFits();
  while (!lifetime.over() && !messages_.empty() &&
         !patience_.lasts(messages_.begin()->second.came)) {
    if (messages_.begin()->second.sent && connection_) {
      Over({ErrorCode::kTimeout, "takes what it is sent and sends no receipt"},
           "");
    } else {
      Settle(messages_.begin()->first, Error{ErrorCode::kNotConnected, why_});
    }
  }
  if (!lifetime.over()) Watch();
}

void StompBroker::Abandon() {
  closed_ = true;
  pause_.Cancel();
  watch_.Cancel();
  connection_.reset();
  while (!messages_.empty()) {
    Settle(messages_.begin()->first,
           Error{ErrorCode::kUnsupported, "the program ends"});
  }
}

}  // namespace actions
