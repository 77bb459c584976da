#!/bin/sh
# Clocks set by stores to their registers, as board.clocks describes them, without the kernel's drivers: the same bytes,
# and the registers hold again what they held, after the end, SIGTERM and SIGKILL.
. ./common.sh
. ./unbind.sh
snapshot() { devmem 0x0903001c 8; devmem 0x090301c0 8; }
variables="KASURI_POWER=registers KASURI_MACHINE=board.clocks KASURI_CORES=4 KASURI_ADAPT=0"

check "the drivers are unbound" [ ! -d $cpus/cpufreq/policy0 ]
devmem 0x0903001c 8 0x07 # the highest frequency, written as nothing here would
snapshot >"$work/before"
mkdir -p registers
check "bytes" encode "$variables KASURI_PROFILE=registers/profile.json" encoder_deadline short
check "silent" says_nothing
check "restored after the end" is_restored
sets_registers() { ! snapshot | cmp -s - "$work/before"; }
for signal in TERM KILL; do
  env $variables ./encoder_deadline long.wav "$work/out.aac" &
  encoder=$!
  check "$signal: registers are set" soon sets_registers
  kill -$signal $encoder
  wait $encoder
  check "restored after $signal" is_restored
done
end_checks
