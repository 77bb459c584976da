#!/bin/sh
# The encoder with cores of its own: the kernel says that they are isolated, other tasks are gone from them and cannot
# come back, and all is as before when it has ended, by itself or by SIGKILL.
. ./common.sh
snapshot() { partitions; }

allowed() { sed -n 's/^Cpus_allowed_list:[[:space:]]*//p' "/proc/$1/status"; }
is_isolated() { [ "$(cat "$groups/kasuri-$encoder/cpuset.cpus.partition" 2>/dev/null)" = isolated ]; }

# Tasks that run on the encoder's cores and are neither its own nor, by their flags, kernel threads. (Of those that sleep
# the system still tells where they ran at last.)
strangers() {
  cat /proc/[0-9]*/task/[0-9]*/stat 2>/dev/null | awk -v first="${cores%-*}" -v last="${cores#*-}" '{
    name = $2
    sub(/.*\) /, "")
    is_kernel = int($7 / 2097152) % 2
    if ($1 == "R" && !is_kernel && name != "(encoder)" && $37 >= first && $37 <= last) print name, $37 }'
}
no_strangers() { [ -z "$(strangers)" ]; }

start() {
  KASURI_EXCLUSIVE=1 KASURI_CORES=2 KASURI_ADAPT=0 ./encoder long.wav "$work/out.aac" 2>"$work/said" &
  encoder=$!
  check "the partition is isolated" soon is_isolated
  cores=$(cat "$groups/kasuri-$encoder/cpuset.cpus.effective")
  check "two cores, the big ones" [ "$cores" = 2-3 ]
}

victims=
for victim in 1 2 3 4; do
  sh -c 'renice 19 $$; while :; do :; done' &
  victims="$victims $!"
done
everything=$(allowed $$)
snapshot >"$work/before"
start
if [ -f $groups/cpuset.cpus.isolated ]; then
  check "the kernel lists them as isolated" [ "$(cat $groups/cpuset.cpus.isolated)" = "$cores" ]
fi
check "other tasks are gone" soon no_strangers
for victim in $victims; do
  check "another task may use the others" [ "$(allowed "$victim")" = 0-1 ]
done
check "nobody can be put there" sh -c "! taskset -p 8 ${victims##* } 2>/dev/null >&2"
check "still isolated" is_isolated
wait $encoder
check "status" [ $? = 0 ]
check "bytes" cmp "$work/out.aac" long.aac
check "silent" says_nothing
check "returned after the end" is_restored
start
kill -9 $encoder
wait $encoder
check "returned after SIGKILL" is_restored
for victim in $victims; do
  check "all cores are everybody's" [ "$(allowed "$victim")" = "$everything" ]
done
kill $victims
end_checks
