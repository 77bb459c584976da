#!/bin/sh
# Tests an aac-encoder binary: run.sh BINARY_OR_BUILD_DIR [WORKDIR]
# Needs python3, faad and the recordings of alsa-utils; see cases.py for what is tested.
set -eu
[ $# -ge 1 ] || { echo "usage: run.sh BINARY_OR_BUILD_DIR [WORKDIR]" >&2; exit 2; }
binary=$1
[ -d "$binary" ] && binary=$binary/aac-encoder
work=${2:-$(mktemp -d)}
mkdir -p "$work"
here=$(cd "$(dirname "$0")" && pwd)
status=0
python3 "$here/cases.py" "$binary" "$work" || status=$?
[ $# -ge 2 ] || rm -rf "$work"
exit $status
