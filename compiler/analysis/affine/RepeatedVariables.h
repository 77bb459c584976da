// Variables of a nest that have the value of their initializer wherever that is computed again.
//
//     for (i..) {
//       double *row = m->data + i * m->cols;    nothing in the nest writes m->data or m->cols
//       for (j..)
//         row[j] /= 2;                          so this is (m->data + i * m->cols)[j]
//     }
//
// Such a variable needs no place of its own for each iteration, and it may be a pointer. It is set
// once, where it is declared. What its initializer reads is written by nothing in the nest:
// counters of loops around it, other such variables, and memory. Memory of other bases does not
// overlap, or the nest stays as it is. The initializer computes with integers and addresses only:
// sums of other numbers may be fused otherwise at another place.
#pragma once

#include "analysis/access/AnalysedProgram.h"
#include "analysis/affine/AffineNest.h"

namespace kasuri {

class RepeatedVariables {
public:
  /// `counters`: variables of the nest's loops.
  RepeatedVariables(const AnalysedProgram &analysed, RegionId root,
                    const std::vector<AffineStatement> &statements,
                    const std::set<ObjectId> &counters);

  /// The initializer of such a variable may name others.
  bool isOne(ObjectId variable);

private:
  const Program &program;
  const FunctionAccesses &known;
  RegionId root;
  const std::set<ObjectId> &counters;
  std::map<ObjectId, std::vector<ValueId>> stores; ///< in the nest, by name
  std::set<Base> written;
  std::map<ObjectId, bool> decided; ///< false while it is being decided

  bool decide(ObjectId variable);
  bool isDeclaration(ValueId store, ObjectId variable) const;
  bool isSame(ValueId value);
  bool readsTheSame(ValueId read);
  bool isSameVariable(ObjectId variable);
};

} // namespace kasuri
