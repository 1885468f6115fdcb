import JSONAnswers
package import JSONValues
import Persistence
import Purchases
import Wording

/// The answers of the commands in `BulkCommands.swift`, as lines and as JSON.
extension Answers {
    /// What making many good would do.
    static func batchPreview(
        _ preview: BatchPreview, limit: Int, at now: Instant
    ) -> Listing<BatchPreview.Member> {
        let totals = preview.totals
        let out = reader.words(of: totals.excluded)
        let remarks = [
            "would make good: \(reader.words(of: totals))", out.isEmpty ? nil : "left out: \(out)",
            reader.secondLead(of: preview),
            preview.members.count > limit ? "\(preview.members.count - limit) more: see --limit" : nil,
        ]
        return Listing(
            table: members(preview, limit: limit, at: now), empty: "it has no customers",
            remarks: remarks.compactMap { $0 })
    }

    /// Everybody of a preview, a row each.
    static func members(_ preview: BatchPreview, limit: Int, at now: Instant) -> Table<BatchPreview.Member> {
        Table(
            Array(preview.members.prefix(max(0, limit))),
            [
                .ticket, .customer, .product, .useful("money") { .money($0.money) },
                .useful("what", "entitlement") { .text($0.gift?.entitlement.rawValue) },
                .accessNow, .accessThen, .useful("left out") { .text($0.exclusion?.words) },
                .value("amount") { .text($0.money?.amount) },
                .value("currency") { .text($0.money?.currency) },
                .value("entitled_before") { .flag($0.gift?.isEntitled) },
                .value("until_before") { .moment($0.gift?.beforeUntil) },
                .value("from") { .moment($0.gift?.span.from) },
                .value("until") { .moment($0.gift?.span.until) },
                .value("gained_seconds") {
                    .text($0.gift?.span.length.map { String($0.wholeSeconds) })
                },
                .value("restitution") { .flag($0.gift?.isRestitution) },
                .value("excluded") { .text($0.exclusion?.rawValue) },
            ], at: now)
    }

    /// How far a batch is and what it came to.
    static func summary(_ page: BatchPage) -> [String] {
        let batch = page.batch
        let plan = batch.plan
        let whom = reader.whom(incident: batch.incident, words: plan.words)
        let out = reader.words(of: batch.counts.excluded)
        return [
            "batch \(batch.id), \(whom), \(reader.length(of: plan.length)) (\(plan.reason)): \(reader.progress(of: batch))",
            "  planned by \(batch.plannedBy) at \(moment(batch.plannedAt))"
                + (batch.approvedBy.map { ", approved by \($0)" } ?? ""),
            batch.counts.granted == 0 ? nil : "  given: \(reader.words(of: page.figures))",
            out.isEmpty ? nil : "  left out: \(out)", plan.note.map { "  note: \($0)" },
            plan.isWithoutSecondLead == true
                ? "  it is more than one lead decides about, and there was no other lead: the log says so"
                : nil,
            batch.state == .running ? "  `makegood bulk run \(batch.id)` goes on" : nil,
            page.cancelUntil.map {
                "  until \(moment($0)) `makegood bulk cancel \(batch.id)` takes all of it back"
            },
        ].compactMap { $0 }
    }

    /// A batch with its members.
    static func batch(_ page: BatchPage, at now: Instant) -> Listing<BatchRow> {
        Listing(
            table: members(page, at: now), empty: "nobody in it fits",
            remarks: summary(page) + next(page.next?.rawValue))
    }

    /// The members of a batch, a row each.
    static func members(_ page: BatchPage, at now: Instant) -> Table<BatchRow> {
        Table(
            page.rows,
            [
                .ticket, .customer, .extra("name", "name") { .personal($0.ticket.customerName) }, .product,
                .useful("money") { .money($0.ticket.money) }, .outcome,
                .useful("grant", "grant") { .text($0.grant?.id.rawValue) },
                .useful("what", "entitlement") { .text($0.grant?.entitlement.rawValue) }, .until,
                .value("amount") { .text($0.ticket.money?.amount) },
                .value("currency") { .text($0.ticket.money?.currency) },
                .value("outcome") { .text($0.outcome?.code) },
                .value("from") { .moment($0.grant?.startsAt) },
                .value("until") { .moment($0.grant?.endsAt) },
                .value("done_at") { .moment($0.doneAt) },
            ], at: now)
    }

