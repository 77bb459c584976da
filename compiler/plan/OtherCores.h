// Tables for a process that gets other cores than the machine's fastest ones.
#pragma once

#include "plan/Plan.h"

namespace kasuri {

/// Fills `elsewhere` of all layers that have tables, for at most so many cores, if the machine has
/// several kinds of them. With `takesAll`, those that save no time, too.
void planOtherCores(Plan &plan, const Machine &machine, unsigned cores, bool takesAll);

/// Numbers of cores of each kind that a process may get, so many at most in all and two at least;
/// not those of which the machine's fastest cores consist. Where there would be too many of them,
/// only some.
std::vector<std::vector<unsigned>> otherNumbersOf(const Machine &machine, unsigned cores);

} // namespace kasuri
