// The records are those that a count_event counts: it is evaluated, and its
// fold is one that prints.
#include "cli/events.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/archive_losses.h"
#include "cli/archives.h"
#include "cli/command_complaint.h"
#include "cli/diagnostic_text.h"
#include "cli/eval_answers.h"
#include "cli/event_lister.h"
#include "cli/live_evaluation.h"
#include "cli/live_session.h"
#include "cli/losses.h"
#include "cli/rule_files.h"
#include "cli/time_words.h"
#include "engine/schedule/clock.h"
#include "engine/schedule/replay.h"
#include "grammar/extension.h"
#include "grammar/scanner.h"
#include "grammar/words.h"

namespace cli {
namespace {

namespace expr = engine::expr;

constexpr int kSome = 0;
constexpr int kNone = 1;
constexpr int kError = 2;
constexpr char kCommandLine[] = "<command line>";
constexpr char kBefore[] = "count_event ( ";
constexpr std::uint32_t kBeforeSize = sizeof kBefore - 1;
constexpr char kAlone[] =
    "METRIC where CONDITION stands alone here, without count_event ( ... ) or "
    "another function";
/// Of a live host, which is asked so often; an archive's records are printed
/// in the order of their arrival whatever this is.
constexpr base::Duration kLiveInterval{base::kNanosPerSecond};
constexpr base::Duration kReplayInterval{60 * base::kNanosPerSecond};

/// The word in `rule` that asks for more records than one: then, without, pair.
std::optional<grammar::Token> WordOfSequel(const std::string& rule) {
  const grammar::MacroTable none;
  const grammar::Limits limits;
  grammar::Scanner scanner(rule, none, limits);
  grammar::StatementText words;
  if (!scanner.Next(&words)) return std::nullopt;
  const auto read = grammar::WithExtensions(words, {});
  if (!read) return std::nullopt;
  const auto found = std::find_if(
      read->tokens.begin(), read->tokens.end(), [](const grammar::Token& one) {
        const grammar::Symbol symbol = grammar::SymbolOf(one.kind);
        return symbol == grammar::Symbol::kSequel ||
               symbol == grammar::Symbol::kPair;
      });
  return found == read->tokens.end() ? std::nullopt : std::optional(*found);
}

/// count_event ( METRIC ), p90_event size 5 min ( METRIC ): the first word.
bool IsFunction(std::string_view records) {
  const std::size_t begin = records.find_first_not_of(" \t\n(");
  if (begin == records.npos) return false;
  records.remove_prefix(begin);
  return records.substr(0, records.find_first_of(" \t\n(.:#@"))
             .ends_with("_event") &&
         records.find('(') != records.npos;
}

std::string LastPart(const std::string& name) {
  return name.substr(name.rfind('.') + 1);
}

/// What the parameters of `records` are called: the last parts of their names.
std::function<std::string(pmapi::Pmid)> ParameterNames(
    const pmapi::MetricCatalog& catalog, pmapi::Pmid records) {
  auto names = std::make_shared<std::map<pmapi::Pmid, std::string>>();
  for (const std::string& name : catalog.MetricNames()) {
    const auto desc = catalog.Describe(name);
    const bool own =
        desc && pmapi::DomainOf(desc->pmid) == pmapi::DomainOf(records);
    if (own) names->emplace(desc->pmid, LastPart(name));
  }
  return [names](pmapi::Pmid pmid) {
    const auto at = names->find(pmid);
    return at == names->end() ? pmapi::PmidText(pmid) : at->second;
  };
}

/// Of a live host instances come: who has no name is asked for again.
std::function<std::string(pmapi::InstanceId)> InstanceNames(
    const pmapi::MetricCatalog& catalog, pmapi::InDom indom) {
  if (indom == pmapi::kNullInDom) {
    return [](pmapi::InstanceId) { return std::string(); };
  }
  auto names = std::make_shared<std::map<pmapi::InstanceId, std::string>>();
  return [names, &catalog, indom](pmapi::InstanceId id) {
    if (!names->contains(id)) {
      const auto known = catalog.Instances(indom);
      for (const pmapi::Instance& one :
           known ? *known : std::vector<pmapi::Instance>()) {
        names->emplace(one.id, one.name);
      }
    }
    const auto at = names->find(id);
    return at == names->end() ? std::to_string(id) : at->second;
  };
}

/// One run of it; a step that fails has said why.
class EventsCommand : LiveObserver {
 public:
  EventsCommand(const EventsOptions& options, const ProcessContext& process)
      : options_(options),
        process_(process),
        typed_(kCommandLine, options.records),
        out_(*process.out),
        err_(*process.err) {}

