package import Persistence
package import Purchases

/// An answer to a customer, ready to be sent: made from the same page that advises the agent, so that it ends in the
/// customer's part of the same advice.
package struct Reply: Hashable, Sendable {
    /// Whom it answers; nil while nobody knows whose ticket it is about.
    package let customer: AppUserID?
    /// The ticket that it is about; nil when it is about the customer's access.
    package let ticket: TicketID?
    package let language: ReplyLanguage
    /// What it is about.
    package let situation: ReplySituation
    /// The text, in lines and paragraphs.
    package let text: String
}

extension Reply {
    /// An answer about a customer's access.
    ///
    /// - Parameters:
    ///   - entitlement: what was asked about; nil for the verdict that is likeliest meant.
    ///   - situation: what the answer is about, where the agent knows better than the facts.
    ///   - language: nil for the customer's, as far as it is known.
    package init(
        on page: CustomerPage, about entitlement: EntitlementID? = nil, as situation: ReplySituation? = nil,
        in language: ReplyLanguage? = nil
    ) {
        let asked = entitlement.map { page.access.verdict(for: $0, at: page.at) }
        let advice = page.access.advice(at: page.at)
        let subject = asked.map(CustomerAdvice.Subject.verdict) ?? advice.subject
        var facts = Facts(customer: page.customer, ticket: nil)
        let told: ReplySituation
        switch subject {
        case .verdict(let verdict):
            told = ReplySituation(of: verdict, at: page.at)
            facts.take(verdict, at: page.at)
            // Of somebody for whom something given by hand ended last, that is when access ended.
            if told == .grantEnded { facts.since = verdict.since }
        case .owed(let owed):
            told = ReplySituation(of: advice.nextStep, because: owed.reason, at: page.at)
            facts.take(owed)
        case .usedUp(let bought):
            told = ReplySituation(of: advice.nextStep, because: bought.first, at: page.at)
            if let newest = bought.first { facts.take(newest) }
        }
        self.init(facts, situation ?? told, in: language, policy: page.replies)
    }

    /// An answer about a ticket.
    ///
    /// - Parameters:
    ///   - situation: what the answer is about, where the agent knows better than the facts.
    ///   - language: nil for the customer's, as far as it is known.
    package init(
        on page: TicketPage, as situation: ReplySituation? = nil, in language: ReplyLanguage? = nil
    ) {
        var facts = Facts(customer: page.customer, ticket: page.ticket.id)
        facts.take(page)
        // What only a person says is told to nobody as seen.
        var told =
            page.ticket.isWithoutProof
            ? .closed : ReplySituation(of: page.nextStep, isLate: page.waited != nil)
        if told == .refunded {
            facts.since = page.refundedAt
            told = ReplySituation(ofRefundAt: page.refundedAt, at: page.at)
        }
        self.init(facts, situation ?? told, in: language, policy: page.replies)
    }

    private init(
        _ facts: Facts, _ situation: ReplySituation, in language: ReplyLanguage?, policy: ReplyPolicy
    ) {
        let theirs = facts.customer?.values.locale.flatMap { ReplyLanguage(locale: $0.text) }
        self.language = language ?? theirs ?? policy.language
        (customer, ticket, self.situation) = (facts.customer?.id, facts.ticket, situation)
        let values = facts.values(in: self.language, policy: policy)
        let key = ReplyPolicy.Key(situation, in: self.language)
        let kept = policy.templates[key].flatMap { try? ReplyTemplate($0) }
        // A lead's template that needs what is not known here gives way to one that does without.
        text = kept?.filled(values) ?? (try? ReplyTemplate(Reply.shippedText(key)))?.filled(values) ?? ""
    }

    /// The answer that the program brings.
    package static func shippedText(_ key: ReplyPolicy.Key) -> String {
        switch key.language {
        case .english: "Hello[ {name}],\n\n\(EnglishReplies.text(key.situation))"
        case .german: "Guten Tag[ {name}],\n\n\(GermanReplies.text(key.situation))"
        }
    }
}

extension TicketPage {
    /// When Apple gave the money back, else when the ticket ended.
    fileprivate var refundedAt: Instant? {
        let refund = events.last { event in
            if case .refunded = event.content { true } else { false }
        }
        return refund?.happenedAt ?? ticket.resolvedAt
    }
}

/// What an answer can name, before it is said in a language.
private struct Facts {
    let customer: Customer?
    var ticket: TicketID?
    var reference: String?
    var product: ProductID?
    var entitlement: EntitlementID?
    var money: Money?
    var chargedAt: Instant?
    var until: Instant?
    var since: Instant?
    var from: Instant?
    var commitment: Commitment?

    init(customer: Customer?, ticket: TicketID?) { (self.customer, self.ticket) = (customer, ticket) }

    mutating func take(_ verdict: EntitlementAccess, at instant: Instant) {
        entitlement = verdict.entitlement
        let ends: Set<Reason.Rule> = [.expired, .revokedRefund, .revokedFamily]
        let ended = verdict.advised.flatMap { ends.contains($0.rule) ? $0.at : nil }
        (until, since) = (verdict.until, verdict.isEntitled ? nil : ended ?? verdict.since)
        from = verdict.sources.compactMap(\.span?.from).filter { $0 > instant }.min()
        if case .commitment(let cancelled) = verdict.nextStep { commitment = cancelled }
        if let owed = verdict.owed.first {
            take(owed)
        } else if let reason = verdict.advised {
            take(reason)
        }
    }

    mutating func take(_ owed: OwedPurchase) {
        (ticket, product, money, chargedAt) = (owed.ticket, owed.product, owed.money, owed.chargedAt)
    }

