#define _GNU_SOURCE
#include "CTerminal.h"

#include <langinfo.h>
#include <locale.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static pthread_once_t locale_once = PTHREAD_ONCE_INIT;
static locale_t utf8_locale = (locale_t)0;

static void make_utf8_locale(void) {
    utf8_locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
}

static locale_t shared_utf8_locale(void) {
    pthread_once(&locale_once, make_utf8_locale);
    return utf8_locale;
}

bool ct_set_utf8_locale(void) {
    if (setlocale(LC_ALL, "") == NULL)
        setlocale(LC_ALL, "C");
    if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0)
        setlocale(LC_CTYPE, "C.UTF-8");
    setlocale(LC_NUMERIC, "C");
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

static bool names_utf8(const char *name) {
    return strcasestr(name, "utf-8") != NULL || strcasestr(name, "utf8") != NULL;
}

bool ct_locale_asks_for_utf8(void) {
    static const char *const variables[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    locale_t asked = newlocale(LC_CTYPE_MASK, "", (locale_t)0);
    if (asked != (locale_t)0) {
        bool is_utf8 = strcmp(nl_langinfo_l(CODESET, asked), "UTF-8") == 0;
        freelocale(asked);
        return is_utf8;
    }
    // A locale that is not installed here still says what the person's terminal shows.
    for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++) {
        const char *name = getenv(variables[i]);
        if (name != NULL && name[0] != 0)
            return names_utf8(name);
    }
    return false;
}

int ct_wcwidth(unsigned int scalar) {
    locale_t locale = shared_utf8_locale();
    if (locale == (locale_t)0)
        return -2;
    locale_t previous = uselocale(locale);
    int width = wcwidth((wchar_t)scalar);
    uselocale(previous);
    return width;
}

void *ct_use_utf8_on_this_thread(void) {
    locale_t locale = shared_utf8_locale();
    return locale == (locale_t)0 ? NULL : (void *)uselocale(locale);
}

void ct_restore_thread_locale(void *previous) {
    if (previous != NULL)
        uselocale((locale_t)previous);
}
