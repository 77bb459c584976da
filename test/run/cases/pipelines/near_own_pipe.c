/* PARALLEL: 1 */
/* The program reads what it writes itself, and gets as much as it has written so far: a pipe, a pair of sockets. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
enum { N = 60 };

static unsigned hash(const unsigned char *p, int n) {
  unsigned h = 2166136261u;
  for (int r = 0; r < 20; r++)
    for (int i = 0; i < n; i++) {
      h ^= p[i];
      h *= 16777619u;
      h ^= h >> 13;
    }
  return h;
}

/* One read gets what both writes of the iteration before have written. */
static void by_pipe(void) {
  int ends[2];
  unsigned char in[256], out[256];
  if (pipe2(ends, O_NONBLOCK) || write(ends[1], "start", 5) != 5)
    return;
  for (int k = 0; k < N; k++) {
    int n = (int)read(ends[0], in, sizeof in);
    if (n < 0)
      n = 0;
    unsigned h = hash(in, n);
    for (int i = 0; i < 40; i++)
      out[i] = (unsigned char)(h >> (i & 15));
    (void)!write(ends[1], out, 10);
    (void)!write(ends[1], out + 10, (size_t)(1 + k % 20));
    printf("%d %u\n", n, h);
  }
  close(ends[0]);
  close(ends[1]);
}

static void by_sockets(void) {
  int ends[2];
  unsigned char in[64], out[64];
  if (socketpair(AF_UNIX, SOCK_DGRAM, 0, ends))
    return;
  for (int k = 0; k < N; k++) {
    int n = (int)recv(ends[0], in, sizeof in, MSG_DONTWAIT);
    if (n != 64)
      memset(in, k, 64);
    unsigned h = hash(in, 64);
    for (int i = 0; i < 64; i++)
      out[i] = (unsigned char)(h >> (i & 15));
    if (k % 3)
      send(ends[1], out, 64, 0);
    printf("%d %u\n", n, h);
  }
}

int main(void) {
  by_pipe();
  by_sockets();
  return 0;
}
