// What SQLite's shared index of a -wal says of its length: a -wal that is shorter was cut by somebody else.
#include "CStore.h"

#include <sqlite3.h>
#include <stddef.h>
#include <string.h>

// Source: SQLite, WAL-mode file format, 2.1 (the -wal) and 3 (the wal-index).
enum { region = 32768, page_size_at = 14, last_frame_at = 16, wal_header = 32, frame_header = 24 };

int64_t cstore_wal_size(void *connection) {
    sqlite3_file *file = NULL;
    int found = sqlite3_file_control(connection, NULL, SQLITE_FCNTL_FILE_POINTER, &file);
    if (found != SQLITE_OK || file == NULL || file->pMethods == NULL) return -1;
    if (file->pMethods->iVersion < 2 || file->pMethods->xShmMap == NULL) return -1;
    void volatile *index = NULL;
    // 0: what is not there is not made.
    int mapped = file->pMethods->xShmMap(file, 0, region, 0, &index);
    if (mapped != SQLITE_OK || index == NULL) return -1;
    uint16_t page;
    uint32_t frames;
    memcpy(&page, (const char *)index + page_size_at, sizeof page);
    memcpy(&frames, (const char *)index + last_frame_at, sizeof frames);
    if (frames == 0) return 0;
    int64_t size = page == 1 ? 65536 : page;
    return wal_header + (int64_t)frames * (frame_header + size);
}
