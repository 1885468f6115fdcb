package import Persistence
package import Purchases

/// Everything about one failed purchase as a document for people: Markdown, times as RFC 3339. `makegood evidence` and
/// the console write it.
///
/// What came from outside is escaped, on one line and without anything that turns its direction, so that no name or note
/// changes what the document says.
package struct EvidenceDocument: Sendable {
    /// What is known.
    let evidence: TicketEvidence
    private let reader = Reader.program

    /// The document about a failed purchase.
    package init(_ evidence: TicketEvidence) { self.evidence = evidence }

    package var markdown: String {
        let parts = [
            head, summary, facts, record, told, attempts, timeline, moves, grants, notes, notifications,
            consumption, documents, audit,
        ]
        return parts.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
            + "\n"
    }

    private var page: TicketPage { evidence.page }
    private var ticket: Ticket { evidence.page.ticket }

    private var head: [String] {
        let by =
            evidence.takenOutBy.map { "taken out by \(Markdown.text($0.rawValue))" }
            ?? "looked at with personal data masked"
        return [
            "# Evidence: ticket \(ticket.id), \(ticket.title)", "",
            "As of \(page.at), \(by). All times are UTC; secrets are masked.",
        ]
    }

    private var summary: [String] {
        let bought: [String?] = [
            ticket.product.map { Markdown.id($0.rawValue) }, ticket.environment.rawValue,
            ticket.storefront.map { "storefront \(Markdown.text($0))" },
            ticket.appVersion.map { "app \(Markdown.text($0))" },
        ]
        let charged =
            ticket.chargedAt.map { at in
                "\(ticket.money.map(reader.price) ?? "price not known"), \(at)"
            } ?? ticket.withoutCharge
        let ids: [String?] = [
            ticket.transactionID.map { "transaction \(Markdown.id($0.rawValue))" },
            ticket.originalTransactionID.map { "chain \(Markdown.id($0.rawValue))" },
        ]
        let cause = Codes.meaning(ofCause: ticket.cause.rawValue)
        let rows: [[String]?] = [
            ["Customer", customer],
            ["Bought", joined(bought)], ["Charged", charged],
            joined(ids).isEmpty ? nil : ["App Store's ids", joined(ids)],
            ["Cause", "\(Markdown.text(cause.code)), \(cause.name): \(cause.happened)"],
            ["State", state],
            page.lost.map { ["Lost time", "\($0.from) to \($0.until?.description ?? "without end")"] },
            page.waited.map { ["Waited", "\(reader.length($0)), then it was delivered in time"] },
            page.similar.count.counted > 0
                ? ["Others like it within a day", page.similar.count.description] : nil,
            ticket.contactedAt.map { at in
                ["Customer written to", "\(at)\(ticket.contactedBy.map { ", by \($0.title)" } ?? "")"]
            },
            ticket.reference.map { ["Helpdesk's case", Markdown.text($0)] },
            ["Next step", reader.words(of: page.nextStep)],
        ]
        return section("Summary", Markdown.table(["What", "Value"], rows.compactMap { $0 }))
    }

    private var customer: String {
        guard let customer = page.customer else {
            return ticket.customer.map { Markdown.id($0.rawValue) } ?? "no customer is known for it"
        }
        let values = customer.values
        return joined([
            Markdown.id(customer.id.rawValue), values.name.map { Markdown.text($0.text) },
            values.email.map { Markdown.text($0.text) },
            values.createdAt.map { "since \($0)" }, values.country.map { Markdown.text($0.text) },
            values.appAccountToken.map { "token \(Markdown.text($0.text))" },
        ])
    }

    private var state: String {
        guard let end = ticket.endTitle else {
            return joined([
                ticket.state.rawValue, ticket.claimedBy.map { "by \(Markdown.text($0.rawValue))" },
                reader.proof(of: ticket),
            ])
        }
        return joined([
            "resolved: \(end)", ticket.resolvedAt?.description,
            ticket.resolvedBy.map { "by \(Markdown.text($0.rawValue))" } ?? "by the facts",
            ticket.aftermath.map { "afterwards \($0.rawValue)" },
        ])
    }

    private var facts: [String] {
        let facts = [
            ("The customer was charged", page.facts.charged),
            ("It was delivered in time", page.facts.extended),
            ("The payment transaction was closed", page.facts.finished),
            ("No verification was left", page.facts.exhausted),
        ]
        return section(
            "Facts",
            Markdown.table(
                ["Fact", "", "Since", "Evidence"],
                facts.map { name, fact in
                    [
                        name, fact.value ? "yes" : "no", fact.at?.description ?? "",
                        Markdown.text(reader.words(of: fact.evidence)),
                    ]
                }))
    }

    /// The record under the names that the App Store gives its fields.
    private var record: [String] {
        guard let transaction = evidence.transaction, let chain = evidence.chain else {
            return section(
                "The App Store's record", ["The store knows no transaction of the App Store for it."])
        }
        let shown = AppleFields(transaction, of: chain.chain.id).shown
        let source = chain.evidence.of(transaction).map { "Told by \($0.name), \($0.check.rawValue)." }
        return section(
            "The App Store's record",
            Markdown.table(["Field", "Value"], shown.map { ["`\($0.name)`", Markdown.text($0.value)] })
                + (source.map { ["", $0] } ?? []))
    }

    /// What people say that they were told: nobody here saw it.
    private var told: [String] {
        section(
            "What people were told",
            Markdown.table(
                ["Told to", "When", "What", "In which words", "Helpdesk's case"],
                page.told.map { told in
                    [
                        Markdown.text(told.agent.rawValue), told.at.description,
                        reader.words(ofWhatWasTold: told), Markdown.text(told.text?.text ?? ""),
                        Markdown.text(told.reference ?? ""),
                    ]
                }))
    }

    private var attempts: [String] {
        section(
            "Attempts that the app reported",
            Markdown.table(
                ["Attempt", "App", "System", "Device", "Received"],
                page.attempts.map { attempt in
                    [
                        Markdown.id(attempt.id.rawValue), Markdown.text(attempt.values.appVersion ?? ""),
                        Markdown.text(attempt.values.systemVersion ?? ""),
                        Markdown.text(attempt.values.device ?? ""), attempt.receivedAt.description,
                    ]
                }))
    }

    private var timeline: [String] {
        section(
            "Everything that happened",
            Markdown.table(
                ["Happened", "Learned", "Told by", "What"],
                page.events.map { event in
                    let meaning = CodeText(of: event.content).map { " (\($0.meaning.happened))" } ?? ""
                    return [
                        event.happenedAt.description, event.learnedAt.description,
                        Markdown.text(reader.teller(of: event.content)),
                        Markdown.text(reader.sentence(of: event.content) + meaning),
                    ]
                }))
    }

    private var moves: [String] {
        section(
            "Moves between groups",
            Markdown.table(
                ["Happened", "Learned", "Way", "Because", "By"],
                page.moves.map { move in
                    [
                        move.at.description, move.learnedAt.description, reader.words(ofWay: move),
                        Markdown.text(reader.words(of: move.because)),
                        Markdown.text(move.agent?.rawValue ?? "the facts"),
                    ]
                }))
    }

    private var grants: [String] {
        section(
            "Grants given with it",
            Markdown.table(
                ["Grant", "Entitlement", "From", "Until", "Given", "By", "Reason", "State"],
                page.grants.map { grant in
                    [
                        grant.id.rawValue, Markdown.id(grant.entitlement.rawValue),
                        grant.startsAt.description,
                        grant.endsAt?.description ?? "without end", grant.grantedAt.description,
                        Markdown.text(grant.grantedBy.rawValue),
                        Markdown.text(joined([grant.reason, grant.note?.text])),
                        grant.revokedAt.map { "taken back \($0)" } ?? grant.state(at: page.at).rawValue,
                    ]
                }))
    }

    private var notes: [String] {
        section(
            "Notes",
            Markdown.table(
                ["When", "By", "Note"],
                page.notes.map {
                    [$0.at.description, Markdown.text($0.agent.rawValue), Markdown.text($0.text.text)]
                }))
    }

    private var notifications: [String] {
        section(
            "Notifications about its chain",
            Markdown.table(
                ["Signed", "Received", "Notification", "Check"],
                (evidence.chain?.notifications ?? []).map { notification in
                    let name = [notification.type, notification.subtype].compactMap { $0 }
                    return [
                        notification.signedAt.description, notification.receivedAt?.description ?? "",
                        Markdown.text(name.joined(separator: "/")), notification.check.rawValue,
                    ]
                }))
    }

    private var consumption: [String] {
        guard let answer = evidence.consumption else { return [] }
        let asked = evidence.chain?.notifications.filter { $0.type == "CONSUMPTION_REQUEST" } ?? []
        let rows = [
            ["`deliveryStatus`", answer.deliveryStatus?.rawValue ?? "only the app knows"],
            [
                "`consumptionPercentage`",
                answer.consumptionPercentage.map(String.init) ?? Reader.program.words(of: answer.share),
            ],
            ["`refundPreference`", answer.refundPreference?.rawValue ?? "nothing is said"],
            ["`accountTenure` (version 1)", ConsumptionWords.tenure(evidence.accountTenure ?? 0)],
            [
                "`customerConsented`",
                evidence.hasConsent ? "true" : "the customer did not agree: answer only when it is true",
            ],
            ["`sampleContentProvided`", String(answer.sampleContentProvided)],
        ]
        return section(
            "For a consumption request",
            asked.map {
                "Apple asked on \($0.signedAt); an answer is due by \($0.signedAt + .hours(12)).\n"
            } + Markdown.table(["Field", "What the facts say"], rows))
    }

    private var documents: [String] {
        let table = Markdown.table(
            ["Document", "Kind", "Check", "Document time", "Received", "Taken in", "SHA-256"],
            evidence.documents.map { document in
                [
                    String(document.id), DocumentKind.title(of: document.kind), Markdown.text(document.check),
                    document.documentTime?.description ?? "", document.receivedAt?.description ?? "",
                    document.importedAt.description, "`\(document.sha256)`",
                ]
            })
        return section(
            "Documents",
            table + (evidence.hasMoreDocuments ? ["", "There are more; these are the oldest."] : []))
    }

    private var audit: [String] {
        section(
            "Audit log",
            Markdown.table(
                ["Entry", "When", "What", "Hash"],
                evidence.audit.map { entry in
                    [
                        String(entry.sequence), entry.at.description,
                        Markdown.text(AuditSentence(entry, for: .program).text), "`\(entry.hash)`",
                    ]
                }))
    }

    private func section(_ title: String, _ lines: [String]) -> [String] {
        lines.isEmpty ? [] : ["## \(title)", ""] + lines
    }

    private func joined(_ parts: [String?]) -> String {
        parts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ", ")
    }
}

