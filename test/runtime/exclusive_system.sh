#!/bin/sh
# Exclusive cores on the real kernel: exclusive_system.sh FOLDER, where ks-exclusive and exclusive_team_test are. Runs
# on a board with busybox, too. On version 2 in the root; on version 1 inside a set of its own, where only its own tasks
# are. Says what it skips and why. The last line is `N passed, N failed`.
bin=$1
. "$(dirname "$0")/system_check.sh"
base=
within=

skip() {
  echo "skipped: $*"
  end_checks
  exit
}

list_of() { sed -n 's/^Cpus_allowed_list:[[:space:]]*//p' "/proc/$1/status"; }
cores_in() { # how many cores a list has
  n=0
  for part in $(echo "$1" | tr , ' '); do n=$((n + ${part#*-} - ${part%-*} + 1)); done
  echo $n
}

snapshot() { # by few processes: with somebody else on all cores it is these that take time
  grep -s . /proc/irq/default_smp_affinity /proc/irq/*/smp_affinity_list /sys/devices/virtual/workqueue/cpumask \
    "$groups"/cgroup.subtree_control "$groups"/cpuset.cpus.isolated "$groups"/cpuset.cpus "$groups"/cpuset.cpu_exclusive \
    "$groups"/cpuset.sched_load_balance
  echo "$groups"/*/
}

finish() {
  [ -z "$victim" ] || kill "$victim"
  if [ -n "$base" ]; then
    while read -r task; do echo "$task" >"$root/tasks"; done <"$base/tasks"
    sleep 0.1
    rmdir "$base"
  fi 2>/dev/null
  rm -rf "$work"
}
trap finish EXIT
victim=

"$bin/ks-exclusive" --help >"$work/out"
check "help" [ $? = 0 ]
for wrong in "" "-n 0 true" "-n x true" "-c 3-2 true" "--unknown true"; do
  "$bin/ks-exclusive" $wrong >"$work/out" 2>&1
  check "wrong usage: '$wrong'" [ $? = 2 ]
done

[ "$(id -u)" = 0 ] || skip "not root"
[ "$(nproc)" -ge 2 ] || skip "one core"
root=$(awk '$3 == "cgroup2" { print $2 }' /proc/mounts | head -n 1)
if [ -n "$root" ] && grep -qw cpuset "$root/cgroup.controllers"; then
  version=2
  groups=$root
else
  version=1
  root=$(awk '$3 == "cgroup" && $4 ~ /(^|,)cpuset(,|$)/ { print $2 }' /proc/mounts | head -n 1)
  [ -n "$root" ] || skip "no control groups with cores are mounted"
  base=$root/test-kasuri-$$
  mkdir "$base" 2>/dev/null || { base=; skip "sets cannot be made in $root"; }
  cat "$root/cpuset.cpus" >"$base/cpuset.cpus" && cat "$root/cpuset.mems" >"$base/cpuset.mems"
  echo 1 >"$base/cpuset.cpu_exclusive" 2>/dev/null || skip "other sets have the cores"
  echo $$ >"$base/tasks"
  groups=$base
  within=--within=${base#"$root"}
  export KASURI_EXCLUSIVE_SET=${base#"$root"}
fi
echo "version $version, $(nproc) cores, Linux $(uname -r)"
"$bin/ks-exclusive" --status | grep -q "^no program has exclusive cores" || skip "somebody has exclusive cores: $("$bin/ks-exclusive" --status | head -n 1)"
sh -c 'while :; do :; done' & # somebody who would like to have all cores
victim=$!
everything=$(list_of $victim)
snapshot >"$work/before"

# A command: its cores, its neighbour's, its status.
"$bin/ks-exclusive" $within -n 1 --strict sh -c 'sed -n "s/^Cpus_allowed_list:[[:space:]]*//p" /proc/self/status
  sed -n "s/^Cpus_allowed_list:[[:space:]]*//p" /proc/$1/status; exit 7' sh $victim >"$work/out"
check "the status is the command's" [ $? = 7 ]
own=$(sed -n 1p "$work/out")
other=$(sed -n 2p "$work/out")
echo "the command has $own, its neighbour $other of $everything"
check "one core is the command's" [ "$(cores_in "$own")" = 1 ]
check "the neighbour has the others" [ "$(cores_in "$other")" = $(($(cores_in "$everything") - 1)) ]
check "they are different" [ "$own" != "$other" ]
check "restored when the command has ended" is_restored
check "the neighbour has all again" [ "$(list_of $victim)" = "$everything" ]

# Signals, and commands that do not exist.
"$bin/ks-exclusive" $within -n 1 sh -c 'kill -TERM $$' 2>"$work/err"
check "the command's signal is the status" [ $? = 143 ]
"$bin/ks-exclusive" $within -n 1 sh -c 'trap "exit 9" TERM; echo >"$1"; while :; do sleep 0.1; done' sh "$work/up" &
owner=$!
while [ ! -f "$work/up" ]; do sleep 0.1; done
kill -TERM $owner
wait $owner
check "signals are passed on" [ $? = 9 ]
"$bin/ks-exclusive" $within -n 1 /does/not/exist 2>"$work/err"
check "not found" [ $? = 127 ]
check "restored after these" is_restored

# Death of the one who has the cores, and of all its group; then of the keeper with it.
"$bin/ks-exclusive" $within -n 1 sleep 1000 &
owner=$!
sleep 1
snapshot >"$work/now"
check "something was changed" [ "$(cmp -s "$work/before" "$work/now" || echo yes)" = yes ]
kill -9 $owner
check "the keeper restores" is_restored
"$bin/ks-exclusive" $within -n 1 sleep 1000 &
owner=$!
sleep 1
for each in /proc/[0-9]*; do
  [ "$(cat "$each/comm" 2>/dev/null)" = kasuri-keeper ] && kill -9 "${each#/proc/}"
done
kill -9 $owner
sleep 1
"$bin/ks-exclusive" --restore
check "what keeper and owner leave is restored" is_restored
for each in /proc/[0-9]*; do
  [ "$(cat "$each/cmdline" 2>/dev/null | tr "\0" " ")" = "sleep 1000 " ] && kill "${each#/proc/}"
done
# The same, restored by a program that only has a layer.
"$bin/ks-exclusive" $within -n 1 sleep 1000 &
owner=$!
sleep 1
for each in /proc/[0-9]*; do
  [ "$(cat "$each/comm" 2>/dev/null)" = kasuri-keeper ] && kill -9 "${each#/proc/}"
done
kill -9 $owner
sleep 1
KASURI_CORES=2 "$bin/exclusive_team_test" plain 2>"$work/err"
check "a plain program runs" [ $? = 0 ]
check "a plain program says what it has undone" grep -q "1 killed program" "$work/err"
check "what keeper and owner leave is restored by a plain start" is_restored
for each in /proc/[0-9]*; do
  [ "$(cat "$each/cmdline" 2>/dev/null | tr "\0" " ")" = "sleep 1000 " ] && kill "${each#/proc/}"
done

# A team.
KASURI_EXCLUSIVE=1 "$bin/exclusive_team_test" 2>"$work/err"
check "a team runs on its own cores" [ $? = 0 ]
cat "$work/err"
check "restored after the team" is_restored
KASURI_EXCLUSIVE=1 "$bin/exclusive_team_test" term 2>"$work/err"
check "the program's handler gets SIGTERM" [ $? = 3 ]
KASURI_EXCLUSIVE=1 "$bin/exclusive_team_test" killed 2>"$work/err"
check "the team was killed" [ $? = 137 ]
check "restored after its death" is_restored
KASURI_EXCLUSIVE=1 "$bin/exclusive_team_test" thread 2>"$work/err"
check "the team of another thread was killed" [ $? = 137 ]
check "restored after that" is_restored
KASURI_EXCLUSIVE=1 "$bin/exclusive_team_test" exec 2>"$work/err"
check "restored after an exec" [ $? = 0 ]
cat "$work/err"
check "restored after all" is_restored

# Two at once, where there are cores for them.
if [ "$(nproc)" -ge 3 ]; then
  "$bin/ks-exclusive" $within -n 1 --strict sh -c "sleep 2; cat /proc/self/status" >"$work/a" &
  "$bin/ks-exclusive" $within -n 1 --strict sh -c "sleep 1; cat /proc/self/status" >"$work/b"
  wait $!
  a=$(sed -n 's/^Cpus_allowed_list:[[:space:]]*//p' "$work/a")
  b=$(sed -n 's/^Cpus_allowed_list:[[:space:]]*//p' "$work/b")
  echo "two at once have $a and $b"
  check "two at once have different cores" [ -n "$a" ] && [ "$a" != "$b" ]
  check "restored after both" is_restored
else
  echo "skipped: two at once (two cores)"
fi
end_checks
