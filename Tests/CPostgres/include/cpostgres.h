#ifndef CPOSTGRES_H
#define CPOSTGRES_H

// PostgreSQL's client library as far as a store needs it. It is looked for when it is first asked for, so
// that a program neither links it nor needs it to be built. Nothing but postgres_load may be called before
// that answered NULL.

typedef struct postgres_connection postgres_connection;
typedef struct postgres_result postgres_result;

// Loads the library once; NULL when it is there, else what the system said.
const char *postgres_load(void);

// Connections. Keys and values end with NULL; the answer is to be closed even when it could not connect.
postgres_connection *postgres_connect(const char *const *keys, const char *const *values);
void postgres_close(postgres_connection *connection);
int postgres_is_connected(const postgres_connection *connection);
const char *postgres_message(const postgres_connection *connection);

// What a transaction is in.
enum { postgres_idle, postgres_active, postgres_in_transaction, postgres_in_error, postgres_unknown };
int postgres_transaction(const postgres_connection *connection);

// Counts warnings of SQLSTATE 01000 at an address that outlives the connection; all others, and notices, are
// dropped.
void postgres_count_warnings(postgres_connection *connection, int *count);

// Runs a script; the answer is of its last statement.
postgres_result *postgres_run(postgres_connection *connection, const char *script);

// Runs a prepared statement whose values are bytes, NULL where a value is NULL; the formats are 0 for text, 1
// for binary. The rows are binary.
postgres_result *postgres_run_prepared(
    postgres_connection *connection, const char *name, int count, const char *const *values,
    const int *lengths, const int *formats);

// Prepares a text under a name and asks what it became, in one trip. Fails (0) only when the connection does.
// The answers are read with postgres_next until the end of the pipeline.
int postgres_send_preparation(postgres_connection *connection, const char *name, const char *text);
postgres_result *postgres_next(postgres_connection *connection);
int postgres_end_pipeline(postgres_connection *connection);

// What an answer is: its end, its description or nothing to answer, rows, a failure, a failure before it, the
// pipeline's end.
enum {
    postgres_done, postgres_rows, postgres_failed, postgres_skipped, postgres_pipeline_end, postgres_other
};
int postgres_kind(const postgres_result *result);
void postgres_clear(postgres_result *result);

// Of a failure, by the letter that the protocol gives its field: 'C' SQLSTATE, 'M' message, 'D' detail, 'H'
// hint; NULL where there is none.
const char *postgres_field(const postgres_result *result, int letter);

// What the statement did, such as UPDATE 3, and how many rows of it, empty where it counts none.
const char *postgres_tag(postgres_result *result);
const char *postgres_affected(postgres_result *result);

// Rows.
int postgres_row_count(const postgres_result *result);
int postgres_column_count(const postgres_result *result);
const char *postgres_column_name(const postgres_result *result, int column);
unsigned postgres_column_type(const postgres_result *result, int column);
int postgres_is_null(const postgres_result *result, int row, int column);
const char *postgres_value(const postgres_result *result, int row, int column);
int postgres_length(const postgres_result *result, int row, int column);

#endif
