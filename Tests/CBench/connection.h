// What a bare connection is made of: for the chapters that play and put, and for nobody outside.
#ifndef CBENCH_CONNECTION_H
#define CBENCH_CONNECTION_H

#include "CBench.h"

#include <sqlite3.h>

struct cbench_connection {
    sqlite3 *database;
    sqlite3_stmt **statements;
    int32_t count;
    int32_t capacity;
    int64_t rows;
    // How many steps of SQLite's virtual machine what was played took.
    int64_t steps;
    // How many pages wait in the -wal, as the last commit saw it.
    int32_t frames;
    // Whatever is read goes in here, so that no compiler can leave the reading out.
    volatile int64_t sum;
};

#endif
