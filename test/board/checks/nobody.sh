#!/bin/sh
# Without permission: the same bytes, nothing changed, and one line for each thing that was refused, with the file. Then
# with no more than what docs/boards.md grants: some files of cpufreq, and a control group with cores.
. ./common.sh
snapshot() { clocks; partitions; }

own=$work/nobody
mkdir "$own"
chown nobody "$own"
encode_as_nobody() { # VARIABLES PROGRAM
  rm -f "$own/out.aac"
  su nobody -s /bin/sh -c "env $1 ./$2 short.wav $own/out.aac" 2>"$work/said" && cmp "$own/out.aac" short.aac
}
says() { # LINES WORDS
  grep -q "$2" "$work/said" && [ "$(wc -l <"$work/said")" = "$1" ] || { cat "$work/said"; return 1; }
}
count_set() { grep -c "	set\$" "$own/record"; }

snapshot >"$work/before"
check "speeds: bytes" encode_as_nobody "KASURI_POWER=auto KASURI_ADAPT=0" encoder_deadline
check "speeds: one line that names the files" says 1 "scaling_governor .*/cpu0/cpufreq"
check "exclusive cores: bytes" encode_as_nobody "KASURI_EXCLUSIVE=1" encoder
check "exclusive cores: one line that names the file" says 1 "$groups/cgroup.procs"
check "nothing is changed" is_restored

# As the udev rule does.
for policy in $cpus/cpufreq/policy*; do
  chgrp nogroup $policy/scaling_governor $policy/scaling_setspeed
  chmod g+w $policy/scaling_governor $policy/scaling_setspeed
done
check "granted speeds: bytes" encode_as_nobody \
  "XDG_RUNTIME_DIR=$own KASURI_POWER=cpufreq,record:$own/record KASURI_ADAPT=0 KASURI_CORES=4" encoder_deadline
check "granted speeds: silent" says_nothing
check "granted speeds: they are set" [ "$(count_set)" -gt 0 ]
check "granted speeds: restored" is_restored

# As systemd does for a unit with Delegate=cpuset, AllowedCPUs=1-3, and the line that makes a partition of it.
echo +cpuset >$groups/cgroup.subtree_control
mkdir $groups/unit
echo 1-3 >$groups/unit/cpuset.cpus
echo root >$groups/unit/cpuset.cpus.partition
chown nobody $groups/unit $groups/unit/cgroup.procs $groups/unit/cgroup.threads $groups/unit/cgroup.subtree_control
cat >"$work/unit" <<'E2'
echo $$ >/sys/fs/cgroup/unit/cgroup.procs
exec su nobody -s /bin/sh -c "$1"
E2
sh "$work/unit" "XDG_RUNTIME_DIR=$own KASURI_EXCLUSIVE=1 KASURI_CORES=2 ./encoder short.wav $own/unit.aac" 2>"$work/said"
check "a delegated partition: status" [ $? = 0 ]
check "a delegated partition: bytes" cmp "$own/unit.aac" short.aac
check "a delegated partition: interrupts are root's, which is said" says 1 "no permission to move interrupts"
check "a delegated partition: it is empty again" soon rmdir $groups/unit
echo -cpuset >$groups/cgroup.subtree_control
end_checks
