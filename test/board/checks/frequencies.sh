#!/bin/sh
# What clocks were asked for, and what the kernel counted: frequencies.sh PROGRAM-WORKERS..., the numbers of workers for
# which there are tables with levels. For each a folder with the record, the profile and each clock's table of transitions,
# which clocks.py compares. The governor `performance` makes no transitions of its own.
. ./common.sh
for each in "$@"; do
  seen=seen/$each
  mkdir -p "$seen"
  for policy in $cpus/cpufreq/policy*; do echo 1 >$policy/stats/reset; done
  check "$each: bytes" encode "KASURI_CORES=${each#*-} KASURI_ADAPT=0 KASURI_PROFILE=$seen/profile.json
    KASURI_POWER=cpufreq,record:$seen/record" ${each%-*} short
  check "$each: silent" says_nothing
  for policy in $cpus/cpufreq/policy*; do cp $policy/stats/trans_table $seen/${policy##*/}; done
done
end_checks
