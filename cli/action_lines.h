// ActionLines: over archives actions are described, a line each, and never
// done. Source: docs/pmie.md, "Actions".
#ifndef TOCSIN_CLI_ACTION_LINES_H_
#define TOCSIN_CLI_ACTION_LINES_H_

#include <functional>
#include <string>

#include "base/zone.h"
#include "cli/output.h"
#include "engine/alarm/event.h"

namespace cli {

/// pmie's own layout of a line.
inline constexpr char kDefaultActionFormat[] = "%a %d: %m";

class ActionLines : public engine::alarm::EventSink {
 public:
  /// `file_name` tells what a statement's rule file is called. Lifetime: zone
  /// and output outlive the sink.
  ActionLines(std::string format, const base::Zone* zone,
              std::function<std::string(int file)> file_name, Output* output)
      : format_(std::move(format)),
        zone_(zone),
        file_name_(std::move(file_name)),
        output_(output) {}

  bool NeedsParts(const engine::expr::ast::Call& call) const override;
  /// Describes the action; describing always succeeds.
  void Perform(const engine::alarm::Event& event, const Done& done) override;

 private:
  void AppendField(char field, const engine::alarm::Event& event,
                   std::string* out) const;

  std::string format_;
  const base::Zone* zone_;
  std::function<std::string(int file)> file_name_;
  Output* output_;
};

/// pmie's warnings about fields of a format that are none, a line each.
std::string FormatWarnings(const std::string& format);

}  // namespace cli

#endif  // TOCSIN_CLI_ACTION_LINES_H_
