// Which of two sets leads under && and ||: docs/evaluation.md, "Two sets".
#ifndef TOCSIN_ENGINE_EVAL_LEAD_H_
#define TOCSIN_ENGINE_EVAL_LEAD_H_

#include "engine/program/program.h"
#include "pmapi/block/cell.h"

namespace engine::eval {

/// How many of the `n` lanes of a row are there.
inline int CountPresent(const pmapi::Cell* cells, int n) {
  int present = 0;
  for (int i = 0; i < n; ++i) present += pmapi::IsPresent(cells[i]);
  return present;
}

/// At a tick where `left` and `right` lanes are present.
inline bool LeftLeads(const program::Binary& node, int left, int right) {
  if (left >= node.left_enough || right == 0) return true;
  if (right >= node.right_enough || left == 0) return false;
  return node.left_leads;
}

}  // namespace engine::eval

#endif  // TOCSIN_ENGINE_EVAL_LEAD_H_
