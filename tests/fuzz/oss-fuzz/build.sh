#!/bin/bash -eu
# Build the fuzz targets as OSS-Fuzz wants it: with $CC and $CFLAGS, linked with
# $LIB_FUZZING_ENGINE by $CXX, from the source in $SRC/gprof, which stays as it
# is but for what bootstrap makes.  Programs, stored inputs and options go to
# $OUT.  tests/fuzz/README says how to try this without OSS-Fuzz.

source=$SRC/gprof
build=${WORK:-$SRC}/gprof-build

cd "$source"
test -f configure || ./bootstrap
mkdir -p "$build"
cd "$build"
"$source/configure" --without-curses --with-opcodes=link

# Targets run where no library is installed but the C library's.
sed -E -i '/^(BFD|UNPACK)_LIBS =/s/-l(lzma|zstd|z)\>/-l:lib\1.a/g' Makefile
make -j"$(nproc)" fuzz-targets CCLD="${CXX-$CC}" \
  FUZZER_LIBS="$LIB_FUZZING_ENGINE"

cp tests/fuzz/fuzz_* "$OUT"
rm -f "$OUT"/*.o
"$source/tests/fuzz/run" --build . --oss-fuzz "$OUT"
