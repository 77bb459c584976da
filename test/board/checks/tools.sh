#!/bin/sh
# ks-probe and ks-noise on the board; tools.py looks at what they write.
. ./common.sh
snapshot() { clocks; }
quietly() { "$@" >"$work/said" 2>&1 || { cat "$work/said"; return 1; }; }
snapshot >"$work/before"
check "ks-probe" quietly ./ks-probe -o probe.json
check "ks-probe restores" is_restored
check "ks-noise fwq" quietly ./ks-noise fwq -t "$(nproc)" -n 60 -o "$work/fwq" --json=fwq.json
check "ks-noise ftq" quietly ./ks-noise ftq -t 1 -n 512 -o "$work/ftq" --json=ftq.json
check "ks-noise detour" quietly ./ks-noise detour --cores=0 --seconds=1 --json=detour.json

# The causes of detours, from a trace of our own. The tick is always there; the killed one leaves nothing behind.
traces=/sys/kernel/tracing
mount -t tracefs nodev $traces
settings() { cat $traces/trace_clock $traces/tracing_on $traces/current_tracer $traces/tracing_cpumask $traces/set_event; }
has_trace() { ls $traces/instances | grep -q ks-noise; }
has_no_trace() { ! has_trace; }
settings >"$work/settings"
check "ks-noise --causes" quietly ./ks-noise detour --cores=0 --seconds=2 --causes --trace=trace.txt -o causes --json=causes.json
check "its trace explains the files again" quietly \
  ./ks-noise analyze detour causes_detours.dat --trace=trace.txt --json=again.json
check "the trace is removed" soon has_no_trace
./ks-noise detour --cores=0 --seconds=60 --causes --no-files >"$work/said" 2>&1 &
killed=$!
check "a trace while it measures" soon has_trace
kill -9 $killed
check "the trace of the killed one is removed" soon has_no_trace
settings >"$work/later"
check "other traces are as before" cmp -s "$work/settings" "$work/later"
check "fwq --causes" quietly ./ks-noise fwq --cores=0 -n 60 --causes --no-files --json=fwq_causes.json
umount $traces
check "--causes through debugfs" quietly ./ks-noise detour --cores=0 --seconds=1 --causes --no-files --json=debugfs.json
umount /sys/kernel/debug/tracing
umount /sys/kernel/debug
check "no tracefs: counters" quietly ./ks-noise detour --cores=0 --seconds=1 --causes --no-files --json=counters.json
mount -t debugfs none /sys/kernel/debug
end_checks
