// A thread pool that distributes indices one by one.
#ifndef ROCKFALL_SANDBOX_COMMON_THREADS_H
#define ROCKFALL_SANDBOX_COMMON_THREADS_H

#include <rockfall/step.h>

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace sandbox {

/** Number of threads of this machine, at least one. */
unsigned machine_threads();

/** Threads that live as long as the pool; the calling thread works as well. */
class ThreadPool {
 public:
  /** Has fewer threads where the system refuses more. @param threads  the calling one among them */
  explicit ThreadPool(unsigned threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  /** The threads that it has, at least one. */
  unsigned size() const { return static_cast<unsigned>(workers_.size()) + 1; }

  /** Calls body(i) once for every i below `count`, in any order, and returns when all are done. Rethrows the
   *  first exception of a body; indices not started by then are skipped. */
  void run(std::uint32_t count, const std::function<void(std::uint32_t)>& body);

  /** The pool as the engine's task callback. */
  rf_tasks tasks();

 private:
  void work();
  void serve();

  std::vector<std::thread> workers_;
  std::mutex mutex_;
  std::condition_variable begin_;
  std::condition_variable done_;
  const std::function<void(std::uint32_t)>* body_ = nullptr;
  std::uint32_t count_ = 0;
  std::atomic<std::uint64_t> next_{0};
  std::size_t busy_ = 0;
  std::uint64_t round_ = 0;
  bool stop_ = false;
  std::exception_ptr failure_;
};

}  // namespace sandbox
#endif
