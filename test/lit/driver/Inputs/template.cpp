template <class Type> Type same(Type value) { return value; }
