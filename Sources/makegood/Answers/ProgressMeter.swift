import Foundation
import Intake

/// Shows on a terminal how far something long has come, on one line that fits; silent elsewhere, and for a while at first.
final class ProgressMeter {
    private let isShown = isatty(STDERR_FILENO) == 1
    private let started = ContinuousClock.now
    private let patience: Duration
    private var lastShown: ContinuousClock.Instant?

    /// A meter that is silent for a while, because what is done by then needs none.
    init(patience: Duration = .seconds(1)) { self.patience = patience }

    /// Shows how far an import has come.
    func show(_ progress: ImportProgress) { show(text(progress)) }

    /// Shows how far something has come, as a share between 0 and 1, and what is done just now.
    func show(share: Double, _ doing: String = "") { show(line(share: share, doing)) }

    /// Shows a line, at most ten times a second.
    private func show(_ text: @autoclosure () -> String) {
        guard isShown else { return }
        let now = ContinuousClock.now
        guard now - started >= patience else { return }
        if let lastShown, now - lastShown < .milliseconds(100) { return }
        lastShown = now
        write("\r\u{1B}[K\(text())")
    }

    /// Takes the line away.
    func finish() {
        guard lastShown != nil else { return }
        write("\r\u{1B}[K")
        lastShown = nil
    }

    private func text(_ progress: ImportProgress) -> String {
        let documents = "\(progress.documents) documents"
        guard let total = progress.bytesInAll, total > 0 else { return documents }
        return line(share: Double(progress.bytesRead) / Double(total), documents)
    }

    private func line(share: Double, _ doing: String) -> String {
        let left = ProgressMeter.left(of: share, after: ContinuousClock.now - started)
        let words = [doing, left ?? ""].filter { !$0.isEmpty }.joined(separator: ", ")
        return ProgressMeter.line(share: share, words, columns: columns)
    }

    /// How long it still takes if it goes on like this, in words; nil while that would be a guess.
    static func left(of share: Double, after elapsed: Duration) -> String? {
        guard share >= 0.05, share < 1, elapsed >= .seconds(1) else { return nil }
        let seconds = Int((elapsed * ((1 - share) / share)).components.seconds) + 1
        return seconds < 100 ? "\(seconds) s left" : "\((seconds + 59) / 60) min left"
    }

    /// A bar, how much of it is done, and some words: as long as the terminal is wide at the most, for a longer line
    /// would be broken and never be taken away again.
    static func line(share: Double, _ words: String, columns: Int) -> String {
        let share = max(0, min(1, share))
        let percent = "\(Int(share * 100))".leftPadded(to: 3) + " %"
        let after = words.isEmpty ? percent : "\(percent)  \(words)"
        let room = min(30, columns - 4 - after.count)
        // Where there is no room for both, what is done now matters less than how much.
        guard room >= 5 else { return words.isEmpty ? percent : line(share: share, "", columns: columns) }
        let filled = Int(share * Double(room))
        let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: room - filled)
        return "[\(bar)] \(after)"
    }

    private var columns: Int {
        var size = winsize()
        return ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
    }

    private func write(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }
}

extension String {
    /// The text with blanks before it, so that it is so many characters long.
    fileprivate func leftPadded(to length: Int) -> String {
        String(repeating: " ", count: max(0, length - count)) + self
    }
}
