// Metric references. pmie initialises them host by host and stops at the
// first host that fails.
#include "engine/check/fetch.h"

#include <algorithm>
#include <utility>

#include "engine/check/parameters.h"
#include "engine/check/shape.h"
#include "engine/expr/lead.h"

namespace engine::check {
namespace {

using base::ErrorCode;
using expr::ExprPtr;
using expr::Layout;
using pmapi::MetricDesc;

bool IsUsable(pmapi::Type type, FetchOf of) {
  if (of == FetchOf::kEvents) return pmapi::IsEvent(type);
  return pmapi::IsNumeric(type) || type == pmapi::Type::kString ||
         type == pmapi::Type::kNoSupport;
}

class FetchChecker {
 public:
  FetchChecker(const expr::ast::Fetch& fetch, grammar::Span span,
               Metrics* metrics, Report* report, FetchOf of)
      : fetch_(fetch),
        span_(span),
        metrics_(metrics),
        report_(report),
        of_(of) {}

  ExprPtr Check(bool instant) {
    result_ = std::make_unique<expr::Expr>();
    result_->span = span_;
    result_->has_metrics = true;
    if (metrics_->sources().empty()) {
      WarnOfName();
      Unresolved();
    } else {
      FindHosts();
      if (!AddHosts()) return nullptr;
    }
    Finish(instant);
    return std::move(result_);
  }

 private:
  // Metrics without a dot in their names are rare, though there are some.
  void WarnOfName() {
    if (fetch_.metric.find('.') != std::string::npos) return;
    const std::string hint = metrics_->HintForName(fetch_.metric);
    if (hint.empty()) return;
    report_->Warning(span_, fetch_.metric + " is taken for a metric", hint);
  }

  // Shape and lanes as far as the text alone tells them: the lanes are known
  // only where it names instances.
  void Unresolved() {
    const int hosts = std::max<int>(1, static_cast<int>(fetch_.hosts.size()));
    const int explicit_instances = static_cast<int>(fetch_.instances.size());
    for (int host = 0; host < hosts; ++host) {
      result_->layout.sources.push_back(host);
      for (const std::string& name : fetch_.instances) {
        result_->layout.labels.push_back({host, pmapi::kNullInstance, name});
      }
    }
    result_->shape.hosts = hosts;
    result_->shape.instances =
        explicit_instances == 0 ? -1 : hosts * explicit_instances;
    open_ = explicit_instances == 0;
  }

  void FindHosts() {
    std::vector<int>& sources = result_->layout.sources;
    if (fetch_.hosts.empty()) sources.push_back(0);
    for (const std::string& host : fetch_.hosts) {
      sources.push_back(metrics_->FindHost(host).value_or(-1));
    }
  }

  bool AddHosts() {
    const std::vector<int>& sources = result_->layout.sources;
    result_->shape.hosts = static_cast<int>(sources.size());
    result_->shape.instances = 0;
    for (std::size_t host = 0; host < sources.size(); ++host) {
      if (sources[host] < 0) {
        UnknownHost(fetch_.hosts[host]);
        return false;
      }
      if (!AddHost(static_cast<int>(host), sources[host])) return false;
    }
    CheckSameSort();
    return true;
  }

  void UnknownHost(const std::string& host) {
    report_->UnknownHost(span_, host, metrics_->HintForHost(host));
  }

  bool AddHost(int host, int source) {
    const auto& desc = metrics_->Describe(source, fetch_.metric);
    if (!desc) return NoMetric(source, desc.error()) && Await(host);
    if (!IsUsable(desc->type, of_)) return BadType(*desc);
    descs_.push_back(*desc);
    if (desc->singular()) return AddSingular(host);
    const auto& table = metrics_->Instances(source, desc->indom);
    if (!table) {
      descs_.pop_back();
      return NoDomain(source, table.error()) && Await(host);
    }
    return fetch_.instances.empty() ? AddAll(**table)
                                    : AddExplicit(host, source, **table);
  }

  bool AddSingular(int host) {
    if (!fetch_.instances.empty()) {
      report_->Error(span_, fetch_.metric + " has no instances",
                     "it is one value a host: leave out the \"#\"",
                     {"pmie: metric " + fetch_.metric + " has no instances"});
      return false;
    }
    result_->layout.labels.push_back({host, pmapi::kNullInstance, {}});
    result_->shape.instances += 1;
    return true;
  }

