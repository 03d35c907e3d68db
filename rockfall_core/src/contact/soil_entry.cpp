#include "contact/soil_entry.h"

namespace rockfall {

void keep_rebound_contacts(ContactSet& contacts, double depth) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < contacts.count; ++i) {
    Contact& contact = contacts.items[i];
    if (contact.ground.soil_strength > 0) {
      // The gap of a hull vertex is vertical, unless its normal is that of a steep face, which is horizontal.
      const bool vertical = !(contact.feature & RF_TERRAIN_VERTEX_FEATURE) && contact.frame(2, 0) > 0;
      const double gap = (vertical ? contact.gap * contact.frame(2, 0) : contact.gap) + depth;
      if (gap > 0) continue;
      contact.gap = gap;
    }
    if (kept != i) contacts.items[kept] = contact;
    ++kept;
  }
  // Those that had no room lie higher than one that is no contact.
  if (kept < contacts.count) contacts.dropped = 0;
  contacts.count = kept;
}

void shorten_rolling_arms(ContactSet& contacts, double arm_of_layer) {
  for (uint32_t i = 0; i < contacts.count; ++i) {
    Contact& contact = contacts.items[i];
    if (contact.ground.soil_strength > 0) contact.rolling_arm = rolling_arm_in_soil(contact.rolling_arm, arm_of_layer);
  }
}

}  // namespace rockfall
