// A blocking flock with an end to its patience.
//
// Polling with LOCK_NB is unfair: whoever polls at the right instant wins. A blocking flock stands in the kernel's
// queue, but only a signal ends it, and signals belong to the whole process. So a thread of its own waits in the
// queue, and the caller waits for that thread with a clock. A waiter that is given up on keeps standing in the queue;
// it owns the descriptor from then on, and closing it hands the lock straight on when its turn comes.
#define _GNU_SOURCE
#include "CStore.h"

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

struct waiter {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    int descriptor;
    int result;
    bool done;
    bool abandoned;
};

static void free_waiter(struct waiter *waiter) {
    pthread_cond_destroy(&waiter->changed);
    pthread_mutex_destroy(&waiter->mutex);
    free(waiter);
}

static int flock_in_queue(int descriptor) {
    while (flock(descriptor, LOCK_EX) != 0) {
        if (errno != EINTR) return errno;
    }
    return 0;
}

static void *wait_in_queue(void *argument) {
    struct waiter *waiter = argument;
    int result = flock_in_queue(waiter->descriptor);
    pthread_mutex_lock(&waiter->mutex);
    waiter->result = result;
    waiter->done = true;
    bool abandoned = waiter->abandoned;
    if (abandoned) close(waiter->descriptor);
    pthread_cond_signal(&waiter->changed);
    pthread_mutex_unlock(&waiter->mutex);
    if (abandoned) free_waiter(waiter);
    return NULL;
}

static struct waiter *new_waiter(int descriptor) {
    struct waiter *waiter = calloc(1, sizeof *waiter);
    if (waiter == NULL) return NULL;
    waiter->descriptor = descriptor;
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_mutex_init(&waiter->mutex, NULL);
    pthread_cond_init(&waiter->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    return waiter;
}

static int start(struct waiter *waiter) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, 128 * 1024);
    pthread_t thread;
    int result = pthread_create(&thread, &attributes, wait_in_queue, waiter);
    pthread_attr_destroy(&attributes);
    return result;
}

static struct timespec deadline_after(int64_t milliseconds) {
    struct timespec deadline;
    clock_gettime(CLOCK_MONOTONIC, &deadline);
    int64_t nanoseconds = deadline.tv_nsec + (milliseconds % 1000) * 1000000;
    deadline.tv_sec += milliseconds / 1000 + nanoseconds / 1000000000;
    deadline.tv_nsec = nanoseconds % 1000000000;
    return deadline;
}

static int wait_for(struct waiter *waiter, int64_t timeout_ms) {
    struct timespec deadline = deadline_after(timeout_ms);
    pthread_mutex_lock(&waiter->mutex);
    int waited = 0;
    while (!waiter->done && waited == 0) {
        waited = pthread_cond_timedwait(&waiter->changed, &waiter->mutex, &deadline);
    }
    bool done = waiter->done;
    int result = done ? waiter->result : ETIMEDOUT;
    waiter->abandoned = !done;
    pthread_mutex_unlock(&waiter->mutex);
    if (done) free_waiter(waiter);
    return result;
}

static int wait_with_thread(int descriptor, int64_t timeout_ms) {
    struct waiter *waiter = new_waiter(descriptor);
    if (waiter == NULL) return ENOMEM;
    int started = start(waiter);
    if (started != 0) {
        free_waiter(waiter);
        return started;
    }
    return wait_for(waiter, timeout_ms);
}

int cstore_lock(int descriptor, int64_t timeout_ms) {
    // A free lock needs no thread.
    if (flock(descriptor, LOCK_EX | LOCK_NB) == 0) return 0;
    int result = errno == EWOULDBLOCK || errno == EINTR ? ETIMEDOUT : errno;
    if (result == ETIMEDOUT && timeout_ms > 0) {
        result = wait_with_thread(descriptor, timeout_ms);
        if (result == ETIMEDOUT) return result;
    }
    if (result != 0) close(descriptor);
    return result;
}

void cstore_unlock(int descriptor) {
    flock(descriptor, LOCK_UN);
    close(descriptor);
}
