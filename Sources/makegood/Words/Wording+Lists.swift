import Console
import Intake
import Persistence
import Purchases

extension Wording {
    /// What a search found.
    static func lookup(_ results: SearchResults, isMasked: Bool) -> Listing {
        let rows = results.matches.map { match -> [Table.Cell] in
            let customer = match.customer.map { isMasked ? Mask.customer($0) : $0 }
            let text = isMasked ? Mask.matched(match) : match.matchedText
            let chain = match.chain?.rawValue
            return [
                .init(shown: found(match, customer), value: customer?.id.rawValue),
                .init(customer?.values.name), .init(customer?.values.email), access(match.hasAccess),
                .init("\(match.matchedOn): \(text)"), .init(chain), .init(match.matchedOn), .init(text),
                .init(match.ticket?.rawValue),
            ]
        }
        let columns: [Table.Column] = [
            .decisive("customer", "app_user_id"), .useful("name", "name"), .extra("e-mail", "email"),
            .decisive("access", "access"), .useful("matched", nil), .value("original_transaction_id"),
            .value("matched_on"), .value("matched_text"), .value("ticket"),
        ]
        let nothing = rows.isEmpty ? nothing(results) : []
        return Listing(
            table: Table(columns: columns, rows: rows), empty: nothing.first ?? "",
            remarks: nothing.dropFirst() + (results.isTruncated ? [more(results)] : []))
    }

    private static func more(_ results: SearchResults) -> String {
        results.isRead
            ? "not all of the text was looked up, there may be more: give the part that matters"
            : "there are more: type more of it"
    }

    private static func found(_ match: SearchResults.Match, _ customer: Customer?) -> String {
        if let ticket = match.ticket { return "ticket \(ticket)" }
        return customer?.id.rawValue ?? "chain \(match.chain?.rawValue ?? "")"
    }

    /// That nothing was found, and what to do about an order id: most are not known before they are recorded.
    private static func nothing(_ results: SearchResults) -> [String] {
        guard let order = results.unknownOrder else {
            let shown = results.query.prefix(100)
            return ["nothing fits “\(shown)\(shown.endIndex < results.query.endIndex ? "…" : "")”"]
        }
        return [
            "nothing is recorded for order id \(order)",
            "order ids stand in the e-mail receipt that Apple sends; here one is known once it was recorded, or "
                + "once Apple's answer for it (Look Up Order ID) was imported",
            "ask the customer for the e-mail address or the user id of the account in the app, or for a transaction id",
            "when the chain is found, record the order id: `makegood chain order \(order) CHAIN`",
        ]
    }

    /// A page of the chains that are nobody's.
    static func chainsOfNobody(_ page: ChainListPage, at now: Instant) -> Listing {
        let columns: [Table.Column] = [
            .decisive("chain", "original_transaction_id"), .extra("environment", "environment"),
            .useful("product", "product_id"), .decisive("status", "status"),
            .useful("last bought", "last_purchase"),
        ]
        let rows = page.lines.map { line -> [Table.Cell] in
            [
                .init(line.chain.rawValue), .init(line.environment.rawValue), .init(line.product?.rawValue),
                .init(line.status?.rawValue), .init(line.lastPurchase, asOf: now),
            ]
        }
        return Listing(
            table: Table(columns: columns, rows: rows), empty: "every chain is somebody's",
            footnotes: rows.isEmpty ? [] : ["\(page.lines.count) of \(page.count)"],
            remarks: next(page.next))
    }

    /// A page of customers.
    static func customers(_ page: CustomerListPage, isMasked: Bool) -> Listing {
        let rows = page.lines.map { line -> [Table.Cell] in
            let customer = isMasked ? Mask.customer(line.customer) : line.customer
            return [
                .init(customer.id.rawValue), .init(customer.values.name), .init(customer.values.email),
                access(line.hasAccess), .init(line.product?.rawValue),
                .init(shown: words(line.status?.rawValue), value: line.status?.rawValue),
            ]
        }
        let columns: [Table.Column] = [
            .decisive("customer", "app_user_id"), .useful("name", "name"), .useful("e-mail", "email"),
            .decisive("access", "access"), .extra("product", "product_id"), .useful("status", "status"),
        ]
        return Listing(
            table: Table(columns: columns, rows: rows), empty: "no customer fits",
            footnotes: ["\(page.lines.count) of \(page.count)"], remarks: next(page.next))
    }

