// Replaces the allocation functions by counting ones that call those of glibc by their internal names.
#include "allocation/counting.h"

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

std::atomic<uint64_t> counter{0};

void count() { counter.fetch_add(1, std::memory_order_relaxed); }

}  // namespace

#ifdef __GLIBC__
extern "C" {

void* __libc_malloc(size_t);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);
void* __libc_memalign(size_t, size_t);
void __libc_free(void*);

void* malloc(size_t size) {
  count();
  return __libc_malloc(size);
}

void* calloc(size_t number, size_t size) {
  count();
  return __libc_calloc(number, size);
}

void* realloc(void* block, size_t size) {
  count();
  return __libc_realloc(block, size);
}

void* memalign(size_t alignment, size_t size) {
  count();
  return __libc_memalign(alignment, size);
}

void* aligned_alloc(size_t alignment, size_t size) {
  count();
  return __libc_memalign(alignment, size);
}

int posix_memalign(void** block, size_t alignment, size_t size) {
  count();
  *block = __libc_memalign(alignment, size);
  return *block ? 0 : ENOMEM;
}

void free(void* block) {
  if (block) count();
  __libc_free(block);
}
}
#endif

// new calls malloc and counts twice, which does not matter.
void* operator new(size_t size) {
  count();
  if (void* block = std::malloc(size ? size : 1)) return block;
  throw std::bad_alloc();
}

void* operator new(size_t size, std::align_val_t alignment) {
  count();
  const size_t step = static_cast<size_t>(alignment);
  if (void* block = std::aligned_alloc(step, (size + step - 1) / step * step)) return block;
  throw std::bad_alloc();
}

void* operator new[](size_t size) { return operator new(size); }
void* operator new[](size_t size, std::align_val_t alignment) { return operator new(size, alignment); }
void operator delete(void* block) noexcept { std::free(block); }
void operator delete(void* block, size_t) noexcept { std::free(block); }
void operator delete(void* block, std::align_val_t) noexcept { std::free(block); }
void operator delete(void* block, size_t, std::align_val_t) noexcept { std::free(block); }
void operator delete[](void* block) noexcept { std::free(block); }
void operator delete[](void* block, size_t) noexcept { std::free(block); }
void operator delete[](void* block, std::align_val_t) noexcept { std::free(block); }
void operator delete[](void* block, size_t, std::align_val_t) noexcept { std::free(block); }

namespace counting {

uint64_t calls() { return counter.load(); }

bool available() {
#ifdef __GLIBC__
  return true;
#else
  return false;
#endif
}

}  // namespace counting
