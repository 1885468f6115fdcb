import AppStoreTesting
import ArgumentParser
import Foundation

/// Reads documents with one target until its time is over or a rule does not hold.
struct FuzzWorkerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "fuzz-worker", shouldDisplay: false)

    /// The longest that a document may take, in seconds.
    private static let patience: UInt32 = 60

    @OptionGroup var plan: FuzzPlan
    @Option var folder: String

    func run() throws {
        for target in try plan.targets() {
            let log = try FuzzLog(in: folder, of: target.name)
            var tally = FuzzTally(next: plan.seed)
            for document in try target.corpus { try read(document, target, &tally, log) }
            let end = SteadyClock.seconds + Double(plan.seconds ?? 0)
            var rest = plan.iterations
            while plan.seconds == nil ? rest > 0 : SteadyClock.seconds < end {
                try read(try target.document(tally.next), target, &tally, log)
                tally.next &+= 1
                rest -= 1
            }
            log.note(tally, [])
        }
    }

    private func read(
        _ document: FuzzDocument, _ target: FuzzTarget, _ tally: inout FuzzTally, _ log: FuzzLog
    ) throws {
        log.note(tally, document.bytes)
        alarm(FuzzWorkerCommand.patience)
        let (outcome, failure) = target.result(of: document)
        alarm(0)
        tally.documents += 1
        if outcome.isUnderstood { tally.understood += 1 }
        guard let failure else { return }
        try log.note(failure: failure)
        throw ExitCode(1)
    }
}
