package import Purchases

/// Who reads a sentence, and so how the values in it are said.
///
/// This room says what is the matter once, for the console and the command line alike: a chapter a subject (values,
/// codes, customers, access, grants, tickets, timelines, searches, the audit log, errors). A chapter takes values, such as
/// a `StoreError` or a `MoveCause`, and gives whole sentences back, and none is parsed again. What a front end draws
/// around a sentence, such as colours and signs, is its own, and so are the labels of its fields and the help of its
/// commands, which stand where the field or the command stands.
///
/// A second language would stand here: a reader would have a language beside the moment, and a chapter a `switch` over
/// it, or a chapter of the same name in a folder for each language. A sentence is one literal with its values in it, so
/// that a translator may order them otherwise; `Counting` alone says plurals and lists.
package enum Reader: Hashable, Sendable {
    /// A person at a moment: times in words to the minute, thousands apart.
    case person(at: Instant)
    /// A program, or somebody who was not there: times as RFC 3339, amounts in plain digits.
    case program

    /// A moment: `11 Aug 19:41`, or `2021-08-11T19:41:58Z`.
    package func moment(_ instant: Instant) -> String {
        switch self {
        case .person(let now): TimeText(now: now).moment(instant)
        case .program: instant.description
        }
    }

    /// A day: `11 Aug`, or `2021-08-11`.
    package func day(_ instant: Instant) -> String {
        switch self {
        case .person(let now): TimeText(now: now).day(instant)
        case .program: TimeText.date(instant)
        }
    }

    /// An amount: `66 000 KRW`, or `66000 KRW`.
    package func money(_ money: Money) -> String {
        switch self {
        case .person: money.shown
        case .program: "\(money.amount) \(money.currency)"
        }
    }
}

extension Reader {
    /// An amount as a price: one of the catalogue is marked as such.
    package func price(_ money: Money) -> String {
        switch self {
        case .person: money.shown
        case .program: money.isListPrice ? "\(self.money(money)) (list)" : self.money(money)
        }
    }

    /// A length: `7 d`, `2 d 3 h`, `5 min`.
    package func length(_ length: TimeLength) -> String { spaced(TimeText.length(length)) }

    /// A length in its greatest unit alone: `11 d`, `5 h`, `40 min`.
    package func age(_ length: TimeLength) -> String { spaced(TimeText.age(length)) }

    /// Blanks at which lines are not broken are for people.
    private func spaced(_ text: String) -> String {
        self == .program ? text.replacing("\u{A0}", with: " ") : text
    }
}

/// Where a person works: what to do is said in the words of keys and fields, or of commands and options.
package enum FrontEnd: Hashable, Sendable {
    /// The screens.
    case console
    case commandLine
}
