import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// What is asked of the App Store about something, the newest first, with state, tries and the last answer.
///
/// The commands that ask, and stop asking, stand below: the pages that have these lines have them, too.
struct AskedLines {
    let rows: [AskedRow]
    let time: TimeText

    /// Under a title of their own, an empty line before; nothing where nothing was ever asked.
    var section: [StyledLine] {
        guard !rows.isEmpty else { return [] }
        return ["", StyledLine("Asked of the App Store", .title)] + rows.flatMap(lines)
    }

    /// What waits or was asked last, in one line; nil where nothing was ever asked.
    var newest: String? {
        guard let row = rows.first(where: { $0.request.state == .waiting }) ?? rows.first else { return nil }
        let answer = AskedText(row).answer.map { "; last answer: \($0)" } ?? ""
        return "asked of the App Store: \(AskedText(row).what), \(AskedText(row).state(time.moment))\(answer)"
    }

    private func lines(_ row: AskedRow) -> [StyledLine] {
        let (text, request) = (AskedText(row), row.request)
        let scope: StyleName? =
            switch request.state {
            case .waiting, .failed: .warning
            case .done: .success
            case .cancelled: .dim
            }
        let head: StyledLine = [
            TextSpan("\(time.moment(request.askedAt))  ", .dim), TextSpan(text.what, .strong),
            TextSpan("  \(text.state(time.moment))", scope), TextSpan("  \(request.askedBy)", .dim),
        ]
        return [head] + row.tries.map { StyledLine("  \(AskedText.line($0, time.moment))") }
    }
}

extension [AskedRow] {
    /// The newest request that waits, one that a server has just taken only where there is no other; nil for none.
    var waiting: AppStoreRequest? {
        let waiting = filter { $0.request.state == .waiting }
        return (waiting.first { !$0.isTaken } ?? waiting.first)?.request
    }

    /// The request that one key cancels: the newest that waits and that the agent may cancel, before one that Apple
    /// already works on for everybody. Where none may be cancelled, the one that waits, so that the reason can be said.
    func waiting(for context: ConsoleContext) -> AppStoreRequest? {
        let free = filter {
            $0.request.state == .waiting && !$0.isTaken && context.refusal(toCancel: $0.request) == nil
        }
        return (free.first { $0.request.massExtensionEffect == nil } ?? free.first)?.request ?? waiting
    }
}

extension Screen {
    /// The command that has a ticket's transaction finished, so that its product can be bought again.
    static func finishing(
        footer: Int, missing: String, on ticket: @escaping @Sendable (Self) -> Ticket?
    ) -> Binding<Self, Effect> {
        Binding(
            "ticket.finish", "Ask the App Store to finish the transaction, so that it can be bought again",
            keys: ["f"], label: "unblock", footer: footer,
            unless: { screen, context in
                if let refusal = context.askRefusal { return refusal }
                guard let ticket = ticket(screen) else { return missing }
                return ticket.finishRefusal.map { FinishText($0).why }
            }
        ) { screen, context in
            ticket(screen).map {
                [.ask(.write(.ask(.finish, about: $0.id.rawValue), at: context.now))]
            } ?? []
        }
    }

    /// The command that asks for everything new about chains.
    static func refreshing(
        _ title: String, unless unread: @escaping @Sendable (Self, ConsoleContext) -> String?,
        missing: String, _ chains: @escaping @Sendable (Self) -> [OriginalTransactionID]
    ) -> Binding<Self, Effect> {
        Binding(
            "chain.refresh", title, keys: ["A"], label: "ask", footer: 27,
            unless: { screen, context in
                context.askRefusal ?? unread(screen, context) ?? (chains(screen).isEmpty ? missing : nil)
            }
        ) { screen, context in
            chains(screen).map { .ask(.write(.ask(.refresh, about: $0.rawValue), at: context.now)) }
        }
    }

    /// The command that lets what waits be tried no more.
    static func cancellingAsked(
        unless unread: @escaping @Sendable (Self, ConsoleContext) -> String? = { _, _ in nil },
        _ rows: @escaping @Sendable (Self) -> [AskedRow]
    ) -> Binding<Self, Effect> {
        Binding(
            "asked.cancel", "Stop asking the App Store: cancel what waits", keys: ["K"],
            unless: { screen, context in
                if let refusal = context.askRefusal ?? unread(screen, context) { return refusal }
                guard let waiting = rows(screen).waiting(for: context) else {
                    return "nothing waits for the App Store"
                }
                return context.refusal(toCancel: waiting)
            }
        ) { screen, context in
            rows(screen).waiting(for: context).map { [.ask(.write(.cancelAsked($0.id), at: context.now))] }
                ?? []
        }
    }
}
