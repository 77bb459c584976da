/* The protocol of runtime/queue/queue.c, checked exhaustively: a producer sends EVENTS events, at each step some tokens or
 * a mark, and ends the stream, or leaves at any time; a consumer asks for 1 to VIEW tokens, gives some of what it
 * sees back, and may leave at any time. Checked: nobody waits for ever (an invalid end state: a lost wake-up, a queue too small), each
 * event is seen once, in order, as what it was sent, no token is overwritten before it is released, and the consumer
 * learns the end when it has had all.
 *
 * Every memory access is one step, in program order: the stores and loads that the protocol relies on are
 * sequentially consistent or release and acquire. The futex is the kernel's: it compares and sleeps in one step, and never wakes
 * for no reason, which would hide a lost wake-up.
 *
 * Broken variants that must fail (check_model.py): -DNO_RECHECK and -DNO_ANNOUNCE as in parking.pml, -DLATE_MARK
 * publishes a mark before it is written, -DLATE_TOKENS tokens likewise, -DNO_PLACE uses a place of the ring of marks
 * that is not free, -DQUIET_LEAVE leaves without raising the counter, and a BOUND below 2*VIEW-1. */
#ifndef BOUND
#define BOUND 3
#endif
#ifndef VIEW
#define VIEW 2
#endif
#ifndef EVENTS
#define EVENTS 6
#endif
#ifndef MARKS
#define MARKS 2
#endif
#define GONE 100
#define TOKEN 1
#define MARK 2
#define END 1
#define BROKEN 2

short published, released;
bool announced_to_producer, announced_to_consumer; /* `sleepers` of published, of released */
bool consumer_sleeps, producer_sleeps;             /* in the kernel */
byte ring[BOUND] = 255;
byte mark_number[MARKS], mark_event[MARKS];
byte last_news;
byte kind[EVENTS]; /* what was sent; for the check only */
byte sent;

inline raise(counter, value, announced, sleeps) {
  counter = value;
  if
  :: announced -> sleeps = false
  :: else -> skip
  fi
}

#ifdef NO_RECHECK
#define FALLS_ASLEEP(counter, sleeps) sleeps = true
#else
#define FALLS_ASLEEP(counter, sleeps) atomic { if :: counter == seen -> sleeps = true :: else -> skip fi }
#endif

inline await(counter, target, announced, sleeps) {
  seen = counter;
  if
  :: seen >= target -> skip
  :: else ->
#ifndef NO_ANNOUNCE
     announced = true;
     seen = counter;
#endif
     do
     :: seen >= target -> break
     :: else ->
        FALLS_ASLEEP(counter, sleeps);
        announced = true;
        (!sleeps);
        seen = counter
     od;
     announced = false
  fi
}

#define AWAIT_RELEASED(target) await(released, target, announced_to_consumer, producer_sleeps); seen = released
#define HAS_LEFT (seen > written)
#define WRITE_TOKENS \
  i = 0; \
  do \
  :: i < n -> ring[(first + i) % BOUND] = first + i; i++ \
  :: else -> break \
  od
#define WRITE_MARK \
  mark_event[marks % MARKS] = first; \
  mark_number[marks % MARKS] = marks + 1
#define PUBLISH raise(published, written, announced_to_producer, consumer_sleeps)

proctype producer() {
  byte n, i, first, marks;
  short written, seen;
  do
  :: written < EVENTS -> /* tokens */
     n = 1;
     do
     :: n < VIEW && written + n < EVENTS -> n++
     :: break
     od;
     AWAIT_RELEASED(written + n - BOUND);
     if
     :: HAS_LEFT -> goto left
     :: else -> skip
     fi;
     first = written;
     d_step { i = 0; do :: i < n -> kind[first + i] = TOKEN; i++ :: else -> break od; sent = first + n };
     written = written + n;
#ifdef LATE_TOKENS
     PUBLISH;
     WRITE_TOKENS
#else
     WRITE_TOKENS;
     PUBLISH
#endif
  :: written < EVENTS -> /* a mark */
     AWAIT_RELEASED(written + 1 - BOUND);
     if
     :: HAS_LEFT -> goto left
     :: else -> skip
     fi;
#ifndef NO_PLACE
     if
     :: marks >= MARKS ->
        AWAIT_RELEASED(mark_event[marks % MARKS] + 1);
        if
        :: HAS_LEFT -> goto left
        :: else -> skip
        fi
     :: else -> skip
     fi;
#endif
     first = written;
     d_step { kind[first] = MARK; sent = first + 1 };
     written++;
#ifdef LATE_MARK
     PUBLISH;
     WRITE_MARK;
#else
     WRITE_MARK;
     PUBLISH;
#endif
     marks++
  :: written == EVENTS -> last_news = END; break
  :: last_news = BROKEN; break
  od;
left:
#ifndef QUIET_LEAVE
  raise(published, written + GONE, announced_to_producer, consumer_sleeps)
#endif
}

proctype consumer() {
  byte n, i, events, tokens, marks, before;
  short read, seen, front;
  bool has_mark, is_over;
  do
  :: n = 1;
     do
     :: n < VIEW -> n++
     :: break
     od;
     do
     :: seen = published;
        front = seen - read;
        is_over = front > BOUND;
        events = (is_over -> front - GONE : front);
        tokens = events;
        has_mark = false;
        if
        :: mark_number[marks % MARKS] == marks + 1 ->
           before = mark_event[marks % MARKS] - read;
           if
           :: before < events -> has_mark = true; tokens = before
           :: else -> skip
           fi
        :: else -> skip
        fi;
        if
        :: tokens >= n || has_mark || is_over -> break
        :: else -> await(published, read + events + 1, announced_to_producer, consumer_sleeps)
        fi
     od;
     if
     :: tokens > 0 ->
        n = (tokens < n -> tokens : n);
        i = 0;
        do
        :: i < n ->
           assert(kind[read + i] == TOKEN);
           assert(ring[(read + i) % BOUND] == read + i);
           i++
        :: else -> break
        od;
        do /* give back 1 .. n */
        :: n > 1 -> n--
        :: break
        od;
        read = read + n;
        raise(released, read, announced_to_consumer, producer_sleeps)
     :: tokens == 0 && has_mark ->
        assert(kind[read] == MARK);
        marks++;
        read++;
        raise(released, read, announced_to_consumer, producer_sleeps)
     :: else ->
        assert(last_news != 0 && read == sent);
        assert(last_news == BROKEN || read == EVENTS);
        break
     fi
  :: break /* leaves */
  od;
#ifndef QUIET_LEAVE
  raise(released, read + GONE, announced_to_consumer, producer_sleeps)
#endif
}

init { atomic { run producer(); run consumer() } }
