// What most of the analysis includes, precompiled for its folder.
#pragma once

#include "analysis/Parallelism.h"
#include "analysis/access/AnalysedProgram.h"
#include "analysis/pointers/CallEffects.h"
#include "analysis/symbolic/Touches.h"
#include "model/Regions.h"
#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <vector>
