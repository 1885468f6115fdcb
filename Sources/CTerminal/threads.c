#include "CTerminal.h"

#include <pthread.h>
#include <semaphore.h>

static void *wait_for_all(void *gate) {
    while (sem_wait(gate) != 0) {
        // Interrupted by a signal: the gate is still shut.
    }
    return NULL;
}

bool ct_can_make_threads(int count) {
    enum { most = 16 };
    pthread_t threads[most];
    sem_t gate;
    int made = 0;
    if (count > most || sem_init(&gate, 0, 0) != 0)
        return false;
    while (made < count && pthread_create(&threads[made], NULL, wait_for_all, &gate) == 0)
        made++;
    for (int i = 0; i < made; i++)
        sem_post(&gate);
    for (int i = 0; i < made; i++)
        pthread_join(threads[i], NULL);
    sem_destroy(&gate);
    return made == count;
}

bool ct_run_on_thread(void *(*work)(void *), void *subject) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, subject) != 0)
        return false;
    pthread_detach(thread);
    return true;
}
