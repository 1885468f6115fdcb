// Two names that change places at one instant, which rename(2) alone cannot do.
#define _GNU_SOURCE
#include "CStore.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>

int cstore_exchange(const char *one, const char *other) {
    // Source: rename(2), RENAME_EXCHANGE.
    return renameat2(AT_FDCWD, one, AT_FDCWD, other, RENAME_EXCHANGE) == 0 ? 0 : errno;
}
