import Foundation

/// A line on standard error that says how far the bench has come.
struct ProgressLine: Sendable {
    private let isTerminal = isatty(STDERR_FILENO) == 1

    /// Says that some of many are done since a moment: in place on a terminal, elsewhere each tenth and the end.
    ///
    /// How long the rest takes is guessed from what is done; a store that grows takes longer.
    func show(_ what: String, _ done: Int, after before: Int, of all: Int, since begin: Double) {
        let spent = SteadyClock.seconds - begin
        guard done < all else { return say("\(what): \(done) in \(TableText.number(spent)) s") }
        let rest = spent / Double(max(1, done)) * Double(all - done)
        let text =
            "\(what): \(done) of \(all), \(Int(spent)) s, about \(Int(rest)) s to go"
        if isTerminal {
            write("\r\u{1B}[K\(text)")
        } else if done * 10 / all > before * 10 / all {
            write(text + "\n")
        }
    }

    /// Says what comes next.
    func say(_ text: String) { write(isTerminal ? "\r\u{1B}[K\(text)\n" : "\(text)\n") }

    private func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}
