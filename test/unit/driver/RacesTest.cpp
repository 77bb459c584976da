// ThreadSanitizer's reports as places and layers, in the words of GCC's and of clang's.
#include "driver/verify/Races.h"

#include <gtest/gtest.h>

using namespace kasuri;

namespace {

const LayerNames layers = {
    {"ks_main_11", "main@a.c:11"}, {"ks_step_4", "step@a.c:4"}, {"ks_step_4", "step@b.c:4"}};

constexpr const char *ofGcc = R"(==================
WARNING: ThreadSanitizer: data race (pid=18599)
  Write of size 8 at 0x5555557163b0 by thread T1:
    #0 ks_main_11_t0 /src/a.c:13 (program+0x4f87)
    #1 ksi_run_task runtime/team/task.h:13 (program+0x65ab)

  Previous read of size 1 at 0x5555557163b0 by main thread:
    #0 memcpy ../../../../src/libsanitizer/tsan/tsan_interceptors.cpp:827 (libtsan.so.2+0x5e686)
    #1 note /src/a.c:4 (program+0x4f87)
    #2 ks_main_11_t1 /src/a.c:15 (program+0x4f99)

  Location is global 'b' of size 1600000 at 0x555555716380 (program+0x1c23b0)

  Thread T1 (tid=18601, running) created by main thread at:
    #0 pthread_create ../../../../src/libsanitizer/tsan/tsan_interceptors_posix.cpp:1001 (libtsan.so.2+0x5e686)
    #1 main /src/a.c:9 (program+0x521c)

SUMMARY: ThreadSanitizer: data race /src/a.c:13 in ks_main_11_t0
==================
)";

constexpr const char *ofClang = R"(==================
WARNING: ThreadSanitizer: data race (pid=1)
  Atomic write of size 4 at 0x555556ba7750 by thread T1:
    #0 memset <null> (program+0x1)
    #1 ks_step_4_t0 /src/b.c:5:14 (program+0xeaeab) (BuildId: 40b9a488)

  Previous write of size 4 at 0x555556ba7750 by thread T2:
    #0 outside /src/c.c:7:1 (program+0xeaeab) (BuildId: 40b9a488)

==================
)";

TEST(Races, AreToldByPlaceAndLayer) {
  const std::vector<Race> races = racesIn(ofGcc, layers);
  ASSERT_EQ(races.size(), 1u);
  EXPECT_EQ(races[0].kind, "data race");
  ASSERT_EQ(races[0].accesses.size(), 2u);
  EXPECT_EQ(races[0].accesses[0].verb, "write of 8 bytes");
  EXPECT_EQ(races[0].accesses[0].place, "/src/a.c:13");
  EXPECT_EQ(races[0].accesses[0].function, "main@a.c:11");
  EXPECT_EQ(races[0].accesses[0].layer, "main@a.c:11");
  EXPECT_EQ(races[0].accesses[1].verb, "read of 1 byte");
  EXPECT_EQ(races[0].accesses[1].place, "/src/a.c:4");
  EXPECT_EQ(races[0].accesses[1].function, "note");
  EXPECT_EQ(races[0].accesses[1].layer, "main@a.c:11");
}

TEST(Races, OfSeveralLayersOfOneSymbolTakesThatOfTheFile) {
  const std::vector<Race> races = racesIn(ofClang, layers);
  ASSERT_EQ(races.size(), 1u);
  ASSERT_EQ(races[0].accesses.size(), 2u);
  EXPECT_EQ(races[0].accesses[0].verb, "atomic write of 4 bytes");
  EXPECT_EQ(races[0].accesses[0].place, "/src/b.c:5");
  EXPECT_EQ(races[0].accesses[0].layer, "step@b.c:4");
  EXPECT_EQ(races[0].accesses[1].layer, "");
  EXPECT_EQ(races[0].accesses[1].function, "outside");
}

TEST(Races, ComeOnceForEachPairOfPlaces) {
  EXPECT_EQ(racesIn(std::string(ofGcc) + ofClang + ofGcc, layers).size(), 2u);
  EXPECT_TRUE(racesIn("nothing\n", layers).empty());
}

TEST(Races, SayWhyNothingWasWatched) {
  EXPECT_EQ(failureIn(ofGcc), "");
  EXPECT_EQ(failureIn("FATAL: ThreadSanitizer: unexpected memory mapping 0x1-0x2\n"),
            "FATAL: ThreadSanitizer: unexpected memory mapping 0x1-0x2");
}

} // namespace
