// A curve that UnknownCall.c and UnknownCall.mended.c weigh by.
double curve(double x);
