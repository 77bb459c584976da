# What the checks on the board share; read by each of them. `check`, `is_restored` and `end_checks` are those of
# system_check.sh. The encoder's input and what it must write of it are NAME.wav and NAME.aac.
. ./system_check.sh
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
cpus=/sys/devices/system/cpu
groups=/sys/fs/cgroup

# encode VARIABLES PROGRAM NAME: whether it writes the bytes that it must. What it says is in $work/said.
encode() {
  rm -f "$work/out.aac"
  env $1 ./$2 $3.wav "$work/out.aac" 2>"$work/said" || return 1
  cmp "$work/out.aac" $3.aac
}

says_nothing() { ! grep . "$work/said"; }

# Polls up to ten seconds for a command to succeed.
soon() {
  for try in $(seq 100); do
    "$@" && return 0
    sleep 0.1
  done
  return 1
}

# What programs must leave as they were: those that set speeds, and those with exclusive cores. By one process each, since
# that is what takes time here.
clocks() { grep -s . $cpus/cpufreq/policy*/scaling_governor $cpus/cpufreq/policy*/scaling_m??_freq; }
partitions() {
  grep -s . /proc/irq/default_smp_affinity /proc/irq/*/smp_affinity_list /sys/devices/virtual/workqueue/cpumask \
    $groups/cgroup.subtree_control $groups/cpuset.cpus.isolated
  echo $groups/*/
}
