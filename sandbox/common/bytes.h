// Numbers and texts in a block of bytes, for files that programs of the same machine type read again.
#ifndef ROCKFALL_SANDBOX_COMMON_BYTES_H
#define ROCKFALL_SANDBOX_COMMON_BYTES_H

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "common/error.h"

namespace sandbox {

/** The hash FNV-1a of bytes, after those whose hash is `before`. It detects damage, not manipulation. */
inline std::uint64_t hash_of_bytes(const unsigned char* bytes, std::size_t count,
                                   std::uint64_t before = 0xcbf29ce484222325u) {
  std::uint64_t hash = before;
  for (std::size_t i = 0; i < count; ++i) hash = (hash ^ bytes[i]) * 0x100000001b3u;
  return hash;
}

class ByteWriter {
 public:
  /** Takes room for so many bytes at once, so that large blocks are not copied while they grow. */
  void reserve(std::size_t bytes) { bytes_.reserve(bytes); }
  template <class Value>
  void put(const Value& value) {
    static_assert(std::is_trivially_copyable<Value>::value, "plain data");
    const std::size_t at = bytes_.size();
    bytes_.resize(at + sizeof value);
    std::memcpy(&bytes_[at], &value, sizeof value);
  }
  template <class Value>
  void put_all(const std::vector<Value>& values) {
    static_assert(std::is_trivially_copyable<Value>::value, "plain data");
    put(static_cast<std::uint64_t>(values.size()));
    const std::size_t at = bytes_.size(), count = values.size() * sizeof(Value);
    bytes_.resize(at + count);
    if (count > 0) std::memcpy(&bytes_[at], values.data(), count);
  }
  void put_text(const std::string& text) { put_all(std::vector<char>(text.begin(), text.end())); }

  const std::vector<unsigned char>& bytes() const { return bytes_; }
  /** Gives the bytes away. */
  std::vector<unsigned char> take() { return std::move(bytes_); }

 private:
  std::vector<unsigned char> bytes_;
};

/** Every call throws InputError at the end of the bytes. The bytes outlive the reader. */
class ByteReader {
 public:
  ByteReader(const std::vector<unsigned char>& bytes, std::string name) : bytes_(bytes), name_(std::move(name)) {}

  template <class Value>
  Value get() {
    static_assert(std::is_trivially_copyable<Value>::value, "plain data");
    need(sizeof(Value));
    Value value;
    std::memcpy(&value, &bytes_[at_], sizeof value);
    at_ += sizeof value;
    return value;
  }
  template <class Value>
  std::vector<Value> get_all() {
    const auto count = get<std::uint64_t>();
    if (count > (bytes_.size() - at_) / sizeof(Value)) fail();
    std::vector<Value> values(static_cast<std::size_t>(count));
    if (count > 0) std::memcpy(values.data(), &bytes_[at_], values.size() * sizeof(Value));
    at_ += values.size() * sizeof(Value);
    return values;
  }
  std::string get_text() {
    const std::vector<char> letters = get_all<char>();
    return std::string(letters.begin(), letters.end());
  }
  bool at_end() const { return at_ == bytes_.size(); }
  [[noreturn]] void fail() const { throw InputError(name_ + ": the file is broken or cut short"); }

 private:
  void need(std::size_t count) const {
    if (count > bytes_.size() - at_) fail();
  }

  const std::vector<unsigned char>& bytes_;
  std::string name_;
  std::size_t at_ = 0;
};

}  // namespace sandbox
#endif
