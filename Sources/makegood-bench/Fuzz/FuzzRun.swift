import Foundation

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
