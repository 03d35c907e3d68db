/* rockfall/rockfall.h: everything. */
#ifndef ROCKFALL_H
#define ROCKFALL_H

#include "base.h"
#include "campaign.h"
#include "ground.h"
#include "rock.h"
#include "step.h"
#include "terrain.h"

#endif