    /// A page of the audit log.
    static func audit(_ page: AuditPage, at now: Instant) -> Listing {
        let time = TimeText(now: now)
        let rows = page.entries.map { entry -> [Table.Cell] in
            [
                .init(entry.sequence), .init(entry.at, asOf: now),
                .init(AuditSentence(entry, moment: time.moment).text), .init(entry.agent.rawValue),
                .init(entry.action), .init(entry.subject), .init(entry.details), .init(entry.hash),
            ]
        }
        let columns: [Table.Column] = [
            .number("entry", "sequence"), .decisive("when (UTC)", "at"),
            .sentences("what was done", "sentence"), .value("agent"), .value("action"), .value("subject"),
            .value("details"), .value("hash"),
        ]
        return Listing(
            table: Table(columns: columns, rows: rows), empty: "no entry fits",
            remarks: next(page.next.map(String.init)))
    }

    /// A page of the audit log as comma-separated values.
    static func auditCSV(_ page: AuditPage) -> String {
        let head = ["sequence", "at", "agent", "action", "subject", "details", "hash"]
        let rows = page.entries.map { entry in
            [
                String(entry.sequence), entry.at.description, entry.agent.rawValue, entry.action,
                entry.subject,
                entry.details, entry.hash,
            ]
        }
        return CSV.text([head] + rows)
    }

    /// Whether the log is as it was written.
    static func auditVerdict(_ verdict: AuditVerdict) -> [String] {
        guard let breach = verdict.firstBroken else {
            return ["the log is whole: \(verdict.entries) entries, head \(verdict.head)"]
        }
        let entry = breach.sequence.map { "entry \($0), " } ?? ""
        return ["the log is broken: \(entry)\(breach.about): \(breach.why)"]
    }

    /// Who may use the store.
    static func agents(_ agents: [AgentRecord], at now: Instant) -> Listing {
        let rows = agents.map { agent -> [Table.Cell] in
            [.init(agent.login.rawValue), .init(agent.role.rawValue), .init(agent.since, asOf: now)]
        }
        let columns: [Table.Column] = [
            .decisive("login", "login"), .decisive("role", "role"), .useful("since (UTC)", "since"),
        ]
        return Listing(table: Table(columns: columns, rows: rows), empty: "nobody may use the store")
    }

    /// Every setting.
    static func settings(
        _ settings: [Setting: String], _ secrets: [Persistence.SharedSecret], at now: Instant
    ) -> Listing {
        let rows = Setting.allCases.map { setting -> [Table.Cell] in
            [.init(setting.rawValue), .init(settings[setting])]
        }
        let secretRows = secrets.map { secret -> [Table.Cell] in
            let added = Table.Cell(secret.addedAt, asOf: now)
            return [
                .init("secret \(secret.id)"),
                .init(
                    shown: "added \(added.shown) by \(secret.addedBy)",
                    value: "added \(added.value) by \(secret.addedBy)"),
            ]
        }
        let columns: [Table.Column] = [.decisive("setting", "key"), .sentences("value", "value")]
        return Listing(table: Table(columns: columns, rows: rows + secretRows), empty: "")
    }

    /// The catalogue.
    static func catalog(_ catalog: Catalog) -> Listing {
        let products = catalog.products.values.sorted { $0.id < $1.id }
        let rows = products.map { product -> [Table.Cell] in
            [
                .init(product.id.rawValue),
                .init(shown: words(product.kind.rawValue), value: product.kind.rawValue),
                .init(product.entitlements.map(\.rawValue).joined(separator: ",")),
                .init(product.period?.description), .init(product.group?.rawValue),
            ]
        }
        let columns: [Table.Column] = [
            .decisive("product", "product_id"), .useful("kind", "kind"), .decisive("unlocks", "entitlements"),
            .useful("period", "period"), .extra("group", "group"),
        ]
        return Listing(table: Table(columns: columns, rows: rows), empty: "the catalogue is empty")
    }

