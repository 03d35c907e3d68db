// The groups of the verification table, one function each.
#ifndef ROCKFALL_SANDBOX_VERIFY_GROUPS_H
#define ROCKFALL_SANDBOX_VERIFY_GROUPS_H

#include <cstdint>
#include <vector>

#include "verify/table.h"

namespace sandbox::verify {

struct Effort {
  bool quick = false;  ///< smaller ensembles, fewer steps
  unsigned threads = 1;
};

Table free_rotation(const Effort& effort);         ///< A
Table non_twisting(const Effort& effort);          ///< B
Table scarring(const Effort& effort);              ///< C
Table wheel(const Effort& effort);                 ///< D
Table ramp(const Effort& effort);                  ///< E
Table contact_closed_forms(const Effort& effort);  ///< F
Table rocfall(const Effort& effort);               ///< R
Table soil(const Effort& effort);                  ///< S

// Part of A.
void add_propagator_rows(Table& table, const Effort& effort);

// Parts of F.
void add_contact_rows(Table& table);
void add_rolling_rows(Table& table, const Effort& effort);
void add_flight_rows(Table& table);
void add_energy_rows(Table& table, const Effort& effort);
void add_invariance_rows(Table& table, const Effort& effort);
void add_mass_property_rows(Table& table, const Effort& effort);

// Part of S.
void add_soil_impact_rows(Table& table, const Effort& effort);
/** A phrase for an rf_soil_law. */
const char* soil_law_text(std::int32_t law);

struct Group {
  const char* letter;
  Table (*run)(const Effort& effort);
};
const std::vector<Group>& groups();

}  // namespace sandbox::verify
#endif
