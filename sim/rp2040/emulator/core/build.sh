#!/bin/sh
# Makes m0.wasm from m0.c: with clang and wasm-ld if they are there, else with PyPI's ziglang.
set -eu
cd "$(dirname "$0")"
FLAGS="-O3 -nostdlib -Wall -Wextra -Wno-unused-but-set-variable -Wl,--no-entry -Wl,--strip-all -o m0.wasm m0.c"
if command -v clang >/dev/null && command -v wasm-ld >/dev/null; then
  clang --target=wasm32 $FLAGS
else
  "${PYTHON:-python3}" -m ziglang cc --target=wasm32-freestanding $FLAGS
fi
# A test compares it: an m0.c that was changed without a build shows.
sha256sum m0.c | cut -d ' ' -f 1 >m0.built_from