/// Apple's steps of consumption information in words.
private enum ConsumptionWords {
    /// Source: Apple, `accountTenure`.
    static func tenure(_ step: Int) -> String {
        let words = [
            "nothing tells", "up to 3 days", "3 to 10 days", "10 to 30 days", "30 to 90 days",
            "90 to 180 days",
            "180 to 365 days", "more than 365 days",
        ]
        return "\(step) (\(words[min(max(step, 0), words.count - 1)]))"
    }
}

/// A transaction's fields under the names that the App Store Server API gives them; what nothing told is left out.
package struct AppleFields {
    /// The fields in the order of Apple's page, and their values.
    package let shown: [(name: String, value: String)]

    /// The fields of a transaction.
    ///
    /// Source: Apple, JWSTransactionDecodedPayload.
    package init(_ transaction: Transaction, of chain: ChainID) {
        let values = transaction.values
        let fields: [(String, String?)] = [
            ("transactionId", transaction.shownID(in: chain).rawValue),
            ("originalTransactionId", chain.original.rawValue),
            ("webOrderLineItemId", values.webOrderLineItemID?.rawValue),
            ("productId", values.productID?.rawValue), ("type", values.appleType),
            ("bundleId", values.bundleID?.rawValue), ("environment", chain.environment.rawValue),
            ("subscriptionGroupIdentifier", values.group?.rawValue),
            ("purchaseDate", values.purchasedAt?.description),
            ("originalPurchaseDate", values.originalPurchasedAt?.description),
            ("expiresDate", values.expiresAt?.description), ("quantity", values.quantity.map(String.init)),
            ("price", values.price?.amount), ("currency", values.price?.currency),
            ("storefront", values.storefront),
            ("inAppOwnershipType", values.ownership?.rawValue.uppercased()),
            ("transactionReason", values.transactionReason),
            ("isUpgraded", values.isUpgraded.map(String.init)),
            ("offerType", values.offerType.map(String.init)),
            ("offerDiscountType", values.offerDiscountType),
            ("offerIdentifier", values.promotionalOfferID ?? values.offerCode),
            ("revocationDate", transaction.revocation?.at.description),
            ("revocationReason", transaction.revocation?.reason),
            ("revocationPercentage", transaction.revocation?.percentage.map(String.init)),
            ("appAccountToken", values.appAccountToken?.text),
            ("appTransactionId", values.appTransactionID),
            (
                "advancedCommerceInfo.items",
                values.commerce.map { $0.items.map(\.sku).joined(separator: ", ") }
            ),
        ]
        shown = fields.compactMap { name, value in value.map { (name, $0) } }
    }
}

/// Text in Markdown: nothing from outside is markup.
enum Markdown {
    /// A text on one line, with everything escaped that would be markup.
    static func text(_ text: String) -> String {
        // Scalar by scalar: a sign under an accent is another character, and markup all the same.
        var escaped = String.UnicodeScalarView()
        for scalar in PlainText.line(text).unicodeScalars {
            if "\\`*_[]<>|#~&".unicodeScalars.contains(scalar) { escaped.append("\\") }
            escaped.append(scalar)
        }
        return String(escaped)
    }

    /// An id as code, where it is of plain characters.
    static func id(_ id: String) -> String {
        let isPlain = !id.isEmpty && id.utf8.allSatisfy { plain.contains($0) }
        return isPlain ? "`\(id)`" : text(id)
    }

    private static let plain = Set(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._:/@-".utf8)

    /// A table; nothing where there are no rows.
    static func table(_ heads: [String], _ rows: [[String]]) -> [String] {
        rows.isEmpty
            ? [] : ([heads, heads.map { _ in "---" }] + rows).map { "| \($0.joined(separator: " | ")) |" }
    }
}
