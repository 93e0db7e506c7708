// One batch at a time goes to the outbox; what it offers is sent; what comes of
// that is in the next batch.
#include "actions/delivery/deliverer.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "base/listed.h"

namespace actions {
namespace {

using base::Duration;
using base::Error;
using base::ErrorCode;
using base::Timestamp;
using Response = base::http::Response;

constexpr std::size_t kMostListed = 5;

}  // namespace

Deliverer::Deliverer(DeliveryContext context)
    : context_(std::move(context)),
      backoff_(context_.seed),
      origin_(context_.now() + Duration{-context_.steady().ns}),
      outbox_(std::make_shared<Outbox>(context_.folder)),
      losses_(context_.timers, context_.lost),
      worker_(context_.loop) {}

/// Asking for nothing opens it, and gives the receivers that it knows.
void Deliverer::Begin(std::set<std::string> named) {
  if (context_.folder.empty()) return;
  named_ = std::move(named);
  Ask({});
  Rest();
}

void Deliverer::Take(Notification one, Taken taken) {
  if (ended_ || next_.added.size() >= kMost) {
    return taken(Error{
        ErrorCode::kUnsupported,
        ended_ ? "the program ends" : std::to_string(kMost) + " others wait"});
  }
  receivers_[one.receiver].hungry = true;
  next_.added.push_back(std::move(one));
  taken_.push_back(std::move(taken));
  FlushSoon();
}

/// Once for all that comes before the loop is at it.
void Deliverer::FlushSoon() {
  if (std::exchange(flush_soon_, true)) return;
  context_.loop->Post(lifetime_.Guard([this] {
    flush_soon_ = false;
    Flush();
    Rest();
  }));
  Rest();
}

void Deliverer::Flush() {
  if (asked_ || ended_) return;
  const bool look = std::exchange(look_, false);
  Batch batch = std::exchange(next_, {});
  for (auto& [name, receiver] : receivers_) {
    if (auto wanted = WantedBy(name, &receiver)) {
      batch.wanted.push_back(std::move(*wanted));
    }
  }
  if (look || !batch.empty()) Ask(std::move(batch));
}

void Deliverer::Ask(Batch batch) {
  used_ = true;
  batch.now = context_.now();
  batch.jump = Jump(batch.now);
  Asked& asked = asked_.emplace();
  asked.taken = std::exchange(taken_, {});
  asked.settled = batch.removed;
  for (const Postponed& one : batch.postponed) asked.settled.push_back(one.id);
  asked.answer = std::make_shared<base::Result<Answer>>(Answer());
  const auto given = worker_.Do(
      [outbox = outbox_, answer = asked.answer,
       batch = std::make_shared<const Batch>(std::move(batch))] {
        *answer = outbox->Exchange(*batch);
      },
      [this] { Answered(); });
  patience_ = context_.timers->After(kPatience, [this] { LosePatience(); });
  if (given) return;
  *asked.answer = given.error();
  context_.loop->Post(lifetime_.Guard([this] { Answered(); }));
}

/// How far the clock on the wall was set since this was asked last.
Duration Deliverer::Jump(Timestamp now) {
  const Timestamp origin = now + Duration{-context_.steady().ns};
  const Duration jump = origin - origin_;
  if (std::abs(jump.ns) < kSet.ns) return {};
  origin_ = origin;
  return jump;
}

void Deliverer::LosePatience() {
  hangs_ = true;
  context_.tell(true,
                "the outbox does not answer: until it does, nothing is "
                "sent that it does not have");
}

/// What may be sent to it now; a receiver that rests is asked for later.
std::optional<Wanted> Deliverer::WantedBy(const std::string& name,
                                          Receiver* receiver) {
  const Circuit& circuit = receiver->circuit;
  if (!receiver->hungry || circuit.next() > context_.steady() ||
      receiver->sending >= circuit.most()) {
    return std::nullopt;
  }
  receiver->hungry = false;
  return Wanted{name,
                circuit.most() - receiver->sending + receiver->busy.size(),
                circuit.open()};
}

void Deliverer::Answered() {
  if (ended_) return;
  const Asked asked = *std::exchange(asked_, std::nullopt);
  patience_.Cancel();
  if (std::exchange(hangs_, false)) {
    context_.tell(false, "the outbox answers again");
  }
  for (auto& [name, receiver] : receivers_) {
    for (const std::string& id : asked.settled) receiver.busy.erase(id);
  }
  const base::Result<Answer>& answer = *asked.answer;
  const auto taken = answer ? base::Result<void>() : answer.error();
  for (const Taken& told : asked.taken) told(taken);
  if (answer) {
    Tell(*answer);
    for (const std::string& name : answer->receivers) receivers_[name];
    for (const std::string& name : answer->retried) {
      receivers_[name].circuit.Retry();
      receivers_[name].hungry = true;
    }
    for (const Offer& offer : answer->offers) Offered(offer);
  }
  Flush();
  Rest();
}

void Deliverer::Tell(const Answer& answer) {
  for (const Note& note : answer.notes) context_.tell(note.wrong, note.text);
  counts_.waiting = answer.waiting;
  lasts_ = answer.lasts;
  TellTakenOver(answer.taken_over);
  counts_.given_up += TellLosses(
      answer.expired,
      "given up after " +
          std::to_string(kDeadline.ns / base::kNanosPerSecond / 3600) +
          " hours");
  counts_.dropped += TellLosses(answer.dropped, "dropped: the outbox is full");
  TellDelay(answer);
}

/// Receivers of an earlier run's rules may be none of these.
void Deliverer::TellTakenOver(const CountsByRule& taken_over) {
  std::map<std::string, std::size_t> counts;
  std::size_t all = 0;
  for (const auto& [whose, count] : taken_over) {
    counts[whose.first] += count;
    all += count;
  }
  if (all == 0) return;
  context_.tell(false,
                CountedNotifications(all) + " taken over from an earlier run");
  for (const auto& [name, count] : counts) {
    if (named_.count(name) > 0) continue;
    const bool known = context_.receivers->Knows(name);
    context_.tell(!known, "webhook: " + ShownReceiver(name) +
                              ": no rule has it "
                              "any more: " +
                              CountedNotifications(count) +
                              (known ? " sent all the same"
                                     : " given up after 24 hours"));
  }
}

/// Once, and again when it is over.
void Deliverer::TellDelay(const Answer& answer) {
  const std::string span =
      std::to_string(kLong.ns / base::kNanosPerSecond) + " s";
  if (answer.waiting == 0 || answer.oldest <= kLong) {
    if (!std::exchange(counts_.delayed, false)) return;
    return context_.tell(
        false, "no notification waits for more than " + span + " any more");
  }
  std::vector<std::string> whom;
  for (const auto& [name, one] : receivers_) {
    if (one.problem.empty()) continue;
    whom.push_back(ShownReceiver(name) + " (" + one.problem + ')');
  }
  if (whom.empty() || std::exchange(counts_.delayed, true)) return;
  context_.tell(true,
                CountedNotifications(answer.waiting) +
                    (answer.waiting == 1 ? " waits" : " wait") +
                    ", the first for more than " + span + ": for " +
                    base::Listed({whom.begin(), whom.end()}, kMostListed));
}

std::size_t Deliverer::TellLosses(const CountsByRule& losses,
                                  const std::string& why) {
  std::size_t all = 0;
  for (const auto& [whose, count] : losses) {
    all += count;
    losses_.Add(whose.first, whose.second, why, count);
  }
  return all;
}

void Deliverer::TellCounts() {
  counts_.in_memory = (lasts_ ? 0 : counts_.waiting) + next_.added.size() +
                      (asked_ ? asked_->taken.size() : 0);
  if (counts_ != std::exchange(told_, counts_)) context_.counts(counts_);
}

void Deliverer::Offered(const Offer& offer) {
  Receiver& receiver = receivers_[offer.receiver];
  receiver.next = std::nullopt;
  if (offer.next)
    receiver.next = Duration{context_.steady().ns + offer.next->ns};
  for (const Head& head : offer.heads) {
    if (receiver.sending >= receiver.circuit.most()) return;
    if (receiver.busy.count(head.notification.id) == 0) Send(head);
  }
}

void Deliverer::Send(const Head& head) {
  const Notification& one = head.notification;
  Receiver& receiver = receivers_[one.receiver];
  receiver.busy.insert(one.id);
  ++receiver.sending;
  auto request = context_.receivers->RequestFor(one);
  if (!request) {
    return context_.loop->Post(lifetime_.Guard(
        [this, head, why = request.error()] { Ended(head, why); }));
  }
  sendings_[one.id] = context_.client->Send(
      std::move(*request),
      [this, head](base::Result<Response> answer) { Ended(head, answer); });
}

void Deliverer::Ended(const Head& head, const base::Result<Response>& answer) {
  const Notification& one = head.notification;
  Receiver& receiver = receivers_[one.receiver];
  sendings_.erase(one.id);
  --receiver.sending;
  receiver.hungry = true;
  FlushSoon();
  const Verdict verdict = VerdictOf(answer);
  if (verdict == Verdict::kAgain) return Failed(head, answer);
  if (const auto failures = receiver.circuit.failures(); failures > 0) {
    context_.tell(
        false, one.rule + ": webhook: " + ShownReceiver(one.receiver) +
                   ": answers again; " + std::to_string(failures) +
                   (failures == 1 ? " try" : " tries") + " before it in vain");
    if (receiver.circuit.open()) next_.due.push_back(one.receiver);
  }
  receiver.circuit.Succeeded();
  receiver.problem.clear();
  next_.removed.push_back(one.id);
  if (verdict == Verdict::kDelivered) {
    ++counts_.delivered;
    return;
  }
  ++counts_.given_up;
  losses_.Add(one.receiver, one.rule, "given up: " + ProblemOf(answer));
}

void Deliverer::Failed(const Head& head, const base::Result<Response>& answer) {
  const Notification& one = head.notification;
  Circuit& circuit = receivers_[one.receiver].circuit;
  const std::string problem = ProblemOf(answer);
  receivers_[one.receiver].problem = problem;
  if (circuit.failures() == 0) {
    context_.tell(true, one.rule + ": webhook: " + ShownReceiver(one.receiver) +
                            ": " + problem + "; is tried again");
  }
  const Duration pause = PauseOf(answer, context_.now());
  circuit.Failed(context_.steady(), pause,
                 backoff_.After(circuit.failures() + 1));
  const Duration wait = std::max(pause, backoff_.After(head.tries + 1));
  next_.postponed.push_back({one.id, wait, problem});
  next_.expired.push_back(one.receiver);
}

bool Deliverer::CanDoMore() const {
  return flush_soon_ || asked_ ||
         std::any_of(receivers_.begin(), receivers_.end(),
                     [](const auto& one) { return one.second.sending > 0; });
}

/// How long there is nothing to do.
std::optional<Duration> Deliverer::UntilNext() const {
  std::optional<Duration> next;
  const Duration now = context_.steady();
  if (counts_.waiting > 0 && !context_.folder.empty()) {
    next = Duration{now.ns + kLook.ns};
  }
  for (const auto& [name, one] : receivers_) {
    if (one.sending >= one.circuit.most()) continue;
    // One that rests is hungry all the while.
    if (!one.hungry && !one.next) continue;
    const Duration due =
        std::max(one.circuit.next(), one.next.value_or(one.circuit.next()));
    next = next ? std::min(*next, due) : due;
  }
  if (!next) return std::nullopt;
  return Duration{std::max(next->ns - now.ns, std::int64_t{0})};
}

/// Until something is due or comes.
void Deliverer::Rest() {
  TellCounts();
  const bool busy = !ended_ && CanDoMore();
  timer_.Cancel();
  const auto until = UntilNext();
  if (until && !flush_soon_ && !asked_ && !ended_) {
    timer_ = context_.timers->After(*until, [this] {
      for (auto& [name, receiver] : receivers_) receiver.hungry = true;
      look_ = !context_.folder.empty();
      FlushSoon();
    });
  }
  if (std::exchange(busy_, busy) != busy) context_.busy(busy);
}

void Deliverer::End(Duration limit) {
  ended_ = true;
  sendings_.clear();
  if (!used_ && next_.empty()) return;
  std::vector<Taken> taken;
  if (asked_) taken = std::move(asked_->taken);
  next_.last = true;
  Ask(std::exchange(next_, {}));
  patience_.Cancel();
  taken.insert(taken.end(), asked_->taken.begin(), asked_->taken.end());
  // With the last of it the database is closed, there.
  (void)worker_.Do([outbox = std::move(outbox_)] {}, [] {});
  const bool done = worker_.Finish(limit);
  const auto answer = std::exchange(asked_, std::nullopt)->answer;
  Rest();
  if (!done || !*answer) {
    losses_.End();
    for (const Taken& told : taken) {
      told(done ? base::Result<void>(answer->error())
                : Error{ErrorCode::kUnsupported,
                        "the outbox was not written in time"});
    }
    return;
  }
  Tell(**answer);
  TellCounts();
  for (const Taken& told : taken) told({});
  TellRest(**answer);
}

/// What is still in the outbox at the end.
void Deliverer::TellRest(const Answer& answer) {
  TellLosses(answer.lost, "not delivered: the program ends");
  losses_.End();
  if (answer.waiting == 0 || !answer.lasts) return;
  context_.tell(
      false, CountedNotifications(answer.waiting) + " left for the next start");
}

}  // namespace actions
