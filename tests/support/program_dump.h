// A program as text, a line a node. In the namespace of what it shows.
#ifndef TOCSIN_TESTS_SUPPORT_PROGRAM_DUMP_H_
#define TOCSIN_TESTS_SUPPORT_PROGRAM_DUMP_H_

#include <string>

#include "engine/program/program.h"

namespace engine::program {

/// One line a node: "%3 = gt %1 %2".
std::string Dump(const Program& program);

}  // namespace engine::program

#endif  // TOCSIN_TESTS_SUPPORT_PROGRAM_DUMP_H_
