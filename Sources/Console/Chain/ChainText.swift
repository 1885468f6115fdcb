import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// Says what a chain is, in one line and in sentences.
struct ChainText {
    let page: ChainPage
    let time: TimeText

    /// Product, status, renewals, lapses and commission, as much as fits.
    func summary(_ glyphs: Glyphs, columns: Int) -> StyledLine {
        let product = page.chain.productID?.rawValue ?? "no transaction"
        var line: StyledLine = [TextSpan("\(product)  "), StatusText.span(page.status, glyphs: glyphs)]
        if let date = statusDate { line = line + [TextSpan(" \(date)")] }
        for (index, part) in details.enumerated() {
            let longer = line + [TextSpan(index == 0 ? "  " : " \(glyphs.bullet) ", .dim), part]
            if longer.columns <= columns { line = longer }
        }
        return line
    }

    /// When the present status ends or began.
    var statusDate: String? {
        if page.status.givesAccess { return page.accessUntil.map { "to \(time.day($0))" } ?? "without end" }
        return page.timeline.segment(at: page.at).map { time.day($0.span.from) }
    }

    private var details: [TextSpan] {
        var parts: [TextSpan] = []
        if !page.isServed {
            parts.append(TextSpan("\(page.chain.id.environment.rawValue): gives no access here", .warning))
        } else if page.chain.id.environment != .production {
            parts.append(TextSpan(page.chain.id.environment.rawValue, .warning))
        }
        if page.renewals > 0 { parts.append(TextSpan(Counting.of(page.renewals, "renewal"), .dim)) }
        if let lapse = page.lapses.last, page.chain.isHistoryComplete {
            parts.append(TextSpan("lapse \(TimeText.length(lapse.to - lapse.from))", .dim))
        }
        if let percent = page.commission.percent { parts.append(TextSpan("commission \(percent) %", .dim)) }
        return parts
    }

    /// What happens next with the chain, from its renewal information.
    var renewal: String {
        guard let renewal = page.renewal else { return "Nothing is known about its renewal" }
        var parts: [String] = []
        switch renewal.autoRenew {
        case true: parts.append("will renew\(renewal.autoRenewProductID.map { " as \($0)" } ?? "")")
        case false: parts.append("will not renew\(reason(renewal).map { ": \($0)" } ?? "")")
        default: parts.append("whether it renews is not known")
        }
        if renewal.autoRenew == true, let intent = renewal.expirationIntent {
            let known = ExpirationReason(rawValue: intent).map(time.reader.expired)
            parts.append("last \(known ?? "expired because of reason \(intent)")")
        }
        let told = (parts + time.reader.details(of: renewal)).joined(separator: "; ")
        return "Renewal: \(told) (told \(time.moment(renewal.knownAt)))"
    }

    /// How far the commitment is, nil without one.
    var commitment: String? { page.commitment.map { "Commitment: \(time.reader.words(of: $0))" } }

    /// Paid service, the App Store's share and what is left to the lower one.
    var commission: String {
        let days = page.commission.paidServiceDays
        guard let percent = page.commission.percent else {
            return page.status == .none
                ? "What was bought is used up and gives no lasting access"
                : "Commission: none, it is shared by family"
        }
        let left = CommissionClock.daysToLowerRate - days
        let next = percent == 30 && left > 0 ? ", \(left) more to 15 %" : ""
        return "Commission: \(percent) % after \(Counting.of(days, "day")) of paid service\(next)"
    }

    /// The gaps in service; where the history is not known whole, no gap is said to be one.
    var lapses: [String] {
        page.lapses.suffix(3).map { lapse in
            let length = TimeText.length(lapse.to - lapse.from)
            let between = "\(time.day(lapse.from)) and \(time.day(lapse.to))"
            guard page.chain.isHistoryComplete else {
                return "Nothing is known between \(between) (\(length))"
            }
            let clock =
                lapse.resetsCommission ? "the commission clock began again" : "the commission clock went on"
            return "Lapsed between \(between) (\(length)): \(clock)"
        }
    }

