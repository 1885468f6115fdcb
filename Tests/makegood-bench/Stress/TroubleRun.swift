internal import FileStore
import Foundation
import Persistence
import Purchases

/// Writers at work on a store under which backups are restored and side files removed, at random moments: nothing that
/// was acknowledged goes without being said.
struct TroubleRun {
    /// What everybody is told.
    let plan: StressPlan
    /// Where the store is.
    let path: String
    /// How many troubles there are.
    let troubles: Int
    /// Whether a writer is killed with each.
    let isKilling: Bool

    /// Something that befalls the store.
    private enum Trouble: String, CaseIterable {
        case restore, wal = "-wal", index = "-shm", lock = ".lock", head = ".head", backup
    }

    func outcome() throws -> TroubleOutcome {
        let folder = StressFolder(store: path)
        try folder.make()
        var outcome = TroubleOutcome()
        var backup = try copy(0)
        var writers = try (0..<StressPlan.writers).map { try start($0) }
        folder.await(ready: (0..<StressPlan.writers).map(TroubleWriter.name))
        try folder.start()
        for number in 0..<troubles {
            usleep(UInt32(1000 * (50 + plan.random(number, 60, below: 300))))
            let trouble = kind(number)
            outcome.troubles[trouble.rawValue, default: 0] += 1
            switch trouble {
            case .backup: backup = (try? copy(number + 1)) ?? backup
            case .restore: restore(backup, into: &outcome)
            case .wal, .index, .lock, .head: unlink(path + trouble.rawValue)
            }
            if isKilling {
                let victim = plan.random(number, 61, below: StressPlan.writers)
                kill(writers[victim].id, SIGKILL)
                try? writers[victim].wait()
                writers[victim] = try start(victim)
                outcome.kills += 1
            }
            usleep(UInt32(1000 * (20 + plan.random(number, 62, below: 200))))
            mend(from: plan.random(number, 63, below: 2) == 0 ? backup : path, &outcome)
        }
        try folder.stop()
        for writer in writers where (try? writer.wait()) == nil {
            outcome.unexpected.append("a writer failed")
        }
        mend(from: path, &outcome)
        outcome.notes = (0..<StressPlan.writers).flatMap {
            TroubleWriter.lines(at: folder.report(TroubleWriter.name($0)))
        }
        outcome.checks = try checks(outcome)
        return outcome
    }

    private func kind(_ number: Int) -> Trouble {
        let all = Trouble.allCases
        return all[plan.random(number, 64, below: all.count)]
    }

    private func start(_ number: Int) throws -> WorkerProcess {
        try WorkerProcess(
            ["stress-worker"] + plan.arguments(at: path) + ["--role", "noter", "--number", String(number)])
    }

    private func copy(_ number: Int) throws -> String {
        let copy = StressFolder(store: path).report("backup-\(number).sqlite")
        let store = try Store.open(at: path)
        defer { try? store.close() }
        try store.backup(to: copy, by: StoreBuilder.lead, at: BenchPopulation.now)
        return copy
    }

    /// Does what whoever opens the store next is told to do, where it is refused.
    private func mend(from source: String, _ outcome: inout TroubleOutcome) {
        do {
            try Store.open(at: path).close()
        } catch {
            // Busy, or in between: the next one finds it as it is then.
            guard [.damaged, .configuration].contains(error.code) else { return }
            outcome.refusals += 1
            restore(source, into: &outcome)
        }
    }

    private func restore(_ source: String, into outcome: inout TroubleOutcome) {
        let wish = RestoreRequest(
            backup: source, over: path, by: StoreBuilder.lead, at: BenchPopulation.now)
        do {
            guard let done = try Store.restore(wish) else { return }
            outcome.restores += 1
            outcome.said += Int(done.replaced?.missing.entries ?? 0)
            if let kept = done.replaced?.path { outcome.kept.append(kept) }
        } catch let error as StoreError where [.busy, .conflict].contains(error.code) {
            outcome.postponed += 1
        } catch {
            outcome.unexpected.append("a restore failed: \(error)")
        }
    }

    private func checks(_ outcome: TroubleOutcome) throws -> [StressCheck] {
        let store = try Store.open(at: path)
        defer { try? store.close() }
        let present = TroubleOutcome.notes(in: path)
        let kept = outcome.kept.reduce(into: Set<String>()) { $0.formUnion(TroubleOutcome.notes(in: $1)) }
        let acknowledged = outcome.notes.filter { $0.isAcknowledged }.map(\.text)
        let lost = acknowledged.filter { !present.contains($0) && !kept.contains($0) }
        let gone = acknowledged.filter { !present.contains($0) }
        let codes: Set<String> = ["busy", "unavailable", "damaged", "configuration"]
        let strange = outcome.notes.filter { !$0.isAcknowledged && !codes.contains($0.text) }.map(\.text)
        let table = try StoreTable(path)
        let twice = try table.rows("SELECT body FROM notes GROUP BY body HAVING count(*) > 1").map { $0[0] }
        let doctor = try store.doctor(at: BenchPopulation.now).filter { $0.level == .error }
        return [
            StressCheck(
                name:
                    "what was acknowledged and went was said (\(gone.count) notes, \(outcome.said) entries)",
                problems: gone.count > outcome.said ? ["\(gone.count - outcome.said) went unsaid"] : []),
            StressCheck(
                name: "what is in no store that is kept was refused until somebody said so",
                problems: lost.isEmpty || outcome.refusals > 0 ? [] : Array(lost.prefix(20))),
            StressCheck(name: "no note is there twice", problems: twice),
            StressCheck(name: "nobody is told anything else", problems: strange + outcome.unexpected),
            StressCheck(
                name: "integrity_check",
                problems: try table.rows("PRAGMA integrity_check").map { $0[0] }.filter { $0 != "ok" }),
            StressCheck(
                name: "audit verify",
                problems: try store.verifyAudit().firstBroken.map { ["\($0.about): \($0.why)"] } ?? []),
            StressCheck(name: "doctor", problems: doctor.map { "\($0.code): \($0.text)" }),
        ]
    }
}

