// What a terminal program needs from C: locale, widths, and a crash-safe way to give the terminal back.
#ifndef MAKEGOOD_CTERMINAL_H
#define MAKEGOOD_CTERMINAL_H

#include <stdbool.h>
#include <stddef.h>

/// Sets the process locale from the environment, falls back to C.UTF-8, and keeps numbers in C.
/// Call it once, before any thread starts and before curses. Says whether the locale is UTF-8.
bool ct_set_utf8_locale(void);

/// Whether the environment's locale writes UTF-8; the C locale, which is also that of an empty environment, does not.
bool ct_locale_asks_for_utf8(void);

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

/// Lets a crash end the process with a sentence on stderr, without the backtracer's question, from now on; a terminal
/// that is guarded is given back first. Changes nothing where the environment says SWIFT_BACKTRACE: then the runtime
/// does as it was told.
void ct_crash_quietly(const char *words);

/// Hears the signals that end a process (TERM, HUP, INT, QUIT, USR1, USR2, ALRM; XCPU, VTALRM, PROF, IO and PWR unless
/// something else handles them). The first is written as one byte to
/// the descriptor that is returned (-1: they cannot be heard); when the process still runs so many milliseconds later,
/// whatever its threads do, the terminal is given back and the process ends with 128 and the signal's number.
int ct_hear_endings(int grace_ms);

/// Gives these signals their default effect back, unless one was heard: then the deadline stands.
void ct_stop_hearing_endings(void);

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

/// Reads a line from a terminal that shows nothing of it, after a question on standard error. Answers its length without
/// the line's end, at most `size`; -1 when there is none. A signal that ends or stops the process does so with the
/// terminal as it was before; after it goes on, the question is asked again.
long ct_read_unseen(int terminal, const char *prompt, char *line, size_t size);

/// Whether so many threads, 16 at most, can be had at the same time: where not, whoever relies on one waits for ever.
bool ct_can_make_threads(int count);

/// Runs some work on a thread of its own; false when none can be had, and then nothing was done.
bool ct_run_on_thread(void *(*work)(void *), void *subject);

/// Lets all threads share two arenas of memory, instead of one for each; for before there are many threads.
void ct_share_memory_arenas(void);

#endif
