#!/bin/sh
# A program whose code between layers has a level. For paced.py: the record, the profile and each clock's table of
# transitions.
. ./common.sh
expected=$(KASURI_CORES=1 ./paced)
seen=seen-paced
mkdir -p "$seen"

run() {
  for policy in $cpus/cpufreq/policy*; do echo 1 >$policy/stats/reset 2>/dev/null; done
  result=$(KASURI_ADAPT=0 KASURI_PROFILE=$seen/profile.json KASURI_POWER=cpufreq,record:$seen/record ./paced 2>"$work/said")
  status=$?
  for policy in $cpus/cpufreq/policy*; do cp $policy/stats/trans_table $seen/${policy##*/} 2>/dev/null; done
  [ $status = 0 ] && [ "$result" = "$expected" ]
}

clocks >"$work/before"
snapshot() { clocks; }
check "paced" run
check "silent" says_nothing
check "restored" is_restored
end_checks
