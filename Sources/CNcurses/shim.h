// Wide ncurses for Swift: what the importer cannot see (macros with casts, globals) as constants and accessors.
#ifndef MAKEGOOD_CNCURSES_SHIM_H
#define MAKEGOOD_CNCURSES_SHIM_H

// Without it the header hides every wide-character function.
#ifndef NCURSES_WIDECHAR
#define NCURSES_WIDECHAR 1
#endif
#include <ncursesw/curses.h>
#include <ncursesw/term.h>

// term.h defines short lower-case macros that would collide with ordinary names.
#undef columns
#undef lines
#undef tab

static const attr_t CN_A_NORMAL = A_NORMAL;
static const attr_t CN_A_BOLD = A_BOLD;
static const attr_t CN_A_DIM = A_DIM;
static const attr_t CN_A_ITALIC = A_ITALIC;
static const attr_t CN_A_UNDERLINE = A_UNDERLINE;
static const attr_t CN_A_REVERSE = A_REVERSE;

static inline WINDOW *cn_stdscr(void) { return stdscr; }
static inline int cn_colors(void) { return COLORS; }

#endif
