/* rockfall/rockfall.h: includes all public C headers. */
#ifndef ROCKFALL_H
#define ROCKFALL_H

#include "abi.h"
#include "base.h"
#include "body.h"
#include "campaign.h"
#include "events.h"
#include "frame.h"
#include "ground.h"
#include "hash.h"
#include "layout.h"
#include "observe.h"
#include "queries.h"
#include "recording.h"
#include "render.h"
#include "replay.h"
#include "rock.h"
#include "snapshot.h"
#include "step.h"
#include "terrain.h"
#include "terrain_formats.h"

#endif
