// Truths of blocks in three-valued logic.
#ifndef TOCSIN_ENGINE_EVAL_KLEENE_H_
#define TOCSIN_ENGINE_EVAL_KLEENE_H_

#include "base/kleene.h"
#include "pmapi/block/cell.h"

namespace engine::eval {

using base::Kleene;
using base::KleeneAnd;
using base::KleeneNot;
using base::KleeneOr;

/// A truth as a block holds it.
constexpr Kleene ToKleene(double value, pmapi::Cell cell) {
  return (cell & pmapi::kValid) == 0 ? Kleene::kUnknown
         : value != 0                ? Kleene::kTrue
                                     : Kleene::kFalse;
}

}  // namespace engine::eval

#endif  // TOCSIN_ENGINE_EVAL_KLEENE_H_
