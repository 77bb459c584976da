# What the tests on the real kernel share; read by exclusive_system.sh and power_system.sh, which define `snapshot`.
passed=0
failed=0
work=$(mktemp -d)

check() { # WHAT CONDITION...
  what=$1
  shift
  if "$@"; then passed=$((passed + 1)); else
    failed=$((failed + 1))
    echo "failed: $what"
  fi
}

# Within ten seconds everything is as in the file `before`.
is_restored() {
  for try in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    snapshot >"$work/now"
    cmp -s "$work/before" "$work/now" && return 0
    sleep 0.5
  done
  diff "$work/before" "$work/now"
  return 1
}

end_checks() { # the status
  echo "$passed passed, $failed failed"
  [ "$failed" -eq 0 ]
}
