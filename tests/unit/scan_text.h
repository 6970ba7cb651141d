/* scan_text.h - scanners run on code typed in as text.  */

#ifndef SCAN_TEXT_H
#define SCAN_TEXT_H

#include <stddef.h>

#include "analysis/callscan_arch.h"

/* An exact copy on the heap of the bytes that HEX gives, two digits each,
   blanks where one likes; so tools notice a byte read beyond the end.  */
unsigned char *hex_bytes (const char *hex, size_t *size);

/* Run SCAN on SPAN and tell what it found, blanks between: targets in
   hexadecimal, `?' for a call of something unknown.  To be freed.  */
char *scan_span (call_scanner *scan, const struct code_span *span);

/* The same on the code HEX, all of it, that lies at ABOUT's address and is of
   ABOUT's kind, word size and order.  */
char *scan_hex (call_scanner *scan, const struct code_span *about,
                const char *hex);

#endif
