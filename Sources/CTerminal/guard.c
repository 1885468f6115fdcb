#define _GNU_SOURCE
#include "CTerminal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

static const int crash_signals[] = {SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGSYS};
enum { crash_signal_count = sizeof crash_signals / sizeof crash_signals[0] };

static struct sigaction previous_actions[crash_signal_count];
static const char *crash_words = NULL;
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

static void give_terminal_back(void) {
    struct pollfd output = {.fd = guarded_terminal, .events = POLLOUT, .revents = 0};
    if (!guarding)
        return;
    guarding = 0;
    // A terminal that takes nothing, because ^S or a dead line holds it, must not hold the end up, too.
    if (poll(&output, 1, 100) > 0 && (output.revents & POLLOUT) != 0)
        write_all(guarded_terminal, reset_bytes, reset_length);
    tcsetattr(guarded_terminal, TCSANOW, &saved_modes);
    give_stderr_back();
}

static void on_crash(int number) {
    int saved_errno = errno;
    give_terminal_back();
    if (crash_words != NULL) {
        write_all(STDERR_FILENO, crash_words, strlen(crash_words));
        signal(number, SIG_DFL);
    } else {
        for (int i = 0; i < crash_signal_count; i++)
            if (crash_signals[i] == number)
                sigaction(number, &previous_actions[i], NULL);
    }
    errno = saved_errno;
    raise(number);
}

static void catch_crashes(void) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_crash;
    action.sa_flags = (int)(SA_RESETHAND | SA_NODEFER | SA_ONSTACK);
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < crash_signal_count; i++)
        sigaction(crash_signals[i], &action, &previous_actions[i]);
}

void ct_crash_quietly(const char *words) {
    struct sigaction quitting;
    if (crash_words != NULL || getenv("SWIFT_BACKTRACE") != NULL)
        return;
    crash_words = strdup(words);
    catch_crashes();
    // The runtime takes ^\ for a crash, too.
    if (sigaction(SIGQUIT, NULL, &quitting) == 0 && quitting.sa_handler != SIG_IGN)
        signal(SIGQUIT, SIG_DFL);
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
    if (crash_words == NULL)
        catch_crashes();
    return true;
}

void ct_release_terminal(void) {
    if (!guarding)
        return;
    if (crash_words == NULL)
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

static const int ending_signals[] = {SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM};
enum { ending_signal_count = sizeof ending_signals / sizeof ending_signals[0] };
// What timers, limits and the kernel send: whoever made use of one before, as a profiler does, keeps it.
static const int stray_signals[] = {SIGXCPU, SIGVTALRM, SIGPROF, SIGIO, SIGPWR};
enum { stray_signal_count = sizeof stray_signals / sizeof stray_signals[0] };

static volatile sig_atomic_t ending_by = 0;
static struct itimerspec grace;
static timer_t deadline;
static int heard[2] = {-1, -1};

static void on_ending(int number) {
    int saved_errno = errno;
    unsigned char byte = (unsigned char)number;
    if (ending_by == 0) {
        ending_by = number;
        timer_settime(deadline, 0, &grace, NULL);
        if (write(heard[1], &byte, 1) < 0) {
            // Then nobody reads it, and the deadline ends the process.
        }
    } else if (number == SIGALRM) {
        give_terminal_back();
        _exit(128 + ending_by);
    }
    errno = saved_errno;
}

static void replace_handler(int number, void (*present)(int), const struct sigaction *action) {
    struct sigaction found;
    if (sigaction(number, NULL, &found) == 0 && found.sa_handler == present)
        sigaction(number, action, NULL);
}

int ct_hear_endings(int grace_ms) {
    struct sigevent event;
    memset(&event, 0, sizeof event);
    event.sigev_notify = SIGEV_SIGNAL;
    event.sigev_signo = SIGALRM;
    if (heard[0] < 0) {
        if (timer_create(CLOCK_MONOTONIC, &event, &deadline) != 0)
            return -1;
        if (pipe2(heard, O_CLOEXEC | O_NONBLOCK) != 0) {
            timer_delete(deadline);
            return -1;
        }
    }
    grace.it_value.tv_sec = grace_ms / 1000;
    grace.it_value.tv_nsec = (long)(grace_ms % 1000) * 1000000;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_ending;
    action.sa_flags = (int)(SA_RESTART | SA_ONSTACK);
    sigfillset(&action.sa_mask);
    for (int i = 0; i < ending_signal_count; i++)
        sigaction(ending_signals[i], &action, NULL);
    for (int i = 0; i < stray_signal_count; i++)
        replace_handler(stray_signals[i], SIG_DFL, &action);
    return heard[0];
}

void ct_stop_hearing_endings(void) {
    struct sigaction standard;
    // Whoever was asked to end has until the deadline for everything, not for the terminal alone.
    if (ending_by != 0)
        return;
    for (int i = 0; i < ending_signal_count; i++)
        signal(ending_signals[i], SIG_DFL);
    memset(&standard, 0, sizeof standard);
    standard.sa_handler = SIG_DFL;
    for (int i = 0; i < stray_signal_count; i++)
        replace_handler(stray_signals[i], on_ending, &standard);
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
