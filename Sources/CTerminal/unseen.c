#define _GNU_SOURCE
#include "CTerminal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static const int interrupting[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP};
enum { interrupting_count = sizeof interrupting / sizeof interrupting[0] };

static int told[2] = {-1, -1};

// Another thread than the one that reads may be told, so that no read comes back for it.
static void on_interruption(int number) {
    int saved_errno = errno;
    unsigned char byte = (unsigned char)number;
    if (write(told[1], &byte, 1) < 0) {
        // Then one was told before, and is enough.
    }
    errno = saved_errno;
}

static void hear(struct sigaction *previous) {
    struct sigaction action, present;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_interruption;
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < interrupting_count; i++) {
        sigaction(interrupting[i], NULL, &present);
        previous[i] = present;
        // What the process was told to ignore it goes on ignoring.
        if (present.sa_handler != SIG_IGN)
            sigaction(interrupting[i], &action, NULL);
    }
}

static void stop_hearing(const struct sigaction *previous) {
    for (int i = 0; i < interrupting_count; i++)
        sigaction(interrupting[i], &previous[i], NULL);
}

// Waits for a byte of the terminal; 0 when there is one to be read, else the signal that came first.
static int await_byte(int terminal) {
    struct pollfd both[] = {{.fd = told[0], .events = POLLIN}, {.fd = terminal, .events = POLLIN}};
    unsigned char number = 0;
    while (poll(both, 2, -1) < 0 && errno == EINTR) {
    }
    return read(told[0], &number, 1) == 1 ? number : 0;
}

// A signal that this thread blocks would stop the process only later.
static void do_as_told(int number) {
    sigset_t set, previous;
    sigemptyset(&set);
    sigaddset(&set, number);
    pthread_sigmask(SIG_UNBLOCK, &set, &previous);
    raise(number);
    pthread_sigmask(SIG_SETMASK, &previous, NULL);
}

static void say(const char *prompt) {
    if (write(STDERR_FILENO, prompt, strlen(prompt)) < 0) {
        // Then nobody sees the question, and may answer it all the same.
    }
}

long ct_read_unseen(int terminal, const char *prompt, char *line, size_t size) {
    struct sigaction previous[interrupting_count];
    struct termios modes, quiet;
    long length = -1;
    int number = 0;
    if (tcgetattr(terminal, &modes) != 0 || pipe2(told, O_CLOEXEC | O_NONBLOCK) != 0)
        return -1;
    quiet = modes;
    quiet.c_lflag &= ~(tcflag_t)ECHO;
    quiet.c_lflag |= ECHONL;
    do {
        char byte = 0;
        ssize_t count = 1;
        length = 0;
        hear(previous);
        tcsetattr(terminal, TCSAFLUSH, &quiet);
        say(prompt);
        while ((number = await_byte(terminal)) == 0 && (count = read(terminal, &byte, 1)) > 0 && byte != '\n')
            if ((size_t)length < size)
                line[length++] = byte;
        tcsetattr(terminal, TCSADRAIN, &modes);
        stop_hearing(previous);
        if (number == 0 && count <= 0 && length == 0)
            length = -1;
        if (number != 0) {
            explicit_bzero(line, size);
            length = -1;
            // As if it had come while the terminal was as it is now; only what stops a process comes back from it.
            do_as_told(number);
        }
    } while (number == SIGTSTP);
    close(told[0]);
    close(told[1]);
    return length;
}
