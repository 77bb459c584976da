#!/bin/sh
# Workers, and the levels of their rows, where they were planned: pinned, adaptive, with cores of their own; on parts of
# the board; with cores offline; and when the program has bound its thread to a core of another kind. For each a folder
# with the record, the profile and each clock's table of transitions, which placed.py compares with the plan.
. ./common.sh
expected=$(KASURI_CORES=1 ./placed)

# run NAME VARIABLES COMMAND...: whether the result is that of the program on one core.
run() {
  seen=seen-placed/$1
  mkdir -p "$seen"
  for policy in $cpus/cpufreq/policy*; do echo 1 >$policy/stats/reset 2>/dev/null; done
  result=$(env $2 KASURI_PROFILE=$seen/profile.json KASURI_POWER=cpufreq,record:$seen/record $3 ./placed $4 2>"$work/said")
  status=$?
  for policy in $cpus/cpufreq/policy*; do cp $policy/stats/trans_table $seen/${policy##*/} 2>/dev/null; done
  [ $status = 0 ] && [ "$result" = "$expected" ]
}

both() {
  check "$1, pinned" run "$1-pinned" KASURI_ADAPT=0 "$2"
  check "silent" says_nothing
  check "$1, adaptive" run "$1-adaptive" KASURI_ADAPT=1 "$2"
  check "silent" says_nothing
}

clocks >"$work/before"
snapshot() { clocks; }
both whole ""
both little "taskset 3"
both big "taskset c"
both one-each "taskset 6"
both one-big "taskset 7"
both three-workers "env KASURI_CORES=3"
check "exclusive, pinned" run exclusive-pinned "KASURI_EXCLUSIVE=1 KASURI_ADAPT=0"
check "exclusive, adaptive" run exclusive-adaptive "KASURI_EXCLUSIVE=1 KASURI_ADAPT=1"
check "bound to a little core" run bound-pinned KASURI_ADAPT=0 "" 0
check "silent" says_nothing
echo 0 >$cpus/cpu3/online
both offline ""
echo 1 >$cpus/cpu3/online
both whole-again ""
check "clocks as before" is_restored
end_checks
