// Float32 transforms of rocks for a renderer.
#pragma once

#include <rockfall/render.h>

namespace rockfall {

/// Floats of one transform. @param format  an rf_transform_format
inline uint32_t transform_floats(int32_t format) {
  static constexpr uint32_t kFloats[RF_TRANSFORM_FORMAT_COUNT] = {7, 16, 12};
  return kFloats[format];
}

/// Write one transform; `def` is checked. @param previous  nullable
void write_transform(const rf_render_def& def, const rf_state* previous, const rf_state& current, double blend,
                     float* out);

}  // namespace rockfall
