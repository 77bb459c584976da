#!/bin/sh
# A board without cpufreq: plans with frequencies give the same bytes there, and one line says what is missing,
# unless there is another way.
. ./common.sh
check "there is no cpufreq" [ ! -d $cpus/cpufreq/policy0 ]
check "auto" encode "KASURI_POWER=auto KASURI_ADAPT=0" encoder_deadline short
case $(uname -r) in # from 7 on Debian's kernel clamps utilisation, which is the next way, and takes it from anybody
  6.*) check "one line" [ "$(wc -l <"$work/said")" = 1 ] ;;
  *) check "silent" says_nothing ;;
esac
check "cpufreq" encode "KASURI_POWER=cpufreq KASURI_ADAPT=0" encoder_deadline short
check "one line about cpufreq" grep -q "^kasuri: KASURI_POWER.*cpufreq" "$work/said"
check "not asked for" encode "KASURI_ADAPT=0" encoder_deadline short
check "not asked for: silent" says_nothing
end_checks
