// What stands in a statement for a variable whose initializer has the same value there
// (RepeatedVariables.h):
//
//     double *row = m->data + i * m->cols;
//     for (j..) row[j] /= 2;                    (m->data + i * m->cols)[j] /= 2;
//
// The text means the same in all of the nest: its names are given to nothing else in the function.
#pragma once

#include "reorder/NestSource.h"

namespace kasuri {

struct RepeatedText {
  std::string text;               ///< in parentheses
  std::map<size_t, size_t> loops; ///< how often it names their variables
};

/// Nothing if the initializer has no text that may stand elsewhere.
std::optional<RepeatedText> repeatedText(const NestSource &source, ObjectId variable);

/// One of the nest's, declared in it. A part of a larger nest may have others around it.
bool isRepeatedIn(const NestSource &source, ObjectId variable);

} // namespace kasuri
