// Replays recorded statements with their values: the least that SQLite needs for what the product asks of it.
#include "connection.h"

#include <stdlib.h>
#include <string.h>

const char *cbench_sqlite_version(void) { return sqlite3_libversion(); }

static int note_frames(void *connection, sqlite3 *database, const char *name, int frames) {
    (void)database;
    (void)name;
    ((cbench_connection *)connection)->frames = frames;
    return SQLITE_OK;
}

static int set_up(sqlite3 *database, int64_t cache_kib) {
    char *sql = sqlite3_mprintf(
        "PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL; PRAGMA cache_size = -%lld",
        (long long)cache_kib);
    int result = sqlite3_exec(database, sql, NULL, NULL, NULL);
    sqlite3_free(sql);
    return result;
}

cbench_connection *cbench_open(const char *path, int64_t cache_kib) {
    cbench_connection *connection = calloc(1, sizeof *connection);
    if (connection == NULL) return NULL;
    int result = sqlite3_open_v2(path, &connection->database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
    if (result == SQLITE_OK) result = sqlite3_busy_timeout(connection->database, 5000);
    if (result == SQLITE_OK) result = set_up(connection->database, cache_kib);
    if (result == SQLITE_OK)
        result = sqlite3_db_config(connection->database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    // Takes the place of automatic checkpoints, as in the product.
    if (result == SQLITE_OK) sqlite3_wal_hook(connection->database, note_frames, connection);
    if (result == SQLITE_OK) return connection;
    cbench_close(connection);
    return NULL;
}

void cbench_close(cbench_connection *connection) {
    for (int32_t index = 0; index < connection->count; index++) sqlite3_finalize(connection->statements[index]);
    free(connection->statements);
    sqlite3_close(connection->database);
    free(connection);
}

const char *cbench_error(cbench_connection *connection) { return sqlite3_errmsg(connection->database); }

int64_t cbench_rows(const cbench_connection *connection) { return connection->rows; }

int64_t cbench_steps(const cbench_connection *connection) { return connection->steps; }

int32_t cbench_prepare(cbench_connection *connection, const char *sql) {
    if (connection->count == connection->capacity) {
        int32_t capacity = connection->capacity * 2 + 64;
        sqlite3_stmt **grown = realloc(connection->statements, (size_t)capacity * sizeof *grown);
        if (grown == NULL) return -SQLITE_NOMEM;
        connection->statements = grown;
        connection->capacity = capacity;
    }
    sqlite3_stmt *statement = NULL;
    int result =
        sqlite3_prepare_v3(connection->database, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL);
    if (result != SQLITE_OK) return -result;
    connection->statements[connection->count] = statement;
    return connection->count++;
}

static int bind(sqlite3_stmt *statement, const cbench_value *value, const char *bytes) {
    switch (value->kind) {
        case SQLITE_INTEGER: return sqlite3_bind_int64(statement, value->index, value->integer);
        case SQLITE_FLOAT: return sqlite3_bind_double(statement, value->index, value->real);
        case SQLITE_TEXT:
            return sqlite3_bind_text64(statement, value->index, bytes + value->offset, (sqlite3_uint64)value->length,
                                       SQLITE_STATIC, SQLITE_UTF8);
        case SQLITE_BLOB:
            return sqlite3_bind_blob64(statement, value->index, bytes + value->offset, (sqlite3_uint64)value->length,
                                       SQLITE_STATIC);
        default: return sqlite3_bind_null(statement, value->index);
    }
}

static int64_t read_row(sqlite3_stmt *statement) {
    int64_t sum = 0;
    int columns = sqlite3_column_count(statement);
    for (int column = 0; column < columns; column++) {
        switch (sqlite3_column_type(statement, column)) {
            case SQLITE_INTEGER: sum += sqlite3_column_int64(statement, column); break;
            case SQLITE_FLOAT: sum += (int64_t)sqlite3_column_double(statement, column); break;
            case SQLITE_NULL: break;
            default: {
                const unsigned char *text = sqlite3_column_blob(statement, column);
                int length = sqlite3_column_bytes(statement, column);
                if (text != NULL && length > 0) sum += text[length - 1] + length;
            }
        }
    }
    return sum;
}

static int run(cbench_connection *connection, const cbench_call *call, const cbench_value *values, const char *bytes) {
    if (call->statement < 0 || call->statement >= connection->count) return SQLITE_MISUSE;
    sqlite3_stmt *statement = connection->statements[call->statement];
    int result = SQLITE_OK;
    for (int32_t index = 0; index < call->count && result == SQLITE_OK; index++)
        result = bind(statement, &values[call->first + index], bytes);
    if (result != SQLITE_OK) return result;
    while ((result = sqlite3_step(statement)) == SQLITE_ROW) {
        connection->rows++;
        connection->sum += read_row(statement);
    }
    connection->steps += sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_VM_STEP, 1);
    int ended = sqlite3_reset(statement);
    return result == SQLITE_DONE ? ended : result;
}

void cbench_write_back(cbench_connection *connection) {
    int64_t bytes = (int64_t)connection->frames * 4096;
    if (bytes <= 8 << 20 || !sqlite3_get_autocommit(connection->database)) return;
    int mode = bytes > 64 << 20 ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_PASSIVE;
    sqlite3_wal_checkpoint_v2(connection->database, NULL, mode, NULL, NULL);
    connection->frames = 0;
}

int64_t cbench_play(cbench_connection *connection, const cbench_call *calls, int64_t count,
                    const cbench_value *values, const char *bytes) {
    int64_t begin = cbench_now();
    for (int64_t index = 0; index < count; index++) {
        if (index > 0) cbench_write_back(connection);
        int result = run(connection, &calls[index], values, bytes);
        if (result != SQLITE_OK) return -result;
    }
    return cbench_now() - begin;
}
