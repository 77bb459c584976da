#!/bin/sh
# A board with one core: the same bytes with whatever is asked for, and no cores of one's own.
. ./common.sh
snapshot() { clocks; partitions; }
snapshot >"$work/before"
check "there is one core" [ "$(nproc)" = 1 ]
for workers in 1 4; do
  check "$workers workers" encode "KASURI_CORES=$workers" encoder short
  check "$workers workers, not adapting" encode "KASURI_CORES=$workers KASURI_ADAPT=0" encoder short
  check "silent" says_nothing
done
check "frequencies" encode "KASURI_POWER=cpufreq" encoder_deadline short
check "frequencies: silent" says_nothing
check "exclusive cores" encode "KASURI_EXCLUSIVE=1" encoder short
check "no core is to be had" grep -q "one core must remain for the system" "$work/said"
check "restored" is_restored
end_checks
