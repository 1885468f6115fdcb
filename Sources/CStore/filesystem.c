// Which file systems are shared by hosts: WAL needs shared memory, which they cannot give. And what one says of a file.
#define _GNU_SOURCE
#include "CStore.h"

#include <fcntl.h>
#include <stddef.h>
#include <sys/stat.h>
#include <sys/vfs.h>

struct network_type {
    int64_t magic;
    const char *name;
};

// Source: statfs(2) and linux/magic.h.
static const struct network_type types[] = {
    {0x6969, "nfs"},         {0x517b, "smb"},       {0xff534d42, "cifs"},   {0xfe534d42, "smb2"},
    {0x01021997, "9p"},      {0x65735546, "fuse"},  {0x564c, "ncp"},        {0x73757245, "coda"},
    {0x5346414f, "afs"},     {0x6b414653, "afs"},   {0x00c36400, "ceph"},   {0x01161970, "gfs2"},
    {0x7461636f, "ocfs2"},   {0x0bd00bd0, "lustre"}, {0x786f4256, "vboxsf"}, {0xbacbacbc, "vmhgfs"},
};

const char *cstore_network_name(int64_t magic) {
    for (size_t index = 0; index < sizeof types / sizeof types[0]; index++) {
        if (types[index].magic == (magic & 0xffffffff)) return types[index].name;
    }
    return NULL;
}

const char *cstore_network_file_system(const char *path) {
    struct statfs found;
    if (statfs(path, &found) != 0) return NULL;
    return cstore_network_name((int64_t)found.f_type);
}

int64_t cstore_birth(const char *path) {
    struct statx found;
    if (statx(AT_FDCWD, path, 0, STATX_BTIME, &found) != 0 || !(found.stx_mask & STATX_BTIME)) return -1;
    return (int64_t)found.stx_btime.tv_sec * 1000000000 + found.stx_btime.tv_nsec;
}
