#include "CStore.h"

#include <stddef.h>

// Declared here because SQLite's headers belong to GRDB; both link the same library.
struct sqlite3;
int sqlite3_file_control(struct sqlite3 *, const char *, int, void *);

// Source: sqlite3.h, SQLITE_FCNTL_PERSIST_WAL.
enum { persist_wal = 10 };

int cstore_persist_wal(void *connection) {
    int on = 1;
    return sqlite3_file_control(connection, NULL, persist_wal, &on);
}
