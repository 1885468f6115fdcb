import Persistence
import Purchases

extension Wording {
    /// What a search found.
    static func lookup(_ results: SearchResults, isMasked: Bool) -> [String] {
        guard !results.matches.isEmpty else { return nothing(results) }
        let rows = results.matches.map { match in
            let customer = match.customer.map { isMasked ? Mask.customer($0) : $0 }
            return [
                found(match, customer), customer?.values.name ?? "",
                customer?.values.email ?? "", match.hasAccess ? "access" : "no access",
                "\(match.matchedOn): \(isMasked ? Mask.matched(match) : match.matchedText)",
            ]
        }
        return Columns.lines(rows) + (results.isTruncated ? [more(results)] : [])
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
    static func chainsOfNobody(_ page: ChainListPage) -> [String] {
        guard !page.lines.isEmpty else { return ["every chain is somebody's"] }
        let rows = page.lines.map { line in
            [
                line.chain.rawValue, line.environment.rawValue, line.product?.rawValue ?? "",
                line.status?.rawValue ?? "", line.lastPurchase.map { "bought \($0)" } ?? "",
            ]
        }
        return Columns.lines(rows) + ["\(page.lines.count) of \(page.count)"]
            + (page.next.map { ["next page: --after \($0)"] } ?? [])
    }

    /// A page of customers.
    static func customers(_ page: CustomerListPage, isMasked: Bool) -> [String] {
        let rows = page.lines.map { line in
            let customer = isMasked ? Mask.customer(line.customer) : line.customer
            return [
                customer.id.rawValue, customer.values.name ?? "", customer.values.email ?? "",
                line.hasAccess ? "access" : "no access", line.product?.rawValue ?? "",
                line.status?.rawValue ?? "",
            ]
        }
        return Columns.lines(rows) + ["\(page.lines.count) of \(page.count)"]
            + (page.next.map { ["next page: --after \($0)"] } ?? [])
    }

    /// A page of the audit log.
    static func audit(_ page: AuditPage) -> [String] {
        let rows = page.entries.map { entry in
            [String(entry.sequence), entry.at.description, entry.agent.rawValue, entry.action, entry.subject]
        }
        return Columns.lines(rows) + (page.next.map { ["next page: --after \($0)"] } ?? [])
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
    static func agents(_ agents: [AgentRecord]) -> [String] {
        Columns.lines(agents.map { [$0.login.rawValue, $0.role.rawValue, "since \($0.since)"] })
    }

    /// Every setting.
    static func settings(_ settings: [Setting: String], _ secrets: [Persistence.SharedSecret]) -> [String] {
        let rows = Setting.allCases.map { [$0.rawValue, settings[$0] ?? ""] }
        let secretRows = secrets.map { ["secret \($0.id)", "added \($0.addedAt) by \($0.addedBy)"] }
        return Columns.lines(rows + secretRows)
    }

    /// The catalogue.
    static func catalog(_ catalog: Catalog) -> [String] {
        guard !catalog.products.isEmpty else { return ["the catalogue is empty"] }
        return Columns.lines(
            catalog.products.values.sorted { $0.id < $1.id }.map { product in
                [
                    product.id.rawValue, product.kind.rawValue,
                    product.entitlements.map(\.rawValue).joined(separator: ","),
                    product.period?.description ?? "",
                    product.group?.rawValue ?? "",
                ]
            })
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

    /// A page of what is in quarantine.
    static func quarantine(_ documents: [QuarantinedDocument]) -> [String] {
        guard !documents.isEmpty else { return ["quarantine is empty"] }
        return Columns.lines(
            documents.map { document in
                [
                    String(document.id), document.kind ?? "?", document.reason,
                    document.receivedAt.description,
                    "\(document.byteCount) bytes", document.source,
                ]
            })
    }

    /// One document in quarantine.
    static func quarantined(_ document: QuarantinedDocument) -> [String] {
        let body = String(decoding: document.body, as: UTF8.self)
        return quarantine([document]) + [document.detail] + body.split(separator: "\n").map(String.init)
    }

    /// The store's health.
    static func findings(_ findings: [Finding]) -> [String] {
        Columns.lines(findings.map { [$0.level.rawValue, $0.code, $0.text] })
            + findings.compactMap { finding in finding.fix.map { "  \(finding.code): \($0)" } }
    }
}
