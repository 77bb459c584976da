/* Prints the BLAKE2bp digest of each file, as a user of libb2 would. */
#include <blake2.h>
#include <stdio.h>

enum { BLOCK = 1 << 20 };
static uint8_t block[BLOCK];

static int digest_file(FILE *file, uint8_t *digest) {
  blake2bp_state state[1];
  size_t count;
  if (blake2bp_init(state, BLAKE2B_OUTBYTES) < 0)
    return -1;
  while ((count = fread(block, 1, BLOCK, file)) > 0)
    blake2bp_update(state, block, count);
  if (ferror(file))
    return -1;
  return blake2bp_final(state, digest, BLAKE2B_OUTBYTES);
}

int main(int argc, char **argv) {
  int failed = 0;
  for (int i = 1; i < argc; i++) {
    uint8_t digest[BLAKE2B_OUTBYTES];
    FILE *file = fopen(argv[i], "rb");
    if (!file || digest_file(file, digest) < 0) {
      perror(argv[i]);
      failed = 1;
    } else {
      for (int k = 0; k < BLAKE2B_OUTBYTES; k++)
        printf("%02x", digest[k]);
      printf("  %s\n", argv[i]);
    }
    if (file)
      fclose(file);
  }
  return failed;
}
