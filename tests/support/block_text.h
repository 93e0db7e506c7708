// Blocks as text and back, a word a cell, so that tests read as tables:
// "-" absent, "+" present but no member, "?" a member without a value, "u" one
// that is undecided, else the value.
#ifndef TOCSIN_TESTS_SUPPORT_BLOCK_TEXT_H_
#define TOCSIN_TESTS_SUPPORT_BLOCK_TEXT_H_

#include <string>
#include <vector>

#include "pmapi/block/block.h"

namespace tests {

pmapi::LaneSet LaneSetOf(std::vector<pmapi::Lane> lanes);

/// Instances `ids` of the first host.
pmapi::LaneSet InstancesOf(const std::vector<pmapi::InstanceId>& ids);

/// A row a text, such as "1 ? + - nan 0.5". Cells that are not known hold a
/// number that no test expects; dense() says the truth.
pmapi::Block BlockOf(pmapi::LaneSet lanes,
                     const std::vector<std::string>& rows);

/// BlockOf() of instances 0, 1, ... as many as the first row has words.
pmapi::Block Set(const std::vector<std::string>& rows);

/// BlockOf() of a singular metric's lane.
pmapi::Block Single(const std::vector<std::string>& rows);

/// Each row as BlockOf() takes it. A block that calls itself dense and is not
/// ends the process.
std::vector<std::string> RowsOf(const pmapi::Block& block);

}  // namespace tests

#endif  // TOCSIN_TESTS_SUPPORT_BLOCK_TEXT_H_
