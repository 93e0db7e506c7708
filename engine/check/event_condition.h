// Conditions over event records, made ready for one host.
#ifndef TOCSIN_ENGINE_CHECK_EVENT_CONDITION_H_
#define TOCSIN_ENGINE_CHECK_EVENT_CONDITION_H_

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/check/metrics.h"
#include "engine/check/report.h"
#include "engine/events/event_filter.h"
#include "grammar/ast.h"

namespace engine::check {

/// Resolves the names of one event metric's records on one host.
/// A name that no metric of the agent has is warned of, once: records may lack
/// a parameter, and what is asked of it is unknown.
class EventConditions {
 public:
  /// `source`: below 0 where there is none to ask. `told`: names that have been
  /// warned of. Lifetime: all outlive this.
  EventConditions(int source, pmapi::Pmid records, Metrics* metrics,
                  Report* report, std::set<std::string>* told)
      : source_(source),
        records_(records),
        metrics_(*metrics),
        report_(*report),
        told_(*told) {}

  /// Nothing where it is no condition over a record, which has been reported.
  std::optional<events::EventFilter> Build(const grammar::ast::Expr& where);

  /// Without a metric where nobody is called so.
  events::Field FindField(const std::string& name, grammar::Span span);

  /// The units of what is called `name`, of which `field` was found; nothing
  /// where they are unknown, and of what may be several metrics or any.
  std::optional<pmapi::Units> UnitsOf(const events::Field& field,
                                      const std::string& name);

 private:
  using Step = std::optional<events::EventFilter::Step>;

  Step Add(const grammar::ast::Expr& e);
  Step AddUnary(const grammar::ast::Unary& unary, const grammar::ast::Expr& e);
  Step AddBinary(const grammar::ast::Binary& binary,
                 const grammar::ast::Expr& e);
  Step AddComparison(const grammar::ast::Binary& binary,
                     const grammar::ast::Expr& e);
  Step AddTest(const grammar::ast::Test& test, const grammar::ast::Expr& e);
  Step AddBetween(const grammar::ast::Binary& binary,
                  const grammar::ast::Expr& e);
  bool AddTo(events::FieldSum* sum, const grammar::ast::Expr& e);
  Step Refuse(const grammar::ast::Expr& e);
  bool MayNameText(const std::string& name);
  void WarnOfMisspelt(const std::string& name,
                      const std::vector<std::string>& texts,
                      grammar::Span span);
  void WarnOfForeign(const std::string& name, pmapi::Pmid pmid,
                     grammar::Span span);
  void WarnOfBareText(const std::string& name,
                      const grammar::ast::Binary& binary, grammar::Span span);
  void WarnOfTextOrder(const events::Field& field, grammar::ast::BinaryOp op,
                       const events::Constant& constant, grammar::Span span);
  void WarnOfConstants(grammar::Span span);
  void WarnOfUnits(const events::Field& field, const std::string& name,
                   const pmapi::Units& units, grammar::Span span);
  void WarnOfText(const std::string& name, grammar::Span span);
  void WarnOfPlain(const std::string& name, const std::string& test,
                   const std::string& text, grammar::Span span);
  void WarnOfPriority(const grammar::ast::Binary& binary, grammar::Span span);
  void TellOfPriority(grammar::Span span);

  int source_;
  pmapi::Pmid records_;
  Metrics& metrics_;
  Report& report_;
  std::set<std::string>& told_;
  events::EventFilter filter_;
};

}  // namespace engine::check

#endif  // TOCSIN_ENGINE_CHECK_EVENT_CONDITION_H_
