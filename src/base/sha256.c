/* sha256.c - the hash SHA-256 (FIPS 180-4, sections 4 to 6).  */

#include "config.h"

#include "base/sha256.h"

#include <stdint.h>
#include <string.h>

enum
{
  BLOCK = 64,      /* bytes that are hashed at once */
  SIZE_AT = 56,    /* where the length stands in the last block */
  ROUNDS = 64,     /* words of the schedule */
  STATE = 8,       /* words of the hash */
  HASH = 4 * STATE /* its bytes */
};

static const uint32_t constants[ROUNDS]
    = { 0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
        0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
        0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
        0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
        0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
        0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
        0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
        0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
        0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
        0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
        0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2 };

static uint32_t
rotate (uint32_t word, unsigned bits)
{
  return word >> bits | word << (32 - bits);
}

/* The words of BLOCK, and those that follow from them.  */
static void
make_schedule (const unsigned char *block, uint32_t words[ROUNDS])
{
  for (size_t i = 0; i < 16; i++)
    words[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16
               | (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
  for (size_t i = 16; i < ROUNDS; i++)
    {
      const uint32_t near = words[i - 2], far = words[i - 15];
      words[i] = words[i - 16] + words[i - 7]
                 + (rotate (far, 7) ^ rotate (far, 18) ^ far >> 3)
                 + (rotate (near, 17) ^ rotate (near, 19) ^ near >> 10);
    }
}

static void
hash_block (uint32_t state[STATE], const unsigned char *block)
{
  uint32_t words[ROUNDS], s[STATE];
  make_schedule (block, words);
  memcpy (s, state, sizeof s);
  for (size_t i = 0; i < ROUNDS; i++)
    {
      const uint32_t first
          = s[7] + (rotate (s[4], 6) ^ rotate (s[4], 11) ^ rotate (s[4], 25))
            + ((s[4] & s[5]) ^ (~s[4] & s[6])) + constants[i] + words[i];
      const uint32_t second
          = (rotate (s[0], 2) ^ rotate (s[0], 13) ^ rotate (s[0], 22))
            + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
      memmove (s + 1, s, 7 * sizeof *s);
      s[4] += first;
      s[0] = first + second;
    }
  for (size_t i = 0; i < STATE; i++)
    state[i] += s[i];
}

/* Hash what is left of SIZE bytes behind the last whole block, and the
   padding.  */
static void
hash_end (uint32_t state[STATE], const unsigned char *left, size_t size)
{
  unsigned char last[2 * BLOCK] = { 0 };
  const size_t count = size % BLOCK;
  const size_t length = count < SIZE_AT ? BLOCK : 2 * BLOCK;
  const uint64_t bits = (uint64_t)size * 8;
  memcpy (last, left, count);
  last[count] = 0x80;
  for (size_t i = 0; i < 8; i++)
    last[length - 1 - i] = (unsigned char)(bits >> 8 * i);
  for (size_t at = 0; at < length; at += BLOCK)
    hash_block (state, last + at);
}

/* The 6 bits of HASH from bit 6 * NUMBER on, 0 behind its end.  */
static unsigned
take_bits (const uint32_t state[STATE], size_t number)
{
  unsigned bits = 0;
  for (size_t bit = 6 * number; bit < 6 * number + 6; bit++)
    bits = bits << 1
           | (bit < 8 * HASH ? state[bit / 32] >> (31 - bit % 32) & 1 : 0);
  return bits;
}

void
sha256_base64 (const unsigned char *data, size_t size,
               char text[SHA256_BASE64 + 1])
{
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                               "abcdefghijklmnopqrstuvwxyz0123456789+/";
  uint32_t state[STATE] = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                            0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 };
  const size_t whole = size / BLOCK * BLOCK;
  for (size_t at = 0; at < whole; at += BLOCK)
    hash_block (state, data + at);
  hash_end (state, data + whole, size);
  for (size_t i = 0; i < SHA256_BASE64 - 1; i++)
    text[i] = digits[take_bits (state, i)];
  text[SHA256_BASE64 - 1] = '=';
  text[SHA256_BASE64] = '\0';
}
