// What decides when a -wal is written back: only ever somebody who holds the store's lock.
#include "CStore.h"

#include <stddef.h>

// Declared here because SQLite's headers belong to GRDB; both link the same library.
struct sqlite3;
int sqlite3_file_control(struct sqlite3 *, const char *, int, void *);
int sqlite3_db_config(struct sqlite3 *, int, ...);
void *sqlite3_wal_hook(struct sqlite3 *, int (*)(void *, struct sqlite3 *, const char *, int), void *);

// Source: sqlite3.h, SQLITE_FCNTL_PERSIST_WAL, SQLITE_FCNTL_LAST_ERRNO and SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE.
enum { persist_wal = 10, last_errno = 4, no_checkpoint_on_close = 1006 };

int cstore_prepare_connection(void *connection) {
    int on = 1;
    int result = sqlite3_db_config(connection, no_checkpoint_on_close, 1, NULL);
    return result != 0 ? result : sqlite3_file_control(connection, NULL, persist_wal, &on);
}

int cstore_last_error(void *connection) {
    int number = 0;
    return sqlite3_file_control(connection, NULL, last_errno, &number) == 0 ? number : 0;
}

static int note_frames(void *counter, struct sqlite3 *connection, const char *name, int frames) {
    (void)connection;
    (void)name;
    *(int32_t *)counter = frames;
    return 0;
}

void cstore_count_wal_frames(void *connection, int32_t *frames) {
    sqlite3_wal_hook(connection, note_frames, frames);
}
