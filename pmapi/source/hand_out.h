// HandOut: samples that were made before somebody asked for them.
#ifndef TOCSIN_PMAPI_SOURCE_HAND_OUT_H_
#define TOCSIN_PMAPI_SOURCE_HAND_OUT_H_

#include "pmapi/source/samples.h"

namespace pmapi {

/// The reader's `samples` become what was `made` before, of which nothing is
/// left. Numbers go where the reader wants them; bits and cells that have
/// become such are let go of.
void HandOut(Samples* made, Samples* samples);

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_SOURCE_HAND_OUT_H_
