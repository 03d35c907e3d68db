#include <algorithm>

#include "common/threads.h"
#include "plot/view.h"

namespace sandbox {

void for_bands(Box box, unsigned threads, const std::function<void(Box)>& body) {
  constexpr int rows = 32;
  const int bands = (box.height + rows - 1) / rows;
  ThreadPool pool(std::clamp(static_cast<unsigned>(bands), 1u, std::max(1u, threads)));
  pool.run(static_cast<std::uint32_t>(bands), [&](std::uint32_t band) {
    const int above = static_cast<int>(band) * rows;
    body({box.x, box.y + above, box.width, std::min(rows, box.height - above)});
  });
}

}  // namespace sandbox
