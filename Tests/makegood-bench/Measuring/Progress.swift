import CBench
import Foundation

/// Why the bench cannot go on.
struct BenchError: Error, CustomStringConvertible {
    /// What happened.
    let description: String

    /// A failure in words.
    init(_ description: String) { self.description = description }
}

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

/// Numbers and aligned rows, as people read them.
enum TableText {
    /// A number with three digits that count.
    static func number(_ value: Double) -> String {
        switch abs(value) {
        case 0: "0"
        case ..<10: String(format: "%.2f", value)
        case ..<100: String(format: "%.1f", value)
        default: String(format: "%.0f", value)
        }
    }

    /// A number, or a dash where there is none.
    static func number(_ value: Double?) -> String { value.map { number($0) } ?? "–" }

    /// Rows as aligned columns, the first and the last to the left.
    static func aligned(_ rows: [[String]]) -> String {
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in
            rows.map { $0.count > column ? $0[column].count : 0 }.max() ?? 0
        }
        return rows.map { row in
            let cells = row.enumerated().map { column, text in
                let blanks = String(repeating: " ", count: widths[column] - text.count)
                return column == 0 || column == count - 1 ? text + blanks : blanks + text
            }
            let line = cells.joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed())
        }.joined(separator: "\n")
    }
}

/// The steady clock, in seconds.
enum SteadyClock {
    /// The time since some fixed moment.
    static var seconds: Double { Double(cbench_now()) / 1e9 }

    /// How long some work takes.
    static func time(_ work: () throws -> Void) rethrows -> Double {
        let begin = seconds
        try work()
        return seconds - begin
    }
}
