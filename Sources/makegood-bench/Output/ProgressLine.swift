import Foundation

/// A line on standard error that says how far the bench has come.
struct ProgressLine: Sendable {
    private let isTerminal = isatty(STDERR_FILENO) == 1

    /// Says that some of many are done since a moment: in place on a terminal, at the end elsewhere.
    func show(_ what: String, _ done: Int, of all: Int, since begin: Double) {
        let seconds = TableText.number(SteadyClock.seconds - begin)
        if done >= all {
            say("\(what): \(done) in \(seconds) s")
        } else if isTerminal {
            write("\r\u{1B}[K\(what): \(done) of \(all), \(seconds) s")
        }
    }

    /// Says what comes next.
    func say(_ text: String) { write(isTerminal ? "\r\u{1B}[K\(text)\n" : "\(text)\n") }

    private func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}