    /// What an import did.
    static func importReport(_ report: ImportReport) -> [String] {
        let known = report.duplicates > 0 ? ", \(report.duplicates) of them known" : ""
        return [
            "\(report.documents) \(report.documents == 1 ? "document" : "documents"), \(report.accepted) accepted\(known), \(report.rejected.count) rejected",
            "transactions: \(report.newTransactions) new, \(report.updatedTransactions) updated",
            "chains: \(report.newChains) new, \(report.updatedChains) updated",
            "tickets: \(report.openedTickets) opened, \(report.movedTickets) moved, \(report.resolvedTickets) resolved",
        ] + report.rejected.map { "rejected \($0.source): \($0.reason): \($0.detail)" }
    }

    /// What trying many documents again did.
    static func retryReport(_ retry: RetryReport) -> [String] {
        guard retry.tried + retry.notKept > 0 else { return ["nothing of that is in quarantine"] }
        let stay = retry.tried - retry.released
        let notKept =
            retry.notKept == 0
            ? [] : ["\(retry.notKept) were not kept whole: bring them again from where they came"]
        return ["quarantine: \(retry.tried) tried, \(retry.released) released, \(stay) stay"] + notKept
            + importReport(retry.report)
    }

    /// A page of what is in quarantine.
    static func quarantine(_ documents: [QuarantinedDocument], limit: Int, at now: Instant) -> Listing {
        Listing(
            table: quarantineTable(documents, at: now), empty: "quarantine is empty",
            remarks: documents.count < limit ? [] : next(documents.last.map { String($0.id) }))
    }

    /// One document in quarantine.
    static func quarantined(_ document: QuarantinedDocument, at now: Instant) -> [String] {
        let body = String(decoding: document.body, as: UTF8.self)
        return quarantineTable([document], at: now).lines(fitting: nil) + [document.detail]
            + body.split(separator: "\n").map(String.init)
    }

    private static func quarantineTable(_ documents: [QuarantinedDocument], at now: Instant) -> Table {
        let columns: [Table.Column] = [
            .number("number", "id"), .useful("kind", "kind"), .decisive("reason", "reason"),
            .useful("received (UTC)", "received_at"),
            Table.Column(head: "bytes", key: "bytes", rank: .extra, isNumber: true),
            .useful("source", "source"),
        ]
        let rows = documents.map { document -> [Table.Cell] in
            [
                .init(document.id), .init(shown: words(document.kind ?? "?"), value: document.kind),
                .init(document.reason), .init(document.receivedAt, asOf: now), .init(document.byteCount),
                .init(document.source),
            ]
        }
        return Table(columns: columns, rows: rows)
    }

    /// The store's health.
    static func findings(_ findings: [Finding]) -> Listing {
        let columns: [Table.Column] = [
            .decisive("level", "level"), .decisive("finding", "code"), .value("fix"),
            .sentences("what was found", "text"),
        ]
        let rows = findings.map { finding -> [Table.Cell] in
            [.init(finding.level.rawValue), .init(finding.code), .init(finding.fix), .init(finding.text)]
        }
        return Listing(
            table: Table(columns: columns, rows: rows), empty: "nothing was looked at",
            footnotes: findings.compactMap { finding in finding.fix.map { "\(finding.code): \($0)" } })
    }

    /// Whether there is access now, in a list.
    private static func access(_ has: Bool) -> Table.Cell {
        .init(shown: has ? "access" : "no access", value: has ? "active" : "none")
    }

    /// A code as words.
    private static func words(_ code: String?) -> String { (code ?? "").replacing("_", with: " ") }

    /// Where the next page begins.
    static func next(_ cursor: String?) -> [String] { cursor.map { ["next page: --after \($0)"] } ?? [] }
}
