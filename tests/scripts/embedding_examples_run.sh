#!/bin/sh
# The small C clients run to the end and print what their first line promises.
#   embedding_examples_run.sh BUILD
# label: program
set -eu
folder=$1/sandbox/embed
fail() { echo "$1"; exit 1; }
for client in c99_drop cpp_drop callback_terrain events height_field queries rendering; do
  "$folder/$client" >"$folder/$client.out" || fail "$client failed"
done
grep -q "landings, .* 0 events lost" "$folder/events.out" || fail "events: $(tail -1 "$folder/events.out")"
grep -q "upper_plane is below the ground" "$folder/height_field.out" || fail "height_field: the wrong bound was not found"
grep -q "1 rock woken, now at z = -2.9" "$folder/queries.out" || fail "queries: no rock fell into the pit"
grep -q "a rock" "$folder/queries.out" || fail "queries: no ray hit the rock"
[ "$(grep -c '^f ' "$folder/rendering.out")" -gt 100 ] || fail "rendering: too few triangles"
! grep -q nan "$folder/rendering.out" || fail "rendering: a vertex is not a number"
cat "$folder/queries.out"
