#define _GNU_SOURCE
#include "CKernel.h"

#include <fcntl.h>
#include <time.h>
#include <unistd.h>

#if defined(__linux__) && defined(__x86_64__)

// Source: the System V ABI for AMD64, A.2.1, and Linux' arch/x86/entry/syscalls/syscall_64.tbl.
enum {
    call_read = 0,
    call_close = 3,
    call_getuid = 102,
    call_geteuid = 107,
    call_clock_gettime = 228,
    call_openat = 257
};

static long ask(long number, long first, long second, long third) {
    long answer;
    __asm__ volatile("syscall"
                     : "=a"(answer)
                     : "a"(number), "D"(first), "S"(second), "d"(third)
                     : "rcx", "r11", "memory");
    return answer;
}

#elif defined(__linux__) && defined(__aarch64__)

// Source: Linux' include/uapi/asm-generic/unistd.h, and syscall(2), "Architecture calling conventions".
enum {
    call_openat = 56,
    call_close = 57,
    call_read = 63,
    call_clock_gettime = 113,
    call_getuid = 174,
    call_geteuid = 175
};

static long ask(long number, long first, long second, long third) {
    register long place __asm__("x8") = number;
    register long answer __asm__("x0") = first;
    register long other __asm__("x1") = second;
    register long last __asm__("x2") = third;
    __asm__ volatile("svc #0" : "+r"(answer) : "r"(place), "r"(other), "r"(last) : "memory");
    return answer;
}

#else
#define CKERNEL_ASKS_THE_LIBRARY 1
#endif

int64_t ckernel_present_ms(void) {
    struct timespec time;
#ifdef CKERNEL_ASKS_THE_LIBRARY
    if (clock_gettime(CLOCK_REALTIME, &time) != 0) return INT64_MIN;
#else
    if (ask(call_clock_gettime, CLOCK_REALTIME, (long)&time, 0) != 0) return INT64_MIN;
#endif
    // Nanoseconds are never negative, so that this rounds down before 1970, too.
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

uint32_t ckernel_real_user(void) {
#ifdef CKERNEL_ASKS_THE_LIBRARY
    return getuid();
#else
    return (uint32_t)ask(call_getuid, 0, 0, 0);
#endif
}

uint32_t ckernel_effective_user(void) {
#ifdef CKERNEL_ASKS_THE_LIBRARY
    return geteuid();
#else
    return (uint32_t)ask(call_geteuid, 0, 0, 0);
#endif
}

// Source: Linux' Documentation/ABI/stable/procfs-audit_loginuid: a decimal number, 4294967295 where nobody logged in.
uint32_t ckernel_login_user(void) {
    char text[16];
#ifdef CKERNEL_ASKS_THE_LIBRARY
    int file = open("/proc/self/loginuid", O_RDONLY | O_CLOEXEC);
    if (file < 0) return UINT32_MAX;
    long count = read(file, text, sizeof text);
    close(file);
#else
    long file = ask(call_openat, AT_FDCWD, (long)"/proc/self/loginuid", O_RDONLY | O_CLOEXEC);
    if (file < 0) return UINT32_MAX;
    long count = ask(call_read, file, (long)text, sizeof text);
    ask(call_close, file, 0, 0);
#endif
    uint64_t user = 0;
    long digits = 0;
    while (digits < count && text[digits] >= '0' && text[digits] <= '9') {
        user = user * 10 + (uint64_t)(text[digits] - '0');
        digits += 1;
    }
    return digits == 0 || digits > 10 || user > UINT32_MAX ? UINT32_MAX : (uint32_t)user;
}
