#!/bin/sh
# Run program $1 in the build directory and show its profile.
# SPDX-License-Identifier: 0BSD
set -eu
cd "$MESON_BUILD_ROOT"
"$1"
"${GPROF:-gprof}" -b "$1" gmon.out
