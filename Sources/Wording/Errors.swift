package import Persistence
package import Purchases

/// Says why the store did not do what it was asked, and what the person in front of it can do about it.
///
/// What happened is the same everywhere. What to do is said in the words of the front end: screens name keys and fields,
/// the command line names commands and options. All that is said of a reason stands in one place, in the file of its
/// subject: `TicketErrors.swift` has those of tickets.
package struct ErrorText {
    /// What went wrong.
    package let error: StoreError
    let frontEnd: FrontEnd
    let reader: Reader

    /// Words for a screen.
    package static func console(_ error: StoreError, at now: Instant) -> ErrorText {
        ErrorText(error: error, frontEnd: .console, reader: .person(at: now))
    }

    /// Words for the command line, where times are exact: scripts keep them.
    package static func commandLine(_ error: StoreError) -> ErrorText {
        ErrorText(error: error, frontEnd: .commandLine, reader: .program)
    }

    /// What happened and what to do, in one line.
    package var line: String { "\(what): \(remedy)" }

    /// What happened, the beginning of a line in small letters.
    package var what: String { words.what }

    /// What to do about it, in small letters.
    package var remedy: String {
        let words = words
        return switch frontEnd {
        case .console: words.inConsole ?? words.onCommandLine
        case .commandLine: words.onCommandLine
        }
    }
}

/// All that is said of a reason, in small letters.
struct ErrorWords {
    /// What happened.
    let what: String
    /// What to do where a key or a field does it; nil where the way out is the same everywhere.
    var inConsole: String?
    /// What to do with a command or an option.
    let onCommandLine: String
}

extension ErrorText {
    private var words: ErrorWords {
        switch error {
        case .unknown(let subject): words(of: subject)
        case .taken(let name): words(of: name)
        case .needs(let input): words(of: input)
        case .invalid(let input): words(of: input)
        case .over(let reversal, let since): words(of: reversal, overSince: since)
        case .ofAnother(let act, let agent): words(of: act, by: agent)
        case .store(let trouble): words(of: trouble)
        case .file(let path, let trouble): words(of: trouble, with: path)
        case .disk(let path, let trouble): words(of: trouble, with: path)
        case .replacing(let path, let refusal): words(of: refusal, about: path)
        case .agent(let agent, let refusal): words(of: refusal, about: agent)
        case .grant(let refusal): words(of: refusal)
        case .ticket(let ticket, let refusal): words(of: refusal, about: ticket)
        case .opening(let refusal): words(of: refusal)
        case .request(let request, let refusal): words(of: refusal, about: request)
        case .batch(let refusal): words(of: refusal)
        case .incident(let incident, let refusal): words(of: refusal, about: incident)
        case .asking(let refusal): words(of: refusal)
        case .refund(let refund, let refusal): words(of: refusal, about: refund)
        case .documents(let refusal): words(of: refusal)
        }
    }

    /// What happened first, for a sentence about what came of it.
    func what(of cause: StoreError) -> String {
        ErrorText(error: cause, frontEnd: frontEnd, reader: reader).what
    }
}

extension StoreNotice {
    /// What is the matter, for the top line of a screen.
    package var sign: String {
        switch self {
        case .replaced: "ANOTHER FILE"
        case .breach: "NOT WHOLE"
        }
    }

    /// What is to be said before anything else, in one line.
    package func line(ofStoreAt path: String) -> String {
        switch self {
        case .replaced(let head, let found):
            "\(path) is another file than before, with \(Counting.of(found.entries, "audit entry", "audit entries")) where that one had \(head.entries): the next write goes on with it"
        case .breach(let breach): ErrorText.commandLine(.file(path, .breach(breach))).what
        }
    }
}
