// A timer while there is something to offer, and else nothing.
#include "cli/slow_readers.h"

#include <algorithm>
#include <utility>

namespace cli {
namespace {

constexpr base::Duration kBetweenOffers{base::kNanosPerSecond / 50};
constexpr base::Duration kPatience{base::kNanosPerSecond};

}  // namespace

SlowReaders::SlowReaders(base::loop::Loop* loop, std::vector<Output*> outputs)
    : loop_(*loop), outputs_(std::move(outputs)) {
  for (Output* one : outputs_) {
    one->set_when_unread([this] { OfferSoon(); });
  }
  if (AnyUnread()) OfferSoon();
}

SlowReaders::~SlowReaders() {
  for (Output* one : outputs_) one->set_when_unread(nullptr);
}

bool SlowReaders::AnyUnread() const {
  return std::any_of(outputs_.begin(), outputs_.end(),
                     [](const Output* one) { return one->unread() > 0; });
}

void SlowReaders::OfferSoon() {
  if (soon_) return;
  soon_ = loop_.After(kBetweenOffers, [this] {
    soon_.reset();
    Offer();
  });
}

void SlowReaders::Offer() {
  for (Output* one : outputs_) one->Flush();
  if (draining_) loop_.Stop();
}

void SlowReaders::Drain(const std::function<bool()>& over) {
  draining_ = true;
  while (AnyUnread() && !over()) loop_.Run();
  bool late = false;
  const auto patience = loop_.After(kPatience, [this, &late] {
    late = true;
    loop_.Stop();
  });
  while (AnyUnread() && !late) loop_.Run();
  draining_ = false;
  for (Output* one : outputs_) one->GiveUp();
}

}  // namespace cli
