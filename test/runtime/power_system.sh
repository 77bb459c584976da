#!/bin/sh
# The speed of cores on the real kernel: power_system.sh FOLDER, where levels_program is. Runs on a board with busybox,
# too. Says what it skips and why. The last line is `N passed, N failed`.
bin=$1
. "$(dirname "$0")/system_check.sh"
trap 'rm -rf "$work"' EXIT
cpus=/sys/devices/system/cpu
export KASURI_CORES=2 KASURI_ADAPT=0

snapshot() {
  for f in $cpus/cpufreq/policy*/scaling_governor $cpus/cpufreq/policy*/scaling_m??_freq \
    $cpus/cpu*/power/pm_qos_resume_latency_us; do
    [ -f "$f" ] && echo "$f $(cat "$f")"
  done
  return 0
}

count() { grep -c "	$1\$" "$work/record"; }
says_nothing() { ! grep kasuri "$work/said"; }
play() { # WAY POWER; the status is the program's
  KASURI_POWER=$2,record:$work/record "$bin/levels_program" "$1" 20 30000 >"$work/out" 2>"$work/said"
}

ends() { # POWER: in all ways
  for way in return:0 exit:3 _exit:4 abort:134 term:143 kill:137 exec:0 fork:0 task-exit:3 task-kill:137 close:0; do
    play "${way%:*}" "$1"
    check "$1 ${way%:*}: status" [ $? -eq "${way#*:}" ]
    check "$1 ${way%:*}: some requests were made" [ "$(count set)" -gt 0 ]
    check "$1 ${way%:*}: none failed" [ "$(count failed)" -eq 0 ]
    check "$1 ${way%:*}: restored" is_restored
    [ "${way%:*}" = close ] || check "$1 ${way%:*}: silent" says_nothing
  done
}

snapshot >"$work/before"
if [ -d $cpus/cpufreq/policy0 ]; then
  echo "clocks: $(cat $cpus/cpufreq/policy*/affected_cpus | tr '\n' ';') governors: $(cat $cpus/cpufreq/policy0/scaling_available_governors)"
  ends cpufreq
  # What was asked for at last is what the clock says: each setspeed is seen in scaling_cur_freq by the profile.
  KASURI_PROFILE=$work/profile play return cpufreq
  check "the profile tells the achieved speed" grep -q '"achievedBy": "[a-z]*_cur_freq"' "$work/profile"
else
  echo "skipped: no cpufreq in this kernel"
fi
if play return uclamp && ! grep -q uclamp_ "$work/said" && says_nothing; then
  check "clamped threads" [ "$(count set)" -gt 0 ]
else
  echo "skipped: uclamp: $(cat "$work/said")"
fi
if [ -w /dev/cpu_dma_latency ]; then
  KASURI_POWER=qos:5 "$bin/levels_program" return 50 >/dev/null 2>"$work/said"
  check "a latency for all cores" says_nothing
  # With a part of the cores: a value for each, which a crash must not leave behind.
  if command -v taskset >/dev/null && [ "$(nproc)" -gt 1 ] && [ -w $cpus/cpu0/power/pm_qos_resume_latency_us ]; then
    for way in return:0 kill:137 term:143 exec:0; do
      KASURI_POWER=qos:5 taskset -c 0 "$bin/levels_program" "${way%:*}" 20 >/dev/null 2>"$work/said"
      check "qos ${way%:*}: status" [ $? -eq "${way#*:}" ]
      check "qos ${way%:*}: restored" is_restored
      check "qos ${way%:*}: silent" says_nothing
    done
  else
    echo "skipped: a latency for some cores: no taskset, one core, or no permission"
  fi
else
  echo "skipped: no permission to write /dev/cpu_dma_latency"
fi
if [ -c /dev/mem ]; then echo "not tried: /dev/mem (no register that may be written is known)"; else echo "skipped: no /dev/mem"; fi
end_checks