    /// Whether the whole history is known, and whether the introductory offer is to be had.
    var knowledge: String {
        let history =
            page.chain.isHistoryComplete
            ? "History: complete" : "History: incomplete, ask for a receipt to fill it"
        return switch page.isIntroductoryEligible {
        case true: "\(history). Introductory offer: still available"
        case false: "\(history). Introductory offer: used up, or subscribed now"
        default: "\(history). Introductory offer: its group is not known"
        }
    }

    /// The order ids that lead to it, nil where there is none.
    var orders: String? {
        guard !page.orders.isEmpty else { return nil }
        return "Order ids: \(page.orders.map(\.rawValue).joined(separator: ", "))"
    }

    private func reason(_ renewal: RenewalState) -> String? {
        renewal.expirationIntent.map {
            ExpirationReason(rawValue: $0).map(time.reader.words) ?? "reason \($0)"
        }
    }
}

/// Says who claims a chain, which claim holds, which ones are unproven, and when two customers do.
struct ClaimText {
    let page: ChainPage
    let time: TimeText

    /// One line per claim, the one that holds and those that decide nothing marked.
    func lines(_ glyphs: Glyphs) -> [StyledLine] {
        let (holding, proven) = (page.holdingClaim, page.provenClaims)
        let disputed: [StyledLine] =
            OwnerRule.isDisputed(page.claims)
            ? [
                [
                    TextSpan(
                        "\(glyphs.alert) Different customers claim it; an attachment by hand decides",
                        .warning)
                ]
            ]
            : []
        let others = page.warnings.filter { warning in
            if case .disputed = warning { false } else { true }
        }
        let warnings =
            disputed
            + others.map { StyledLine("\(glyphs.alert) \(time.reader.words(of: $0))", .warning) }
        guard !page.claims.isEmpty else {
            return warnings + [StyledLine("No customer claims this chain; a attaches it to one", .dim)]
        }
        return warnings
            + page.claims.map { claim in
                let sign =
                    claim == holding
                    ? TextSpan("\(glyphs.good) holds  ", "status.active")
                    : proven.contains(claim) ? TextSpan("         ") : TextSpan("unproven ", .dim)
                let who = claim.customer?.rawValue ?? claim.token.map { "token \($0)" } ?? "nobody"
                let isLater = claim.knownAt - claim.at >= .seconds(60)
                let known = isLater ? ", known since \(time.moment(claim.knownAt))" : ""
                return [
                    sign, TextSpan(who, .strong), TextSpan("  \(words(claim.kind))"),
                    TextSpan("  \(time.moment(claim.at))\(known)", .dim),
                ]
            }
    }

    private func words(_ kind: OwnerClaim.Kind) -> String {
        switch kind {
        case .attach: "attached by an agent"
        case .appAccountToken: "the purchase carries the customer's token"
        case .named: "the person who imported a document named the customer"
        case .purchaseReport: "the app reported the purchase"
        }
    }
}

/// Says one notification about a chain: when, what, how it was checked, when it was received, and in what.
struct NotificationText {
    /// What was received.
    let notification: StoreNotification
    /// The document that it came in.
    let evidence: Evidence?
    let time: TimeText

    /// How many rows a notification has in a pane.
    static func rows(in room: Rectangle) -> Int { room.columns < 100 && room.rows >= 4 ? 2 : 1 }

    /// The notification in one line, or in two where there is no room beside.
    func lines(rows: Int, glyphs: Glyphs) -> [StyledLine] {
        let name = [notification.type, notification.subtype].compactMap { $0 }.joined(separator: "/")
        let received = notification.receivedAt.map { "  received \(time.moment($0))" } ?? ""
        let head: StyledLine = [
            TextSpan("\(time.moment(notification.signedAt))  "), TextSpan(name, .strong),
        ]
        let document = evidence.map { "  \($0.name)" } ?? ""
        let about: StyledLine = [
            EvidenceText.check(notification.check, glyphs: glyphs), TextSpan(received + document, .dim),
        ]
        return rows > 1 ? [head, StyledLine("  ") + about] : [head + "  " + about]
    }
}
