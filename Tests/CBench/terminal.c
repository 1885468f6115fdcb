// Pseudo-terminals: one to run a console in, and a bare one to compare it with.
#define _GNU_SOURCE
#include "CBench.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static struct winsize size_of(int rows, int columns) {
    struct winsize size;
    memset(&size, 0, sizeof size);
    size.ws_row = (unsigned short)rows;
    size.ws_col = (unsigned short)columns;
    return size;
}

int cbench_open_pty(int rows, int columns, int *master, int *slave) {
    struct winsize size = size_of(rows, columns);
    struct termios settings;
    if (openpty(master, slave, NULL, NULL, &size) != 0) return errno;
    fcntl(*master, F_SETFD, FD_CLOEXEC);
    fcntl(*slave, F_SETFD, FD_CLOEXEC);
    if (tcgetattr(*slave, &settings) != 0) return errno;
    cfmakeraw(&settings);
    return tcsetattr(*slave, TCSANOW, &settings) == 0 ? 0 : errno;
}

pid_t cbench_spawn(int rows, int columns, char *const arguments[], char *const environment[], int *master) {
    struct winsize size = size_of(rows, columns);
    pid_t process = forkpty(master, NULL, NULL, &size);
    if (process < 0) return -errno;
    if (process > 0) {
        fcntl(*master, F_SETFD, FD_CLOEXEC);
        return process;
    }
    // Only calls that are safe between fork and exec of a process with threads.
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    for (int number = 1; number < 32; number++) signal(number, SIG_DFL);
    execve(arguments[0], arguments, environment);
    _exit(127);
}

int cbench_wait_readable(int descriptor, int milliseconds) {
    struct pollfd watched = {descriptor, POLLIN, 0};
    int result;
    do {
        result = poll(&watched, 1, milliseconds);
    } while (result < 0 && errno == EINTR);
    return result > 0;
}

int64_t cbench_echo(int slave, int master, int64_t length) {
    static const char blank[4096] = {' '};
    char heard[65536];
    int64_t first = 0, sent = 0, received = 0, begin = cbench_now();
    while (received < length) {
        if (sent < length) {
            int64_t part = length - sent < (int64_t)sizeof blank ? length - sent : (int64_t)sizeof blank;
            ssize_t written = write(slave, blank, (size_t)part);
            if (written < 0) return -errno;
            sent += written;
        }
        ssize_t count = read(master, heard, sizeof heard);
        if (count < 0) return -errno;
        if (first == 0) first = cbench_now() - begin;
        received += count;
    }
    return first;
}
