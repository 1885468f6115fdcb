#define _GNU_SOURCE
#include "CTerminal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <termios.h>
#include <unistd.h>

static const int crash_signals[] = {SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE};
enum { crash_signal_count = sizeof crash_signals / sizeof crash_signals[0] };

static struct sigaction previous_actions[crash_signal_count];
static struct termios saved_modes;
static volatile sig_atomic_t guarding = 0;
static int guarded_terminal = -1;
static int real_stderr = -1;
static int captured_stderr = -1;
static char reset_bytes[256];
static size_t reset_length = 0;

// Everything below that a handler reaches is async-signal-safe.
static void write_all(int descriptor, const char *bytes, size_t length) {
    while (length > 0) {
        ssize_t written = write(descriptor, bytes, length);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return;
        bytes += written;
        length -= (size_t)written;
    }
}

static void give_stderr_back(void) {
    char buffer[1024];
    ssize_t count;
    if (real_stderr < 0)
        return;
    dup2(real_stderr, STDERR_FILENO);
    lseek(captured_stderr, 0, SEEK_SET);
    while ((count = read(captured_stderr, buffer, sizeof buffer)) > 0)
        write_all(STDERR_FILENO, buffer, (size_t)count);
}

static void on_crash(int number) {
    int saved_errno = errno;
    if (guarding) {
        guarding = 0;
        write_all(guarded_terminal, reset_bytes, reset_length);
        tcsetattr(guarded_terminal, TCSANOW, &saved_modes);
        give_stderr_back();
    }
    for (int i = 0; i < crash_signal_count; i++)
        if (crash_signals[i] == number)
            sigaction(number, &previous_actions[i], NULL);
    errno = saved_errno;
    raise(number);
}

bool ct_guard_terminal(int terminal, const char *resetting) {
    if (guarding || tcgetattr(terminal, &saved_modes) != 0)
        return false;
    reset_length = strnlen(resetting, sizeof reset_bytes);
    memcpy(reset_bytes, resetting, reset_length);
    guarded_terminal = terminal;
    captured_stderr = memfd_create("captured-stderr", MFD_CLOEXEC);
    real_stderr = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    if (captured_stderr < 0 || real_stderr < 0) {
        if (captured_stderr >= 0)
            close(captured_stderr);
        if (real_stderr >= 0)
            close(real_stderr);
        captured_stderr = real_stderr = -1;
    } else {
        dup2(captured_stderr, STDERR_FILENO);
    }
    guarding = 1;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_crash;
    action.sa_flags = (int)(SA_RESETHAND | SA_NODEFER);
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < crash_signal_count; i++)
        sigaction(crash_signals[i], &action, &previous_actions[i]);
    return true;
}

void ct_release_terminal(void) {
    if (!guarding)
        return;
    for (int i = 0; i < crash_signal_count; i++)
        sigaction(crash_signals[i], &previous_actions[i], NULL);
    guarding = 0;
    give_stderr_back();
    if (captured_stderr >= 0)
        close(captured_stderr);
    if (real_stderr >= 0)
        close(real_stderr);
    captured_stderr = real_stderr = -1;
}

void ct_stop_process(void) {
    struct sigaction stop, previous_action;
    sigset_t stopping, previous_mask;
    memset(&stop, 0, sizeof stop);
    stop.sa_handler = SIG_DFL;
    sigaction(SIGTSTP, &stop, &previous_action);
    // Threads of dispatch block the signal, and only a signal to this thread stops before the call returns.
    sigemptyset(&stopping);
    sigaddset(&stopping, SIGTSTP);
    pthread_sigmask(SIG_UNBLOCK, &stopping, &previous_mask);
    raise(SIGTSTP);
    pthread_sigmask(SIG_SETMASK, &previous_mask, NULL);
    sigaction(SIGTSTP, &previous_action, NULL);
}

void ct_ignore_signal(int signal_number) { signal(signal_number, SIG_IGN); }

void ct_restore_signal(int signal_number) { signal(signal_number, SIG_DFL); }

bool ct_is_hung_up(int descriptor) {
    struct pollfd state = {.fd = descriptor, .events = POLLIN, .revents = 0};
    return poll(&state, 1, 0) > 0 && (state.revents & (POLLHUP | POLLERR | POLLNVAL)) != 0;
}

bool ct_window_size(int terminal, int *columns, int *rows) {
    struct winsize size;
    if (ioctl(terminal, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0)
        return false;
    *columns = size.ws_col;
    *rows = size.ws_row;
    return true;
}
