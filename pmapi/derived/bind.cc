// Definitions are put into one another until only a source's own metrics are
// left; each is put in once.
#include "pmapi/derived/bind.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "pmapi/derived/metadata.h"

namespace pmapi::derived {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using pmapi::notation::DerivedConfig;
using pmapi::notation::DerivedNode;

constexpr int kMaxDepth = 50;
constexpr std::size_t kMaxNodes = 100'000;
constexpr std::uint32_t kIndices = (1u << 22) - 1;

Error Failed(const std::string& why) {
  return {ErrorCode::kPmapi, "Derived metric definition failed: " + why};
}

bool IsUnknown(const Error& error) {
  return error.code == ErrorCode::kNoMetric ||
         error.code == ErrorCode::kNonLeaf;
}

class Binder {
 public:
  Binder(const DerivedConfig& config, const MetricCatalog& catalog)
      : config_(config), catalog_(catalog) {}

  /// The node of definition `index`, or -1 with error_.
  int Define(std::size_t index) {
    const auto& definition = config_.definitions()[index];
    const auto [known, is_new] = defined_.try_emplace(index, kOpen);
    if (!is_new) {
      if (known->second != kOpen) return known->second;
      return Fail(Failed(definition.name + " is defined by itself"));
    }
    if (++depth_ > kMaxDepth) {
      return Fail(Failed(definition.name + ": nested too deeply"));
    }
    const int root = Add(definition.name, definition.expr.nodes);
    --depth_;
    if (root >= 0) defined_[index] = root;
    return root;
  }

  BoundExpr Take(int root) {
    bound_.root = root;
    return std::move(bound_);
  }
  const Error& error() const { return *error_; }

 private:
  static constexpr int kOpen = -2;

  int Fail(Error error) {
    if (!error_) error_ = std::move(error);
    return -1;
  }

  int Add(const std::string& metric, const std::vector<DerivedNode>& nodes) {
    std::vector<int> indices;
    for (const DerivedNode& node : nodes) {
      const int index = AddNode(metric, node, indices);
      if (index < 0) return index;
      indices.push_back(index);
    }
    return indices.back();
  }

  int AddNode(const std::string& metric, const DerivedNode& from,
              const std::vector<int>& indices) {
    if (from.op == Op::kMetric) return AddMetric(from.text);
    if (bound_.nodes.size() >= kMaxNodes) {
      return Fail(Failed(metric + ": too long"));
    }
    BoundNode node;
    node.op = from.op;
    for (std::size_t i = 0; i < 3; ++i) {
      if (from.operands[i] >= 0) {
        node.operands[i] = indices[from.operands[i]];
      }
    }
    node.desc = from.desc;
    node.bits = from.bits;
    node.text = from.text;
    node.inverted = from.inverted;
    node.shown = from.op == Op::kConstant ? from.text : "<expr>";
    if (from.op == Op::kDefined) {
      const auto defined = IsDefined(from.text);
      if (!defined) return -1;
      node.bits = *defined ? 1 : 0;
    }
    if (from.op == Op::kMatch) {
      node.pattern = *base::Pattern::Compile(from.text);
    }
    if (auto why = Describe(bound_.nodes, &node)) {
      return Fail(Failed("Semantic error: derived metric " + metric + ": " +
                         *std::move(why)));
    }
    bound_.nodes.push_back(std::move(node));
    return static_cast<int>(bound_.nodes.size()) - 1;
  }

  int AddMetric(const std::string& name) {
    if (const auto known = metrics_.find(name); known != metrics_.end()) {
      return known->second;
    }
    const auto desc = catalog_.Describe(name);
    if (!desc) {
      const auto index = config_.Find(name);
      if (desc.error().code == ErrorCode::kNoMetric && index) {
        return Named(name, Define(*index));
      }
      if (desc.error().code == ErrorCode::kNotConnected) {
        return Fail(desc.error());
      }
      return Fail(Failed("there is no metric " + name));
    }
    BoundNode node;
    node.op = Op::kMetric;
    node.desc = *desc;
    node.shown = name;
    bound_.nodes.push_back(std::move(node));
    const int index = static_cast<int>(bound_.nodes.size()) - 1;
    metrics_.emplace(name, index);
    return index;
  }

  /// A definition's root, as others call it.
  int Named(const std::string& name, int root) {
    if (root >= 0) bound_.nodes[root].shown = name;
    return root;
  }

  std::optional<bool> IsDefined(const std::string& name) {
    const auto desc = catalog_.Describe(name);
    if (desc) return true;
    if (desc.error().code == ErrorCode::kNotConnected) {
      Fail(desc.error());
      return std::nullopt;
    }
    const auto index = config_.Find(name);
    if (desc.error().code != ErrorCode::kNoMetric || !index) {
      return !IsUnknown(desc.error());
    }
    if (Define(*index) < 0) return std::nullopt;
    return true;
  }

  const DerivedConfig& config_;
  const MetricCatalog& catalog_;
  BoundExpr bound_;
  std::map<std::size_t, int> defined_;
  std::map<std::string, int> metrics_;
  int depth_ = 0;
  std::optional<Error> error_;
};

}  // namespace

Pmid PmidOf(std::size_t index) {
  // More than four million definitions do not fit into a file.
  const auto item = static_cast<std::uint32_t>(index + 1) & kIndices;
  return Pmid{kDerivedPmid | item};
}

std::optional<std::size_t> DefinitionOf(Pmid pmid) {
  if (!IsDerived(pmid)) return std::nullopt;
  return std::size_t{static_cast<std::uint32_t>(pmid) & kIndices} - 1;
}

Result<BoundExpr> Bind(const DerivedConfig& config,
                       const MetricCatalog& catalog, std::string_view name) {
  const auto index = config.Find(name);
  if (!index) {
    return Error{ErrorCode::kNoMetric, "no metric " + std::string(name)};
  }
  Binder binder(config, catalog);
  const int root = binder.Define(*index);
  if (root < 0) return binder.error();
  BoundExpr bound = binder.Take(root);
  bound.desc = bound.nodes[root].desc;
  bound.desc.pmid = PmidOf(*index);
  return bound;
}

std::int64_t LookBack(const BoundExpr& bound) {
  std::vector<std::int64_t> ticks;
  for (const BoundNode& node : bound.nodes) {
    std::int64_t most = 0;
    for (const int operand : node.operands) {
      if (operand >= 0) most = std::max(most, ticks[operand]);
    }
    ticks.push_back(most + (node.op == Op::kDelta || node.op == Op::kRate));
  }
  return ticks[bound.root];
}

}  // namespace pmapi::derived
