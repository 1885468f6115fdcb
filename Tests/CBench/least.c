// The least work of an import: rows that are at hand, put into a store's tables by nothing but inserts.
#include "connection.h"

#include <stdlib.h>

// A table whose rows are put in: those that wait, in order, and the statement that takes one.
struct source {
    sqlite3_stmt *waiting;
    sqlite3_stmt *insert;
    int columns;
    int64_t rows;
    int64_t done;
};

static sqlite3_stmt *prepare(sqlite3 *database, char *sql) {
    sqlite3_stmt *statement = NULL;
    if (sql != NULL) sqlite3_prepare_v3(database, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL);
    sqlite3_free(sql);
    return statement;
}

static sqlite3_stmt *prepare_insert(sqlite3 *database, const char *table, int columns) {
    sqlite3_str *sql = sqlite3_str_new(database);
    sqlite3_str_appendf(sql, "INSERT INTO \"%w\" VALUES (?", table);
    for (int column = 1; column < columns; column++) sqlite3_str_appendall(sql, ", ?");
    sqlite3_str_appendchar(sql, 1, ')');
    return prepare(database, sqlite3_str_finish(sql));
}

static int open_source(struct source *source, sqlite3 *store, sqlite3 *rows, const char *table) {
    sqlite3_stmt *count = prepare(rows, sqlite3_mprintf("SELECT count(*) FROM \"%w\"", table));
    if (count != NULL && sqlite3_step(count) == SQLITE_ROW) source->rows = sqlite3_column_int64(count, 0);
    sqlite3_finalize(count);
    source->waiting = prepare(rows, sqlite3_mprintf("SELECT * FROM \"%w\"", table));
    if (source->waiting == NULL) return SQLITE_ERROR;
    source->columns = sqlite3_column_count(source->waiting);
    source->insert = prepare_insert(store, table, source->columns);
    return source->insert == NULL ? SQLITE_ERROR : SQLITE_OK;
}

static int put_rows(struct source *source, int64_t until) {
    for (; source->done < until; source->done++) {
        int result = sqlite3_step(source->waiting);
        if (result != SQLITE_ROW) return result == SQLITE_DONE ? SQLITE_MISUSE : result;
        for (int column = 0; column < source->columns; column++) {
            result = sqlite3_bind_value(source->insert, column + 1, sqlite3_column_value(source->waiting, column));
            if (result != SQLITE_OK) return result;
        }
        sqlite3_step(source->insert);
        result = sqlite3_reset(source->insert);
        if (result != SQLITE_OK) return result;
    }
    return SQLITE_OK;
}

// Of every table its share of the rows, table by table, in one transaction.
static int put_part(cbench_connection *store, struct source *sources, int32_t count, int64_t part, int64_t parts) {
    int result = sqlite3_exec(store->database, "BEGIN IMMEDIATE", NULL, NULL, NULL);
    for (int32_t index = 0; index < count && result == SQLITE_OK; index++)
        result = put_rows(&sources[index], sources[index].rows * (part + 1) / parts);
    return result == SQLITE_OK ? sqlite3_exec(store->database, "COMMIT", NULL, NULL, NULL) : result;
}

int64_t cbench_put(cbench_connection *store, sqlite3 *rows, const char *const tables[], int32_t count, int64_t parts,
                   int64_t all_parts, int writes_back) {
    struct source *sources = calloc((size_t)count, sizeof *sources);
    int result = sources == NULL ? SQLITE_NOMEM : SQLITE_OK;
    for (int32_t index = 0; index < count && result == SQLITE_OK; index++)
        result = open_source(&sources[index], store->database, rows, tables[index]);
    int64_t begin = cbench_now();
    for (int64_t part = 0; part < parts && result == SQLITE_OK; part++) {
        result = put_part(store, sources, count, part, all_parts);
        if (result == SQLITE_OK && writes_back) cbench_write_back(store);
    }
    int64_t taken = cbench_now() - begin;
    for (int32_t index = 0; index < count && sources != NULL; index++) {
        sqlite3_finalize(sources[index].waiting);
        sqlite3_finalize(sources[index].insert);
    }
    free(sources);
    return result == SQLITE_OK ? taken : -result;
}