/// What came of a run with troubles.
struct TroubleOutcome {
    /// How often each trouble came.
    var troubles: [String: Int] = [:]
    /// What every writer was told, in order.
    var notes: [TroubleWriter.Line] = []
    /// How often a store was restored.
    var restores = 0
    /// How often somebody's reading or writing put a restore off.
    var postponed = 0
    /// How often whoever came next was refused, because of what was missing or did not belong.
    var refusals = 0
    /// How often a writer was killed.
    var kills = 0
    /// How many entries restores said to be missing.
    var said = 0
    /// The stores that restores kept.
    var kept: [String] = []
    /// What must not happen.
    var unexpected: [String] = []
    /// What was looked at in the end.
    var checks: [StressCheck] = []

    /// Whether everything held.
    var held: Bool { checks.allSatisfy { $0.problems.isEmpty } }

    /// The notes of writers in a store, as SQLite alone reads them; none of one that it cannot read.
    static func notes(in path: String) -> Set<String> {
        let rows = try? StoreTable(path).rows("SELECT body FROM notes WHERE body LIKE 'trouble-%'")
        return Set((rows ?? []).map { $0[0] })
    }

    /// A short text, and what did not hold.
    var text: String {
        let counts = troubles.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
        let told = notes.count { !$0.isAcknowledged }
        let head = """
            troubles      \(counts.joined(separator: ", "))
            notes         \(notes.count - told) acknowledged, \(told) refused
            restores      \(restores), \(postponed) put off, \(refusals) because the store was refused
            kills         \(kills)

            """
        return
            ([head]
            + checks.map { check in
                (["\(check.problems.isEmpty ? "✓" : "✗") \(check.name)"]
                    + check.problems.prefix(20).map { "    \($0)" }).joined(separator: "\n")
            }).joined(separator: "\n")
    }

    /// One JSON document.
    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let told = notes.count { !$0.isAcknowledged }
        let document = Document(
            held: held, troubles: troubles, acknowledged: notes.count - told, refused: told,
            restores: restores, refusals: refusals, kills: kills, missingEntries: said,
            checks: checks.map { Check(name: $0.name, problems: $0.problems) })
        return String(decoding: try encoder.encode(document), as: UTF8.self)
    }

    private struct Check: Encodable {
        let name: String
        let problems: [String]
    }

    private struct Document: Encodable {
        let held: Bool
        let troubles: [String: Int]
        let acknowledged, refused, restores, refusals, kills, missingEntries: Int
        let checks: [Check]
    }
}

/// One who writes notes whatever befalls the store, and opens it anew whenever it is told to.
struct TroubleWriter {
    /// What it was told on one turn: that a note is kept, or why not.
    struct Line {
        /// Whether the note is kept.
        let isAcknowledged: Bool
        /// The note, or the code of the refusal.
        let text: String
    }

    /// What everybody is told.
    let plan: StressPlan
    let number: Int

    /// The name of a writer's process and of its log.
    static func name(_ number: Int) -> String { "noter\(number)" }

    /// How long it waits before it opens the store again, in microseconds.
    private static let pause: UInt32 = 20_000

    /// Writes until it is told to end, one line in its log for each turn.
    func run() throws {
        let folder = try plan.folder()
        let log = try DeedLog(folder.report(TroubleWriter.name(number)))
        try folder.await(as: TroubleWriter.name(number))
        var turn = 0
        while !folder.isOver {
            do {
                let store = try Store.open(at: folder.store)
                defer { try? store.close() }
                while !folder.isOver {
                    let text = "trouble-\(number)-\(getpid())-\(turn)"
                    turn += 1
                    try store.act(
                        .note(text), on: plan.population.person(1).id,
                        by: StressWriter.agent(number), at: BenchPopulation.now)
                    try log.append("+\(text)\n")
                    usleep(1000)
                }
            } catch let error as StoreError {
                try log.append("-\(error.code.rawValue)\n")
                usleep(TroubleWriter.pause)
            }
        }
    }

    /// What a log tells; a last line that a kill cut off was not answered to anybody.
    static func lines(at path: String) -> [Line] {
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        let whole = text.hasSuffix("\n") ? text[...] : text[..<(text.lastIndex(of: "\n") ?? text.startIndex)]
        return whole.split(separator: "\n").map {
            Line(isAcknowledged: $0.hasPrefix("+"), text: String($0.dropFirst()))
        }
    }
}
