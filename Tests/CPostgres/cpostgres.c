#include "cpostgres.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

// The library's functions by their names there, with what they answer and take. Its enumerations are int.
#define FUNCTIONS(each)                                                                                      \
    each(postgres_connection *, PQconnectdbParams, (const char *const *, const char *const *, int))          \
    each(void, PQfinish, (postgres_connection *))                                                            \
    each(int, PQstatus, (const postgres_connection *))                                                       \
    each(const char *, PQerrorMessage, (const postgres_connection *))                                        \
    each(int, PQtransactionStatus, (const postgres_connection *))                                            \
    each(receiver, PQsetNoticeReceiver, (postgres_connection *, receiver, void *))                           \
    each(postgres_result *, PQexec, (postgres_connection *, const char *))                                   \
    each(postgres_result *, PQexecPrepared,                                                                  \
         (postgres_connection *, const char *, int, const char *const *, const int *, const int *, int))     \
    each(int, PQenterPipelineMode, (postgres_connection *))                                                  \
    each(int, PQexitPipelineMode, (postgres_connection *))                                                   \
    each(int, PQpipelineSync, (postgres_connection *))                                                       \
    each(int, PQsendPrepare, (postgres_connection *, const char *, const char *, int, const unsigned *))     \
    each(int, PQsendDescribePrepared, (postgres_connection *, const char *))                                 \
    each(postgres_result *, PQgetResult, (postgres_connection *))                                            \
    each(int, PQresultStatus, (const postgres_result *))                                                     \
    each(const char *, PQresultErrorField, (const postgres_result *, int))                                   \
    each(void, PQclear, (postgres_result *))                                                                 \
    each(const char *, PQcmdStatus, (postgres_result *))                                                     \
    each(const char *, PQcmdTuples, (postgres_result *))                                                     \
    each(int, PQntuples, (const postgres_result *))                                                          \
    each(int, PQnfields, (const postgres_result *))                                                          \
    each(const char *, PQfname, (const postgres_result *, int))                                              \
    each(unsigned, PQftype, (const postgres_result *, int))                                                  \
    each(int, PQgetisnull, (const postgres_result *, int, int))                                              \
    each(const char *, PQgetvalue, (const postgres_result *, int, int))                                      \
    each(int, PQgetlength, (const postgres_result *, int, int))

typedef void (*receiver)(void *, const postgres_result *);

#define MEMBER(answer, name, values) answer(*name) values;
static struct {
    FUNCTIONS(MEMBER)
} library;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char missing[512];

static void *found(void *handle, const char *name) {
    void *address = dlsym(handle, name);
    if (!address && !missing[0]) snprintf(missing, sizeof missing, "libpq.so.5 has no %s", name);
    return address;
}

static void load(void) {
    void *handle = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        const char *reason = dlerror();
        snprintf(missing, sizeof missing, "%s", reason ? reason : "libpq.so.5 cannot be loaded");
        return;
    }
#define FIND(answer, name, values) *(void **)&library.name = found(handle, #name);
    FUNCTIONS(FIND)
}

const char *postgres_load(void) {
    pthread_once(&once, load);
    return missing[0] ? missing : NULL;
}

postgres_connection *postgres_connect(const char *const *keys, const char *const *values) {
    return library.PQconnectdbParams(keys, values, 0);
}

void postgres_close(postgres_connection *connection) { library.PQfinish(connection); }

int postgres_is_connected(const postgres_connection *connection) { return library.PQstatus(connection) == 0; }

const char *postgres_message(const postgres_connection *connection) {
    return library.PQerrorMessage(connection);
}

int postgres_transaction(const postgres_connection *connection) {
    return library.PQtransactionStatus(connection);
}

// "warning" itself: a commit that stopped waiting for its standby says no more.
static void count_warning(void *count, const postgres_result *notice) {
    const char *state = library.PQresultErrorField(notice, 'C');
    if (state && strcmp(state, "01000") == 0) ++*(int *)count;
}

void postgres_count_warnings(postgres_connection *connection, int *count) {
    library.PQsetNoticeReceiver(connection, count_warning, count);
}

postgres_result *postgres_run(postgres_connection *connection, const char *script) {
    return library.PQexec(connection, script);
}

postgres_result *postgres_run_prepared(
    postgres_connection *connection, const char *name, int count, const char *const *values,
    const int *lengths, const int *formats) {
    return library.PQexecPrepared(connection, name, count, values, lengths, formats, 1);
}

int postgres_send_preparation(postgres_connection *connection, const char *name, const char *text) {
    return library.PQenterPipelineMode(connection) && library.PQsendPrepare(connection, name, text, 0, NULL)
        && library.PQsendDescribePrepared(connection, name) && library.PQpipelineSync(connection);
}

postgres_result *postgres_next(postgres_connection *connection) { return library.PQgetResult(connection); }

int postgres_end_pipeline(postgres_connection *connection) { return library.PQexitPipelineMode(connection); }

int postgres_kind(const postgres_result *result) {
    // As the library counts them: empty, command, rows, three of COPY, bad answer, notice, failure, COPY
    // both, a single row, the pipeline's end, what was skipped in it.
    switch (library.PQresultStatus(result)) {
    case 0: case 1: return postgres_done;
    case 2: case 9: return postgres_rows;
    case 5: case 7: return postgres_failed;
    case 10: return postgres_pipeline_end;
    case 11: return postgres_skipped;
    default: return postgres_other;
    }
}

void postgres_clear(postgres_result *result) { library.PQclear(result); }

const char *postgres_field(const postgres_result *result, int letter) {
    return library.PQresultErrorField(result, letter);
}

const char *postgres_tag(postgres_result *result) { return library.PQcmdStatus(result); }

const char *postgres_affected(postgres_result *result) { return library.PQcmdTuples(result); }

int postgres_row_count(const postgres_result *result) { return library.PQntuples(result); }

int postgres_column_count(const postgres_result *result) { return library.PQnfields(result); }

const char *postgres_column_name(const postgres_result *result, int column) {
    return library.PQfname(result, column);
}

unsigned postgres_column_type(const postgres_result *result, int column) {
    return library.PQftype(result, column);
}

int postgres_is_null(const postgres_result *result, int row, int column) {
    return library.PQgetisnull(result, row, column);
}

const char *postgres_value(const postgres_result *result, int row, int column) {
    return library.PQgetvalue(result, row, column);
}

int postgres_length(const postgres_result *result, int row, int column) {
    return library.PQgetlength(result, row, column);
}