  /// Lanes without values, until the source has what it lacks.
  bool Await(int host) {
    pmapi::MetricDesc nothing;
    nothing.type = pmapi::Type::kUnknown;
    descs_.push_back(nothing);
    if (fetch_.instances.empty()) {
      result_->layout.labels.push_back({host, pmapi::kNullInstance, {}});
    }
    for (const std::string& name : fetch_.instances) {
      result_->layout.labels.push_back({host, pmapi::kNullInstance, name});
    }
    result_->shape.instances +=
        std::max<int>(1, static_cast<int>(fetch_.instances.size()));
    return true;
  }

  bool AddAll(const InstanceTable& table) {
    open_ = true;
    result_->shape.instances += static_cast<int>(table.all().size());
    return true;
  }

  bool AddExplicit(int host, int source, const InstanceTable& table) {
    std::vector<expr::LaneLabel> labels;
    bool tolerable = true;
    for (const std::string& name : fetch_.instances) {
      if (const auto* found = table.Find(name)) {
        labels.push_back({host, found->id, name});
        WarnOfFirstWord(name, found->name);
      } else {
        tolerable = NoInstance(source, name, table) && tolerable;
      }
    }
    if (labels.size() < fetch_.instances.size()) {
      descs_.pop_back();
      return tolerable && Await(host);
    }
    result_->layout.labels.insert(result_->layout.labels.end(), labels.begin(),
                                  labels.end());
    result_->shape.instances += static_cast<int>(labels.size());
    return true;
  }

  // Names are the same that are so up to the first blank: "5 hours" and
  // "5 minute".
  void WarnOfFirstWord(const std::string& wanted, const std::string& name) {
    if (wanted == name || wanted.find(' ') == wanted.npos) return;
    report_->Warning(span_,
                     "\"" + wanted + "\" is the instance \"" + name +
                         "\": the first word alone decides",
                     {});
  }

  /// Something that the rules ask for is not there. True if it may come.
  bool Missing(int source, const std::string& message, const std::string& hint,
               std::vector<std::string> lines) {
    if (!metrics_->sources()[source].waits) {
      report_->Error(span_, message, hint, std::move(lines));
      return false;
    }
    report_->Awaited(span_, message, hint, std::move(lines));
    return true;
  }

  bool NoMetric(int source, const base::Error& error) {
    // A host that is down is told of once, not for each of its metrics.
    if (error.code == ErrorCode::kNotConnected) return true;
    if (metrics_->changed(source) && metrics_->sources()[source].waits) {
      return true;
    }
    // The name is known, but of a derived metric that cannot be had.
    const bool failed = error.code == ErrorCode::kPmapi;
    const bool unnamed = error.code != ErrorCode::kNoPmid && !failed;
    std::string hint = metrics_->HintForMetric(
        source, fetch_.metric, error.code == ErrorCode::kNonLeaf);
    const std::string follow = HintToFollow(source);
    if (!follow.empty()) hint += (hint.empty() ? "" : " else ") + follow;
    const std::string what =
        unnamed ? " not in namespace for " : " not currently available from ";
    const std::string call = unnamed ? "pmLookupName" : "pmLookupDesc";
    // A derived metric's reason stands behind the colon; pmie says it first.
    const std::string text =
        failed || !Live(source) ? base::PmapiText(error) : LiveText(error);
    const std::size_t colon = failed ? text.find(": ") : std::string::npos;
    std::vector<std::string> lines = {
        "pmie: metric " + fetch_.metric + what + NameOf(source),
        call + " failed: " + text.substr(0, colon)};
    if (colon != std::string::npos &&
        text.compare(colon + 2, 8, "Semantic") == 0) {
      lines.insert(lines.begin(), text.substr(colon + 2));
    }
    return Missing(source, MetricMessage(error, source), hint,
                   std::move(lines));
  }

  /// Of log files that this host alone has, which has a title of its own.
  std::string HintToFollow(int source) const {
    const std::string name = LogFileIn(fetch_.metric);
    if (name.empty() || metrics_->sources()[source].title.empty()) return {};
    return "the lines of a log file are records by the option --follow " +
           name + "=PATH";
  }

  /// True if `source` is live; of no sources none is.
  bool Live(int source) const {
    const auto at = static_cast<std::size_t>(source);
    return at < metrics_->sources().size() && metrics_->sources()[at].live;
  }

  /// PMAPI's text of a pmcd's error, which of an identifier without a metric is
  /// another than an archive's.
  static std::string LiveText(const base::Error& error) {
    return error.code == ErrorCode::kNoPmid
               ? "Unknown or illegal metric identifier"
               : base::PmapiText(error);
  }

  std::string MetricMessage(const base::Error& error, int source) const {
    if (error.code == ErrorCode::kNonLeaf) {
      return fetch_.metric + " is not a metric, only the beginning of some";
    }
    if (error.code == ErrorCode::kPmapi) {
      return fetch_.metric + " is not to be had: " + error.message;
    }
    return "no metric " + fetch_.metric + " in " + NameOf(source);
  }

