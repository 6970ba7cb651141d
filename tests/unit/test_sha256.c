/* test_sha256.c - SHA-256 in base64 (R15.81).

   The first two are the examples of FIPS 180; all were compared with what
   another program says.  */

#include "config.h"

#include "base/sha256.h"

#include <string.h>

#include "tap.h"

/* Check the hash of COUNT bytes "a".  */
static void
check_length (size_t count, const char *wanted)
{
  unsigned char bytes[200];
  char text[SHA256_BASE64 + 1];
  memset (bytes, 'a', sizeof bytes);
  sha256_base64 (bytes, count, text);
  ok (strcmp (text, wanted) == 0, "%zu bytes", count);
}

int
main (void)
{
  char text[SHA256_BASE64 + 1];
  sha256_base64 ((const unsigned char *)"abc", 3, text);
  ok (strcmp (text, "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=") == 0,
      "three bytes");
  check_length (0, "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
  check_length (1, "ypeBEsobvcr6wjGzmiPcTaeG7/gUfE5yuYB3ha/uSLs=");
  check_length (55, "n0OQ+NMMLdkuyfCVtl4rmumwqSWlJY4kHJ8ekQ9zQxg=");
  check_length (56, "s1Q5pKxvCUi21vnjxq8PX1kM4g8b3nCQ73lwaG7Gc4o=");
  check_length (63, "fT50oF19sVvOStnsBljqmOPwbu7PFrTG//LaRX3cLzQ=");
  check_length (64, "/+BU/nrgy23GXDr5th1SCfQ5hR20PQulmXM33xVGaOs=");
  check_length (65, "Y1NhxIu56rFBmOduqKt/GkFoXWrWKqkUbTAdTxfrCuA=");
  check_length (119, "MeulHDE6XAgiat8Y1KNZz9/Y0ugWsT9K+VL36mWE3Ps=");
  check_length (120, "Lz0zVDLHC1gK8Ojhs2dKfAINaDql9zqq7f3FWvkEwhw=");
  check_length (128, "aDbPE7rEAOkQUHHNavRwhN+srU5eMCyUv+0k4BOvtz4=");
  check_length (200, "wqkI2Y9d+Yet5BtfziEwZ++8wh7yJAISpB5UtefCiuU=");
  return done ();
}
