// An action tree as instructions, which can stop at a call and go on when it is
// done.
#include "engine/alarm/performer.h"

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/overloaded.h"
#include "engine/alarm/message_parts.h"

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
struct Instruction {
  enum class Kind { kCall, kBoth, kElse };

  Kind kind = Kind::kCall;
  const Call* call = nullptr;
  std::size_t target = 0;
  bool alternative = false;  // stands on the right of a "|"
  bool asked = false;        // stands on the left of a "|"
  // Of a call: what became of it.
  bool performed = false;
  bool succeeded = true;
  double last = 0;  // a TickTime's seconds

  bool IsDue(const TickTime& now) const {
    return !performed || IsOver(last, call->holdoff, now);
  }
};

void AddInstructions(const Action& action,
                     std::vector<Instruction>* instructions);

void AddCombine(const Combine& combine,
                std::vector<Instruction>* instructions) {
  const std::size_t first = instructions->size();
  AddInstructions(*combine.left, instructions);
  if (combine.both) {
    AddInstructions(*combine.right, instructions);
    instructions->push_back({Instruction::Kind::kBoth});
    return;
  }
  const std::size_t at = instructions->size();
  for (std::size_t i = first; i < at; ++i) (*instructions)[i].asked = true;
  instructions->push_back({Instruction::Kind::kElse});
  AddInstructions(*combine.right, instructions);
  (*instructions)[at].target = instructions->size();
  for (std::size_t i = at; i < instructions->size(); ++i) {
    (*instructions)[i].alternative = true;
  }
}

void AddInstructions(const Action& action,
                     std::vector<Instruction>* instructions) {
  std::visit(
      base::Overloaded{
          [&](const Call& call) {
            instructions->push_back({Instruction::Kind::kCall, &call});
          },
          [&](const Combine& combine) { AddCombine(combine, instructions); }},
      action.node);
}

}  // namespace

/// The instructions, and how far they are. Who performs a call holds it weakly.
class Performer::Execution : public std::enable_shared_from_this<Execution> {
 public:
  Execution(const expr::Statement& statement, const Action& action,
            EventSink* sink)
      : statement_(&statement), sink_(sink) {
    AddInstructions(action, &instructions_);
    at_ = instructions_.size();
  }

  void SetUp() {
    done_ = [weak = weak_from_this()](Outcome outcome) {
      if (const auto execution = weak.lock()) execution->Answered(outcome);
    };
  }

  bool busy() const { return at_ != instructions_.size(); }
  bool has_more() const { return at_ + 1 < instructions_.size(); }
  void MoveTo(const expr::Statement& statement) { statement_ = &statement; }
  void MoveTo(const Action& action) {
    std::vector<Instruction> same;
    AddInstructions(action, &same);
    for (std::size_t i = 0; i < same.size(); ++i) {
      instructions_[i].call = same[i].call;
    }
  }

