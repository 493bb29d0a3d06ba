// SwiftPM asks a C target for at least one source; everything here is in the headers.
#include "CPlatform.h"
