#!/usr/bin/env bash
# The speed of cores on an emulated ARM board with a real kernel: power_board.sh RUN_BOARD [SUITE...], where RUN_BOARD boots
# it (`RUN_BOARD -s SUITE DIR COMMAND`: copies DIR there and runs COMMAND). Runs power_system.sh there with static binaries,
# and the benchmark of the ways. Status 77: skipped, with the reason.
set -u
cd "$(dirname "$0")/../.."
board=${1:-${KASURI_BOARD:-}}
shift
skip() { echo "skipped: $*"; exit 77; }
[ -n "$board" ] && [ -x "$board" ] || skip "no script that boots a board (KASURI_BOARD)"
command -v qemu-system-aarch64 >/dev/null || skip "no qemu-system-aarch64"
command -v aarch64-linux-gnu-gcc >/dev/null || skip "no aarch64-linux-gnu-gcc"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
build="aarch64-linux-gnu-gcc -std=gnu11 -O2 -Wall -Wextra -Werror -static -Iinclude"
$build test/runtime/levels_program.c runtime/*.c -o "$work/levels_program" -lm -pthread &&
  $build bench/dvfs/dvfs.c runtime/*.c -o "$work/dvfs" -lm -pthread || exit 1
cp test/runtime/{power_system,system_check}.sh "$work"
cat >"$work/all" <<'E2'
sh ./power_system.sh . || exit 1
if rmmod cpufreq_userspace 2>/dev/null; then
  sh ./power_system.sh . || exit 1
  insmod /modules/cpufreq_userspace.ko
else
  echo "skipped: without the governor userspace, which cannot be unloaded here"
fi
policy=/sys/devices/system/cpu/cpufreq/policy0
echo userspace >$policy/scaling_governor
mkdir /tmp/clock
ln -s $policy/scaling_setspeed /tmp/clock/scaling_setspeed
echo "600000 1800000" >/tmp/clock/frequencies
dd if=/dev/zero of=/tmp/registers bs=4096 count=1 2>/dev/null
./dvfs /tmp/clock /tmp/registers 9 | sort -n | sed -n 's/^\([0-9]*\) \([0-9]*\) \([0-9]*\)$/open, write, close \1 ns; kept descriptor \2 ns; register window \3 ns/;5p'
E2
status=0
for suite in "${@:-trixie}"; do
  echo "board $suite"
  "$board" -s "$suite" -t 900 "$work" sh ./all || status=1
done
exit $status
