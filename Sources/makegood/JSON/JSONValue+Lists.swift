import AppStore
import Foundation
import Persistence
import Purchases

extension JSONValue {
    /// The answer of `lookup`.
    static func lookup(_ results: SearchResults, isMasked: Bool) -> JSONValue {
        .object([
            "query": .string(results.query), "kind": .string(results.kind.rawValue),
            "matches": .list(results.matches) { match in
                .object([
                    "customer": match.customer.map { customer(isMasked ? Mask.customer($0) : $0) } ?? .null,
                    "original_transaction_id": .id(match.chain), "ticket": .id(match.ticket),
                    "matched_on": .string(match.matchedOn),
                    "matched_text": .string(isMasked ? Mask.matched(match) : match.matchedText),
                    "access": .string(match.hasAccess ? "active" : "none"),
                ])
            },
            "read_as_text": .bool(results.isRead), "truncated": .bool(results.isTruncated),
        ])
    }

    /// The answer of `chain list --nobody`.
    static func chainsOfNobody(_ page: ChainListPage) -> JSONValue {
        .object([
            "chains": .list(page.lines) { line in
                .object([
                    "original_transaction_id": .id(line.chain),
                    "environment": .string(line.environment.rawValue), "product_id": .id(line.product),
                    "last_purchased_at": .time(line.lastPurchase), "status": .text(line.status?.rawValue),
                ])
            },
            "count": .string(page.count.description), "next": .text(page.next),
        ])
    }

    /// The answer of `customers`.
    static func customers(_ page: CustomerListPage, isMasked: Bool) -> JSONValue {
        .object([
            "customers": .list(page.lines) { line in
                .object([
                    "customer": customer(isMasked ? Mask.customer(line.customer) : line.customer),
                    "access": .string(line.hasAccess ? "active" : "none"),
                    "original_transaction_id": .id(line.chain), "product_id": .id(line.product),
                    "status": .text(line.status?.rawValue),
                ])
            },
            "count": .string(page.count.description), "next": .text(page.next),
        ])
    }

    /// The answer of `audit`.
    static func audit(_ page: AuditPage) -> JSONValue {
        .object(["entries": .list(page.entries, entry), "next": .text(page.next.map(String.init))])
    }

    private static func entry(_ entry: AuditEntry) -> JSONValue {
        let details = try? JSONValue(parsing: Data(entry.details.utf8))
        return .object([
            "sequence": .integer(entry.sequence), "at": .time(entry.at), "agent": .id(entry.agent),
            "action": .string(entry.action), "subject": .string(entry.subject),
            "reason": reason(in: details), "details": details ?? .string(entry.details),
            "hash": .string(entry.hash), "previous_hash": .string(entry.previousHash),
            "sentence": .string(AuditSentence(entry, moment: \.description).text),
        ])
    }

    /// Why it was done: grants and revocations keep it in their own row.
    private static func reason(in details: JSONValue?) -> JSONValue {
        details?["reason"] ?? details?["grant"]?["reason"] ?? details?["revocation"]?["reason"] ?? .null
    }

    /// The answer of `audit verify`.
    static func auditVerdict(_ verdict: AuditVerdict) -> JSONValue {
        let broken = verdict.firstBroken.map { breach in
            JSONValue.object([
                "sequence": breach.sequence.map { .integer($0) } ?? .null, "about": .string(breach.about),
                "why": .string(breach.why),
            ])
        }
        return .object([
            "ok": .bool(verdict.isOK), "entries": .number(verdict.entries), "head": .string(verdict.head),
            "first_broken": broken ?? .null,
        ])
    }

    /// The answer of `agents`.
    static func agents(_ agents: [AgentRecord]) -> JSONValue {
        .object([
            "agents": .list(agents) { agent in
                .object([
                    "login": .id(agent.login), "role": .string(agent.role.rawValue),
                    "since": .time(agent.since),
                ])
            }
        ])
    }

    /// The answer of `settings`.
    static func settings(
        _ settings: [Setting: String], _ secrets: [Persistence.SharedSecret], _ trial: AlarmTrial?
    ) -> JSONValue {
        let values = settings.map { ($0.key.rawValue, JSONValue.string($0.value)) }
        let tried = trial.map { ["alarm_test": JSONValue.object($0.members)] } ?? [:]
        return .object(
            tried.merging([
                "settings": .object(Dictionary(values, uniquingKeysWith: { $1 })),
                "secrets": .list(secrets) { secret in
                    .object([
                        "id": .integer(secret.id), "added_at": .time(secret.addedAt),
                        "added_by": .id(secret.addedBy),
                    ])
                },
            ]) { $1 })
    }

    /// The answer of `catalog`.
    static func catalog(_ catalog: Catalog) -> JSONValue {
        let products = catalog.products.values.sorted { $0.id < $1.id }
        return .object([
            "products": .list(products) { product in
                .object([
                    "product_id": .id(product.id), "kind": .string(product.kind.rawValue),
                    "entitlements": .list(product.entitlements) { .id($0) },
                    "period": .text(product.period?.description), "group": .id(product.group),
                    "level": .number(product.level),
                    "prices": .list(product.prices.sorted { $0.key < $1.key }) { price in
                        .money(Money(milliunits: price.value, currency: price.key, isListPrice: true))
                    },
                ])
            }
        ])
    }

    /// The answer of `quarantine list`.
    static func quarantine(_ documents: [QuarantinedDocument], limit: Int) -> JSONValue {
        let next = documents.count < limit ? nil : documents.last.map { String($0.id) }
        return .object([
            "documents": .list(documents) { .object(members(of: $0)) }, "next": .text(next),
        ])
    }

    /// One document in quarantine.
    static func quarantined(_ document: QuarantinedDocument) -> JSONValue {
        let body = JSONValue.string(String(decoding: document.body, as: UTF8.self))
        return .object(members(of: document).merging(["body": body]) { $1 })
    }

    private static func members(of document: QuarantinedDocument) -> [String: JSONValue] {
        [
            "id": .string(String(document.id)), "source": .string(document.source),
            "kind": .text(document.kind),
            "reason": .string(document.reason), "detail": .string(document.detail),
            "received_at": .time(document.receivedAt), "bytes": .number(document.byteCount),
        ]
    }

    /// The answer of `doctor`.
    static func findings(_ findings: [Finding]) -> JSONValue {
        .object([
            "ok": .bool(!findings.contains { $0.level == .error }),
            "findings": .list(findings) { finding in
                .object([
                    "code": .string(finding.code), "level": .string(finding.level.rawValue),
                    "text": .string(finding.text), "fix": .text(finding.fix),
                ])
            },
        ])
    }
}
