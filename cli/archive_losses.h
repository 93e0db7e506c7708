// Messages on archives that are cut short, or still being written. As pmie
// there are none.
#ifndef TOCSIN_CLI_ARCHIVE_LOSSES_H_
#define TOCSIN_CLI_ARCHIVE_LOSSES_H_

#include <optional>
#include <string>
#include <vector>

#include "base/time.h"
#include "base/zone.h"
#include "pmapi/archive/losses.h"
#include "pmapi/notation/time_window.h"

namespace cli {

/// Of `losses` those that touch `window`, or all without one, a line each, as
/// of `now`. Empty: nothing is lost.
std::vector<std::string> LossTexts(
    const std::vector<pmapi::Loss>& losses,
    const std::optional<pmapi::notation::TimeWindow>& window,
    const base::Zone& zone, base::Timestamp now);

}  // namespace cli

#endif  // TOCSIN_CLI_ARCHIVE_LOSSES_H_
