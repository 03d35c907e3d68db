#pragma once

#include <rockfall/events.h>

namespace support {

// Room for the events of one rock.
struct EventsOfOneRock {
  EventsOfOneRock() {
    events.buffer = buffer;
    events.capacity = 64;
    events.tracks = &track;
  }
  EventsOfOneRock(const EventsOfOneRock&) = delete;

  rf_rock_track track = {};
  rf_event buffer[64];
  rf_events events = rf_default_events();
};

}  // namespace support
