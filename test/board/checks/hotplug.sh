#!/bin/sh
# Cores go offline and come back while the encoder runs: its bytes are the same, and it leaves nothing behind. Each way is
# run until cores have gone and come back twice meanwhile; then once with the last run ending on one core.
. ./common.sh
snapshot() { clocks; partitions; }

turn() { echo "$2" >"$cpus/cpu$1/online"; }
unplug_until_told() { # down to the first core and up again; the rounds are counted in a file
  while [ -f "$work/unplug" ]; do
    for core in 3 2 1; do turn $core 0 && sleep 0.1; done
    for core in 1 2 3; do turn $core 1 && sleep 0.05; done
    echo >>"$work/rounds"
  done
}
rounds() { wc -l <"$work/rounds"; }

unplug_while() { # WHAT VARIABLES
  : >"$work/rounds"
  : >"$work/unplug"
  : >"$work/all_said"
  unplug_until_told &
  while [ "$(rounds)" -lt 2 ]; do
    check "$1: bytes" encode "$2 KASURI_CORES=4" encoder_deadline short
    cat "$work/said" >>"$work/all_said"
  done
  rm "$work/unplug"
  wait
  check "$1: restored" is_restored
}

# Linux 6.1 gives tasks the cores that are online when a partition ends, and others that come back later to nobody.
may_run_everywhere() {
  case $(uname -r) in 6.1.*) return 0 ;; esac
  grep -q "^Cpus_allowed_list:[[:space:]]*0-3\$" /proc/self/status
}

ends_on_one_core() { # WHAT VARIABLES
  env $2 KASURI_CORES=4 ./encoder_deadline short.wav "$work/out.aac" 2>"$work/said" &
  for core in 3 2 1; do turn $core 0; done
  wait $!
  check "$1, ends on one core: status" [ $? = 0 ]
  check "$1, ends on one core: bytes" cmp "$work/out.aac" short.aac
  for core in 1 2 3; do turn $core 1; done
  check "$1, ends on one core: restored" is_restored
  check "$1, ends on one core: all cores are everybody's" soon may_run_everywhere
}

snapshot >"$work/before"
unplug_while pinned "KASURI_ADAPT=0"
check "pinned: silent" [ ! -s "$work/all_said" ]
unplug_while adapting ""
check "adapting: silent" [ ! -s "$work/all_said" ]
unplug_while "setting speeds" "KASURI_ADAPT=0 KASURI_POWER=cpufreq"
ends_on_one_core "setting speeds" "KASURI_ADAPT=0 KASURI_POWER=cpufreq"
unplug_while "exclusive cores" "KASURI_ADAPT=0 KASURI_EXCLUSIVE=1"
ends_on_one_core "exclusive cores" "KASURI_ADAPT=0 KASURI_EXCLUSIVE=1"
end_checks
