import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// Says one transaction of a chain: when, what, to when, for how much, and what became of it.
struct TransactionText {
    /// What was bought.
    let transaction: Transaction
    let page: ChainPage
    let time: TimeText
    /// The room for moments and products.
    let columns: TransactionColumns

    /// The transaction in one line, or in two where there is no room beside.
    func lines(rows: Int, glyphs: Glyphs) -> [StyledLine] {
        let end = transaction.expiresAt.map { "to \(time.moment($0))" } ?? "no expiry"
        let dates: StyledLine = [
            TextSpan(padded(time.moment(transaction.purchasedAt), to: columns.moment)),
            TextSpan("  \(padded(end, to: columns.moment + 3))  "),
        ]
        let isGone = transaction.isUpgraded || transaction.revocation != nil
        let product = TextSpan(
            padded(transaction.productID.rawValue, to: columns.product), isGone ? .disabled : .strong)
        let price = TextSpan("  \(padded(transaction.values.price?.shown ?? "", to: columns.price))", .money)
        let marks = marks(glyphs)
        guard rows > 1 else { return [dates + [product, price] + marks] }
        return [dates + marks, StyledLine("  ") + [product, price, TextSpan("  \(shownID)", .dim)]]
    }

    /// The transaction in one short line, days without times, for where there is no room.
    func shortLine(_ glyphs: Glyphs) -> StyledLine {
        let end = transaction.expiresAt.map { " to \(time.day($0))" } ?? ""
        let isGone = transaction.isUpgraded || transaction.revocation != nil
        let price = transaction.values.price.map { "  \($0.shown)" } ?? ""
        return [
            TextSpan("\(time.day(transaction.purchasedAt))\(end)  "),
            TextSpan(transaction.productID.rawValue, isGone ? .disabled : .strong), TextSpan(price, .money),
        ] + marks(glyphs)
    }

    /// Everything about it in words, for the line below the list.
    func sentence(_ glyphs: Glyphs) -> String {
        let ids = transaction.ids.map(\.rawValue).filter { $0 != shownID }
        let parts = [
            "transaction \(shownID)", ids.isEmpty ? nil : "also \(ids.joined(separator: ", "))",
            transaction.values.webOrderLineItemID.map { "line item \($0)" },
            transaction.values.storefront.map { "storefront \($0)" },
            transaction.values.commerce.map { commerce in
                "items: \(commerce.items.map { time.reader.words(of: $0) }.joined(separator: "; "))"
            },
            transaction.values.appTransactionID.map { "app download \($0)" },
            "told \(time.moment(transaction.knownAt))",
            page.evidence.of(transaction).map { EvidenceText(evidence: $0).words },
            page.evidence.ofRevocation(of: transaction).map {
                "taken back by \(EvidenceText(evidence: $0).words)"
            },
        ]
        return parts.compactMap { $0 }.joined(separator: " \(glyphs.bullet) ")
    }

    private var shownID: String { transaction.shownID(in: page.chain.id).rawValue }

    private func marks(_ glyphs: Glyphs) -> StyledLine {
        StyledLine(
            all(glyphs).map { TextSpan("  \($0.text)", $0.scope) })
    }

    private func all(_ glyphs: Glyphs) -> [TextSpan] {
        var marks: [TextSpan] = []
        if let revocation = transaction.revocation, let kind = transaction.revocationKind {
            let word = kind == .familyRevoke ? "family sharing ended" : "refunded"
            let percentage = revocation.percentage.map { " \($0 / 1000) %" } ?? ""
            marks.append(
                TextSpan("\(glyphs.bad) \(word)\(percentage) \(time.moment(revocation.at))", "status.revoked")
            )
        }
        if transaction.isUpgraded {
            marks.append(TextSpan("\(glyphs == .ascii ? "^" : "↥") upgraded", .warning))
        }
        if transaction.isTrial { marks.append(TextSpan("trial", "coverage.trial")) }
        if transaction.isIntroductoryOffer { marks.append(TextSpan("introductory price", "coverage.intro")) }
        if let offer = Reader.offer(of: transaction) { marks.append(TextSpan(offer, "coverage.intro")) }
        if let payment = transaction.values.billing?.payment {
            marks.append(TextSpan("payment \(payment.number) of \(payment.of)"))
        }
        if transaction.ownership == .familyShared { marks.append(TextSpan("family-shared", .warning)) }
        if transaction.quantity > 1 { marks.append(TextSpan("\(transaction.quantity) pieces")) }
        if page.kind(of: transaction) == .unknown { marks.append(TextSpan("not in the catalogue", .warning)) }
        return marks
    }

    private func padded(_ text: String, to width: Int) -> String {
        CellText.fitted(text, to: width).text
    }
}

/// The room that a chain's transactions need for their moments and products, so that they stand in columns.
struct TransactionColumns: Hashable, Sendable {
    /// The width of the longest moment.
    let moment: Int
    /// The width of the longest product.
    let product: Int
    /// The width of the longest price.
    let price: Int

    /// The room for a chain.
    init(_ page: ChainPage, time: TimeText) {
        let all = page.chain.transactions
        let moments = all.flatMap { [$0.purchasedAt, $0.expiresAt].compactMap { $0 } }
        moment = max(9, moments.map { time.moment($0).count }.max() ?? 0)
        price = max(11, all.compactMap { $0.values.price?.shown.count }.max() ?? 0)
        product = min(36, all.map { DisplayText.columns(of: $0.productID.rawValue) }.max() ?? 0)
    }
}
