/* sha256.h - the hash SHA-256 (FIPS 180-4), by which a page names the scripts
   that may run in it.  */

#ifndef SHA256_H
#define SHA256_H

#include <stddef.h>

enum
{
  SHA256_BASE64 = 44 /* characters of a hash in base64 */
};

/* Write the hash of the SIZE bytes at DATA to TEXT, in base64 (RFC 4648,
   section 4), and a NUL.  O(SIZE).  */
void sha256_base64 (const unsigned char *data, size_t size,
                    char text[SHA256_BASE64 + 1]);

#endif
