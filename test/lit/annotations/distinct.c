// Entries of an array that are promised to be distinct lead different iterations to different memory.
// RUN: kasuri %s -Rkasuri -Rkasuri-missed --cores=2 --min-gain=0 -o %t/out 2>&1 | FileCheck %s
#include <kasuri/annotations.h>

double out[1000][8], in[1000];
int place[1000];

void without(int n) {
  // CHECK: [[#@LINE+1]]:3: remark: loop may run in parallel if the entries that select 'out[place[i]][k]' are distinct
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 8; k++)
      out[place[i]][k] = out[place[i]][k] / 2 + in[i];
}

void promised(int n) {
  KASURI_DISTINCT(place)
  // CHECK: [[#@LINE+1]]:3: remark: loop runs in parallel: doall over 'i'; relies on 'distinct(place)' at {{.*}}distinct.c:[[#@LINE-1]] [Doall]
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 8; k++)
      out[place[i]][k] = out[place[i]][k] / 2 + in[i];
}

void pointers(double **rows, int n, int m) {
  KASURI_DISTINCT(rows)
  // CHECK: [[#@LINE+1]]:3: remark: loop runs in parallel: doall over 'i'; {{.*}}relies on 'distinct(rows)'
  for (int i = 0; i < n; i++)
    for (int k = 0; k < m; k++)
      rows[i][k] *= 2;
}

// Two iterations look at one entry, or one looks at two rows.
void near(int n) {
  KASURI_DISTINCT(place)
  // CHECK: [[#@LINE+1]]:3: remark: loop stays sequential
  for (int i = 0; i < n; i++)
    out[place[i / 2]][0] = out[place[i / 2]][0] / 2 + in[i];
  KASURI_DISTINCT(place)
  // CHECK: [[#@LINE+1]]:3: remark: loop stays sequential
  for (int i = 0; i < n; i++)
    out[place[i] + 1][0] += out[place[i]][0];
  KASURI_DISTINCT(place)
  // CHECK: [[#@LINE+1]]:3: remark: loop stays sequential
  for (int i = 0; i < n; i++)
    (&out[place[i]][0])[i % 16] = (&out[place[i]][0])[i % 16] / 2 + in[i];
  KASURI_DISTINCT(place)
  // CHECK: [[#@LINE+1]]:3: remark: loop stays sequential
  for (int i = 0; i < n; i++)
    out[place[i]][0] += out[i][0];
}

// The entries change in the loop.
void changing(int n) {
  KASURI_DISTINCT(place)
  // CHECK: [[#@LINE+1]]:3: remark: loop stays sequential
  for (int i = 1; i < n; i++) {
    place[i] = place[i - 1] + 2;
    out[place[i]][0] += in[i];
  }
}

// The promise is about one of two tables.
#include <stdlib.h>
static double *owners[40], *others[40];
void make_tables(void) {
  for (int i = 0; i < 40; i++)
    owners[i] = calloc(40, sizeof(double));
  for (int i = 0; i < 40; i++)
    others[i] = owners[39 - i];
}
void of_two_tables(int n) {
  KASURI_DISTINCT(others)
  // CHECK: [[#@LINE+1]]:3: remark: loop may run in parallel if 'others[i][k]' and 'owners[i][k]' do not overlap
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 40; k++)
      owners[i][k] += others[i][k];
}
