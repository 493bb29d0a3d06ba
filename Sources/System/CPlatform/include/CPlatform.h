// C functions that Swift can't import, or imports differently on different platforms.
//
// Every call that can fail returns its result, or the negated errno, so that no code of the Swift runtime runs between
// the call and the reading of `errno`.
#ifndef CPLATFORM_H
#define CPLATFORM_H

#include "CPlatformClock.h"
#include "CPlatformCounter.h"
#include "CPlatformEpoll.h"
#include "CPlatformMemory.h"
#include "CPlatformMutex.h"
#include "CPlatformProcess.h"
#include "CPlatformProcessors.h"
#include "CPlatformSignals.h"
#include "CPlatformSocket.h"
#include "CPlatformTestFrameworks.h"
#include "CPlatformWakeup.h"

#endif
