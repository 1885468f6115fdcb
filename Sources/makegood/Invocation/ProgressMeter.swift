import Foundation
import Intake

/// Shows on a terminal how far a long import or report has come; silent elsewhere and in the first second.
final class ProgressMeter {
    private let isShown = isatty(STDERR_FILENO) == 1
    private let started = ContinuousClock.now
    private var lastShown: ContinuousClock.Instant?

    /// Shows how far an import has come.
    func show(_ progress: ImportProgress) { show(text(progress)) }

    /// Shows how far a report has come, as a share between 0 and 1.
    func show(share: Double) { show(bar(share)) }

    /// Shows a line, at most ten times a second.
    private func show(_ text: @autoclosure () -> String) {
        guard isShown else { return }
        let now = ContinuousClock.now
        guard now - started > .seconds(1), now - (lastShown ?? started) > .milliseconds(100) else { return }
        lastShown = now
        write("\r\u{1B}[K\(text())")
    }

    /// Takes the line away.
    func finish() {
        if lastShown != nil { write("\r\u{1B}[K") }
    }

    private func text(_ progress: ImportProgress) -> String {
        guard let total = progress.bytesInAll, total > 0 else { return "\(progress.documents) documents" }
        return "\(bar(Double(progress.bytesRead) / Double(total)))  \(progress.documents) documents"
    }

    private func bar(_ part: Double) -> String {
        let share = min(1, part)
        let filled = Int(share * 30)
        let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: 30 - filled)
        return "[\(bar)] \(Int(share * 100)) %"
    }

    private func write(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }
}
