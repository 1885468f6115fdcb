// The few things that SQLite work needs and Swift cannot see.
#ifndef CSTORE_H
#define CSTORE_H

#include <stdint.h>

/// The name of the network file system that holds a path ("nfs", "smb", "9p", …); NULL when it is a local one or
/// cannot be asked.
const char *cstore_network_file_system(const char *path);

/// The same answer for a file system's magic number, so that it can be tested without such a mount.
const char *cstore_network_name(int64_t magic);

/// Takes the exclusive flock of an open file, waiting in the kernel's queue for at most so many milliseconds.
///
/// Returns 0 when it is held, ETIMEDOUT when the time ran out, else the errno.
int cstore_lock(int descriptor, int64_t timeout_ms);

/// Gives the flock back. Returns 0 or the errno.
int cstore_unlock(int descriptor);

/// Keeps the -wal file of a SQLite connection when its last user closes. Returns SQLite's result code.
int cstore_persist_wal(void *connection);

#endif
