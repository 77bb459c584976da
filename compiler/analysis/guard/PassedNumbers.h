// What all callers of a function pass for its integer parameters, if that are constants.
//
//     static void rows(int *a, int n, int m, int w) {   n is from 10 to 20, and w is 20: rows of n
//       for (i = 0; i < m; i++)                         numbers that are w apart do not overlap
//         for (j = 0; j < n; j++)
//           a[w * i + j] += i;
//     }
//     rows(a, 10, m, 20), rows(a, 20, m, 20), and no other call
//
// All calls are known if the function is static, nothing reaches it but what C shows, and its
// address is not where unknown code may find it: each call that may lead to it then names it. A
// parameter that the function never sets, and that only its name leads to, has that number wherever
// a loop starts. Only constants count that are the same in each type of four bytes or more.
#pragma once

#include "analysis/access/AnalysedProgram.h"

#include <vector>

namespace kasuri {

struct PassedNumber {
  ObjectId parameter;
  int64_t least, most;
};

std::vector<PassedNumber> passedNumbers(const AnalysedProgram &analysed, FunctionId function);

} // namespace kasuri
