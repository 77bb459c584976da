#!/bin/sh
# Tests an mpeg2-decoder binary: run.sh BINARY [WORKDIR]
# Needs python3 and cc; see cases.py for what is tested.
set -eu
[ $# -ge 1 ] || { echo "usage: run.sh BINARY [WORKDIR]" >&2; exit 2; }
work=${2:-$(mktemp -d)}
mkdir -p "$work"
here=$(cd "$(dirname "$0")" && pwd)
status=0
python3 "$here/cases.py" "$1" "$work" || status=$?
[ $# -ge 2 ] || rm -rf "$work"
exit $status
