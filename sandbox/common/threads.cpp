#include "common/threads.h"

#include <algorithm>
#include <system_error>

namespace sandbox {

unsigned machine_threads() { return std::max(1u, std::thread::hardware_concurrency()); }

ThreadPool::ThreadPool(unsigned threads) {
  workers_.reserve(std::max(threads, 1u) - 1);
  try {
    for (unsigned i = 1; i < threads; ++i) workers_.emplace_back([this] { serve(); });
  } catch (const std::system_error&) {
    // The machine or the limits of the user have no more threads; those made so far do the work.
  }
}

ThreadPool::~ThreadPool() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    stop_ = true;
  }
  begin_.notify_all();
  for (std::thread& worker : workers_) worker.join();
}

void ThreadPool::work() {
  while (true) {
    const std::uint64_t index = next_.fetch_add(1);
    if (index >= count_) return;
    try {
      (*body_)(static_cast<std::uint32_t>(index));
    } catch (...) {
      const std::lock_guard<std::mutex> lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      next_ = count_;
    }
  }
}

void ThreadPool::serve() {
  std::uint64_t served = 0;
  while (true) {
    {
      std::unique_lock<std::mutex> lock(mutex_);
      begin_.wait(lock, [&] { return stop_ || round_ != served; });
      if (stop_) return;
      served = round_;
    }
    work();
    const std::lock_guard<std::mutex> lock(mutex_);
    if (--busy_ == 0) done_.notify_one();
  }
}

void ThreadPool::run(std::uint32_t count, const std::function<void(std::uint32_t)>& body) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    body_ = &body;
    count_ = count;
    next_ = 0;
    busy_ = workers_.size();
    failure_ = nullptr;
    ++round_;
  }
  begin_.notify_all();
  work();
  std::unique_lock<std::mutex> lock(mutex_);
  done_.wait(lock, [&] { return busy_ == 0; });
  if (failure_) std::rethrow_exception(failure_);
}

rf_tasks ThreadPool::tasks() {
  rf_tasks tasks{};
  tasks.user = this;
  tasks.run = [](void* pool, rf_task_body body, void* work, std::uint32_t count) {
    static_cast<ThreadPool*>(pool)->run(count, [&](std::uint32_t index) { body(work, index); });
  };
  return tasks;
}

}  // namespace sandbox
