import Alarms
import Foundation
import Purchases
import Testing

@testable import Persistence
@testable import makegood

/// Commands of alarms end in time, and nothing that they do or leave undone stops us.
struct ShellProcessTests {
    @Test(arguments: [
        ("cat > /dev/null", nil), ("true", nil), ("exit 3", "exit 3"), ("kill -9 $$", "ended by signal 9"),
        ("exec /nowhere", "exit 127 (sh: 1: exec: /nowhere: not found)"),
        ("read line; test \"$line\" = hello", nil),
        // Of a process group of its own, with no signal blocked, and none ignored but those of the C library (32, 33).
        ("set -- $(cat /proc/$$/stat); test \"$5\" = $$", nil),
        ("exec grep -qzP 'SigBlk:\\s0+\\nSigIgn:.*[08]0000000\\n' /proc/self/status", nil),
        ("echo noise; echo noise >&2", nil), ("echo no net >&2; echo more >&2; exit 7", "exit 7 (no net)"),
    ])
    func ends(_ command: String, _ failure: String?) async {
        let found = await OwnThread.run { AlarmCommand(command).run(input: "hello\n", for: .seconds(600)) }
        #expect(found == failure)
    }

    @Test func unreadInput() async {
        let input = String(repeating: "many tickets ", count: 1_000_000)
        let found = await OwnThread.run {
            [
                AlarmCommand("true").run(input: input, for: .seconds(600)),
                AlarmCommand("test $(wc -c) = \(input.utf8.count)").run(input: input, for: .seconds(600)),
            ]
        }
        #expect(found == [nil, nil])
    }

    @Test func aGroupThatHangs() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        let command = "sleep 1000 & echo $! > \(file.path); wait"
        let found = await OwnThread.run { AlarmCommand(command).run(input: "", for: .seconds(5)) }
        #expect(found == "timed out after 5 s")
        let child = try String(contentsOf: file, encoding: .utf8).trimmingCharacters(in: .newlines)
        // Whoever is killed ends when it gets its turn on a core, and nobody but the system waits for it here.
        for _ in 0..<10_000 where isAlive(child) { try await Task.sleep(for: .milliseconds(20)) }
        #expect(!isAlive(child))
    }

    private func isAlive(_ process: String) -> Bool {
        let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
        return !status.isEmpty && !status.contains("State:\tZ")
    }

    @Test func ourSecretsAreNotHandedDown() {
        let found = AlarmCommand("env | grep -c '^MAKEGOOD_APPSTORE_\\|^MAKEGOOD_SHARED_SECRET' >&2; exit 1")
            .run(input: "", for: .seconds(600))
        #expect(found == "exit 1 (0)")
    }

    @Test func nobodyWaitsOnceAConsoleIsClosed() async {
        let end = AlarmEnd()
        end.come()
        let found = await OwnThread.run {
            AlarmCommand("sleep 1000").run(input: "", for: .seconds(600), until: end)
        }
        #expect(found == "cut short, the program was closed")
    }

    @Test func aRunSpendsSoMuchOnAlarms() {
        let alarm = Alarm(
            ticket: TicketID("1"), at: .earliest, takenAt: .earliest, deliveredAt: nil, failure: nil,
            attempts: 1, nextAt: nil, heardBy: [])
        var tally = AlarmTally()
        #expect(tally.nextCommand == .seconds(5))
        for _ in 0..<100 { tally.note(nil, of: alarm, after: .milliseconds(60)) }
        #expect(tally.nextCommand == .seconds(4), "quick commands leave time for others")
        tally.note("exit 3", of: alarm, after: .milliseconds(1))
        #expect(tally.nextCommand == nil, "after one that failed no other is tried")
    }
}
