// Writes default values into a struct of the size that the client was compiled with.
#pragma once

#include <rockfall/base.h>

#include <cstring>
#include <type_traits>

namespace rockfall {

template <class Struct, class = void>
struct HasStructSize : std::false_type {};
template <class Struct>
struct HasStructSize<Struct, std::void_t<decltype(Struct::struct_size)>> : std::true_type {};

/// Write at most `size` bytes of the default, and zeros beyond it. struct_size becomes `size`, so that the calls that
/// take the struct refuse one of another size.
template <class Struct>
rf_status write_default(Struct value, Struct* out, size_t size) {
  if (!out) return RF_NULL_ARGUMENT;
  if constexpr (HasStructSize<Struct>::value) value.struct_size = static_cast<uint32_t>(size);
  if (size == sizeof value) {
    *out = value;
    return RF_OK;
  }
  std::memset(static_cast<void*>(out), 0, size);
  std::memcpy(static_cast<void*>(out), &value, size < sizeof value ? size : sizeof value);
  return RF_BAD_DEF;
}

}  // namespace rockfall
