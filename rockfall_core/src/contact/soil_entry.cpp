#include "contact/soil_entry.h"

namespace rockfall {

namespace {

// Along the normal.
double gap_to_rebound_surface(const Contact& contact, double depth) {
  // The gap of a hull vertex is vertical, unless its normal is that of a steep face, which is horizontal.
  const bool vertical = !(contact.feature & RF_TERRAIN_VERTEX_FEATURE) && contact.frame(2, 0) > 0;
  return (vertical ? contact.gap * contact.frame(2, 0) : contact.gap) + depth;
}

void remove_above_rebound_surface(ContactSet& contacts, double depth) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < contacts.count; ++i) {
    const Contact& contact = contacts.items[i];
    if (contact.in_soil && gap_to_rebound_surface(contact, depth) > 0) continue;
    if (kept != i) contacts.items[kept] = contact;
    ++kept;
  }
  // Vertices in soil without a slot have a smaller vertical depth than one that was removed. Where the slopes below the
  // two differ, a contact may be lost.
  if (kept < contacts.count) contacts.dropped_in_soil = 0;
  contacts.count = kept;
}

}  // namespace

Contact* claim_contact(ContactSet& contacts, const SoilEntry& soil, double gap, const rf_ground& ground) {
  if (contacts.full() && soil.present() && contacts.none_above != soil.depth()) {
    remove_above_rebound_surface(contacts, soil.depth());
    contacts.none_above = soil.depth();
  }
  return contacts.claim(gap, ground.soil_strength > 0);
}

void keep_rebound_contacts(ContactSet& contacts, double depth) {
  remove_above_rebound_surface(contacts, depth);
  contacts.contacts_changed();
  for (uint32_t i = 0; i < contacts.count; ++i) {
    Contact& contact = contacts.items[i];
    if (contact.in_soil) contact.gap = gap_to_rebound_surface(contact, depth);
  }
}

void shorten_rolling_arms(ContactSet& contacts, double arm_of_soil) {
  for (uint32_t i = 0; i < contacts.count; ++i) {
    Contact& contact = contacts.items[i];
    if (contact.in_soil) contact.rolling_arm = rolling_arm_in_soil(contact.rolling_arm, arm_of_soil);
  }
}

}  // namespace rockfall
