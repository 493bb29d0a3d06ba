// What Swift cannot import, or imports differently from platform to platform.
//
// Every call that can fail returns its result, or the negated errno: so that no code of the runtime can run between
// the call and the reading of `errno`.
#ifndef CPLATFORM_H
#define CPLATFORM_H

#include "CPlatformClock.h"
#include "CPlatformEpoll.h"
#include "CPlatformMutex.h"
#include "CPlatformProcessors.h"
#include "CPlatformSocket.h"
#include "CPlatformWakeup.h"

#endif
