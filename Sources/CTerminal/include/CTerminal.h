// What a terminal program needs from C: locale, widths, and a crash-safe way to give the terminal back.
#ifndef MAKEGOOD_CTERMINAL_H
#define MAKEGOOD_CTERMINAL_H

#include <stdbool.h>

/// Sets the process locale from the environment, falls back to C.UTF-8, and keeps numbers in C.
/// Call it once, before any thread starts and before curses. Says whether the locale is UTF-8.
bool ct_set_utf8_locale(void);

/// `wcwidth` in C.UTF-8, whatever the process locale; thread-safe. Returns -2 when C.UTF-8 is missing.
int ct_wcwidth(unsigned int scalar);

/// Gives the calling thread alone a C.UTF-8 locale; pass the result to `ct_restore_thread_locale`.
void *ct_use_utf8_on_this_thread(void);

/// Gives the calling thread the locale back that `ct_use_utf8_on_this_thread` returned.
void ct_restore_thread_locale(void *previous);

/// Saves the terminal's modes, captures stderr, and gives the terminal back if the process crashes.
/// `resetting` is written to the terminal first (leave alternate screen, show the cursor, ...).
/// Returns false, with nothing changed, when it cannot.
bool ct_guard_terminal(int terminal, const char *resetting);

/// Ends the guard: the previous handlers and stderr come back, and what was captured is printed there.
void ct_release_terminal(void);

/// Stops the process as ^Z would, and returns after it was continued.
void ct_stop_process(void);

/// Gives a signal its default effect back.
void ct_restore_signal(int signal_number);

/// Whether the other end of a descriptor is gone.
bool ct_is_hung_up(int descriptor);

/// The size the kernel knows for a terminal; false when it knows none.
bool ct_window_size(int terminal, int *columns, int *rows);

/// Ignores a signal, so that only a dispatch source sees it.
void ct_ignore_signal(int signal_number);

/// Lets all threads share two arenas of memory, instead of one for each; for before there are many threads.
void ct_share_memory_arenas(void);

#endif
