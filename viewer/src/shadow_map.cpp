#include "shadow_map.h"

#include <cmath>

#include "drawing.h"

namespace rockfall_viewer {
namespace {

constexpr GLsizei map_side = 2048;

}  // namespace

ShadowMap::ShadowMap() {
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, depth_.name());
  glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, map_side, map_side, 0, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT,
               nullptr);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.name());
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, depth_.name(), 0);
  glDrawBuffer(GL_NONE);
  glReadBuffer(GL_NONE);
  if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
    throw ViewerError("OpenGL does not support the framebuffer of the shadow map");
  }
}

Matrix ShadowMap::projection(const Camera& camera, const Vec3& sun, double radius) {
  Camera light;
  light.eye = sun;
  light.target = {};
  const CameraAxes axes = axes_of(light);
  // Moving in whole texels keeps the edges of shadows fixed while the camera moves.
  const double texel = 2 * radius / map_side;
  const auto snap_offset = [&](const Vec3& axis) {
    const double at = dot(axis, camera.target);
    return std::floor(at / texel) * texel - at;
  };
  const Vec3 centre =
      camera.target + snap_offset(axes.right) * axes.right + snap_offset(axes.up) * axes.up - camera.eye;
  return orthographic(axes, centre, radius);
}

void ShadowMap::begin() const {
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.name());
  glViewport(0, 0, map_side, map_side);
  glClear(GL_DEPTH_BUFFER_BIT);
}

void ShadowMap::bind_texture() const {
  glActiveTexture(GL_TEXTURE0 + shadow_unit);
  glBindTexture(GL_TEXTURE_2D, depth_.name());
}

}  // namespace rockfall_viewer