    /// What was bought to be used up, or refunded.
    mutating func take(_ reason: Reason) {
        switch reason.fact {
        case .usedUp(let bought): (product, chargedAt) = (bought.product, reason.at)
        case .refunded(let bought, _): (product, since) = (bought.product, reason.at)
        default: break
        }
    }

    mutating func take(_ page: TicketPage) {
        (product, money) = (page.ticket.product, page.ticket.money)
        (chargedAt, reference) = (page.ticket.chargedAt, page.ticket.reference)
        let given = page.grants.last { $0.revokedAt == nil && !$0.isBridge }
        entitlement = given?.entitlement ?? page.entitlements.first
        until = given?.endsAt
    }

    /// A product as the shop calls it, else as its id can be read.
    private func name(of product: ProductID, in language: ReplyLanguage, policy: ReplyPolicy) -> String {
        let known = policy.productNames.name(of: product, in: language.rawValue)
        return known.map(ReplyWords.plain) ?? ReplyWords.readable(product.rawValue)
    }

    /// The values that are known, as a customer reads them.
    func values(in language: ReplyLanguage, policy: ReplyPolicy) -> [ReplyPlaceholder: String] {
        let words = ReplyWords(language: language)
        // What cost nothing was not paid, and a price of the catalogue is not what was charged.
        let paid = money.flatMap { $0.milliunits > 0 && !$0.isListPrice ? $0 : nil }
        let known: [ReplyPlaceholder: String?] = [
            .name: customer?.values.name.map { ReplyWords.plain($0.text) },
            .app: policy.appName.map(ReplyWords.plain),
            .product: product.map { name(of: $0, in: language, policy: policy) },
            .entitlement: entitlement.map { ReplyWords.readable($0.rawValue) },
            .amount: paid.map(words.money), .chargedOn: chargedAt.map(words.day),
            .until: until.map(words.day), .since: since.map(words.day), .from: from.map(words.day),
            .payments: commitment.map { words.payments($0.paymentsDue) },
            .committedUntil: commitment?.endsAt.map(words.day),
            .ticket: ticket?.rawValue, .reference: reference.map(ReplyWords.plain),
        ]
        return known.compactMapValues { $0.flatMap { $0.isEmpty ? nil : $0 } }
    }
}

/// Says amounts, days and names the way customers of a language read them.
struct ReplyWords {
    let language: ReplyLanguage

    private static let englishMonths = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
        "November", "December",
    ]
    private static let germanMonths = [
        "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober",
        "November", "Dezember",
    ]

    /// A day at full length: `3 August 2026`, `3. August 2026`.
    func day(_ instant: Instant) -> String {
        let date = TimeText.civil(instant)
        return switch language {
        case .english: "\(date.day) \(ReplyWords.englishMonths[(date.month + 11) % 12]) \(date.year)"
        case .german: "\(date.day). \(ReplyWords.germanMonths[(date.month + 11) % 12]) \(date.year)"
        }
    }

    /// An amount: `€1,009.99`, `1.009,99 €`; a currency without a common sign stands with its code.
    func money(_ money: Money) -> String {
        let parts = money.amount.split(separator: ".", maxSplits: 1)
        let whole = parts.first.map { ReplyWords.grouped($0, by: language == .english ? "," : ".") } ?? "0"
        let decimals = parts.count > 1 ? "\(language == .english ? "." : ",")\(parts[1])" : ""
        let sign = ReplyWords.signs[money.currency]
        return switch language {
        case .english: sign.map { "\($0)\(whole)\(decimals)" } ?? "\(money.currency) \(whole)\(decimals)"
        case .german: "\(whole)\(decimals) \(sign ?? money.currency)"
        }
    }

    /// How many payments, in words as far as there are short ones: `eleven payments`, `elf Zahlungen`.
    func payments(_ count: Int) -> String {
        switch language {
        case .english: "\(Counting.inWords(count)) \(Counting.noun(count, "payment"))"
        case .german:
            count == 1
                ? "eine Zahlung"
                : "\((2...12).contains(count) ? ReplyWords.germanNumbers[count - 2] : String(count)) Zahlungen"
        }
    }

    private static let germanNumbers = [
        "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf",
    ]
    private static let signs = ["EUR": "€", "USD": "$", "GBP": "£", "JPY": "¥", "KRW": "₩", "INR": "₹"]

    private static func grouped(_ digits: Substring, by separator: String) -> String {
        let groups = stride(from: digits.count, to: 0, by: -3).map { end in
            let first = max(0, end - 3)
            return String(digits.dropFirst(first).prefix(end - first))
        }
        return groups.reversed().joined(separator: separator)
    }

    /// An id of the app's as words: `com.example.premium_month` as `premium month`.
    static func readable(_ id: String) -> String {
        let last = id.split(separator: ".").last.map(String.init) ?? id
        let isWord = last.contains { $0.isLetter }
        let words = (isWord ? last : id).split { $0 == "_" || $0 == "." || $0 == "-" }
        return plain(words.joined(separator: " "))
    }

    /// A text from outside on one line, without what would steer a terminal or turn the text around it.
    static func plain(_ text: String) -> String {
        let kept = text.unicodeScalars.map { scalar -> Character in
            let isControl = [.control, .lineSeparator, .paragraphSeparator].contains(
                scalar.properties.generalCategory)
            return isControl || scalar.properties.isBidiControl ? " " : Character(scalar)
        }
        return String(kept).split(separator: " ").joined(separator: " ")
    }
}
