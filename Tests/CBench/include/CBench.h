// Bare SQLite, a bare terminal and a bare disk: what the bench compares the product with.
#ifndef CBENCH_H
#define CBENCH_H

#include <stdint.h>
#include <sys/types.h>

/// What a parameter is bound to: its place in the statement and its value; a text or a blob lies in a tape's bytes.
typedef struct {
    int32_t index;
    int32_t kind;  // SQLite's fundamental types: 1 integer, 2 float, 3 text, 4 blob, 5 null.
    int64_t integer;
    double real;
    int64_t offset;
    int64_t length;
} cbench_value;

/// One run of a prepared statement with some of a tape's values.
typedef struct {
    int32_t statement;
    int32_t count;
    int64_t first;
} cbench_call;

/// A connection with its prepared statements.
typedef struct cbench_connection cbench_connection;

/// Opens a store's file as the product does; NULL when SQLite cannot.
cbench_connection *cbench_open(const char *path, int64_t cache_kib);
/// Prepares a statement; answers its number, which counts from 0, or SQLite's result code negated.
int32_t cbench_prepare(cbench_connection *connection, const char *sql);
/// Runs calls one after the other, stepping through all rows and reading every column.
///
/// Between two transactions a -wal that has grown is written back; after the last one that is left to the caller.
/// Answers the nanoseconds that it took, or SQLite's result code negated.
int64_t cbench_play(cbench_connection *connection, const cbench_call *calls, int64_t count,
                    const cbench_value *values, const char *bytes);
/// Writes a -wal that has grown back, at the sizes and in the ways of the product.
void cbench_write_back(cbench_connection *connection);
/// How many rows the connection has read so far.
int64_t cbench_rows(const cbench_connection *connection);
/// How many steps of SQLite's virtual machine it took so far.
int64_t cbench_steps(const cbench_connection *connection);
/// SQLite's words for the last failure.
const char *cbench_error(cbench_connection *connection);
/// Closes a connection and lets go of its statements.
void cbench_close(cbench_connection *connection);
/// The version of the library.
const char *cbench_sqlite_version(void);

/// SQLite alone on a store's file.
typedef struct sqlite3 sqlite3;
/// Opens a store's file, to read it and never to write it back; NULL when SQLite cannot.
sqlite3 *cbench_table_open(const char *path);
/// The rows that a statement gives, a line each, columns set apart by tabs; to be freed. NULL when SQLite fails.
char *cbench_table_rows(sqlite3 *database, const char *sql);
/// Runs statements that give no rows; SQLite's result code.
int cbench_table_run(sqlite3 *database, const char *sql);
/// SQLite's words for the last failure.
const char *cbench_table_error(sqlite3 *database);
/// Closes it.
void cbench_table_close(sqlite3 *database);

/// Puts rows into the tables of the same names of a store, in transactions of equal parts: the first so many of all.
///
/// Every value goes over as it is. A -wal that has grown is written back after a part, as the product does, where that is
/// wanted. Answers the nanoseconds that it took, without preparing, or SQLite's result code negated.
int64_t cbench_put(cbench_connection *store, sqlite3 *rows, const char *const tables[], int32_t count, int64_t parts,
                   int64_t all_parts, int writes_back);

/// The steady clock, in nanoseconds.
int64_t cbench_now(void);
/// Writes 4 KiB to the end of a file and waits for the disk; answers nanoseconds, or the errno negated.
int64_t cbench_sync(int descriptor);
/// Takes the exclusive flock of an open file, waiting in the kernel's queue if it may wait; 0 or the errno.
int cbench_lock(int descriptor, int may_wait);
/// Gives the flock back.
void cbench_unlock(int descriptor);
/// The name of the file system that holds a path, or its magic number.
void cbench_file_system(const char *path, char *name, size_t size);

/// Opens a raw pseudo-terminal; 0 or the errno.
int cbench_open_pty(int rows, int columns, int *master, int *slave);
/// Starts a program in a pseudo-terminal of its own, no signal blocked, none ignored; its process or the errno negated.
pid_t cbench_spawn(int rows, int columns, char *const arguments[], char *const environment[], int *master);
/// Waits until something can be read; 1, or 0 when the time in milliseconds is over.
int cbench_wait_readable(int descriptor, int milliseconds);
/// Writes bytes to one end and answers the nanoseconds until the first of them were read at the other; negative: errno.
int64_t cbench_echo(int slave, int master, int64_t length);

#endif
