// The page's form and the samples, embedded by the build from page/ and from samples/playground.
#pragma once

#include "report/HtmlTemplate.h"

namespace kasuri {

extern const HtmlTemplate playgroundTemplate;

struct Sample {
  const char *name; ///< of its file, without .c
  const char *text; ///< its first line is a comment, which is its title
};
extern const Sample playgroundSamples[];
extern const unsigned playgroundSampleCount;

} // namespace kasuri
