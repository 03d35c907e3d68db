// Memory for the computation of a hull.
#pragma once

#include <cstddef>
#include <cstdlib>

namespace rockfall {

/// Zeroed memory of the C library, null where there is none: operator new would need the C++ run time.
template <class T>
class Buffer {
 public:
  explicit Buffer(size_t count) : data_(static_cast<T*>(std::calloc(count, sizeof(T)))) {}
  ~Buffer() { std::free(data_); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  T* data() const { return data_; }

 private:
  T* data_;
};

}  // namespace rockfall
