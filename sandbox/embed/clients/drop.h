/* The scene that every client of check.sh drops, in C: 100 rocks of two shapes in a bowl that is a callback. The other
 * languages have the same numbers and the same order of operations, so that the bits of the rocks agree.
 *
 *   ground   z = x x 0.01 + y y 0.02, default parameters, restitution 0.3
 *   shapes   a box of 1.2 x 1 x 0.8 m and a tetrahedron, with their triangles: no hull is computed
 *   rock i   shape i % 2, x = (i % 10) 1.5 - 7, y = (i / 10) 1.5 - 7, 0.5 + i 0.01 m above the ground,
 *            omega = (1, i 0.02, -0.5)
 *   then     DROP_STEPS steps of 2 ms in calls of 50
 */
#ifndef ROCKFALL_DROP_H
#define ROCKFALL_DROP_H

#define DROP_ROCKS 100
#define DROP_STEPS 300

static const double box_points[24] = {-0.6, -0.5, -0.4, 0.6, -0.5, -0.4, -0.6, 0.5, -0.4, 0.6, 0.5, -0.4,
                                      -0.6, -0.5, 0.4,  0.6, -0.5, 0.4,  -0.6, 0.5, 0.4,  0.6, 0.5, 0.4};
static const unsigned box_triangles[36] = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                                           2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
static const double tetrahedron_points[12] = {0.5, 0.5, 0.5, 0.5, -0.5, -0.5, -0.5, 0.5, -0.5, -0.5, -0.5, 0.5};
static const unsigned tetrahedron_triangles[12] = {0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2};

#endif
