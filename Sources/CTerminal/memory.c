#include "CTerminal.h"

#include <malloc.h>

void ct_share_memory_arenas(void) { mallopt(M_ARENA_MAX, 2); }
