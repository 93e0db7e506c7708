// The shape of a node by its operands' shapes, and which operand leads.
#include <algorithm>

#include "tests/support/spec/tree.h"

namespace spec {
namespace {

Dims BoundDims(const Node& node) { return node.dims; }

}  // namespace

const Node* LeadOf(const Node& node,
                   const std::function<Dims(const Node&)>& dims) {
  const Node* left = node.left.get();
  const Node* right = node.right.get();
  if (left == nullptr || right == nullptr) return left;
  const auto has_shape = [&](const Node& n) {
    return MetricsOf(n) != nullptr && !dims(n).collapsed();
  };
  if (dims(*left).total() > 1) return left;
  if (dims(*right).total() > 1) return right;
  if (has_shape(*left)) return left;
  return has_shape(*right) ? right : left;
}

const Node* LeadOf(const Node& node) { return LeadOf(node, BoundDims); }

Dims ShapeOf(const Node& node, const std::function<Dims(const Node&)>& dims) {
  const Node* lead = LeadOf(node, dims);
  if (lead == nullptr) return dims(node);
  Dims shape = dims(*lead);
  if (node.op == Op::kDelay) {
    shape.samples = node.last - node.first + 1;
  } else if (node.is_reduction()) {
    switch (node.domain) {
      case ast::Domain::kHost:
        shape.hosts = shape.instances = -1;
        break;
      case ast::Domain::kInst:
        shape.instances = -1;
        break;
      case ast::Domain::kSample:
        shape.samples = -1;
        break;
    }
  }
  return shape;
}

Dims ShapeOf(const Node& node) { return ShapeOf(node, BoundDims); }

int SamplesKept(const Node& node) {
  const int depth = std::max(node.dims.depth(), 1);
  const bool looked_back =
      node.parent != nullptr &&
      (node.parent->op == Op::kRate || node.parent->op == Op::kRising ||
       node.parent->op == Op::kFalling);
  return looked_back ? std::max(depth, 2) : depth;
}

const Node* MetricsOf(const Node& node) {
  const Node* at = &node;
  while (at != nullptr && at->op != Op::kFetch) at = LeadOf(*at);
  return at;
}

}  // namespace spec
