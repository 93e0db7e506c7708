// Diagnostics of one statement.
#include "engine/check/report.h"

#include <utility>

#include "engine/check/pmie_lines.h"

namespace engine::check {

void Report::Located(const grammar::ast::Expr& expr, std::string message,
                     std::string hint, std::string detail) {
  Error(expr.span, std::move(message), std::move(hint),
        LinesAfter(expr, source_, std::move(detail)));
}

void Report::LocatedBehind(grammar::Span span, std::string message,
                           std::string hint, std::string detail) {
  Error(span, std::move(message), std::move(hint),
        LinesBehind(span.end, source_, std::move(detail)));
}

void Report::OursAlone(const grammar::ast::Expr& expr, std::string message,
                       std::string hint, std::string detail) {
  OursAlone(expr.span, std::move(message), std::move(hint),
            LinesAfter(expr, source_, std::move(detail)));
}

void Report::OursAlone(grammar::Span span, std::string message,
                       std::string hint, std::vector<std::string> lines) {
  ++errors_;
  diagnostics_->push_back({grammar::Severity::kError, span, std::move(message),
                           std::move(hint), std::move(lines)});
}

void Report::Error(grammar::Span span, std::string message, std::string hint,
                   std::vector<std::string> lines) {
  ++pmie_errors_;
  OursAlone(span, std::move(message), std::move(hint), std::move(lines));
}

void Report::Awaited(grammar::Span span, std::string message, std::string hint,
                     std::vector<std::string> lines) {
  diagnostics_->push_back({grammar::Severity::kWarning, span,
                           std::move(message), std::move(hint),
                           std::move(lines)});
}

void Report::Warning(grammar::Span span, std::string message,
                     std::string hint) {
  diagnostics_->push_back({grammar::Severity::kWarning,
                           span,
                           std::move(message),
                           std::move(hint),
                           {}});
}

void Report::UnknownHost(grammar::Span span, const std::string& host,
                         std::string hint) {
  unknown_host_ = true;
  Error(span, "no archive of host \"" + host + "\" is open", std::move(hint),
        {"pmie: cannot open archive unknown archive",
         "pmNewContext: No such file or directory"});
}

}  // namespace engine::check
