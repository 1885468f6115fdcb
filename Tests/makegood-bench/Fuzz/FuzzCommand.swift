import AppStoreTesting
import ArgumentParser
import Foundation

/// Has every reader of foreign bytes read damaged documents, and looks at what they make of them.
struct FuzzCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fuzz",
        abstract: "Read damaged documents, and check that nothing crashes, leaks or is taken for genuine.",
        discussion: """
            Every good document, and every file of the corpus, is read as it is, then damaged ones. Exits with 1 when \
            a rule does not hold, with the numbers that make the same document again.
            """)

    @OptionGroup var plan: FuzzPlan

    func run() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "makegood-fuzz-\(getpid())").path
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        var run = FuzzRun(plan, targets: try plan.targets().map(\.name), folder: folder)
        let failures = try run.failures()
        print(run.table)
        guard failures.isEmpty else {
            print("\n" + failures.joined(separator: "\n"))
            throw ExitCode(1)
        }
        try FileManager.default.removeItem(atPath: folder)
    }
}

/// What is read, and for how long.
struct FuzzPlan: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Read with this target only; may be repeated (default: all of them).", valueName: "name"))
    var target: [String] = []
    @Option(help: "The number of the first damaged document.") var seed: UInt64 = 0
    @Option(help: "How many damaged documents each target reads.") var iterations = 1000
    @Option(help: "Read for so many seconds in all instead.") var seconds: Int?
    @Option(help: ArgumentHelp("Damage this file too, or the files in this folder.", valueName: "path"))
    var corpus: [String] = []

    func validate() throws {
        guard iterations >= 0, seconds ?? 1 > 0 else {
            throw ValidationError("--iterations takes a number from 0, --seconds one above 0.")
        }
    }

    /// The targets that are named, with the files of the corpus.
    func targets() throws -> [FuzzTarget] {
        let (all, files) = (try FuzzTarget.all, try files())
        if let stranger = target.first(where: { name in !all.contains { $0.name == name } }) {
            throw ValidationError("'\(stranger)' is no target: \(all.map(\.name).joined(separator: ", ")).")
        }
        return all.filter { target.isEmpty || target.contains($0.name) }.map { target in
            var target = target
            target.add(files)
            return target
        }
    }

    /// The same plan for one target as arguments of another process.
    func arguments(for target: String, from seed: UInt64, seconds: Int?) -> [String] {
        ["--target", target, "--seed", String(seed), "--iterations", String(iterations)]
            + (seconds.map { ["--seconds", String($0)] } ?? []) + corpus.flatMap { ["--corpus", $0] }
    }

    private func files() throws -> [[UInt8]] {
        try corpus.flatMap(FuzzPlan.paths).map { [UInt8](try Data(contentsOf: URL(filePath: $0))) }
    }

    private static func paths(_ path: String) throws -> [String] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw ValidationError("\(path) does not exist.")
        }
        guard isFolder.boolValue else { return [path] }
        return try FileManager.default.subpathsOfDirectory(atPath: path).sorted().map { path + "/" + $0 }
            .filter {
                FileManager.default.fileExists(atPath: $0, isDirectory: &isFolder) && !isFolder.boolValue
            }
    }
}

/// A run of targets, each in processes of its own, so that one that crashes is found by what it wrote down before.
struct FuzzRun {
    /// How long a target reads before the next one has its turn, in seconds.
    private static let turn = 30

    private let plan: FuzzPlan
    private let targets: [String]
    private let folder: String
    private let progress = ProgressLine()
    private var tallies: [String: FuzzTally] = [:]
    private var complaints: [String: String] = [:]

    /// A run that keeps its files in a folder.
    init(_ plan: FuzzPlan, targets: [String], folder: String) {
        (self.plan, self.targets, self.folder) = (plan, targets, folder)
    }

    /// Reads what the plan says; what did not hold, one for each target, with how to see it again.
    mutating func failures() throws -> [String] {
        guard let seconds = plan.seconds else {
            for target in targets { try read(target, seconds: nil) }
            return targets.compactMap { complaints[$0] }
        }
        let end = SteadyClock.seconds + Double(seconds)
        let turn = max(1, min(FuzzRun.turn, seconds / targets.count))
        while SteadyClock.seconds < end, complaints.count < targets.count {
            for target in targets where complaints[target] == nil && SteadyClock.seconds < end {
                try read(target, seconds: turn)
            }
        }
        return targets.compactMap { complaints[$0] }
    }

    /// How many documents each target read.
    var table: String {
        let rows = targets.map { target in
            let tally = tallies[target] ?? FuzzTally()
            return [
                target, String(tally.documents), String(tally.understood),
                complaints[target] == nil ? "" : "FAILED",
            ]
        }
        return TableText.aligned([["target", "documents", "understood", ""]] + rows)
    }

    private mutating func read(_ target: String, seconds: Int?) throws {
        var total = tallies[target] ?? FuzzTally(next: plan.seed)
        let log = try FuzzLog(in: folder, of: target)
        let worker = try WorkerProcess(
            ["fuzz-worker", "--folder", folder]
                + plan.arguments(for: target, from: total.next, seconds: seconds))
        do {
            try worker.wait()
        } catch {
            complaints[target] = "\(target): \(log.failure ?? "\(error)")\n\(log.reproduction(plan.corpus))"
        }
        total.add(try log.tally())
        tallies[target] = total
        progress.say("\(target): \(total.documents) documents, \(total.understood) understood")
    }
}

/// How far a target has come.
struct FuzzTally {
    /// The number of the next damaged document.
    var next: UInt64 = 0
    /// How many documents were read.
    var documents: UInt64 = 0
    /// In how many of them nothing was wrong.
    var understood: UInt64 = 0

    /// Goes on where another tally has come to.
    mutating func add(_ later: FuzzTally) {
        next = max(next, later.next)
        documents += later.documents
        understood += later.understood
    }
}
