// An action tree as steps, which can stop at a call and go on when it is done.
#include "engine/alarm/performer.h"

#include <optional>
#include <vector>

#include "base/overloaded.h"

namespace engine::alarm {
namespace {

using expr::ast::Action;
using expr::ast::Call;
using expr::ast::Combine;
using Outcome = EventSink::Outcome;

/// Whether a holdoff that began at `last` is over, both in a TickTime's
/// seconds. A clock that was set back says nothing of it: then nothing is held
/// off.
bool IsOver(double last, double holdoff, const TickTime& now) {
  return now.seconds >= last + holdoff || now.seconds < last;
}

/// One of: a call, whose outcome goes on the stack; "both", which joins the
/// two topmost outcomes; "else", which takes a failure off the stack, and goes
/// to `target` with a success.
struct Step {
  enum class Kind { kCall, kBoth, kElse };

  Kind kind = Kind::kCall;
  const Call* call = nullptr;
  std::size_t target = 0;
  bool alternative = false;  // stands on the right of a "|"
  // Of a call: what became of it.
  bool performed = false;
  bool succeeded = true;
  double last = 0;  // a TickTime's seconds

  bool IsDue(const TickTime& now) const {
    return !performed || IsOver(last, call->holdoff, now);
  }
};

void AddSteps(const Action& action, std::vector<Step>* steps);

void AddCombine(const Combine& combine, std::vector<Step>* steps) {
  AddSteps(*combine.left, steps);
  if (combine.both) {
    AddSteps(*combine.right, steps);
    steps->push_back({Step::Kind::kBoth});
    return;
  }
  const std::size_t at = steps->size();
  steps->push_back({Step::Kind::kElse});
  AddSteps(*combine.right, steps);
  (*steps)[at].target = steps->size();
  for (std::size_t i = at; i < steps->size(); ++i) {
    (*steps)[i].alternative = true;
  }
}

void AddSteps(const Action& action, std::vector<Step>* steps) {
  std::visit(base::Overloaded{
                 [&](const Call& call) {
                   steps->push_back({Step::Kind::kCall, &call});
                 },
                 [&](const Combine& combine) { AddCombine(combine, steps); }},
             action.node);
}

}  // namespace

/// The steps, and how far they are. Who performs a call holds it weakly.
class Performer::Walk : public std::enable_shared_from_this<Walk> {
 public:
  Walk(const expr::Statement& statement, const Action& action, EventSink* sink)
      : statement_(&statement), sink_(sink) {
    AddSteps(action, &steps_);
    at_ = steps_.size();
  }

  void SetUp() {
    done_ = [weak = weak_from_this()](Outcome outcome) {
      if (const auto walk = weak.lock()) walk->Answered(outcome);
    };
  }

  bool busy() const { return at_ != steps_.size(); }
  bool has_more() const { return at_ + 1 < steps_.size(); }
  void MoveTo(const expr::Statement& statement) { statement_ = &statement; }

  void Begin(const TickTime& now, const std::function<BoundLanes()>& lanes) {
    if (busy()) {
      if (IsDueBesides(now)) sink_->StillBusy(*statement_);
      return;
    }
    at_ = 0;
    now_ = now;
    outcomes_.clear();
    later_.clear();
    BoundLanes bound;
    bool asked = false;
    const Texts texts = [&](const Call& call) {
      if (!asked) bound = lanes();
      asked = true;
      return Expand(call.arguments, bound);
    };
    if (!GoOn(texts)) KeepTexts(texts);
  }

 private:
  /// Whether something were due at `now` if all that has been begun were done,
  /// without need of an alternative that is not begun yet.
  bool IsDueBesides(const TickTime& now) const {
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      const Step& step = steps_[i];
      const bool done =
          i < at_ ? step.performed : i == at_ || !step.alternative;
      if (step.kind != Step::Kind::kCall || !done) continue;
      const double last = i < at_ ? step.last : now_.seconds;
      if (IsOver(last, step.call->holdoff, now)) return true;
    }
    return false;
  }

  using Texts = std::function<Expansion(const Call&)>;

  /// Steps until the end, or (false) until a call that takes time.
  bool GoOn(const Texts& texts) {
    while (at_ < steps_.size()) {
      Step& step = steps_[at_];
      switch (step.kind) {
        case Step::Kind::kCall:
          if (!DoCall(&step, texts)) return false;
          break;
        case Step::Kind::kBoth:
          JoinOutcomes();
          break;
        case Step::Kind::kElse:
          TakeElse(step);
          break;
      }
    }
    return true;
  }

  bool DoCall(Step* step, const Texts& texts) {
    if (!step->IsDue(now_)) {
      Finish(*step);
      return true;
    }
    const Expansion message = texts(*step->call);
    answer_.reset();
    within_ = true;
    sink_->Perform(Event{*step->call, *statement_, now_.time, message}, done_);
    within_ = false;
    if (!answer_) return false;
    Note(*answer_, step);
    Finish(*step);
    return true;
  }

  void Note(Outcome outcome, Step* call) const {
    call->succeeded = outcome == Outcome::kSucceeded;
    call->performed = outcome != Outcome::kNotPerformed;
    call->last = now_.seconds;
  }

  void Finish(const Step& call) {
    outcomes_.push_back(call.succeeded);
    ++at_;
  }

  void JoinOutcomes() {
    const bool right = outcomes_.back();
    outcomes_.pop_back();
    outcomes_.back() = outcomes_.back() && right;
    ++at_;
  }

  void TakeElse(const Step& step) {
    if (outcomes_.back()) {
      at_ = step.target;
    } else {
      outcomes_.pop_back();
      ++at_;
    }
  }

  /// Writes the texts of later calls now: the names and values in them are gone
  /// after this tick.
  void KeepTexts(const Texts& texts) {
    later_.resize(steps_.size());
    for (std::size_t i = at_ + 1; i < steps_.size(); ++i) {
      const Step& step = steps_[i];
      if (step.kind == Step::Kind::kCall && step.IsDue(now_)) {
        later_[i] = texts(*step.call);
      }
    }
  }

  void Answered(Outcome outcome) {
    if (within_) {
      answer_ = outcome;
      return;
    }
    Note(outcome, &steps_[at_]);
    Finish(steps_[at_]);
    GoOn([this](const Call&) { return std::move(later_[at_]); });
  }

  const expr::Statement* statement_;
  EventSink* sink_;
  EventSink::Done done_;
  std::vector<Step> steps_;
  std::size_t at_ = 0;  // past the last step: at rest
  TickTime now_;
  std::vector<bool> outcomes_;
  std::vector<Expansion> later_;   // of the steps not yet taken
  bool within_ = false;            // the sink's Perform()
  std::optional<Outcome> answer_;  // given within it
};

Performer::Performer(const expr::Statement& statement,
                     const expr::ast::Action& action, EventSink* sink)
    : action_(&action), walk_(std::make_shared<Walk>(statement, action, sink)) {
  walk_->SetUp();
}
Performer::~Performer() = default;

bool Performer::busy() const { return walk_->busy(); }
bool Performer::has_more() const { return walk_->has_more(); }

void Performer::MoveTo(const expr::Statement& statement) {
  walk_->MoveTo(statement);
}

void Performer::Perform(const TickTime& now,
                        const std::function<BoundLanes()>& lanes) {
  walk_->Begin(now, lanes);
}

}  // namespace engine::alarm
