// Either: the lanes of `a && b` and `a || b` of two sets, at least one of them
// open, that do not pair by lane. At each tick one of them leads and gives the
// result its members; so the result has the lanes of both, as parts of which
// one at a time has members. Who leads when: docs/evaluation.md, "Two sets".
#ifndef TOCSIN_ENGINE_EXPR_EITHER_H_
#define TOCSIN_ENGINE_EXPR_EITHER_H_

#include "engine/expr/expr.h"

namespace engine::expr {

/// The parts of `lead`, then those of `other`. Host by host the lanes of all
/// parts stand together, so that each host's can be reduced.
Layout EitherOf(const Layout& lead, const Layout& other);

/// Which lanes of EitherOf() those of one operand are: its parts are there
/// from the `first` on, `parts` there are in all.
class Embedding {
 public:
  Embedding(const Layout& operand, int first, int parts)
      : own_parts_(operand.parts),
        first_(first),
        parts_(parts),
        numbered_(operand.kind != Layout::Kind::kOpen) {}

  int Host(int host) const {
    return host / own_parts_ * parts_ + first_ + host % own_parts_;
  }
  /// The lanes of a fixed set are numbered, because the same instance may
  /// stand there twice and anywhere.
  pmapi::InstanceId Instance(pmapi::InstanceId id, int position) const {
    return numbered_ && id != pmapi::kNullInstance ? position : id;
  }

 private:
  int own_parts_;
  int first_;
  int parts_;
  bool numbered_;
};

}  // namespace engine::expr

#endif  // TOCSIN_ENGINE_EXPR_EITHER_H_
