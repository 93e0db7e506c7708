// A tag of a template is found in the text of receivers by its number: nothing
// else there has two braces, however its lines are folded.
#include "actions/receivers/template_settings.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "actions/receivers/body_template.h"
#include "actions/receivers/header_lines.h"
#include "actions/receivers/shown_text.h"
#include "base/file.h"
#include "base/yaml/yaml.h"

namespace actions {
namespace {

using base::yaml::Place;
using grammar::FileFindings;
using grammar::Settings;
using Text = Settings::Text;

constexpr std::size_t kMaxTemplateBytes = 64 << 10;
constexpr std::size_t kMaxTemplatesBytes = 4 << 20;  // of a file

Place PlaceAt(std::size_t begin, std::size_t size) {
  return {static_cast<std::uint32_t>(begin),
          static_cast<std::uint32_t>(begin + size)};
}

/// Tags of a template in a text that holds it behind `from`.
class TagFinder {
 public:
  TagFinder(std::string_view text, std::string_view source, std::size_t from)
      : text_(text),
        source_(source),
        at_(text.find(kTag)),
        in_source_(source.find(kTag, from)) {}

  /// Where `fault` is, behind the last one that was asked for. Nothing if it
  /// is written in another way there.
  std::optional<std::size_t> Find(const TemplateFault& fault) {
    while (at_ < fault.begin && in_source_ != source_.npos) {
      at_ = text_.find(kTag, at_ + kTag.size());
      in_source_ = source_.find(kTag, in_source_ + kTag.size());
    }
    const std::size_t size = fault.end - fault.begin;
    if (at_ != fault.begin || in_source_ == source_.npos ||
        source_.substr(in_source_, size) != text_.substr(at_, size)) {
      return std::nullopt;
    }
    return in_source_;
  }

 private:
  static constexpr std::string_view kTag = "{{";

  std::string_view text_;
  std::string_view source_;
  std::size_t at_;
  std::size_t in_source_;
};

/// What stands in `text` before `end`. Counts from 1.
std::string LineOf(std::string_view text, std::size_t end) {
  const std::string_view before = text.substr(0, end);
  return std::to_string(1 + std::count(before.begin(), before.end(), '\n'));
}

bool IsPlaced(const TemplateFault& fault) { return fault.end > 0; }

std::vector<Place> AllLines(std::string_view text) {
  std::vector<Place> all = {PlaceAt(0, 1)};
  for (std::size_t at = text.find('\n'); at != text.npos;
       at = text.find('\n', at + 1)) {
    all.push_back(PlaceAt(at + 1, 1));
  }
  return all;
}

}  // namespace

bool TemplateReader::Read(Settings* settings, BodySettings* body) {
  auto text = settings->FindSecret("template");
  const auto file = settings->FindText("template_file");
  const auto type = settings->FindText("content_type");
  if (text && file) {
    findings_.Error(file->place, "there are both template and template_file",
                    "keep one");
  }
  if (type && !text && !file) {
    findings_.Error(type->place, "content_type is for a template");
  }
  if (!text && !file) return true;
  body->form = BodyForm::kTemplate;
  body->content_type = type ? type->text : "application/json";
  if (!CanEscapeFor(body->content_type) || !IsHeaderValue(body->content_type)) {
    findings_.Error(type->place, "how to escape for this is not known",
                    "application/json, text/plain, text/html, "
                    "application/x-www-form-urlencoded are");
    return false;
  }
  const bool of_file = !text;
  const auto path = of_file ? (folder_ / file->text).string() : "";
  if (of_file) {
    const auto read = base::ReadRegularText(path, kMaxTemplateBytes);
    if (!read) {
      findings_.Error(file->place, read.error().message);
      return false;
    }
    text = Text{*read, file->place};
  }
  bytes_ += text->text.size();
  if (bytes_ > kMaxTemplatesBytes) {
    findings_.Error(text->place,
                    "the templates of this file have more than 4 MiB",
                    "put receivers into several files");
    return false;
  }
  body->body_template = text->text;
  const auto faults = FaultsOf(text->text, body->content_type);
  const std::string what = of_file ? file->text + ": " : "the template: ";
  if (faults.empty()) {
    if (const auto doubt = DoubtOf(text->text, body->content_type)) {
      findings_.Warning(text->place, what + doubt->message, doubt->hint);
    }
    return true;
  }
  for (const TemplateFault& fault : faults) {
    if (IsPlaced(fault)) continue;
    findings_.Error(text->place, what + fault.message, fault.hint);
  }
  of_file ? TellOfFile(path, text->text, faults) : TellOfText(*text, faults);
  return false;
}

void TemplateReader::TellOfFile(const std::string& path,
                                const std::string& text,
                                const std::vector<TemplateFault>& faults) {
  const auto same = [&path](const auto& one) {
    return one.shown.name() == path;
  };
  if (std::any_of(files_.begin(), files_.end(), same)) return;
  FileFindings own;
  for (const TemplateFault& fault : faults) {
    if (!IsPlaced(fault)) continue;
    own.Error(PlaceAt(fault.begin, fault.end - fault.begin), fault.message,
              fault.hint);
    own.shown.push_back(PlaceAt(fault.begin, fault.shown));
  }
  if (own.diagnostics.empty()) return;
  files_.push_back({grammar::SourceText(
                        path, WithoutSecrets(text, AllLines(text), own.shown)),
                    std::move(own.diagnostics)});
}

void TemplateReader::TellOfText(const Text& text,
                                const std::vector<TemplateFault>& faults) {
  TagFinder finder(text.text, source_, text.place.begin);
  for (const TemplateFault& fault : faults) {
    if (!IsPlaced(fault)) continue;
    const auto found = finder.Find(fault);
    if (!found) {
      findings_.Error(text.place,
                      "the template: line " + LineOf(text.text, fault.begin) +
                          ": " + fault.message,
                      fault.hint);
      continue;
    }
    findings_.Error(PlaceAt(*found, fault.end - fault.begin), fault.message,
                    fault.hint);
    findings_.shown.push_back(PlaceAt(*found, fault.shown));
    const std::size_t line = source_.rfind('\n', *found) + 1;
    if (line > text.place.begin) findings_.secrets.push_back(PlaceAt(line, 1));
  }
}

}  // namespace actions
