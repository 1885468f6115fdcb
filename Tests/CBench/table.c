// A store's tables as SQLite alone reads them, every value as a text.
#include "CBench.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

sqlite3 *cbench_table_open(const char *path) {
    sqlite3 *database = NULL;
    int result = sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI, NULL);
    if (result == SQLITE_OK) result = sqlite3_busy_timeout(database, 5000);
    // Only the product writes, and only the product writes back.
    if (result == SQLITE_OK) result = sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    if (result == SQLITE_OK) return database;
    sqlite3_close(database);
    return NULL;
}

char *cbench_table_rows(sqlite3 *database, const char *sql) {
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(database, sql, -1, &statement, NULL) != SQLITE_OK) return NULL;
    sqlite3_str *text = sqlite3_str_new(database);
    int columns = sqlite3_column_count(statement), result;
    while ((result = sqlite3_step(statement)) == SQLITE_ROW) {
        for (int column = 0; column < columns; column++) {
            const char *value = (const char *)sqlite3_column_text(statement, column);
            sqlite3_str_appendf(text, "%s%s", value == NULL ? "" : value, column + 1 < columns ? "\t" : "\n");
        }
    }
    sqlite3_finalize(statement);
    char *rows = sqlite3_str_finish(text);
    char *copy = result == SQLITE_DONE ? strdup(rows == NULL ? "" : rows) : NULL;
    sqlite3_free(rows);
    return copy;
}

int cbench_table_run(sqlite3 *database, const char *sql) { return sqlite3_exec(database, sql, NULL, NULL, NULL); }

const char *cbench_table_error(sqlite3 *database) { return sqlite3_errmsg(database); }

void cbench_table_close(sqlite3 *database) { sqlite3_close(database); }
