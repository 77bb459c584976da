// What most tests include, precompiled.
#pragma once

#include "graph/FactHeaders.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
