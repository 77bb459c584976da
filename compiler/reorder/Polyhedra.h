// An affine nest as integer sets and relations (isl); internal to reordering.
#pragma once

#include "analysis/affine/AffineNest.h"
#include "reorder/Isl.h"
#include "reorder/NestNames.h"

namespace kasuri {

/// Statement number s is the tuple "S<s>" of the counters of the loops around it, parameter number
/// p is "p<p>", array number a is "A<a>". Behind the nest's parameters are its wholeSteps(): isl
/// takes long for what is rounded.
struct Polyhedra {
  isl::set parameters;   ///< what is known of them wherever the new order runs
  isl::set within;       ///< with these, if there are iterations, no subscript leaves its dimension
  isl::union_set domain; ///< all executions of statements
  isl::union_map schedule; ///< their order in the source, as tuples of one length
  isl::union_map reads, writes;
  /// From each execution to a later one that accesses the same element, one of them to write it.
  isl::union_map dependences;
  isl::set inFront; ///< what is known of the parameters before anything is tested
};

/// Throws isl::exception when the context's operations are used up.
Polyhedra polyhedraOf(const isl::ctx &context, const AffineNest &nest);

/// From executions of the statement to the elements that this access of it is to.
isl::map accessMap(const isl::ctx &context, const AffineNest &nest, size_t statement,
                   size_t access);

/// Pairs of executions in which both access the same element.
isl::union_map sharing(const isl::union_map &first, const isl::union_map &second);

std::string statementName(size_t statement);
std::string parameterName(size_t number);

/// A number for each execution, from the names of the counters around the statement: "c0 + 2".
using PlaceText =
    std::function<std::string(size_t statement, const std::vector<std::string> &counters)>;
/// As isl reads it: "{ S0[c0, c1] -> [(c0 + 2)]; ... }".
std::string placesText(const AffineNest &nest, const PlaceText &place);
/// Of a tuple: the statement's or the array's.
size_t numberOf(const isl::set &tuples);

} // namespace kasuri
