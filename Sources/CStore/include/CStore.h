// The few things that SQLite work needs and Swift cannot see.
#ifndef CSTORE_H
#define CSTORE_H

#include <stdint.h>

/// The name of the network file system that holds a path ("nfs", "smb", "9p", …); NULL when it is a local one or
/// cannot be asked.
const char *cstore_network_file_system(const char *path);

/// The same answer for a file system's magic number, so that it can be tested without such a mount.
const char *cstore_network_name(int64_t magic);

/// When the file at a path was made, in nanoseconds since 1970; -1 where the file system does not know.
///
/// Source: statx(2), STATX_BTIME.
int64_t cstore_birth(const char *path);

/// Lets two files of a file system take each other's names, at one instant.
///
/// Returns 0, or the errno: EINVAL and ENOSYS where the file system or the kernel cannot.
int cstore_exchange(const char *one, const char *other);

/// Takes the exclusive flock of an open file, waiting in the kernel's queue for at most so many milliseconds.
///
/// Returns 0 when it is held. Else the descriptor is no longer the caller's, and the result is ETIMEDOUT when the time
/// ran out or the errno.
int cstore_lock(int descriptor, int64_t timeout_ms);

/// Gives the flock back and closes the file.
void cstore_unlock(int descriptor);

/// Keeps a SQLite connection from checkpointing when it closes, outside the store's lock, and from deleting the -wal.
///
/// Returns SQLite's result code.
int cstore_prepare_connection(void *connection);

/// The errno of the last call of the system that failed on a connection's file; 0 when none did.
int cstore_last_error(void *connection);

/// Writes the number of frames in the -wal into a counter after every commit of the connection, in place of automatic
/// checkpoints. The counter must outlive the connection.
void cstore_count_wal_frames(void *connection, int32_t *frames);

/// How many bytes the -wal of a connection must have at least, by SQLite's shared index of it; -1 when it has no -wal open.
///
/// To be asked while holding the store's lock.
int64_t cstore_wal_size(void *connection);

/// Gives a file another name, which must be free, in one step.
///
/// Returns 0, or the errno: EEXIST when the name is taken, EINVAL or ENOSYS where the file system cannot do that.
int cstore_publish(const char *file, const char *name);

#endif
