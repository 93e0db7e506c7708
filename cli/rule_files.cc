// Texts kept for as long as diagnostics point into them.
#include "cli/rule_files.h"

#include "base/file.h"

namespace cli {
namespace {

/// No rule file that a person wrote or a tool made comes near it; what is
/// larger is some other file by mistake. Units: bytes.
constexpr std::size_t kMaxFileBytes = std::size_t{64} << 20;

}  // namespace

RuleFiles::RuleFiles(double default_interval,
                     std::vector<engine::check::SourceView> sources)
    : checker_(std::move(sources)) {
  session_.set_default_interval(default_interval);
}

bool RuleFiles::Add(std::string name, std::string text) {
  const int file = static_cast<int>(texts_.size());
  const grammar::Source& source =
      texts_.emplace_back(std::move(name), std::move(text));
  engine::check::Checked checked =
      checker_.Check(source, session_.Parse(source), file);
  for (grammar::Diagnostic& diagnostic : checked.diagnostics) {
    has_errors_ |= diagnostic.severity == grammar::Severity::kError;
    diagnostics_.push_back({&source, std::move(diagnostic)});
  }
  for (engine::expr::Statement& statement : checked.statements) {
    statements_.push_back(std::move(statement));
  }
  return !checked.unknown_host.has_value();
}

base::Result<bool> RuleFiles::AddFile(const std::string& path) {
  auto text = base::ReadText(path, kMaxFileBytes);
  if (!text) return text.error();
  return Add(path == "-" ? "<stdin>" : path, *std::move(text));
}

}  // namespace cli
