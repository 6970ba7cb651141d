/* scan_text.h - scanners run on code typed in as text.  */

#ifndef SCAN_TEXT_H
#define SCAN_TEXT_H

#include <stddef.h>

#include "analysis/callscan_arch.h"

/* An exact copy on the heap of the bytes that HEX gives, two digits each, with
   blanks anywhere; so tools notice a byte read beyond the end.  */
unsigned char *hex_bytes (const char *hex, size_t *size);

/* Run SCAN on SPAN and return what it found, separated by blanks: targets in
   hexadecimal, `?' for a call of an unknown target.  To be freed.  */
char *scan_span (call_scanner *scan, const struct code_span *span);

/* The same on all of the code HEX, with the address, kind, word size and byte
   order of ABOUT.  */
char *scan_hex (call_scanner *scan, const struct code_span *about,
                const char *hex);

#endif
