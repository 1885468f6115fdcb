package import Persistence
package import Purchases

/// What is asked of the App Store through the server, with its tries and answers, in words.
package struct AskedText {
    /// What is asked, with its tries.
    package let row: AskedRow

    /// Words for something that is asked.
    package init(_ row: AskedRow) { self.row = row }

    private var request: AppStoreRequest { row.request }

    /// What it is: `verify ticket 12 again`, `look up order MXYZ`, `news of chain 2000…`.
    package var what: String {
        switch request.kind {
        case .retry: "verify ticket \(request.subject) again"
        case .order: "look up order \(request.subject)"
        case .refresh: "news of chain \(request.subject)"
        case .finish: "finish the transaction of ticket \(request.subject)"
        case .extend: "renew chain \(request.subject)\(days) later"
        case .massExtend: "renew everybody's \(request.subject)\(days) later"
        case .consumption: "answer refund request \(request.subject)"
        case .token: "sign \(signed) into chain \(request.subject)"
        }
    }

    /// By how many days something is renewed later.
    private var days: String {
        request.extensionWish.map { " \(Counting.of($0.days, "day"))" } ?? ""
    }

    /// Whose token is signed into a chain.
    private var signed: String {
        request.accountTokenOrder.map { "\($0.customer)'s token" } ?? "a customer's token"
    }

    /// How far it is: `waits since 21:03`, `is being asked`, `tried 2 of 5, next try 21:13`, `answered 21:13`,
    /// `failed after 5 tries: the App Store could not be reached`, `cancelled by ana`.
    package func state(_ moment: (Instant) -> String) -> String {
        let tries = Counting.of(request.attempts, "try", "tries")
        switch request.state {
        case .waiting:
            if row.isTaken { return "is being asked" }
            let next = request.nextTryAt.map { ", next try \(moment($0))" } ?? ""
            if request.attempts == 0 { return "waits since \(moment(request.askedAt))\(next)" }
            if request.outcome == MassExtensionEffect.inProgress { return "Apple works on it\(next)" }
            let counted = row.tries.count(where: \.isCounted)
            if counted == 0 { return "waits after \(tries)\(next)" }
            // An answer about a refund is tried until its deadline.
            let limit = request.kind == .consumption ? "" : " of \(row.tryLimit)"
            return "tried \(counted)\(limit)\(next)"
        case .done: return "answered\(request.endedAt.map { " \(moment($0))" } ?? "")"
        case .failed: return "failed after \(tries)" + (answer.map { ": \($0)" } ?? "") + doubt
        case .cancelled: return "cancelled" + (request.endedBy.map { " by \($0)" } ?? "") + doubt
        }
    }

    /// That nobody knows whether Apple did it; empty where somebody does. `AskingTheAppStore.swift`
    /// and `DueAsks.swift` in `Persistence/Jobs` keep it as `cut_off`.
    private var doubt: String {
        request.outcome == "cut_off" || request.isUnsettledExtension ? ", and may have been done" : ""
    }

    /// What the App Store said last; nil before the first try.
    package var answer: String? {
        request.outcome.map { outcome in
            let counts = request.massExtensionEffect.map { ": \(Reader.program.words(of: $0))" }
            let moment = request.extensionEffect?.effectiveAt.map { ", now \($0)" }
            return ServerText.answer(outcome) + (counts ?? moment ?? "")
        }
    }

    /// A try and its answer: `2026-11-22 21:03  21005, receipt server unavailable`.
    package static func line(_ attempt: AskedRow.Try, _ moment: (Instant) -> String) -> String {
        let aside = attempt.isCounted ? "" : " (does not count)"
        return "\(moment(attempt.at))  \(ServerText.answer(attempt.outcome))\(aside)"
    }
}

extension Reader {
    /// What stands against signing a customer's token into a chain.
    package func words(of obstacle: AccountTokenObstacle) -> String {
        switch obstacle {
        case .notApples: "Apple keeps no record of it"
        case .familyShared: "it came by Family Sharing, for which Apple takes no token"
        case .noToken: "no token of that customer is known"
        case .attachedToAnother: "somebody attached it to another customer"
        case .signed: "its newest transaction carries that token already"
        }
    }
}
