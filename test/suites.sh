# For scripts that run several suites, to be sourced in the root: sums of what suites count, and the two suites whose
# tools count in other words.
passed=0
failed=0

# The last "N passed, N failed" of a file; -: of what is read.
counts_in() { grep -oE '[0-9]+ passed, [0-9]+ failed' "$1" | tail -n 1; }

# Adds a suite's counts to the sum, or its status when it prints none.
add_counts() {
  local counts=$1 status=$2
  if [ -n "$counts" ]; then
    passed=$((passed + ${counts%% *}))
    counts=${counts#*, }
    failed=$((failed + ${counts%% *}))
    [ "$status" -eq 0 ] || [ "${counts%% *}" -gt 0 ] || failed=$((failed + 1))
  elif [ "$status" -eq 0 ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
  fi
}

lit_tests() {
  local out
  out=$(PATH="$PWD/build/bin:/usr/lib/llvm-22/bin:$PATH" /usr/lib/llvm-22/bin/lit -v -j 2 test/lit 2>&1)
  echo "$out"
  local good bad
  good=$(echo "$out" | grep -cE '^PASS: ')
  bad=$(echo "$out" | grep -cE '^(FAIL|UNRESOLVED|TIMEOUT|XPASS): ')
  echo "$good passed, $bad failed"
  [ "$good" -gt 0 ] && [ "$bad" -eq 0 ]
}

# What failed, with its output, is not to drown in what passed.
unit_tests() {
  local out
  out=$(ctest --test-dir build --output-on-failure -j 2 2>&1)
  local status=$?
  echo "$out" | grep -vE '^ +Start +[0-9]+: | +Passed +[0-9.]+ sec$'
  echo "$out" | sed -nE 's/.*, ([0-9]+) tests failed out of ([0-9]+).*/\1 \2/p' |
    { read -r bad all && echo "$((all - bad)) passed, $bad failed"; }
  return $status
}
