// Operators as the orders of two numbers that they hold of.
#include "engine/events/number_term.h"

namespace engine::events {

using grammar::ast::BinaryOp;

NumberTerm::NumberTerm(pmapi::Pmid pmid, double scale, BinaryOp op,
                       double constant, bool is_negation)
    : pmid_(pmid),
      is_negation_(is_negation),
      orders_(OrdersOf(op)),
      scale_(scale),
      constant_(constant) {}

unsigned NumberTerm::OrdersOf(BinaryOp op) {
  switch (op) {
    case BinaryOp::kLess:
      return kLess;
    case BinaryOp::kLessEqual:
      return kLess | kEqual;
    case BinaryOp::kGreater:
      return kGreater;
    case BinaryOp::kGreaterEqual:
      return kGreater | kEqual;
    default:  // of != it is the negation that counts
      return kEqual;
  }
}

}  // namespace engine::events
