enum { most = 100000 };
