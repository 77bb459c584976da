// The facts about a program, and what most readers of them include, precompiled for the folders
// that may not see Clang.
#pragma once

#include "analysis/Parallelism.h"
#include "graph/MacroTaskGraph.h"
#include "model/Regions.h"
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <vector>
