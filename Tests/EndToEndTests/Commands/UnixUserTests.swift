import Foundation
import Testing

extension Commands {
    /// Several Unix users, as root alone can try it: users without names, who are known by their numbers.
    @Suite(
        .serialized,
        .enabled("only root can run programs as others", { try await OtherUsers.arePossible() }))
    struct UnixUserTests {
        /// Runs the program as a user of the group 4200.
        private static let prelude = """
            as() {
                user=$1; shift
                setpriv --reuid="$user" --regid="$user" --groups=4200 \\
                    env HOME="$HOME/home$user" "$MAKEGOOD" --store shared/store.sqlite "$@"
            }
            mkdir -p home4201 home4202; chown 4201 home4201; chown 4202 home4202; chmod 755 .

            """

        /// Whether this is root, and others reach the program and the folder of the tests.
        @Test(arguments: [(4201, 4202), (4202, 4201)])
        func whoeverComesFirstTheOthersWorkToo(_ first: Int, _ second: Int) async throws {
            let place = try Workplace()
            let made = try await place.shell(
                Self.prelude + """
                    mkdir shared && chown 4201:4200 shared && chmod 2770 shared
                    as 4201 init && chmod 0660 shared/store.sqlite* && as 4201 agents add uid-4202 --role agent
                    sqlite3 shared/store.sqlite 'PRAGMA wal_checkpoint(TRUNCATE)'
                    rm -f shared/store.sqlite-wal shared/store.sqlite-shm shared/store.sqlite.lock
                    """)
            #expect(made.status == 0, "\(made.errors)")
            let worked = try await place.shell(
                Self.prelude + """
                    as \(first) customer add u_first && as \(second) customer add u_second \\
                        && as \(first) access u_second; echo "answered $?"
                    as 4201 doctor; ls -ln shared
                    """)
            #expect(worked.output.contains("answered 1"), "\(worked.output)\(worked.errors)")
            #expect(worked.output.contains("sharing\t\tits group works on it"), "\(worked.output)")
        }

        @Test func withoutTheGroupsBitDoctorSaysWhatMendsIt() async throws {
            let place = try Workplace()
            let found = try await place.shell(
                Self.prelude + """
                    mkdir shared && chown 4201:4200 shared && chmod 0770 shared
                    as 4201 init && chgrp 4200 shared/store.sqlite && chmod 0660 shared/store.sqlite
                    as 4201 doctor
                    """)
            #expect(found.output.contains("warning\tsharing"), "\(found.output)\(found.errors)")
            #expect(found.output.contains("chmod 2770 shared"), "\(found.output)")
        }

        /// Threads are counted for the user, and root's are not.
        @Test(arguments: 1...7) func withoutThreadsACommandEndsAndHasDoneNothing(_ limit: Int) async throws {
            let place = try Workplace()
            let user = 4300 + limit
            let run = try await place.shell(
                """
                mkdir own && chown \(user) own && chmod 755 .
                alone() { setpriv --reuid=\(user) --regid=\(user) --clear-groups "$@"; }
                alone "$MAKEGOOD" --store own/store.sqlite init
                alone timeout 600 prlimit --nproc=\(limit) "$MAKEGOOD" --store own/store.sqlite customer add u_1 >said 2>&1
                echo "ended with $?"
                alone "$MAKEGOOD" --store own/store.sqlite access u_1 >said2 2>&1; echo "known: $?"
                """)
            let isRefused = run.output.contains("ended with 69") && run.output.contains("known: 3")
            let isDone = run.output.contains("ended with 0") && run.output.contains("known: 1")
            let said = try place.read("said")
            #expect(isRefused || isDone, "\(run.output)\(run.errors)\(said)")
            #expect(limit > 3 || isRefused, "\(run.output)")
        }
    }

    /// The question for a secret, and what is given back however it ends.
    @Suite(.serialized, .inTerminal) struct SecretPromptTests {
        @Test(arguments: ["INT", "TERM", "HUP", "QUIT", "TSTP"])
        func echoComesBack(_ signal: String) async throws {
            let place = try await DemoStore.copy()
            try await Tmux.open(place) { terminal in
                try await terminal.enter("stty -g > before")
                try place.write(
                    """
                    sh -c 'echo $$ > pid; exec "$MAKEGOOD" --store store.sqlite settings secret add'
                    stty -g > after; echo "left"
                    """, to: "run")
                try await terminal.enter("clear; sh ./run")
                try await terminal.wait(for: "secret:")
                try await terminal.type("never seen")
                _ = try await place.shell("kill -\(signal) \"$(cat pid)\"")
                if signal == "TSTP" {
                    // Stopped, the terminal is the shell's; gone on, the question comes again.
                    _ = try await place.shell(
                        "for try in $(seq 10000); do grep -q 'State:.T' /proc/$(cat pid)/status && break; sleep 0.02; done"
                    )
                    _ = try await place.shell("kill -CONT \"$(cat pid)\"")
                    try await terminal.wait(for: "secret: secret:")
                    try await terminal.type("a new secret")
                    try await terminal.press("Enter")
                }
                let screen = try await terminal.wait(for: "left")
                #expect(!screen.contains("never seen") && !screen.contains("a new secret"), "\(screen)")
                #expect(try place.read("before") == place.read("after"))
            }
        }
    }

    /// A store that is none.
    @Suite(.serialized) struct OddPlaceTests {
        @Test(arguments: [".", "./", "..", "/", "sub/.", "sub/"])
        func aPathThatNamesNoFileIsRefusedInWords(_ path: String) async throws {
            let place = try await DemoStore.copy()
            let result = try await place.shell(
                """
                mkdir sub
                "$MAKEGOOD" --store store.sqlite backup \(path); echo "backup $?"
                "$MAKEGOOD" --store \(path) init; echo "init $?"
                ls
                """)
            #expect(result.output.contains("backup 64\ninit "), "\(result.output)\(result.errors)")
            #expect(
                !result.output.contains("init 0") && !result.output.contains("init 1"), "\(result.output)")
            #expect(result.errors.contains("names no file"), "\(result.errors)")
            #expect(!result.output.contains(".new-"))
        }

        @Test func aPipeInPlaceOfAStoreIsSaid() async throws {
            let place = try Workplace()
            let result = try await place.shell(
                "mkfifo store.sqlite; timeout 600 \"$MAKEGOOD\" --store store.sqlite access u_1")
            #expect(
                result.status == 78 && result.errors.contains("is not a regular file"), "\(result.errors)")
        }
    }
}

/// Whether this user may run programs as others, who may run ours.
private enum OtherUsers {
    static func arePossible() async throws -> Bool {
        guard geteuid() == 0 else { return false }
        let place = try Workplace()
        return try await place.shell(
            """
            chmod 755 .
            setpriv --reuid=4201 --regid=4201 --clear-groups sh -c 'cd "$1" && "$MAKEGOOD" --version' sh "$PWD"
            """
        ).status == 0
    }
}
