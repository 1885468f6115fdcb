import Foundation
import Testing

extension Commands {
    /// What a command says when the system fails it: a small library stands before the C library and fails one call.
    @Suite(.serialized, .enabled("there is no C compiler", { CCompiler.path != nil }))
    struct FailingDiskTests {
        /// `MG_FAIL` names the call: reads of the store from an offset on, the -wal's sync, locks.
        private static let shim = """
            #define _GNU_SOURCE
            #include <dlfcn.h>
            #include <errno.h>
            #include <stdlib.h>
            #include <stdio.h>
            #include <string.h>
            #include <sys/types.h>
            #include <unistd.h>
            static int is(int fd, const char *end) {
                char link[64], path[4096];
                snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
                ssize_t n = readlink(link, path, sizeof path - 1);
                if (n < (ssize_t)strlen(end)) return 0;
                path[n] = 0;
                return strcmp(path + n - strlen(end), end) == 0;
            }
            static const char *plan(const char *call) {
                const char *asked = getenv("MG_FAIL");
                return asked && strncmp(asked, call, strlen(call)) == 0 ? asked + strlen(call) : NULL;
            }
            static int unreadable(int fd, off64_t at) {
                const char *from = plan("read:");
                return from && at >= atoll(from) && is(fd, "/store.sqlite") && (errno = EIO);
            }
            ssize_t pread64(int fd, void *b, size_t n, off64_t at) {
                static ssize_t (*next)(int, void *, size_t, off64_t);
                if (!next) next = dlsym(RTLD_NEXT, "pread64");
                return unreadable(fd, at) ? -1 : next(fd, b, n, at);
            }
            ssize_t pread(int fd, void *b, size_t n, off_t at) { return pread64(fd, b, n, at); }
            ssize_t read(int fd, void *b, size_t n) {
                static ssize_t (*next)(int, void *, size_t);
                if (!next) next = dlsym(RTLD_NEXT, "read");
                return plan("read:") && unreadable(fd, lseek64(fd, 0, SEEK_CUR)) ? -1 : next(fd, b, n);
            }
            static int sync_of(int fd, const char *name) {
                int (*next)(int) = dlsym(RTLD_NEXT, name);
                if (plan("sync") && is(fd, "/store.sqlite-wal")) { errno = EIO; return -1; }
                return next(fd);
            }
            int fsync(int fd) { return sync_of(fd, "fsync"); }
            int fdatasync(int fd) { return sync_of(fd, "fdatasync"); }
            int flock(int fd, int how) {
                int (*next)(int, int) = dlsym(RTLD_NEXT, "flock");
                if (plan("flock")) { errno = ENOLCK; return -1; }
                return next(fd, how);
            }
            """

        private static let grant =
            "grant \(DemoStore.inRetry) --entitlement premium --for 7d --reason outage --now \(DemoStore.now)"

        @Test(arguments: [
            ("read:0", "access \(DemoStore.inRetry)", "reading"),
            ("read:4096", "access \(DemoStore.inRetry)", "reading"),
            ("sync", grant, "may be there or not"), ("flock", grant, "gives no lock"),
        ])
        func itsWordsAreSo(_ failing: String, _ command: String, _ words: String) async throws {
            let place = try await DemoStore.copy()
            // One file at rest, so that its pages are read from it.
            try await place.sqlite("PRAGMA wal_checkpoint(TRUNCATE)")
            try place.write(Self.shim, to: "shim.c")
            let compiler = try #require(CCompiler.path)
            let run = try await place.shell(
                """
                \(compiler) -shared -fPIC -o shim.so shim.c -ldl && LD_PRELOAD="$PWD/shim.so" MG_FAIL=\(failing) \\
                    "$MAKEGOOD" --store store.sqlite \(command)
                """)
            #expect(run.status == 69, "\(failing): \(run.status) \(run.output)\(run.errors)")
            #expect(run.errors.contains(words), "\(failing): \(run.errors)")
            #expect(!run.errors.contains("NSCocoa") && !run.errors.contains("damaged"), "\(run.errors)")
            // The store itself is as whole as before, and nobody holds it for damaged.
            let after = try await place.run(Self.grant.split(separator: " ").map(String.init))
            #expect(after.status == 0, "\(after.errors)")
        }
    }
}

/// What can build the library.
private enum CCompiler {
    static let path = ["/usr/bin/cc", "/usr/bin/gcc", "/usr/bin/clang"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }
}
