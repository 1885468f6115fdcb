import Console
import Intake
import Persistence
import Purchases
import Wording

/// What commands say to people: the same facts as the JSON, in lines. Here is what all share; the file of each
/// command, or one beside it, extends it with that command's lines.
enum Answers {
    /// Who reads what is answered.
    static var reader: Reader { Paper.current.reader }

    /// A moment as it is read there.
    static func moment(_ instant: Instant) -> String { reader.moment(instant) }
}

extension Answers {
    static func joined(_ parts: String...) -> String {
        parts.filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// Lines under a title; nothing where there are none.
    static func headed(_ title: String, _ lines: [String]) -> [String] {
        lines.isEmpty ? [] : [title] + lines.map { "  \($0)" }
    }
}

extension Answers {
    /// An amount, marked where it is the catalogue's.
    static func money(_ money: Money?) -> String {
        money.map(reader.price) ?? ""
    }

    /// A length of time in its largest unit.
    static func age(_ time: TimeLength) -> String { reader.age(time) }
}

extension Answers {
    static func words(_ code: String?) -> String { (code ?? "").replacing("_", with: " ") }

    /// Where the next page begins.
    static func next(_ cursor: String?) -> [String] { cursor.map { ["next page: --after \($0)"] } ?? [] }
}

/// Why a command did not do what it was asked, and what to do about it, in the command line's own words.
struct CommandError: Error, Hashable, CustomStringConvertible {
    /// What kind of failure it is.
    let code: StoreError.Code
    /// What happened and what to do, on one line.
    let description: String

    /// A failure of what the command line itself does: reading arguments and files, writing answers.
    init(_ code: StoreError.Code, _ what: String, remedy: String) {
        (self.code, description) = (code, "\(what): \(remedy)")
    }

    /// A failure of the store, as the command line says it.
    init(_ error: StoreError) {
        (code, description) = (error.code, ErrorText.commandLine(error).line)
    }
}
