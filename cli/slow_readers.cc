// A timer while there is something to offer, and else nothing.
#include "cli/slow_readers.h"

#include <numeric>
#include <utility>

namespace cli {
namespace {

constexpr base::Duration kBetweenOffers{base::kNanosPerSecond / 50};
/// How soon a reader that reads is offered more: a pipe holds 64 KiB.
constexpr base::Duration kBeforeMore{base::kNanosPerSecond / 1000};
constexpr base::Duration kPatience{base::kNanosPerSecond};

}  // namespace

SlowReaders::SlowReaders(base::loop::Loop* loop, std::vector<Output*> outputs)
    : loop_(*loop), outputs_(std::move(outputs)) {
  for (Output* one : outputs_) {
    one->set_when_unread([this] { OfferSoon(); });
  }
  if (Unread() > 0) OfferSoon();
}

SlowReaders::~SlowReaders() {
  for (Output* one : outputs_) one->set_when_unread(nullptr);
}

std::size_t SlowReaders::Unread() const {
  return std::accumulate(outputs_.begin(), outputs_.end(), std::size_t{0},
                         [](std::size_t bytes, const Output* one) {
                           return bytes + one->unread();
                         });
}

void SlowReaders::OfferAfter(base::Duration pause) {
  soon_ = loop_.After(pause, [this] {
    soon_.reset();
    Offer();
  });
}

void SlowReaders::OfferSoon() {
  if (!soon_) OfferAfter(kBetweenOffers);
}

void SlowReaders::Offer() {
  const std::size_t before = Unread();
  for (Output* one : outputs_) one->Offer();
  const std::size_t after = Unread();
  if (0 < after && after < before) OfferAfter(kBeforeMore);
  if (draining_) loop_.Stop();
}

void SlowReaders::Drain(const std::function<bool()>& over) {
  draining_ = true;
  while (Unread() > 0 && !over()) loop_.Run();
  bool late = false;
  const auto patience = loop_.After(kPatience, [this, &late] {
    late = true;
    loop_.Stop();
  });
  while (Unread() > 0 && !late) loop_.Run();
  draining_ = false;
  for (Output* one : outputs_) one->GiveUp();
}

}  // namespace cli
