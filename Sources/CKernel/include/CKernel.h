// What only the kernel may say: asked by the processor's own instruction, so that no library that was loaded before
// the C library answers in its place.
#ifndef CKERNEL_H
#define CKERNEL_H

#include <stdint.h>

/// The present in whole milliseconds since 1970 in UTC, rounded down; INT64_MIN when the kernel does not say.
int64_t ckernel_present_ms(void);

/// The real user id of this process.
uint32_t ckernel_real_user(void);

/// The effective user id of this process.
uint32_t ckernel_effective_user(void);

/// The user id of the login that this process belongs to, which su and sudo do not change; UINT32_MAX where the kernel
/// keeps none.
uint32_t ckernel_login_user(void);

#endif
