/* annotations.h - what a programmer may tell Kasuri about a C program.
 *
 *     #include <kasuri/annotations.h>
 *
 *     KASURI_INDEPENDENT
 *     for (i = 0; i < n; i++)
 *       out[place[i]] += in[i];
 *
 * For other compilers each macro is empty, in every C since C89, so the header can stay in the
 * program permanently. When Kasuri reads the program (it defines __KASURI__), they are pragmas;
 * `#pragma kasuri independent` means the same, but other compilers may warn about it.
 *
 * Kasuri relies on promises (docs/annotations.md). A program that breaks one may compute wrong
 * results. The report lists each promise that a plan relies on.
 *
 * Before a loop (`for`, `while`, `do`):
 *
 *   KASURI_INDEPENDENT        promise: no iteration touches memory that another one writes
 *   KASURI_NO_ALIAS(a, b)     promise: the memory that the loop accesses through the pointers a
 *                             and b does not overlap
 *   KASURI_DISTINCT(table)    promise: entries of the array `table` are all different; entries that
 *                             are pointers point to separate memory
 *   KASURI_REDUCTION(op, x)   updates of x with op may be combined in any order: + * & | ^ min max
 *   KASURI_TRIP_COUNT(n)      the loop has about n iterations; only the plan depends on it
 *   KASURI_EXCLUDE            the loop stays sequential; also before a block { ... }
 *   KASURI_KEEP_ORDER         the loop and those inside it stay in their order; they may run in
 *                             parallel
 *
 * Before a function, its declaration or its definition:
 *
 *   KASURI_PURE               promise: a call only computes its result, from its arguments and the
 *                             objects that these point to
 *   KASURI_WHOLE              the function stays sequential inside; its calls may run in parallel
 *   KASURI_DEADLINE(time)     a call takes at most this time, "33ms", with --mode=deadline
 */
#ifndef KASURI_ANNOTATIONS_H
#define KASURI_ANNOTATIONS_H

#ifdef __KASURI__
#define KASURI_PRAGMA_(text) _Pragma(#text)
#define KASURI_INDEPENDENT KASURI_PRAGMA_(kasuri independent)
#define KASURI_NO_ALIAS(a, b) KASURI_PRAGMA_(kasuri noalias(a, b))
#define KASURI_DISTINCT(table) KASURI_PRAGMA_(kasuri distinct(table))
#define KASURI_REDUCTION(op, x) KASURI_PRAGMA_(kasuri reduction(op : x))
#define KASURI_TRIP_COUNT(n) KASURI_PRAGMA_(kasuri trip_count(n))
#define KASURI_EXCLUDE KASURI_PRAGMA_(kasuri exclude)
#define KASURI_KEEP_ORDER KASURI_PRAGMA_(kasuri keep_order)
#define KASURI_PURE KASURI_PRAGMA_(kasuri pure)
#define KASURI_WHOLE KASURI_PRAGMA_(kasuri whole)
#define KASURI_DEADLINE(time) KASURI_PRAGMA_(kasuri deadline(time))
#else
#define KASURI_INDEPENDENT
#define KASURI_NO_ALIAS(a, b)
#define KASURI_DISTINCT(table)
#define KASURI_REDUCTION(op, x)
#define KASURI_TRIP_COUNT(n)
#define KASURI_EXCLUDE
#define KASURI_KEEP_ORDER
#define KASURI_PURE
#define KASURI_WHOLE
#define KASURI_DEADLINE(time)
#endif

#endif
