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
end_checks
