#ifndef ECT_EXPORT_H_
#define ECT_EXPORT_H_

// Marks what the shared library exports; everything else is hidden. Also for C.
#define ECT_EXPORT __attribute__((visibility("default")))

#endif  // ECT_EXPORT_H_