  /// The exit status.
  int Run() {
    if (!base::Zone::Find(options_.zone)) {
      return Fail(ZoneWords("-Z", options_.zone));
    }
    if (IsFunction(options_.records)) return Fail(kAlone);
    if (auto word = WordOfSequel(Rule())) return RefuseSequel(*word);
    return options_.archives.empty() ? OfHost() : OfArchives();
  }

 private:
  int Fail(const std::string& text) {
    err_.Print(CommandComplaint("events", text));
    return kError;
  }

  base::Zone ZoneFor(const Archives* archives) const {
    if (!options_.zone.empty()) return base::Zone::FromTz(options_.zone);
    if (options_.source_zone && archives != nullptr) {
      return base::Zone::FromTz(archives->front().zone());
    }
    const auto tz = process_.environment("TZ");
    return tz ? base::Zone::FromTz(*tz) : base::Zone::OfSystem();
  }

  std::string Rule() const { return kBefore + options_.records + " )"; }

  /// Several records that make one number are no records to print.
  int RefuseSequel(const grammar::Token& word) {
    const bool pair = grammar::SymbolOf(word.kind) == grammar::Symbol::kPair;
    grammar::Diagnostic refused;
    refused.span = word.span;
    refused.message = grammar::Spelling(word.kind) +
                      " does not belong here: of records METRIC where "
                      "CONDITION stands alone";
    refused.hint = std::string(pair ? "pairs are" : "what follows is") +
                   " counted by: tocsin eval 'count_event ( ... )'";
    err_.Print(DiagnosticText(OfTyped({{&typed_, std::move(refused)}})));
    return kError;
  }

  /// What is told of that rule, in what has been typed.
  std::vector<FiledDiagnostic> OfTyped(
      std::vector<FiledDiagnostic> told) const {
    const auto typed = [this](std::uint32_t at) {
      const auto size = static_cast<std::uint32_t>(options_.records.size());
      return std::min(at - std::min(at, kBeforeSize), size);
    };
    for (FiledDiagnostic& one : told) {
      grammar::Span& span = one.diagnostic.span;
      span.begin = typed(span.begin);
      span.end = typed(span.end);
      one.source = &typed_;
    }
    return told;
  }

  /// The fetch of `statements`, if they are one of records and nothing else.
  expr::Fetch* FetchOf(std::vector<expr::Statement>* statements) {
    if (statements->size() != 1) return nullptr;
    auto* observe = std::get_if<expr::Observe>(&statements->front().body);
    if (observe == nullptr) return nullptr;
    auto* fetch = std::get_if<expr::Fetch>(&observe->expr->node);
    return fetch == nullptr || fetch->folds.empty() ? nullptr : fetch;
  }

  bool TakeStatement(RuleFiles* rules, const std::vector<pmapi::Source*>& all) {
    statements_ = rules->TakeStatements();
    err_.Print(DiagnosticText(OfTyped(rules->diagnostics())));
    err_.Flush();
    if (rules->has_errors()) return false;
    return List(&statements_, all);
  }

  bool List(std::vector<expr::Statement>* statements,
            const std::vector<pmapi::Source*>& all) {
    expr::Fetch* fetch = FetchOf(statements);
    if (fetch == nullptr) {
      Fail(
          "what is wanted is METRIC, or METRIC where CONDITION, of event "
          "records");
      return false;
    }
    const auto& layout =
        std::get<expr::Observe>(statements->front().body).expr->layout;
    listers_.clear();
    for (std::size_t host = 0; host < fetch->folds.size(); ++host) {
      if (fetch->folds[host] == nullptr) continue;
      const pmapi::Source& source = *all[layout.sources[host]];
      const pmapi::MetricDesc& desc = fetch->descs[host];
      auto lister = std::make_shared<EventLister>(
          fetch->folds[host],
          EventListing{options_.json, options_.count, since_, &*zone_, &out_},
          EventNames{source.HostName(),
                     InstanceNames(source.Catalog(), desc.indom),
                     ParameterNames(source.Catalog(), desc.pmid)});
      listers_.push_back(lister);
      fetch->folds[host] = std::move(lister);
    }
    return true;
  }

  int Status() {
    for (const auto& lister : listers_) counted_ += lister->count();
    if (options_.count) out_.Print(std::to_string(counted_) + "\n");
    return counted_ > 0 ? kSome : kNone;
  }

  int OfArchives();
  int OfHost();
  int Watch();

