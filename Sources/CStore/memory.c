// SQLite counts its memory under a lock at every allocation, and nobody here asks for the sums.

// Source: sqlite3.h, SQLITE_CONFIG_MEMSTATUS.
enum { memory_status = 9 };

int sqlite3_config(int option, ...);

// Only before SQLite is used for the first time.
__attribute__((constructor)) static void count_no_memory(void) { sqlite3_config(memory_status, 0); }
