// WalkTogether: what is long of a survey's walk, walked by several threads.
#ifndef TOCSIN_PMAPI_ARCHIVE_SURVEY_PARTS_H_
#define TOCSIN_PMAPI_ARCHIVE_SURVEY_PARTS_H_

#include "pmapi/archive/survey.h"

namespace pmapi {

/// Walks what is left of the volume in which `walk` stands, as far as the
/// temporal index shows where records begin: up to the end of the segment, or
/// to where one thread has to see for itself; the same as if it had.
/// REQUIRES: `walk` has made a step.
void WalkTogether(const SurveyOptions& options, SurveyWalk* walk);

}  // namespace pmapi

#endif  // TOCSIN_PMAPI_ARCHIVE_SURVEY_PARTS_H_
