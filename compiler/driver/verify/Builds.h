// The versions of a program that are held against each other.
//
//     sequential         the sources, by the user's compiler and flags
//     parallel           what Kasuri plans for them
//     every layer        with every layer that is legal, however short (--min-gain=0)
//
// A plan by estimates leaves out what is too short to pay, so it alone would leave most of what
// the analysis has decided untried. Where both plans give the same text, there is one version.
// Sources are compiled one by one, each by its own flags; messages of assert name the same files in
// all versions (-fmacro-prefix-map).
//
// Each parallel version also comes with a runtime that runs its layers on one thread, in any order
// (lib/kasuri/libkasuri-orders.a, Orders.h): the same objects, linked once more.
//
// And it comes for ThreadSanitizer, with a runtime that is instrumented too
// (lib/kasuri/libkasuri-tsan.a): it must see how workers wait for each other. It is not optimised:
// a compiler may load early what is only read behind a test, which would look like a race, and may
// drop a store to a variable that is shared by mistake, which would hide one. (A program that is
// only linked when it is optimised is taken with -O1.)
#pragma once

#include "driver/Layout.h"
#include "driver/verify/Races.h"
#include "driver/verify/Request.h"

namespace kasuri {

struct ParallelVersion {
  std::string name;
  std::vector<std::string> sources; ///< by input
  LayerNames layers = {};
  bool isParallel = true; ///< not the sequential program once more
  std::string program = {};
  std::string orderedProgram = {}; ///< on one thread, in any order; "": there is none,
  std::string whyNotOrdered = {};  ///< because
  std::string checkedProgram = {}; ///< for ThreadSanitizer; "": there is none,
  std::string whyNotChecked = {};  ///< because
};

struct Builds {
  std::string sequential = {}; ///< the program
  std::vector<ParallelVersion> parallel = {};
  std::vector<std::string> promises = {}; ///< of the sources (driver/Pipeline.h)
};

/// All versions in `root`/NAME; or the exit status after one diagnostic.
std::variant<Builds, int> buildVersions(const VerifyRequest &request,
                                        const Installation &installation, const std::string &root);

} // namespace kasuri