  bool BadType(const MetricDesc& desc) {
    report_->Error(
        span_,
        fetch_.metric + " has type " + pmapi::TypeName(desc.type) + ": " +
            (of_ == FetchOf::kEvents ? "it has no event records"
                                     : "only numbers and strings can be used"),
        pmapi::IsEvent(desc.type)
            ? "its records are counted by: count_event (" + fetch_.metric + ")"
            : "",
        {"pmie: metric " + fetch_.metric + " has inappropriate type"});
    return false;
  }

  bool NoDomain(int source, const base::Error& error) {
    const bool live = Live(source);
    const std::string from = fetch_.metric + " from " + NameOf(source);
    const std::string why = " failed: " + base::PmapiText(error);
    const std::string instances = "the instances of " + fetch_.metric;
    return Missing(
        source,
        error.code == ErrorCode::kSystem
            ? instances + " cannot be looked up in " + NameOf(source) + ": " +
                  error.message
            : instances + " are not in " + NameOf(source),
        {},
        live ? std::vector<std::string>{"Instance domain for metric " + from +
                                            " not (currently) available",
                                        "pmGetIndom" + why}
             : std::vector<std::string>{
                   "Metric " + from +
                       " - instance domain not available in archive",
                   "pmGetInDomArchive" + why});
  }

  bool NoInstance(int source, const std::string& name,
                  const InstanceTable& table) {
    return Missing(
        source,
        fetch_.metric + " has no instance \"" + name + "\" in " +
            NameOf(source),
        metrics_->HintForInstance(name, table),
        {"Error: metric " + fetch_.metric + " from " + NameOf(source) +
         " does not (currently) have instance \"" + name + "\""});
  }

  // pmie takes one host's strings for another's numbers and crashes.
  void CheckSameSort() {
    const auto is_string = [](const MetricDesc& desc) {
      return desc.type == pmapi::Type::kString;
    };
    const auto strings = std::count_if(descs_.begin(), descs_.end(), is_string);
    const auto awaited =
        std::count_if(descs_.begin(), descs_.end(), expr::IsAwaited);
    if (strings == 0 || strings + awaited == static_cast<long>(descs_.size())) {
      return;
    }
    const std::string message =
        fetch_.metric + " is a string on one host and a number on another";
    report_->OursAlone(span_, message, "ask for the hosts one by one",
                       std::vector<std::string>{"pmie: " + message});
  }

  // "archive PATH (host NAME)" or "pmcd HOST (host NAME)", as pmie calls it;
  // or what pmie does not have.
  std::string NameOf(int source) const {
    const auto& view = metrics_->sources()[source];
    if (!view.title.empty()) return view.title;
    return (view.live ? "pmcd " : "archive ") + view.context + " (host " +
           view.host + ")";
  }

  void Finish(bool instant) {
    result_->shape.samples = fetch_.last - fetch_.first + 1;
    FinishLayout();
    const auto has = [this](auto predicate) {
      return std::any_of(descs_.begin(), descs_.end(), predicate);
    };
    const bool string = has([](const MetricDesc& desc) {
      return desc.type == pmapi::Type::kString;
    });
    const bool counter = has([](const MetricDesc& desc) {
      return desc.semantics == pmapi::Semantics::kCounter;
    });
    result_->sort = string ? expr::Sort::kString : expr::Sort::kNumber;
    const bool rate = counter && !string && !instant;
    result_->node =
        expr::Fetch{fetch_.metric, std::move(descs_), rate, fetch_.first};
  }

  void FinishLayout() {
    Layout& layout = result_->layout;
    if (!open_) {
      layout.kind = layout.labels.size() == 1 ? Layout::Kind::kSingle
                                              : Layout::Kind::kFixed;
      return;
    }
    layout.kind = Layout::Kind::kOpen;
    layout.grows = std::any_of(layout.sources.begin(), layout.sources.end(),
                               [this](int source) { return Live(source); });
    layout.labels.clear();
    for (const MetricDesc& desc : descs_) layout.indoms.push_back(desc.indom);
  }

  const expr::ast::Fetch& fetch_;
  grammar::Span span_;
  Metrics* metrics_;
  Report* report_;
  FetchOf of_;
  ExprPtr result_;
  std::vector<MetricDesc> descs_;
  bool open_ = false;
};

}  // namespace

ExprPtr CheckFetch(const expr::ast::Fetch& fetch, grammar::Span span,
                   bool instant, Metrics* metrics, Report* report, FetchOf of) {
  return FetchChecker(fetch, span, metrics, report, of).Check(instant);
}

}  // namespace engine::check