  void Begin(const TickTime& now, const std::function<BoundLanes()>& lanes) {
    if (!std::exchange(resumed_, true)) Resume();
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
      return MessageOf(call, bound);
    };
    if (!GoOn(texts)) KeepTexts(texts);
  }

 private:
  /// Goes on with holdoffs that began before.
  void Resume() {
    for (Instruction& one : instructions_) {
      if (one.kind != Instruction::Kind::kCall || one.call->holdoff <= 0) {
        continue;
      }
      const auto before = sink_->PerformedBefore(*one.call, *statement_);
      if (!before) continue;
      one.performed = true;
      one.succeeded = before->succeeded;
      one.last = static_cast<double>(before->time.ns) / base::kNanosPerSecond;
    }
  }

  /// Whether something were due at `now` if all that has been begun were done,
  /// without need of an alternative that is not begun yet.
  bool IsDueBesides(const TickTime& now) const {
    for (std::size_t i = 0; i < instructions_.size(); ++i) {
      const Instruction& instruction = instructions_[i];
      const bool done = i < at_ ? instruction.performed
                                : i == at_ || !instruction.alternative;
      if (instruction.kind != Instruction::Kind::kCall || !done) continue;
      const double last = i < at_ ? instruction.last : now_.seconds;
      if (IsOver(last, instruction.call->holdoff, now)) return true;
    }
    return false;
  }

  struct Message {
    Expansion text;
    std::unique_ptr<const MessageParts> parts;
  };
  using Texts = std::function<Message(const Call&)>;

  Message MessageOf(const Call& call, const BoundLanes& lanes) const {
    Message message{Expand(call.arguments, lanes), nullptr};
    if (sink_->NeedsParts(call)) {
      message.parts =
          std::make_unique<MessageParts>(PartsOf(call.arguments, lanes));
    }
    return message;
  }

  /// Goes on until the end, or (false) until a call that takes time.
  bool GoOn(const Texts& texts) {
    while (at_ < instructions_.size()) {
      Instruction& instruction = instructions_[at_];
      switch (instruction.kind) {
        case Instruction::Kind::kCall:
          if (!DoCall(&instruction, texts)) return false;
          break;
        case Instruction::Kind::kBoth:
          JoinOutcomes();
          break;
        case Instruction::Kind::kElse:
          TakeElse(instruction);
          break;
      }
    }
    return true;
  }

  bool DoCall(Instruction* instruction, const Texts& texts) {
    if (!instruction->IsDue(now_)) {
      Finish(*instruction);
      return true;
    }
    const Message message = texts(*instruction->call);
    answer_.reset();
    within_ = true;
    sink_->Perform(Event{*instruction->call, *statement_, now_.time,
                         message.text, message.parts.get(), instruction->asked},
                   done_);
    within_ = false;
    if (!answer_) return false;
    Note(*answer_, instruction);
    Finish(*instruction);
    return true;
  }

  void Note(Outcome outcome, Instruction* call) const {
    call->succeeded = outcome == Outcome::kSucceeded;
    call->performed = outcome != Outcome::kNotPerformed;
    call->last = now_.seconds;
  }

  void Finish(const Instruction& call) {
    outcomes_.push_back(call.succeeded);
    ++at_;
  }

  void JoinOutcomes() {
    const bool right = outcomes_.back();
    outcomes_.pop_back();
    outcomes_.back() = outcomes_.back() && right;
    ++at_;
  }

  void TakeElse(const Instruction& instruction) {
    if (outcomes_.back()) {
      at_ = instruction.target;
    } else {
      outcomes_.pop_back();
      ++at_;
    }
  }

  /// Writes the texts of later calls now: the names and values in them are gone
  /// after this tick.
  void KeepTexts(const Texts& texts) {
    later_.resize(instructions_.size());
    for (std::size_t i = at_ + 1; i < instructions_.size(); ++i) {
      const Instruction& instruction = instructions_[i];
      if (instruction.kind == Instruction::Kind::kCall &&
          instruction.IsDue(now_)) {
        later_[i] = texts(*instruction.call);
      }
    }
  }

  void Answered(Outcome outcome) {
    if (within_) {
      answer_ = outcome;
      return;
    }
    Note(outcome, &instructions_[at_]);
    Finish(instructions_[at_]);
    GoOn([this](const Call&) { return std::move(later_[at_]); });
  }

  const expr::Statement* statement_;
  EventSink* sink_;
  EventSink::Done done_;
  std::vector<Instruction> instructions_;
  bool resumed_ = false;
  std::size_t at_ = 0;  // past the last instruction: at rest
  TickTime now_;
  std::vector<bool> outcomes_;
  std::vector<Message> later_;     // of the instructions not yet taken
  bool within_ = false;            // the sink's Perform()
  std::optional<Outcome> answer_;  // given within it
};

Performer::Performer(const expr::Statement& statement,
                     const expr::ast::Action& action, EventSink* sink)
    : action_(&action),
      execution_(std::make_shared<Execution>(statement, action, sink)) {
  execution_->SetUp();
}
Performer::~Performer() = default;

bool Performer::busy() const { return execution_->busy(); }
bool Performer::has_more() const { return execution_->has_more(); }

void Performer::MoveTo(const expr::Statement& statement) {
  execution_->MoveTo(statement);
}

void Performer::MoveTo(const expr::Statement& statement,
                       const expr::ast::Action& action) {
  action_ = &action;
  execution_->MoveTo(statement);
  execution_->MoveTo(action);
}

void Performer::Perform(const TickTime& now,
                        const std::function<BoundLanes()>& lanes) {
  execution_->Begin(now, lanes);
}

}  // namespace engine::alarm
