#!/bin/sh
# Governor and limits are what they were after the encoder has set frequencies and ended: by itself, by SIGTERM, by
# SIGKILL; by the governor `userspace`, and where there is none by the limits. What was there is nothing usual.
. ./common.sh
snapshot() { clocks; }

sets_speeds() { ! clocks | cmp -s - "$work/before"; }

ends_by() { # SIGNAL
  KASURI_POWER=cpufreq KASURI_CORES=4 KASURI_ADAPT=0 ./encoder_deadline long.wav "$work/out.aac" 2>"$work/said" &
  encoder=$!
  check "$way: $1 during the run" soon sets_speeds
  kill -$1 $encoder
  wait $encoder
  check "$way: $1 ended it" [ $? -gt 128 ]
  check "$way: restored after $1" is_restored
  check "$way: silent" says_nothing
}

ends() {
  check "$way: bytes" encode "KASURI_POWER=cpufreq KASURI_CORES=4 KASURI_ADAPT=0" encoder_deadline short
  check "$way: silent" says_nothing
  check "$way: restored after the end" is_restored
  ends_by TERM
  ends_by KILL
}

little=$cpus/cpufreq/policy0 big=$cpus/cpufreq/policy2
echo conservative >$little/scaling_governor
echo ondemand >$big/scaling_governor
echo 1400000 >$little/scaling_max_freq
echo 1000000 >$little/scaling_min_freq
snapshot >"$work/before"
way=userspace
ends
if rmmod cpufreq_userspace 2>/dev/null; then
  way=limits
  ends
  insmod /modules/cpufreq_userspace.ko
else
  echo "left out: without the governor userspace, which cannot be unloaded here"
fi
for policy in $little $big; do
  echo schedutil >$policy/scaling_governor
  cat $policy/cpuinfo_min_freq >$policy/scaling_min_freq
  cat $policy/cpuinfo_max_freq >$policy/scaling_max_freq
done
end_checks
