import Foundation
import Testing

extension Commands {
    /// Nobody gets rights, runs something or changes the time through the side door.
    @Suite(.serialized) struct TrustTests {
        /// Whoever may write the file sets a command for everybody else: F3 as it was done.
        @Test(arguments: [
            "insert into settings values ('policy.alarm_command', 'touch HEARD')",
            """
            insert into settings values ('policy.alarm_command', 'touch HEARD');
            insert into settings select 'policy.alarm_account', login from agents where role = 'lead'
            """,
        ])
        func aCommandThatNoLeadSetIsNotRun(_ sql: String) async throws {
            let place = try await PurchaseReports.store()
            try await place.sqlite(sql.replacing("HEARD", with: place.path("heard")))
            let result = try await place.makegood("import", "-", input: PurchaseReports.finished)
            #expect(result.status == 0)
            #expect(
                result.errors.contains("1 alarm waits: the audit log says something else"), "\(result.errors)"
            )
            try await expectUnheard(place)
            let verdict = try await place.makegood("--json", "audit", "verify")
            #expect(verdict.status == 1)
            let broken = try JSON(verdict.output)["first_broken"]
            #expect(broken["about"].text?.hasPrefix("setting:policy.alarm_") == true, "\(verdict.output)")
            let doctor = try await place.makegood("doctor")
            #expect(doctor.status == 1 && doctor.output.contains("policy.alarm_command"), "\(doctor.output)")
        }

