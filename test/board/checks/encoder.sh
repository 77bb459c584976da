#!/bin/sh
# The encoder writes on the board what the sequential one writes on the PC: on 1 to 4 cores, on the little and on the
# big cluster alone, planned for either mode, by the machine file that ks-probe wrote here, and as a 32-bit program.
. ./common.sh

used() { grep -q "\"workers\": $1," "$work/profile"; } # WORKERS: whether some layer ran on so many

as_planned() { # PROGRAM WORKERS
  check "$1, $2 workers" encode "KASURI_CORES=$2 KASURI_ADAPT=0 KASURI_PROFILE=$work/profile" $1 short
  check "$1, $2 workers: silent" says_nothing
  [ "$2" = 1 ] || check "$1: $2 workers took part" used "$2"
}

for workers in 1 2 3 4; do as_planned encoder $workers; done
as_planned encoder_deadline 3
as_planned encoder_probed 4
for workers in 2 4; do check "$workers workers, adapting" encode "KASURI_CORES=$workers" encoder short; done
for cluster in 3:little c:big; do
  check "on the ${cluster#*:} cluster" encode "KASURI_ADAPT=0 KASURI_PROFILE=$work/profile taskset ${cluster%:*}" encoder short
  check "on the ${cluster#*:} cluster: two workers took part" used 2
done
if [ -f encoder_arm ]; then
  for workers in 1 4; do
    check "32 bits, $workers workers" encode "KASURI_CORES=$workers KASURI_ADAPT=0" encoder_arm short
  done
fi
end_checks
