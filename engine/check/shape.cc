// Conformance, lead operand, pairing, reduction. Source: docs/pmie.md,
// "Conformance"; docs/evaluation.md, "Lanes", "Two operands".
#include "engine/check/shape.h"

#include <algorithm>

#include "base/overloaded.h"

namespace engine::check {
namespace {

using expr::Expr;
using expr::Layout;
using expr::Pairing;
using expr::Shape;
using Kind = Layout::Kind;

std::string Different(const char* domain, int left, int right) {
  return std::string(domain) + " domains have different size (" +
         std::to_string(left) + " and " + std::to_string(right) + ")";
}

bool HasAnyDimension(const Shape& shape) {
  return shape.hosts != -1 || shape.instances != -1 || shape.samples != -1;
}

// One lane a host; a single one keeps its host, so that reports can name it.
Layout OneLanePerHost(const Layout& operand) {
  Layout result;
  for (int host = 0; host < operand.hosts(); ++host) {
    const auto first = static_cast<std::size_t>(host * operand.parts);
    result.sources.push_back(operand.sources[first]);
    result.labels.push_back({host, pmapi::kNullInstance, {}});
  }
  if (result.labels.empty()) return PlainLayout();
  result.kind = result.labels.size() == 1 ? Kind::kSingle : Kind::kFixed;
  return result;
}

bool IsOne(const Expr& expr) {
  return expr.layout.kind == Kind::kSingle && expr.shape.total() == 1;
}

}  // namespace

std::optional<std::string> Mismatch(const Shape& left, const Shape& right,
                                    bool instances_known) {
  if (left.total() == 1 || right.total() == 1) return std::nullopt;
  if (left.hosts != right.hosts) {
    return Different("host", left.hosts, right.hosts);
  }
  const bool any =
      !instances_known && (left.instances == -1 || right.instances == -1);
  if (left.instances != right.instances && !any) {
    return Different("instance", left.instances, right.instances);
  }
  if (left.samples != right.samples) {
    return Different("time", left.samples, right.samples);
  }
  return std::nullopt;
}

bool LeftLeads(const Expr& left, const Expr& right) {
  if (IsOne(left) && right.layout.grows) return false;
  if (IsOne(right) && left.layout.grows) return true;
  if (left.shape.total() > 1) return true;
  if (right.shape.total() > 1) return false;
  if (left.has_metrics && HasAnyDimension(left.shape)) return true;
  if (right.has_metrics && HasAnyDimension(right.shape)) return false;
  return true;
}

Pairing PairingOf(const Layout& lead, const Layout& other, bool logical) {
  if (other.kind == Kind::kSingle) return Pairing::kBroadcast;
  if (lead.kind != Kind::kOpen) return Pairing::kByPosition;
  const bool one_domain = lead.parts == 1 && other.parts == 1 &&
                          !lead.indoms.empty() && lead.indoms == other.indoms &&
                          lead.sources == other.sources;
  if (other.kind == Kind::kOpen && one_domain) return Pairing::kByLane;
  return logical ? Pairing::kEither : Pairing::kByPosition;
}

bool StandsIn(const Expr& left, const Expr& right) {
  return left.layout.kind == Kind::kSingle &&
         right.layout.kind == Kind::kOpen && left.has_metrics &&
         HasAnyDimension(left.shape) && !LeftLeads(left, right);
}

bool HasDomain(const Shape& operand, expr::ast::Domain domain) {
  switch (domain) {
    case expr::ast::Domain::kHost:
      return operand.hosts != -1;
    case expr::ast::Domain::kInst:
      return true;
    case expr::ast::Domain::kSample:
      return operand.samples != -1;
  }
  return true;
}

Shape Reduced(const Shape& operand, expr::ast::Domain domain) {
  Shape result = operand;
  switch (domain) {
    case expr::ast::Domain::kHost:
      result.hosts = -1;
      result.instances = -1;
      break;
    case expr::ast::Domain::kInst:
      result.instances = -1;
      break;
    case expr::ast::Domain::kSample:
      result.samples = -1;
      break;
  }
  return result;
}

Layout Reduced(const Layout& operand, expr::ast::Domain domain) {
  switch (domain) {
    case expr::ast::Domain::kHost:
      return PlainLayout();
    case expr::ast::Domain::kInst:
      return OneLanePerHost(operand);
    case expr::ast::Domain::kSample:
      return operand;
  }
  return operand;
}

Layout PlainLayout() {
  Layout layout;
  layout.labels.emplace_back();
  return layout;
}

}  // namespace engine::check
