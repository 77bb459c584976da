// What a store of one type does to a read of another.
//
//     for (i = 0; i < m->rows; i++)             a double is stored: it changes neither the numbers
//       for (j = 0; j < m->columns; j++)        rows and columns nor the pointer to the data, nor
//         m->data[i * m->columns + j] = 0;      would it change the pointers of a table of rows
//
// C (6.5) lets an lvalue read what a store of its type has left, a store by a character type, or a
// copy of such. So no read gets to see what a store of another type left: if they touch the same
// byte, a store that may be read comes between the two. That one is compared for itself. The first
// store comes before it, since both write; and it comes before the read. So the order of the first
// store and the read follows from two others, and what the read sees, from the store between.
//
// The other way round nothing follows: a block of the heap takes another type by a store. A store
// may overwrite what a read of another type has read for the last time, or what another store left.
// Such pairs are compared by their bytes alone, like those that the analyses of private memory ask
// for. In front of a loop a test may tell them apart.
//
// Types are told apart less than C does (frontend/EffectiveTypes.cpp says which lvalues have one).
#include "analysis/symbolic/EffectiveTypes.h"

#include "analysis/symbolic/Touches.h"

namespace kasuri {

bool mayBeRead(const Access &write, const Access &read) {
  return write.effective.mayAccessAny() || read.effective.mayAccessAny() ||
         write.effective == read.effective;
}

bool mayChange(const Effects &effects, const PointsTo &pointsTo, const Access &write,
               const Access &read) {
  return mayBeRead(write, read) && mayTouchSame(effects, pointsTo, write, read);
}

} // namespace kasuri
