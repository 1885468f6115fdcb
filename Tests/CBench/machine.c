// The clock, the disk and the file system under the bench.
#include "CBench.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

int64_t cbench_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int64_t cbench_sync(int descriptor) {
    char page[4096];
    memset(page, 'm', sizeof page);
    int64_t begin = cbench_now();
    if (write(descriptor, page, sizeof page) != (ssize_t)sizeof page) return -errno;
    if (fdatasync(descriptor) != 0) return -errno;
    return cbench_now() - begin;
}

int cbench_lock(int descriptor, int may_wait) {
    int result;
    do {
        result = flock(descriptor, may_wait ? LOCK_EX : LOCK_EX | LOCK_NB);
    } while (result != 0 && errno == EINTR);
    return result == 0 ? 0 : errno;
}

void cbench_unlock(int descriptor) { flock(descriptor, LOCK_UN); }

// Source: statfs(2), the magic numbers of the file systems that a store may lie on.
static const struct {
    int64_t magic;
    const char *name;
} known[] = {{0xEF53, "ext4"},       {0x58465342, "xfs"},     {0x9123683E, "btrfs"},
             {0x01021994, "tmpfs"},  {0x794C7630, "overlay"}, {0x2FC12FC1, "zfs"},
             {0xF2F52010, "f2fs"}};

void cbench_file_system(const char *path, char *name, size_t size) {
    struct statfs status;
    if (statfs(path, &status) != 0) {
        snprintf(name, size, "unknown");
        return;
    }
    for (size_t index = 0; index < sizeof known / sizeof known[0]; index++) {
        if ((int64_t)status.f_type == known[index].magic) {
            snprintf(name, size, "%s", known[index].name);
            return;
        }
    }
    snprintf(name, size, "0x%llx", (unsigned long long)status.f_type);
}
