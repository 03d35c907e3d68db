/* rockfall/cpp/status.hpp: errors of rockfall.hpp as values or as exceptions. */
#ifndef ROCKFALL_CPP_STATUS_HPP
#define ROCKFALL_CPP_STATUS_HPP

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <utility>

#include "../rockfall.h"

#if !defined(RF_NO_EXCEPTIONS) && (defined(__cpp_exceptions) || defined(_CPPUNWIND))
#define RF_HPP_EXCEPTIONS 1
#include <exception>
#else
#define RF_HPP_EXCEPTIONS 0
#endif

// Inline namespaces allow to link files compiled with and without exceptions.
#if RF_HPP_EXCEPTIONS
#define RF_HPP_NAMESPACE with_exceptions
#else
#define RF_HPP_NAMESPACE without_exceptions
#endif

namespace rf {
inline namespace RF_HPP_NAMESPACE {

#if RF_HPP_EXCEPTIONS
/** Exception thrown by require() and value(). */
class Exception : public std::exception {
 public:
  explicit Exception(const rf_error& error) noexcept : error_(error) {}
  const char* what() const noexcept override { return error_.text; }
  rf_status code() const noexcept { return error_.status; }

 private:
  rf_error error_;
};
#endif

/** Result of a call: RF_OK, or a status with an error text. */
class [[nodiscard]] Status {
 public:
  /** RF_OK. */
  Status() noexcept : error_() {}
  /** The status of a call with the text of `error`, or with rf_status_text() if that is empty. */
  explicit Status(rf_status code, const rf_error& error = rf_error()) noexcept : error_(error) {
    error_.status = code;
    if (code != RF_OK && error_.text[0] == '\0') set_text(rf_status_text(code));
  }
  /** A failure detected by this header. */
  Status(rf_status code, const char* text) noexcept : error_() {
    error_.status = code;
    set_text(text);
  }

  bool ok() const noexcept { return error_.status == RF_OK; }
  explicit operator bool() const noexcept { return ok(); }
  rf_status code() const noexcept { return error_.status; }
  /** Error text, one sentence; empty on RF_OK. Valid as long as this object. */
  const char* text() const noexcept { return error_.text; }
  const rf_error& error() const noexcept { return error_; }

  /** Returns on RF_OK. Otherwise throws Exception; without exceptions prints the text to stderr and aborts. */
  void require() const {
    if (ok()) return;
#if RF_HPP_EXCEPTIONS
    throw Exception(error_);
#else
    std::fprintf(stderr, "rockfall: %s\n", error_.text);
    std::abort();
#endif
  }

 private:
  void set_text(const char* text) noexcept {
    std::strncpy(error_.text, text, sizeof error_.text - 1);
    error_.text[sizeof error_.text - 1] = '\0';
  }
  rf_error error_;
};

/** A value, or the status of the failure. */
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}
  /** @param failure  not RF_OK */
  Result(const Status& failure) : status_(failure) {}

  bool ok() const noexcept { return value_.has_value(); }
  explicit operator bool() const noexcept { return ok(); }
  const Status& status() const noexcept { return status_; }
  const char* text() const noexcept { return status_.text(); }

  /** The value. Precondition: ok(). */
  T& operator*() & noexcept { return *value_; }
  const T& operator*() const& noexcept { return *value_; }
  T&& operator*() && noexcept { return std::move(*value_); }
  T* operator->() noexcept { return &*value_; }
  const T* operator->() const noexcept { return &*value_; }

  /** The value, moved out; fails as Status::require(). */
  T value() && {
    status_.require();
    return std::move(*value_);
  }
  T& value() & {
    status_.require();
    return *value_;
  }
  const T& value() const& {
    status_.require();
    return *value_;
  }

 private:
  Status status_;
  std::optional<T> value_;
};

}  // namespace RF_HPP_NAMESPACE
}  // namespace rf
#endif
