// Observed: a statement's expressions run over a table of values, for tests of
// engine/alarm: one column, given tick by tick.
#ifndef TOCSIN_TESTS_UNIT_ENGINE_ALARM_OBSERVED_H_
#define TOCSIN_TESTS_UNIT_ENGINE_ALARM_OBSERVED_H_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/alarm/reading.h"
#include "engine/eval/state.h"
#include "engine/program/program.h"
#include "tests/support/block_text.h"

namespace engine::alarm {

template <typename Node>
expr::ExprPtr MakeExpr(Node node, expr::Layout layout, expr::Sort sort) {
  auto made = std::make_unique<expr::Expr>();
  made->node = std::move(node);
  made->layout = std::move(layout);
  made->sort = sort;
  return made;
}

/// One lane, of no host.
inline expr::Layout PlainLayout() {
  expr::Layout layout;
  layout.labels = {{}};
  return layout;
}

/// Disks as they are, of sources 0, 1, ... `hosts` - 1.
inline expr::Layout DisksOf(int hosts) {
  expr::Layout layout;
  layout.kind = expr::Layout::Kind::kOpen;
  for (int host = 0; host < hosts; ++host) {
    layout.sources.push_back(host);
    layout.indoms.push_back(pmapi::InDom{1});
  }
  return layout;
}

/// Instances that a rule names, of source 0.
inline expr::Layout Named(const std::vector<std::string>& names) {
  expr::Layout layout;
  layout.kind = names.size() == 1 ? expr::Layout::Kind::kSingle
                                  : expr::Layout::Kind::kFixed;
  layout.sources = {0};
  for (std::size_t i = 0; i < names.size(); ++i) {
    layout.labels.push_back({0, static_cast<pmapi::InstanceId>(i), names[i]});
  }
  return layout;
}

/// The metric `m` of `layout`, `samples` of it.
inline expr::ExprPtr FetchExpr(const expr::Layout& layout, int samples = 1,
                               expr::Sort sort = expr::Sort::kNumber) {
  expr::Fetch fetch;
  fetch.metric = "m";
  fetch.descs.resize(layout.sources.size());
  expr::ExprPtr made = MakeExpr(std::move(fetch), layout, sort);
  made->shape = {1, 1, samples};
  made->has_metrics = true;
  return made;
}

/// `left` > `right`, on the lanes of `left`.
inline expr::ExprPtr Above(expr::ExprPtr left, double right) {
  const expr::Layout layout = left->layout;
  const expr::Shape shape = left->shape;
  expr::Binary binary;
  binary.op = expr::ast::BinaryOp::kGreater;
  binary.left = std::move(left);
  binary.right =
      MakeExpr(expr::Number{right}, PlainLayout(), expr::Sort::kNumber);
  expr::ExprPtr made = MakeExpr(std::move(binary), layout, expr::Sort::kTruth);
  made->shape = shape;
  made->has_metrics = true;
  return made;
}

/// What sources 0 and 1 call things: "web0:disk3", context "/a0".
inline eval::Names TestNames() {
  static const std::vector<std::string> hosts = {"web0", "web1"};
  static const std::vector<std::string> contexts = {"/a0", "/a1"};
  static const std::vector<std::string> disks = {"disk0", "disk1", "disk2",
                                                 "disk3"};
  const auto at = [](const std::vector<std::string>& all, int i) {
    return std::string_view(all[i]);
  };
  return eval::Names{
      [at](int source) { return at(hosts, source); },
      [at](int source) { return at(contexts, source); },
      [at](int, pmapi::InDom, pmapi::InstanceId id) { return at(disks, id); }};
}

/// The program that `builder` holds, run over a column of `lanes` whose rows
/// are as tests::BlockOf() takes them.
class Observed {
 public:
  Observed(program::Builder* builder, std::vector<pmapi::Lane> lanes,
           const std::vector<std::string>& rows)
      : program_(builder->Build()),
        state_(
            program_, &strings_,
            [](program::ast::ClockField, base::Timestamp) { return 0.0; },
            names_) {
    std::vector<base::Timestamp> stamps;
    for (std::size_t t = 0; t < rows.size(); ++t) {
      stamps.push_back({static_cast<std::int64_t>(t) * base::kNanosPerSecond});
    }
    columns_.resize(program_.columns.size());
    for (pmapi::Column& column : columns_) {
      column.block = tests::BlockOf(tests::LaneSetOf(lanes), rows);
      column.counts.assign(rows.size(), 0);
    }
    state_.Run(eval::Input{stamps, columns_});
  }
  Observed(const Observed&) = delete;
  Observed& operator=(const Observed&) = delete;

  const Results& results() const { return results_; }
  pmapi::StringPool& strings() { return strings_; }

 private:
  program::Program program_;
  eval::Names names_ = TestNames();
  pmapi::StringPool strings_;
  std::vector<pmapi::Column> columns_;
  eval::State state_;
  Results results_{program_, state_, names_, strings_};
};

}  // namespace engine::alarm

#endif  // TOCSIN_TESTS_UNIT_ENGINE_ALARM_OBSERVED_H_
