// One batch at a time goes to the outbox; what it offers is sent; what comes of
// that is in the next batch.
#include "actions/delivery/deliverer.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "actions/delivery/taken_over.h"
#include "actions/receivers/receivers.h"

namespace actions {
namespace {

using base::Duration;
using base::Error;
using base::ErrorCode;
using base::Timestamp;

/// What its answer asked for, behind "is tried again".
std::string AfterPause(Duration pause) {
  const std::int64_t seconds = pause.ns / base::kNanosPerSecond;
  return seconds == 0 ? "" : " in " + std::to_string(seconds) + " s";
}

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

void Deliverer::WaitForHoldoffs(Duration limit) {
  if (!asked_ || !worker_.Finish(limit)) return;
  if (auto& answer = *asked_->answer) {
    context_.holdoffs(std::exchange(answer->holdoffs, {}));
  }
}

void Deliverer::Remember(Holdoff one) {
  if (!keeps() || ended_) return;
  next_.holdoffs.push_back(std::move(one));
  FlushSoon();
}

/// Why one of so many bytes is not taken; empty: it is.
std::string Deliverer::Refusal(std::size_t bytes) const {
  constexpr char kLost[] = ": it is lost";
  if (ended_) return "the program ends";
  if (bytes > kMostNotificationBytes) return TooLarge(bytes);
  const std::size_t others = next_.added.size();
  const bool large = bytes > kLarge;
  const bool full = bytes_[large] > 0 && bytes_[large] + bytes > kMostBytes;
  if (others < kMost && !full) return "";
  return full ? "64 MiB of " + std::string(large ? "large" : "small") +
                    " ones wait for the disk" + kLost
              : CountedNotifications(others) + " wait for the disk" + kLost;
}

void Deliverer::Take(Notification one, Taken taken) {
  const std::size_t bytes = one.json.size();
  if (const std::string why = Refusal(bytes); !why.empty()) {
    return taken(Error{ErrorCode::kUnsupported, why});
  }
  receivers_[one.receiver].hungry = true;
  bytes_[bytes > kLarge] += bytes;
  next_.added.push_back(std::move(one));
  taken_.push_back(slow_ ? nullptr : taken);
  FlushSoon();
  if (slow_) taken({});
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
  batch.counted = failing_.Names();
  asked_ = {std::make_shared<const Batch>(std::move(batch)),
            std::exchange(taken_, {}), Bytes(),
            std::make_shared<base::Result<Answer>>(Answer())};
  bytes_ = {};
  const Asked& asked = *asked_;
  const auto given =
      worker_.Do([outbox = outbox_, answer = asked.answer,
                  batch = asked.batch] { *answer = outbox->Exchange(*batch); },
                 [this] { Answered(); });
  patience_ = context_.timers->After(opened_ ? kSoon : kPatience,
                                     [this] { CountAsTaken(); });
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

/// Nothing waits for a disk that hangs. What is told may bring more.
void Deliverer::CountAsTaken() {
  slow_ = true;
  if (opened_) {
    patience_ = context_.timers->After({kPatience.ns - kSoon.ns},
                                       [this] { LosePatience(); });
  } else {
    LosePatience();
  }
  for (std::vector<Taken>* some : {&asked_->taken, &taken_}) {
    const std::size_t count = some->size();
    for (const Taken& told : std::exchange(*some, std::vector<Taken>(count))) {
      if (told) told({});
    }
  }
}

void Deliverer::LosePatience() {
  hangs_ = true;
  counts_.unusable = "it does not answer";
  TellCounts();
  context_.tell_state(true,
                      "the outbox does not answer: until it does, nothing is "
                      "sent that it does not have");
}

/// What may be sent to it now, or after its interval; one that rests is asked
/// for later.
std::optional<Wanted> Deliverer::WantedBy(const std::string& name,
                                          Receiver* receiver) {
  const Circuit& circuit = receiver->circuit;
  const std::size_t most = circuit.most() + circuit.ahead(receiver->ended);
  const std::size_t there = receiver->sending + receiver->ready.size();
  if (!receiver->hungry || there >= most) return std::nullopt;
  if (circuit.rests(context_.steady())) return std::nullopt;
  receiver->hungry = receiver->paced = false;
  receiver->ended = 0;
  return Wanted{name, most - receiver->sending, circuit.open(), receiver->busy};
}

void Deliverer::Answered() {
  if (ended_) return;
  const Asked asked = *std::exchange(asked_, std::nullopt);
  patience_.Cancel();
  opened_ = true;
  slow_ = false;
  if (std::exchange(hangs_, false)) {
    context_.tell_state(false, "the outbox answers again");
  }
  for (const std::string& id : asked.batch->removed) NoLongerBusy(id);
  for (const Postponed& one : asked.batch->postponed) NoLongerBusy(one.id);
  const base::Result<Answer>& answer = *asked.answer;
  Settle(asked, answer);
  if (answer) {
    if (!answer->holdoffs.empty()) context_.holdoffs(answer->holdoffs);
    if (answer->taken_out > 0) ForgetReady();
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

/// What is at hand may be among what others have taken out.
void Deliverer::ForgetReady() {
  for (auto& [name, one] : receivers_) {
    if (one.ready.empty()) continue;
    one.ready.clear();
    one.hungry = true;
  }
}

void Deliverer::NoLongerBusy(const std::string& id) {
  const auto found = unsettled_.find(id);
  if (found == unsettled_.end()) return;
  receivers_[found->second].busy.erase(id);
  unsettled_.erase(found);
}

/// What has been told to be taken, and is not, is lost.
void Deliverer::Settle(const Asked& asked, const base::Result<Answer>& answer) {
  for (std::size_t i = 0; i < asked.taken.size(); ++i) {
    if (asked.taken[i]) {
      asked.taken[i](answer ? base::Result<void>() : answer.error());
    } else if (!answer) {
      const Notification& one = asked.batch->added[i];
      losses_.Add(one.receiver, one.rule,
                  "not delivered: " + answer.error().message);
    }
  }
  if (answer) Tell(*answer);
}

void Deliverer::Tell(const Answer& answer) {
  auto notes = answer.notes;
  for (Note& note : TakenOver(answer.taken_over, named_, *context_.transport)) {
    notes.push_back(std::move(note));
  }
  for (const Note& note : notes) context_.tell_state(note.wrong, note.text);
  kept_ = answer.waiting;
  kept_bytes_ = answer.bytes;
  copies_ = answer.copies;
  counts_.unusable = answer.unusable;
  lasts_ = answer.lasts;
  if (answer.taken_out > 0) {
    context_.tell_state(false,
                        CountedNotifications(answer.taken_out) +
                            " taken out of the outbox by another program");
  }
  counts_.given_up += TellLosses(
      answer.expired,
      "given up after " +
          std::to_string(kDeadline.ns / base::kNanosPerSecond / 3600) +
          " hours");
  counts_.dropped += TellLosses(
      answer.dropped, answer.unusable.empty()
                          ? "dropped: the outbox is full"
                          : "dropped: memory is full, and the outbox cannot be "
                            "used");
  counts_.dropped +=
      TellLosses(answer.damaged, "dropped: the outbox was damaged");
  for (const auto& [name, problem] : answer.taken_problems) {
    failing_.Failed(name, problem, context_.steady(), context_.now());
  }
  TellDelay(answer);
}

/// Now and then, and when it is over.
void Deliverer::TellDelay(const Answer& answer) {
  constexpr Duration kLong = FailingReceivers::kLong;
  const std::string span =
      std::to_string(kLong.ns / base::kNanosPerSecond) + " s";
  for (const auto& [name, count] : answer.counted) {
    if (count == 0) failing_.Over(name);
  }
  counts_.failing = failing_.size();
  counts_.longest_failing = failing_.List(answer.counted);
  const Duration now = context_.steady();
  if (answer.waiting == 0 || answer.oldest <= kLong) {
    failing_.InTime(answer.waiting, now);
    if (!std::exchange(delay_told_, false)) return;
    return context_.tell(
        false, "no notification waits for more than " + span + " any more");
  }
  const std::string why = failing_.Due(answer.waiting, now);
  if (why.empty()) return;
  delay_told_ = true;
  context_.tell(true, CountedNotifications(answer.waiting) +
                          (answer.waiting == 1 ? " waits" : " wait") +
                          ", the first for more than " + span + ": " + why);
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
  const std::size_t coming =
      next_.added.size() + (asked_ ? asked_->taken.size() : 0);
  const std::size_t gone =
      next_.removed.size() + (asked_ ? asked_->batch->removed.size() : 0);
  counts_.waiting = kept_ - std::min(kept_, gone) + coming;
  counts_.in_memory = (lasts_ ? 0 : kept_ - copies_) + coming;
  counts_.bytes_in_memory =
      (lasts_ ? 0 : kept_bytes_) + Bytes() + (asked_ ? asked_->bytes : 0);
  if (counts_ != std::exchange(told_, counts_)) context_.counts(counts_);
}

void Deliverer::Offered(const Offer& offer) {
  Receiver& receiver = receivers_[offer.receiver];
  receiver.next = std::nullopt;
  if (offer.next)
    receiver.next = Duration{context_.steady().ns + offer.next->ns};
  receiver.hungry |= offer.more;
  // What was at hand and has not been sent meanwhile is among these.
  receiver.ready.clear();
  for (const Head& head : offer.heads) {
    if (receiver.busy.count(head.notification.id) > 0) continue;
    receiver.ready.push_back(head);
  }
  SendReady(&receiver);
}

/// What may not go now is asked for anew when it may.
void Deliverer::SendReady(Receiver* receiver) {
  const Circuit& circuit = receiver->circuit;
  std::deque<Head>& ready = receiver->ready;
  while (!ready.empty() && receiver->sending < circuit.most()) {
    const Duration now = context_.steady();
    if (circuit.paced(now)) {
      receiver->paced = true;
      receiver->next = circuit.next();
    }
    if (circuit.next() > now) return ready.clear();
    const Head head = std::move(ready.front());
    ready.pop_front();
    Send(head);
  }
  if (circuit.most() == 1) ready.clear();
}

void Deliverer::Send(const Head& head) {
  const Notification& one = head.notification;
  Receiver& receiver = receivers_[one.receiver];
  unsettled_[one.id] = one.receiver;
  receiver.busy.insert(one.id);
  ++receiver.sending;
  receiver.circuit.Sent(context_.steady(),
                        context_.transport->IntervalOf(one.receiver));
  sendings_[one.id] = context_.transport->Send(
      one, [this, head](const Tried& tried) { Ended(head, tried); });
}

void Deliverer::Ended(const Head& head, const Tried& tried) {
  const Notification& one = head.notification;
  Receiver& receiver = receivers_[one.receiver];
  sendings_.erase(one.id);
  --receiver.sending;
  ++receiver.ended;
  receiver.hungry = true;
  FlushSoon();
  if (tried.verdict == Verdict::kAgain) return Failed(head, tried);
  const auto failures = receiver.circuit.failures();
  if (std::exchange(receiver.told_failing, false) &&
      context_.transport->Knows(one.receiver)) {
    context_.tell(false, one.rule + ": " + WhoIsTold(one.receiver) +
                             ": answers again; " + std::to_string(failures) +
                             (failures == 1 ? " try" : " tries") +
                             " before it in vain");
  }
  if (receiver.circuit.open()) next_.due.push_back(one.receiver);
  receiver.circuit.Succeeded();
  failing_.Over(one.receiver);
  next_.removed.push_back(one.id);
  if (tried.verdict == Verdict::kDelivered) {
    ++counts_.delivered;
  } else {
    ++counts_.given_up;
    losses_.Add(one.receiver, one.rule, "given up: " + tried.problem);
  }
  SendReady(&receiver);
}

void Deliverer::Failed(const Head& head, const Tried& tried) {
  const Notification& one = head.notification;
  Receiver& receiver = receivers_[one.receiver];
  Circuit& circuit = receiver.circuit;
  receiver.ready.clear();
  failing_.Failed(one.receiver, tried.problem, context_.steady(),
                  context_.now());
  // That there is none is told where it is found.
  if (!receiver.told_failing && context_.transport->Knows(one.receiver)) {
    receiver.told_failing = true;
    context_.tell(true, one.rule + ": " + WhoIsTold(one.receiver) + ": " +
                            tried.problem + "; is tried again" +
                            AfterPause(tried.pause));
  }
  circuit.Failed(context_.steady(), tried.pause,
                 backoff_.After(circuit.rounds() + 1));
  const Duration wait = std::max(tried.pause, backoff_.After(head.tries + 1));
  next_.postponed.push_back({one.id, wait, tried.problem});
  next_.expired.push_back(one.receiver);
}

bool Deliverer::CanDoMore() const {
  return flush_soon_ || asked_ ||
         std::any_of(receivers_.begin(), receivers_.end(), [](const auto& one) {
           return one.second.sending > 0 || one.second.paced;
         });
}

/// How long there is nothing to do.
std::optional<Duration> Deliverer::UntilNext() const {
  std::optional<Duration> next;
  const Duration now = context_.steady();
  if (kept_ > 0 && !context_.folder.empty()) {
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
  outbox_->Hurry();
  std::vector<Asked> all;
  if (asked_) all.push_back(*std::exchange(asked_, std::nullopt));
  next_.last = true;
  Ask(std::exchange(next_, {}));
  patience_.Cancel();
  // With the last of it the database is closed, there.
  (void)worker_.Do([outbox = std::move(outbox_)] {}, [] {});
  const bool done = worker_.Finish(limit);
  all.push_back(*std::exchange(asked_, std::nullopt));
  Rest();
  const Error late{ErrorCode::kUnsupported,
                   "the outbox was not written in time"};
  for (const Asked& asked : all) Settle(asked, done ? *asked.answer : late);
  TellCounts();
  const auto& last = all.back().answer;
  if (done && *last)
    TellLosses((*last)->lost, "not delivered: the program ends");
  losses_.End();
  if (done && *last && (*last)->lasts && (*last)->waiting > 0) {
    context_.left(CountedNotifications((*last)->waiting) +
                  " left for the next start");
  }
}

}  // namespace actions
