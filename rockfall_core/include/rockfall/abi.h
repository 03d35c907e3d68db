/* rockfall/abi.h: comparison of the headers that a client was compiled with and the library that it runs with.
 *
 *   if (rf_check_abi(rf_layout_hash(), &error) != RF_OK) ...    once, at the start of a program
 */
#ifndef ROCKFALL_ABI_H
#define ROCKFALL_ABI_H

#include "base.h"
#include "layout.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Check that the client was compiled with headers of the same layout as the library: sizes of all structs, offsets and
 *  sizes of their members, names, enumerators and signatures. Elements of arrays (rf_state, rf_contact)
 *  have no struct_size: only this call finds that they differ.
 *  @param layout_hash  rf_layout_hash() of the client, or the number in a generated binding
 *  @param error        nullable
 *  Errors: RF_BAD_DEF. Thread-safe. */
RF_API rf_status rf_check_abi(uint64_t layout_hash, rf_error* error);

/** Size of a struct in the library, bytes, by its name, e.g. "rf_state"; 0 if there is none, or name is null.
 *  Thread-safe. */
RF_API size_t rf_struct_size(const char* name);

/** One step of the hash of rf_layout_hash(). */
static inline uint64_t rf_layout_mix(uint64_t hash, uint64_t number) {
  hash = (hash ^ number) * UINT64_C(0x100000001b3);
  return hash ^ (hash >> 32);
}

/** Hash of the layout of all structs as the compiler of the client sees them. Compiled into the client. */
static inline uint64_t rf_layout_hash(void) {
#ifdef __cplusplus
#define RF_LAYOUT_STRUCT(s) static_cast<uint32_t>(sizeof(s)),
#define RF_LAYOUT_MEMBER(s, m) static_cast<uint32_t>(offsetof(s, m)), static_cast<uint32_t>(sizeof(s::m)),
#else
#define RF_LAYOUT_STRUCT(s) (uint32_t)sizeof(s),
#define RF_LAYOUT_MEMBER(s, m) (uint32_t) offsetof(s, m), (uint32_t)sizeof(((s*)0)->m),
#endif
  static const uint32_t layout[] = {RF_LAYOUT(RF_LAYOUT_STRUCT, RF_LAYOUT_MEMBER) 0};
#undef RF_LAYOUT_STRUCT
#undef RF_LAYOUT_MEMBER
  uint64_t hash = RF_API_TEXT_HASH;
  size_t i;
  for (i = 0; i + 1 < sizeof layout / sizeof layout[0]; ++i) hash = rf_layout_mix(hash, layout[i]);
  return hash;
}

#ifdef __cplusplus
}
#endif
#endif
