/* PARALLEL: 2 */
/* Somebody at a terminal answers when the prompt is there. It has no end of line: reading the answer writes it out. The
 * same through pipes, if the program keeps lines and nothing. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ANSWERS = 40 };

static unsigned work_on(const char *text) {
  unsigned hash = 1;
  for (int round = 0; round < 3000; round++)
    for (const char *at = text; *at; at++)
      hash = hash * 31 + (unsigned char)*at + (unsigned)round;
  return hash;
}

static void ask(void) {
  char line[200];
  unsigned sum = 0;
  printf("> ");
  while (fgets(line, sizeof line, stdin)) {
    const unsigned hash = work_on(line);
    sum = sum * 3 + hash;
    printf("%u %u\n> ", hash, sum);
  }
  printf("%u\n", sum);
}

static void ask_unbuffered(void) {
  char line[200];
  setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
  setvbuf(stdin, NULL, _IONBF, 0);
  printf("> ");
  while (fgets(line, sizeof line, stdin)) {
    const unsigned hash = work_on(line);
    printf("%u\n> ", hash);
  }
}

static void copy_until_prompt(int from) {
  char c;
  while (read(from, &c, 1) == 1 && c != '>')
    putchar(c);
}

static void answer(int from, int to) {
  alarm(20);
  for (int k = 0; k < ANSWERS; k++) {
    char text[32];
    const int length = snprintf(text, sizeof text, "answer %d\n", k * k);
    copy_until_prompt(from);
    if (write(to, text, (size_t)length) != length)
      return;
  }
  copy_until_prompt(from);
  putchar('\n');
}

/* The program anew, with other standard streams. */
static void start(const char *program, const char *how, int in, int out) {
  const pid_t child = fork();
  if (child != 0)
    return;
  dup2(in, STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  for (int i = 3; i < 16; i++)
    close(i);
  execl(program, program, how, "again", (char *)NULL);
  _exit(1);
}

static void at_terminal(const char *program) {
  const int own = posix_openpt(O_RDWR | O_NOCTTY);
  if (own < 0 || grantpt(own) != 0 || unlockpt(own) != 0)
    exit(1);
  const int other = open(ptsname(own), O_RDWR | O_NOCTTY);
  start(program, "lines", other, other);
  answer(own, own);
  close(own);
  close(other);
}

static void through_pipes(const char *program) {
  int there[2], back[2];
  if (pipe(there) != 0 || pipe(back) != 0)
    exit(1);
  start(program, "nothing", there[0], back[1]);
  answer(back[0], there[1]);
  close(there[1]);
}

int main(int argc, char **argv) {
  if (argc == 3) {
    if (strcmp(argv[1], "lines") == 0)
      ask();
    else
      ask_unbuffered();
    return 0;
  }
  at_terminal(argv[0]);
  through_pipes(argv[0]);
  return 0;
}
