#ifndef CPCRE2_SHIM_H
#define CPCRE2_SHIM_H

// Which of the library's three code unit widths is meant; without it pcre2.h declares nothing.
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#endif
