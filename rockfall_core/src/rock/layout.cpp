#include "rock/layout.h"

#include <cstring>
#include <new>

namespace rockfall {
namespace {

constexpr uint32_t kPadding = 8;

uint32_t padded_count_for(uint32_t vertex_count) { return (vertex_count + kPadding - 1) / kPadding * kPadding; }

void lay_out_blocks(Arena& arena, size_t vertices, size_t triangles, RockArrays& a) {
  const size_t neighbours = 3 * triangles;
  a.block_first = arena.take<uint32_t>(vertices + 1);
  a.blocks = arena.take<StarBlock>((neighbours + StarBlock::kSize * vertices) / StarBlock::kSize);
}

}  // namespace

RockArrays lay_out_arrays(Arena& arena, uint32_t vertex_count, uint32_t triangle_count) {
  arena.take<rf_rock>(1);
  RockArrays a;
  a.vertices = arena.take<double>(3 * static_cast<size_t>(vertex_count));
  a.padded = arena.take<double>(3 * static_cast<size_t>(padded_count_for(vertex_count)));
  a.triangles = arena.take<uint32_t>(3 * static_cast<size_t>(triangle_count));
  a.areas = arena.take<double>(3 * static_cast<size_t>(triangle_count));
  a.star_first = arena.take<uint32_t>(static_cast<size_t>(vertex_count) + 1);
  a.stars = arena.take<StarTriangle>(3 * static_cast<size_t>(triangle_count));
  a.block_first = nullptr;
  a.blocks = nullptr;
  if (vertex_count <= StarBlock::kMostVertices) lay_out_blocks(arena, vertex_count, triangle_count, a);
  a.faces = arena.take<double>(4 * static_cast<size_t>(triangle_count));
  return a;
}

void reserve_rock(Arena& arena, uint32_t point_count) {
  RockArrays arrays = lay_out_arrays(arena, point_count, 2 * point_count);
  const uint32_t most = StarBlock::kMostVertices;
  if (point_count > most) lay_out_blocks(arena, most, 2 * static_cast<size_t>(most), arrays);
}

rf_rock* begin_rock(void* memory, uint32_t vertex_count, uint32_t triangle_count, RockArrays& arrays) {
  Arena arena(memory);
  arrays = lay_out_arrays(arena, vertex_count, triangle_count);
  std::memset(memory, 0, arena.bytes());
  rf_rock* const rock = new (memory) rf_rock();
  rock->mark = kRockMark;
  rock->vertex_count = vertex_count;
  rock->padded_count = padded_count_for(vertex_count);
  rock->triangle_count = triangle_count;
  return rock;
}

void set_offsets(rf_rock& rock, const RockArrays& arrays) {
  const auto offset = [&rock](const void* array) {
    return static_cast<uint32_t>(static_cast<const unsigned char*>(array) - reinterpret_cast<unsigned char*>(&rock));
  };
  rock.vertices_offset = offset(arrays.vertices);
  rock.padded_offset = offset(arrays.padded);
  rock.triangles_offset = offset(arrays.triangles);
  rock.areas_offset = offset(arrays.areas);
  rock.star_first_offset = offset(arrays.star_first);
  rock.stars_offset = offset(arrays.stars);
  rock.block_first_offset = arrays.blocks ? offset(arrays.block_first) : 0;
  rock.blocks_offset = arrays.blocks ? offset(arrays.blocks) : 0;
  rock.faces_offset = offset(arrays.faces);
  rock.bytes = rock.faces_offset + 4 * sizeof(double) * static_cast<uint64_t>(rock.face_count);
}

bool begins_as_rock(const rf_rock& block) {
  if (block.mark != kRockMark || block.face_count > block.triangle_count) return false;
  const uint64_t end = block.faces_offset + 4 * sizeof(double) * static_cast<uint64_t>(block.face_count);
  return block.bytes == end && end <= cooked_bytes(block.vertex_count, block.triangle_count);
}

size_t cooked_bytes(uint32_t vertex_count, uint32_t triangle_count) {
  Arena arena(nullptr);
  lay_out_arrays(arena, vertex_count, triangle_count);
  return arena.bytes();
}

rf_rock* lay_out_rock(void* memory, uint32_t vertex_count, uint32_t triangle_count, uint32_t face_count,
                      RockArrays& arrays) {
  rf_rock* const rock = begin_rock(memory, vertex_count, triangle_count, arrays);
  rock->face_count = face_count;
  set_offsets(*rock, arrays);
  return rock;
}

}  // namespace rockfall
