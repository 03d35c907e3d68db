#!/bin/sh
# Programs build against an installed shared library, too, and get the results of the static one; so does Python.
#   installed_shared_package_builds_c_programs.sh BUILD
# label: packaging
# slow
set -eu
exec "$(dirname "$0")/installed_package_builds_c_programs.sh" "$1" static shared