        /// What an account agreed to counts to the letter, and where nobody else can have written it.
        @Test(arguments: [
            ("chmod 666 FILE", "others may write"), ("chmod 770 FOLDER", "others may write"),
            ("mv FILE x; ln -s ../../x FILE", "link"), ("ln FILE hard", "link"),
            ("mv FOLDER x; ln -s ../x FOLDER", "link"), ("rm FILE", "has not agreed"),
            ("sed -i 's/cat/tac/' FILE", "agreed to another"), ("echo '[' > FILE", "not understood"),
            ("rm FILE; mkfifo FILE", "link"),
        ])
        func anAgreementOfDoubtfulOriginCountsAsNone(_ change: String, _ why: String) async throws {
            let place = try await PurchaseReports.store()
            try await place.succeed(
                "settings", "set", "policy.alarm_command", "--untried", "cat > '\(place.path("heard"))'")
            let folder = ".config/makegood"
            #expect(try await place.shell("stat -c %a \(folder)/alarm-commands.json").output == "600\n")
            let script = change.replacing("FILE", with: "\(folder)/alarm-commands.json")
                .replacing("FOLDER", with: folder)
            #expect(try await place.shell(script).status == 0)
            let result = try await place.makegood("import", "-", input: PurchaseReports.finished)
            #expect(result.status == 0 && result.errors.contains(why), "\(result.errors)")
            try await expectUnheard(place)
            let shown = try JSON(try await place.succeed("--json", "settings", "show"))
            #expect(shown["alarm_obstacle"].text?.contains(why) == true)
            // Agreeing anew mends what was not agreed to.
            if why.contains("agreed") {
                let accept = try await place.makegood("alarms", "accept")
                #expect(
                    accept.status == 0 && accept.errors.contains("was called for a loss of funds"),
                    "\(accept.errors)")
                #expect(try JSON(place.read("heard"))["ticket"]["id"].text == "1")
            }
        }

        @Test func anotherAccountsCommandWaitsForIt() async throws {
            let place = try await PurchaseReports.store()
            let command = "cat > '\(place.path("heard"))'"
            let set = try await place.makegood(
                "settings", "set", "policy.alarm_command", command, "--account", "svc-other")
            #expect(
                set.status == 0 && set.errors.contains("svc-other runs `makegood alarms accept`"),
                "\(set.errors)")
            try await place.succeed("import", "-", input: PurchaseReports.finished)
            try await expectUnheard(place)
            let accept = try await place.makegood("alarms", "accept")
            #expect(accept.status == 4 && accept.errors.contains("svc-other alone runs"), "\(accept.errors)")
            let doctor = try await place.makegood("doctor")
            #expect(doctor.output.contains("next command of svc-other"), "\(doctor.output)")
            let page = try JSON(try await place.succeed("--json", "alarms"))["alarms"]
            #expect(page["account"].text == "svc-other" && page["waiting"].number == 1)
            #expect(page["agreed"].flag == false && page["command"].text == command)
            // The account that sets it is the one that runs it, unless another is named.
            let own = try await place.makegood("policy", "set", "alarm_command", command)
            #expect(own.status == 0 && own.errors.contains("was called for a loss of funds"), "\(own.errors)")
            let usage = try await place.makegood("settings", "set", "app_name", "Tea", "--account", "x")
            #expect(usage.status == 64)
        }

        /// Killed between taking an alarm and running the command: it is rung again when the lease is over.
        @Test func anAlarmThatWasTakenAndNotRungIsRungAgain() async throws {
            let place = try await PurchaseReports.store()
            try await place.succeed(
                "settings", "set", "policy.alarm_command", "--untried", "cat > '\(place.path("heard"))'")
            let begin = Date().ISO8601Format()
            let killed = try await Command.run(
                BuiltProgram.path, ["--store", place.store, "import", "-"],
                environment: place.environment.merging(["MAKEGOOD_FAULT": "alarm_taken:1"]) { $1 },
                input: PurchaseReports.finished)
            #expect(killed.status == -9)
            try await expectUnheard(place)
            #expect(try await place.makegood("doctor").output.contains("1 waits"), "whoever looks sees it")
            try await place.succeed("tickets", "--now", begin)
            try await expectUnheard(place)
            let later = Date().addingTimeInterval(120).ISO8601Format()
            #expect(
                try await place.makegood("tickets", "--now", later).errors.contains("was called for a loss"))
            #expect(try JSON(place.read("heard"))["ticket"]["id"].text == "1")
        }

        @Test func aRoleThatIsWrittenIntoTheFileGivesNothing() async throws {
            let place = try await PurchaseReports.store()
            try await place.sqlite("update agents set role = 'lead' where login = 'ana'")
            let deed = try await place.makegood("--agent", "ana", "agents", "add", "mal", "--role", "lead")
            #expect(deed.status == 4, "\(deed.errors)")
            let verdict = try JSON(try await place.makegood("--json", "audit", "verify").output)
            #expect(verdict["first_broken"]["about"].text == "agent:ana")
            #expect(verdict["first_broken"]["sequence"].number != nil)
            #expect(verdict["differences"][0]["about"].text == "agent:ana")
            try await place.succeed("agents", "add", "ana", "--role", "agent")
            try await place.succeed("audit", "verify")
        }

        @Test func aRealStoreStaysReal() async throws {
            let place = try Workplace()
            try await place.succeed("init")
            try await place.sqlite("update store_state set value = '1' where key = 'practice'")
            for pretence in [["--agent", "ana"], ["--now", "2026-01-01"]] {
                #expect(try await place.run(pretence + ["agents"]).status == 4, "\(pretence)")
            }
            let doctor = try await place.makegood("doctor")
            #expect(doctor.status == 1 && doctor.output.contains("store:practice"), "\(doctor.output)")
        }

        private func expectUnheard(
            _ place: Workplace, sourceLocation: SourceLocation = #_sourceLocation
        ) async throws {
            #expect(
                !FileManager.default.fileExists(atPath: place.path("heard")), sourceLocation: sourceLocation)
            let waiting = try await place.sqlite(
                "select count(*) from alarms where delivered_at_ms is null and (taken_at_ms is null or next_ms is not null)"
            )
            #expect(waiting == "1", "it waits", sourceLocation: sourceLocation)
        }
    }

    /// Who acts, and when, is what the kernel says, and only where it can say it.
    @Suite(.serialized) struct KernelWordTests {
        /// Whether this host lets one be root in a namespace of one's own.
        static let hasNamespaces = Self.succeeds("/usr/bin/unshare", ["-Ur", "true"])
        /// Whether small libraries can be made.
        static let hasCompiler = FileManager.default.isExecutableFile(atPath: "/usr/bin/cc")

        private static func succeeds(_ program: String, _ arguments: [String]) -> Bool {
            guard FileManager.default.isExecutableFile(atPath: program) else { return false }
            let process = Process()
            process.executableURL = URL(filePath: program)
            process.arguments = arguments
            process.standardError = FileHandle.nullDevice
            guard (try? process.run()) != nil else { return false }
            process.waitUntilExit()
            return process.terminationStatus == 0
        }

        /// Needs root to give the store to somebody whom the namespace does not have.
        @Test(.enabled(if: hasNamespaces && geteuid() == 0, "only root can give a file away"))
        func rootOfOnesOwnIsNobodysLead() async throws {
            let place = try Workplace()
            try await place.succeed("init")
            let away = try await place.shell(
                "chown 12345 store.sqlite* && chmod 666 store.sqlite* && chmod 777 .")
            #expect(away.status == 0)
            let entries = try await place.sqlite("select count(*) from audit")
            for line in [
                "agents add mal --role lead", "customer add x", "settings set app_name Tea",
                "backup b.sqlite",
            ] {
                let deed = try await place.shell("unshare -Ur \"$MAKEGOOD\" --store store.sqlite \(line)")
                #expect(deed.status == 4 && deed.errors.contains("user namespace"), "\(line): \(deed.errors)")
            }
            let look = try await place.shell("unshare -Ur \"$MAKEGOOD\" --store store.sqlite agents")
            #expect(look.status == 0, "\(look.errors)")
            #expect(try await place.sqlite("select count(*) from audit") == entries, "nothing was written")
            #expect(!FileManager.default.fileExists(atPath: place.path("b.sqlite")))
            // Nor is such a root the owner of a store that nobody can open any more, whatever another file calls them.
            let own = try await place.shell(
                """
                unshare -Ur "$MAKEGOOD" --store own.sqlite init &&
                printf 'no store' | dd of=store.sqlite conv=notrunc status=none && sha256sum store.sqlite
                """)
            #expect(own.status == 0, "\(own.errors)")
            let restore = try await place.shell(
                "unshare -Ur \"$MAKEGOOD\" --store store.sqlite restore own.sqlite --confirm store.sqlite")
            #expect(restore.status == 4 && restore.errors.contains("user namespace"), "\(restore.errors)")
            let still = try await place.shell("sha256sum store.sqlite")
            #expect(own.output.hasSuffix(still.output), "it stands as it stood")
        }

        @Test(.enabled(if: hasNamespaces, "no user namespaces here"))
        func aContainerThatHasTheOwnerGoesOn() async throws {
            let place = try Workplace()
            let made = try await place.shell(
                """
                unshare -Ur "$MAKEGOOD" --store store.sqlite init &&
                unshare -Ur "$MAKEGOOD" --store store.sqlite agents add bo --role agent
                """)
            #expect(made.status == 0 && made.output.contains("bo"), "\(made.errors)")
        }

        /// A library that answers for the C library, as faketime and fakeroot do.
        @Test(.enabled(if: hasCompiler, "no compiler here"))
        func aLibraryMovesNeitherClockNorLogin() async throws {
            let place = try Workplace()
            try place.write(
                """
                #define _GNU_SOURCE
                #include <sys/syscall.h>
                #include <sys/time.h>
                #include <time.h>
                #include <unistd.h>
                int clock_gettime(clockid_t clock, struct timespec *t) {
                    long answer = syscall(SYS_clock_gettime, clock, t);
                    if (clock == CLOCK_REALTIME) t->tv_sec += 400 * 86400;
                    return answer;
                }
                int gettimeofday(struct timeval *t, void *zone) {
                    struct timespec now; clock_gettime(CLOCK_REALTIME, &now);
                    t->tv_sec = now.tv_sec; t->tv_usec = now.tv_nsec / 1000; return 0;
                }
                time_t time(time_t *t) {
                    struct timespec now; clock_gettime(CLOCK_REALTIME, &now);
                    if (t) *t = now.tv_sec;
                    return now.tv_sec;
                }
                uid_t getuid(void) { return 1; }
                uid_t geteuid(void) { return 1; }
                """, to: "fake.c")
            let made = try await place.shell("cc -shared -fPIC -o fake.so fake.c")
            try #require(made.status == 0, "\(made.errors)")
            try await place.succeed("init")
            let lead = try await place.sqlite("select login from agents")
            let fake = place.environment.merging(["LD_PRELOAD": place.path("fake.so")]) { $1 }
            let deed = try await Command.run(
                BuiltProgram.path, ["--store", place.store, "agents", "add", "bo", "--role", "agent"],
                environment: fake)
            #expect(deed.status == 0, "\(deed.errors)")
            let server = BuiltProgram.folder.appending(path: "makegood-server").path
            let key = try await Command.run(
                server, ["--store", place.store, "key", "add", "app", "--scope", "app"], environment: fake)
            #expect(key.status == 0, "\(key.errors)")
            let newest = try await place.sqlite(
                """
                select agent, abs(at_ms / 1000 - strftime('%s', 'now')) < 3600 from audit
                where action in ('agent.add', 'key.add') order by sequence
                """)
            #expect(newest == "\(lead)|1\n\(lead)|1")
            // The library does what it is there for.
            let moved = try await Command.run("/bin/date", ["+%Y"], environment: fake)
            #expect(
                moved.output
                    != (try await Command.run("/bin/date", ["+%Y"], environment: place.environment)).output)
        }
    }
}
