// i ^ j for a j that stays: two iterations have one partner only if they are one, and are each other's partners.
// RUN: kasuri %s --dump=analysis --stop-after=analysis -- | FileCheck %s

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel{{$}}
void compare_exchange(int *v, int n, int j, int k) {
  for (int i = 0; i < n; i++) {
    int partner = i ^ j;
    if (partner > i && (v[i] > v[partner]) == ((i & k) == 0)) {
      int kept = v[i];
      v[i] = v[partner];
      v[partner] = kept;
    }
  }
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel{{$}}
void permuted(int *restrict to, const int *restrict from, int n, int j) {
  for (int i = 0; i < n; i++)
    to[i ^ j] = from[i];
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel{{$}}
void lower_first(double *v, unsigned n, unsigned j) {
  for (unsigned i = 0; i < n; i++) {
    unsigned partner = j ^ i;
    if (partner <= i)
      continue;
    double kept = v[i];
    v[i] = v[partner] + kept;
    v[partner] = kept - v[partner];
  }
}

// Each pair is exchanged twice.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void both_of_a_pair(int *v, int n, int j) {
  for (int i = 0; i < n; i++) {
    int kept = v[i];
    v[i] = v[i ^ j];
    v[i ^ j] = kept;
  }
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void any_partner(int *v, int n, int j) {
  for (int i = 0; i < n; i++) {
    int partner = i ^ j;
    if (partner >= 0) {
      int kept = v[i];
      v[i] = v[partner];
      v[partner] = kept;
    }
  }
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void not_itself(int *v, int n, int j) {
  for (int i = 0; i < n; i++)
    if ((i ^ j) != i)
      v[i ^ j] += v[i];
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void moving_mask(int *v, int n) {
  for (int i = 0; i < n; i++) {
    int partner = i ^ (i >> 1);
    if (partner > i)
      v[i] += v[partner];
  }
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void two_masks(int *v, int n, int j, int k) {
  for (int i = 0; i < n; i++) {
    int partner = i ^ j;
    if (partner > i)
      v[partner] += v[i ^ k];
  }
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void joined(int *v, int n, int j) {
  for (int i = 0; i < n; i++) {
    int partner = i | j;
    if (partner > i)
      v[partner] += v[i];
  }
}

// The partner of the one and the next after that of the other.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void beside(int *v, int n, int j) {
  for (int i = 0; i < n; i++) {
    int partner = i ^ j;
    if (partner > i)
      v[partner] += v[i + 1];
  }
}

// Where i & j is 0, i | j is i ^ j and i + j.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel{{$}}
void set_bit(double *v, int n, int bit) {
  for (int i = 0; i < n; i++)
    if (!(i & bit)) {
      int j = i | bit;
      double kept = v[i];
      v[i] = kept + v[j];
      v[j] = kept - v[j];
    }
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel{{$}}
void added_bit(double *v, int n, int target) {
  for (int i = 0; i < n; i++) {
    if (i & (1 << target))
      continue;
    double kept = v[i];
    v[i] = v[i + (1 << target)];
    v[i + (1 << target)] = kept;
  }
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel{{$}}
void unsigned_numbers(double *v, unsigned long n, unsigned target) {
  for (unsigned long i = 0; i < n; i++)
    if ((i & (1ul << target)) == 0) {
      double kept = v[i];
      v[i] = v[i | (1ul << target)];
      v[(1ul << target) | i] = kept;
    }
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void bit_of_another(double *v, int n, int bit, int other) {
  for (int i = 0; i < n; i++)
    if (!(i & other)) {
      double kept = v[i];
      v[i] = v[i | bit];
      v[i | bit] = kept;
    }
}

// Numbers below 0 may have bits in common: with -1 each of them gives -1.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void not_above_zero(int *v, int n, int bits) {
  for (int i = -n; i < n; i++)
    if ((i & bits) <= 0)
      v[i | bits] = i;
}

// Only a bit of 0 would do.
// CHECK: loop {{.*}}:[[#@LINE+2]]:3 parallel guard
void bit_is_set(double *v, int n, int bit) {
  for (int i = 0; i < n; i++)
    if (i & bit) {
      double kept = v[i];
      v[i] = v[i + bit];
      v[i + bit] = kept;
    }
}

// CHECK: loop {{.*}}:[[#@LINE+2]]:3 sequential
void behind_the_test(double *v, int n, int bit) {
  for (int i = 0; i < n; i++) {
    double kept = 0;
    if (!(i & bit))
      kept = v[i];
    v[i | bit] = kept + v[i];
  }
}
