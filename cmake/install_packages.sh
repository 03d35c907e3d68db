#!/bin/sh
# Installs those of the given Debian packages that are missing, and prints their names.
set -eu
missing=""
for package in "$@"; do
  state=$(dpkg-query -W -f='${Status}' "$package" 2>/dev/null || true)
  [ "$state" = "install ok installed" ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

if ! command -v apt-get >/dev/null 2>&1; then
  echo "missing:$missing (Debian names); apt-get is not available, install them manually" >&2
  exit 1
fi
as_root=""
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null 2>&1; then
    echo "missing packages; run as root: apt-get install$missing" >&2
    exit 1
  fi
  as_root="sudo"
fi
echo "installing Debian packages:$missing"
$as_root apt-get update -qq
# shellcheck disable=SC2086 # word splitting is intended
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null