    /// Batches, a row each.
    static func batches(
        _ batches: [Batch], unfinished: CappedCount, next cursor: String?, at now: Instant
    ) -> Listing<Batch> {
        Listing(
            batches,
            [
                .batch, .state, .whom, .number("customers", "customers") { .number($0.customers) },
                .number("granted", "granted") { .number($0.counts.granted) },
                .number("left", "left") { .number($0.counts.left) }, .plannedBy,
                .useful("planned", "planned_at") { .moment($0.plannedAt) },
                .value("incident") { .text($0.incident?.rawValue) },
            ], at: now, empty: "no batch was made yet",
            remarks: [reader.unfinished(unfinished).map { "\($0): `makegood bulk run ID` goes on" }]
                .compactMap { $0 } + next(cursor))
    }

    /// The answers to the customers of a batch, under their heads.
    static func replies(_ replies: [BatchReplies.Row]) -> [[String]] {
        Table<BatchReplies.Row>(
            replies,
            [
                .value("app_user_id") { .text($0.reply.customer?.rawValue) },
                .value("email") { .text($0.email) }, .value("name") { .text($0.name) },
                .value("ticket") { .text($0.reply.ticket?.rawValue) },
                .value("language") { .text($0.reply.language.rawValue) },
                .value("situation") { .text($0.reply.situation.rawValue) },
                .value("text") { .text($0.reply.text) },
            ]
        ).values
    }
}

extension BatchPreview {
    /// What making many good would do.
    func json(limit most: Int) -> JSONValue {
        .object([
            "preview": .object([
                "customers": totals.customers, "tickets": totals.tickets,
                "given_seconds": totals.given.wholeSeconds, "endless": totals.endless,
                "money": totals.money, "unpriced": totals.unpriced,
                "excluded": totals.excluded.byCode, "needs_second_lead": needsSecondLead,
                "limit": limit, "no_second_lead": isWithoutSecondLead,
                "because": because.map { Reader.program.words(of: $0) },
            ]),
            "members": Array(members.prefix(max(0, most))),
        ])
    }
}

extension BatchPreview.Member: JSONEncodable {
    package var json: JSONValue {
        .object([
            "ticket": ticket, "app_user_id": customer, "product_id": product, "money": money,
            "entitlement": gift?.entitlement, "entitled_before": gift?.isEntitled,
            "until_before": gift?.beforeUntil, "from": gift?.span.from, "until": gift?.span.until,
            "gained_seconds": gift?.span.length?.wholeSeconds, "restitution": gift?.isRestitution,
            "excluded": exclusion?.rawValue,
        ])
    }
}

/// A batch and how far it is.
extension Batch: JSONEncodable {
    package var json: JSONValue {
        .object([
            "id": id, "incident": incident, "query": plan.words, "state": state.rawValue,
            "length": plan.length.description, "reason": plan.reason, "note": plan.note,
            "ref": plan.reference, "customers": customers, "planned_by": plannedBy,
            "planned_at": plannedAt, "approved_by": approvedBy, "finished_at": finishedAt,
            "cancelled_at": cancelledAt, "request": request,
            "no_second_lead": plan.isWithoutSecondLead == true,
            "counts": .object([
                "tickets": counts.tickets, "left": counts.left, "granted": counts.granted,
                "taken_back": counts.takenBack, "kept": counts.kept,
                "excluded": counts.excluded.byCode,
            ]),
        ])
    }
}

extension BatchPage {
    /// A batch with what it came to.
    var summaryJSON: JSONValue {
        .object([
            "batch": batch, "cancel_until": cancelUntil,
            "given": .object([
                "customers": figures.customers, "given_seconds": figures.given.wholeSeconds,
                "endless": figures.endless, "money": figures.money, "unpriced": figures.unpriced,
            ]),
        ])
    }

    /// A batch with what it came to and a page of its members.
    var json: JSONValue {
        summaryJSON.adding([
            "members": rows.map { row in
                .object([
                    "ticket": row.ticket.id, "app_user_id": row.ticket.customer,
                    "product_id": row.ticket.product, "money": row.ticket.money,
                    "outcome": row.outcome?.code, "grant": row.grant?.id,
                    "entitlement": row.grant?.entitlement, "from": row.grant?.startsAt,
                    "until": row.grant?.endsAt, "done_at": row.doneAt,
                ])
            },
            "next": next,
        ])
    }
}

/// The answer to a customer of a batch.
extension BatchReplies.Row: JSONEncodable {
    var json: JSONValue {
        .object([
            "app_user_id": reply.customer, "email": email, "name": name, "ticket": reply.ticket,
            "language": reply.language.rawValue, "situation": reply.situation.rawValue,
            "text": reply.text,
        ])
    }
}