  void Evaluated(const engine::schedule::TaskResults&) override {
    out_.Flush();
    if (!out_.status()) session_->hosts().loop()->Stop();
  }
  void Answered(std::size_t source, const base::Error* why) override {
    const std::string text =
        why == nullptr ? std::string()
                       : session_->hosts().Title(source) + ": " + why->message;
    if (text == std::exchange(told_, text) || text.empty()) return;
    Fail(text);
    err_.Flush();
  }
  void Skipped(base::Duration, std::int64_t) override {}
  void Ended() override {}
  base::Result<std::vector<expr::Statement>> CheckAgain(
      const std::set<int>& sources) override {
    for (const auto& lister : listers_) counted_ += lister->count();
    auto statements =
        rules_->CheckAgain(session_->hosts().Views(sources)).statements;
    if (!List(&statements, session_->hosts().Sources())) {
      return base::Error{base::ErrorCode::kChanged,
                         "the metric is no more what it was"};
    }
    return statements;
  }

  const EventsOptions& options_;
  const ProcessContext& process_;
  const grammar::SourceText typed_;
  Output& out_;
  Output& err_;
  engine::schedule::SystemClock clock_;
  std::optional<base::Zone> zone_;
  base::Timestamp since_;
  std::vector<expr::Statement> statements_;
  std::vector<std::shared_ptr<EventLister>> listers_;
  std::int64_t counted_ = 0;  // by listers that are gone
  std::string told_;
  NoActions no_actions_;
  RuleFiles* rules_ = nullptr;
  std::optional<LiveSession> session_;
};

int EventsCommand::OfArchives() {
  Archives archives;
  if (auto failure = archives.Open(options_.archives, {})) {
    return Fail("cannot open archive " + failure->name + ": " +
                failure->error.message);
  }
  zone_ = ZoneFor(&archives);
  const pmapi::notation::WindowFrame frame{archives.start(), archives.end(),
                                           clock_.Now(), *zone_};
  const auto window = MeantWindow(options_.window, frame);
  if (!window) return Fail(window.error().message);
  if (window->first > window->end) {
    return Fail(EmptyWindowWords(*window, frame));
  }
  since_ = window->first;
  RuleFiles rules(kReplayInterval.Seconds(), archives.Views());
  rules.Add({kCommandLine, Rule()});
  if (!TakeStatement(&rules, archives.Sources())) return kError;
  engine::schedule::ReplayOptions options;
  options.start = window->first;
  options.end = window->end;
  options.zone = &*zone_;
  engine::schedule::Replay replay(std::move(statements_), archives.Sources(),
                                  options, &no_actions_);
  const auto done =
      replay.Run({[](const engine::schedule::TaskResults&) {},
                  [&](base::Timestamp) {
                    return !process_.over() && out_.status().has_value();
                  }});
  out_.Flush();
  if (process_.over()) return kError;
  if (!done) return Fail(done.error().message);
  const auto losses =
      LossTexts(archives.Losses(), *window, *zone_, clock_.Now());
  for (const std::string& text : losses) Fail(text);
  const int status = Status();
  return losses.empty() ? status : kError;
}

int EventsCommand::OfHost() {
  const pmapi::notation::WindowOptions& window = options_.window;
  if (window.start || window.finish || window.origin || options_.source_zone) {
    return Fail(
        "-S, -T, -O and -z are for archives; a live host is watched "
        "from now on");
  }
  zone_ = ZoneFor(nullptr);
  session_.emplace(process_);
  session_->hosts().Follow({"", options_.logs, options_.journal});
  if (const auto heard = session_->Listen(); !heard) {
    return Fail(heard.error().message);
  }
  RuleFiles rules(kLiveInterval.Seconds());
  rules_ = &rules;
  rules.Parse({kCommandLine, Rule()});
  RuleNeeds needs = rules.Needs();
  for (auto& [host, metrics] : needs) metrics[kEveryMetric];
  if (!session_->Consult(options_.host, needs,
                         [this](const std::string& text) { Fail(text); })) {
    return kError;
  }
  rules.Check(session_->Views());
  if (!TakeStatement(&rules, session_->hosts().Sources())) return kError;
  const int status = Watch();
  session_->Drain();
  return status;
}

int EventsCommand::Watch() {
  engine::schedule::LiveOptions options;
  options.start = clock_.Now();
  options.zone = &*zone_;
  LiveEvaluation evaluation(&session_->hosts(), options, &no_actions_, &clock_,
                            this);
  auto begun = evaluation.Begin(std::move(statements_));
  if (begun) session_->hosts().loop()->Run();
  const auto& done = begun ? evaluation.status() : begun;
  out_.Flush();
  if (!done) return Fail(done.error().message);
  return Status();
}

}  // namespace

int RunEvents(const EventsOptions& options, const ProcessContext& process) {
  return EventsCommand(options, process).Run();
}

}  // namespace cli
