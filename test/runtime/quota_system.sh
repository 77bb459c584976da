#!/bin/sh
# The time that the real kernel's control groups allow: quota_system.sh FOLDER, where quota_test is. Runs on a board with
# busybox, too. In groups of its own, of version 2 or 1, one inside the other. Says what it skips and why. The last line is
# `N passed, N failed`.
bin=$1
. "$(dirname "$0")/system_check.sh"
outer=

finish() {
  [ -z "$outer" ] || rmdir "$outer/inner" "$outer"
  rm -rf "$work"
}
trap finish EXIT

skip() {
  echo "skipped: $*"
  end_checks
  exit
}

# set_limit GROUP QUOTA: in microseconds of 100000, or max.
set_limit() {
  if [ $version = 2 ]; then
    echo "$2 100000" >"$1/cpu.max"
  else
    [ "$2" = max ] && quota=-1 || quota=$2
    echo $quota >"$1/cpu.cfs_quota_us"
  fi
}

workers() { sh -c 'echo $$ >"$1/cgroup.procs" && exec "$2/quota_test" workers' sh "$outer/inner" "$bin"; }

[ "$(id -u)" = 0 ] || skip "not root"
root=$(awk '$3 == "cgroup2" { print $2 }' /proc/mounts | head -n 1)
if [ -n "$root" ] && grep -qw cpu "$root/cgroup.controllers"; then
  version=2
  had_cpu=$(grep -w cpu "$root/cgroup.subtree_control")
  [ -n "$had_cpu" ] || echo +cpu >"$root/cgroup.subtree_control" || skip "the controller cannot be used"
else
  version=1
  root=$(awk '$3 == "cgroup" && $4 ~ /(^|,)cpu(,|$)/ { print $2 }' /proc/mounts | head -n 1)
  [ -n "$root" ] || skip "no control groups with a limit of time are mounted"
fi
mkdir "$root/test-quota-$$" 2>/dev/null || skip "groups cannot be made in $root"
outer=$root/test-quota-$$
[ $version = 1 ] || echo +cpu >"$outer/cgroup.subtree_control"
mkdir "$outer/inner"
echo "version $version, $(nproc) cores"

set_limit "$outer" max || skip "limits cannot be set"
all=$(workers)
check "without a limit all cores: $all" [ "$all" -ge 1 ]
set_limit "$outer" 100000
check "the time of one core, above" [ "$(workers)" = 1 ]
set_limit "$outer" 140000
check "the time of 1.4 cores, above" [ "$(workers)" = 1 ]
set_limit "$outer" max
set_limit "$outer/inner" 100000
check "the time of one core" [ "$(workers)" = 1 ]
set_limit "$outer/inner" max
check "without a limit again" [ "$(workers)" = "$all" ]
if [ "$all" -gt 2 ]; then
  set_limit "$outer" 200000
  check "the time of two cores, above" [ "$(workers)" = 2 ]
  set_limit "$outer/inner" 150000
  check "the time of 1.5 cores" [ "$(workers)" = 2 ]
fi
sleep 0.2 # for the last of them to have ended
rmdir "$outer/inner" "$outer"
check "the groups are gone" [ ! -e "$outer" ]
outer=
[ $version = 1 ] || [ -n "$had_cpu" ] || echo -cpu >"$root/cgroup.subtree_control"
end_checks
