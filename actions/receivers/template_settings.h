// TemplateReader: the settings of receivers whose bodies are made after
// templates of the site's own, and what is wrong with these, at its place.
// Source: docs/notifications.md, "Templates".
#ifndef TOCSIN_ACTIONS_RECEIVERS_TEMPLATE_SETTINGS_H_
#define TOCSIN_ACTIONS_RECEIVERS_TEMPLATE_SETTINGS_H_

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "actions/receivers/body.h"
#include "actions/receivers/template_faults.h"
#include "grammar/diagnostic.h"
#include "grammar/settings/settings.h"
#include "grammar/source_text.h"

namespace actions {

/// A file that holds a template in which something is wrong.
struct WrongTemplate {
  grammar::SourceText shown;  // all but wrong tags is hidden
  std::vector<grammar::Diagnostic> diagnostics;
};

/// Of one file of receivers.
class TemplateReader {
 public:
  /// `source` is its text, and stands in `folder`. Lifetime: `source` and
  /// `findings` outlive it.
  TemplateReader(std::string_view source, std::filesystem::path folder,
                 grammar::FileFindings* findings)
      : source_(source), folder_(std::move(folder)), findings_(*findings) {}

  /// Sets `body` to the template of a receiver, if it has one. False where its
  /// tags are wrong. Errors: those are told where they stand, in the file of
  /// receivers or in one of files(); all else is told in the former.
  bool Read(grammar::Settings* settings, BodySettings* body);

  /// Each once, whoever names it.
  std::vector<WrongTemplate> TakeFiles() { return std::move(files_); }

 private:
  void TellOfFile(const std::string& path, const std::string& text,
                  const std::vector<TemplateFault>& faults);
  void TellOfText(const grammar::Settings::Text& text,
                  const std::vector<TemplateFault>& faults);

  std::string_view source_;
  std::filesystem::path folder_;
  grammar::FileFindings& findings_;
  std::vector<WrongTemplate> files_;
  std::size_t bytes_ = 0;  // of all templates
};

}  // namespace actions

#endif  // TOCSIN_ACTIONS_RECEIVERS_TEMPLATE_SETTINGS_H_
