import JSONAnswers
import JSONValues
import Persistence
import Purchases
import Wording

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

extension JSONValue {
    /// What making many good would do.
    static func batchPreview(_ preview: BatchPreview, limit: Int) -> JSONValue {
        let totals = preview.totals
        return .object([
            "preview": .object([
                "customers": .number(totals.customers), "tickets": .number(totals.tickets),
                "given_seconds": .number(totals.given.wholeSeconds), "endless": .number(totals.endless),
                "money": .list(totals.money) { .money($0) }, "unpriced": .number(totals.unpriced),
                "excluded": excluded(totals.excluded), "needs_second_lead": .bool(preview.needsSecondLead),
                "limit": .number(preview.limit), "no_second_lead": .bool(preview.isWithoutSecondLead),
                "because": .text(preview.because.map { Reader.program.words(of: $0) }),
            ]),
            "members": .list(Array(preview.members.prefix(max(0, limit)))) { member in
                .object([
                    "ticket": .id(member.ticket), "app_user_id": .id(member.customer),
                    "product_id": .id(member.product), "money": .money(member.money),
                    "entitlement": .id(member.gift?.entitlement),
                    "entitled_before": .flag(member.gift?.isEntitled),
                    "until_before": .time(member.gift?.beforeUntil), "from": .time(member.gift?.span.from),
                    "until": .time(member.gift?.span.until),
                    "gained_seconds": .number(member.gift?.span.length?.wholeSeconds),
                    "restitution": .flag(member.gift?.isRestitution),
                    "excluded": .text(member.exclusion?.rawValue),
                ])
            },
        ])
    }

    /// A batch and how far it is.
    static func batch(_ batch: Batch) -> JSONValue {
        let (plan, counts) = (batch.plan, batch.counts)
        return .object([
            "id": .id(batch.id), "incident": .id(batch.incident), "query": .text(plan.words),
            "state": .string(batch.state.rawValue), "length": .string(plan.length.description),
            "reason": .string(plan.reason), "note": .text(plan.note?.text), "ref": .text(plan.reference),
            "customers": .number(batch.customers), "planned_by": .id(batch.plannedBy),
            "planned_at": .time(batch.plannedAt), "approved_by": .id(batch.approvedBy),
            "finished_at": .time(batch.finishedAt), "cancelled_at": .time(batch.cancelledAt),
            "request": .id(batch.request), "no_second_lead": .bool(plan.isWithoutSecondLead == true),
            "counts": .object([
                "tickets": .number(counts.tickets), "left": .number(counts.left),
                "granted": .number(counts.granted), "taken_back": .number(counts.takenBack),
                "kept": .number(counts.kept), "excluded": excluded(counts.excluded),
            ]),
        ])
    }

    /// A batch with what it came to.
    static func batchSummary(_ page: BatchPage) -> JSONValue {
        let figures = page.figures
        return .object([
            "batch": batch(page.batch), "cancel_until": .time(page.cancelUntil),
            "given": .object([
                "customers": .number(figures.customers), "given_seconds": .number(figures.given.wholeSeconds),
                "endless": .number(figures.endless), "money": .list(figures.money) { .money($0) },
                "unpriced": .number(figures.unpriced),
            ]),
        ])
    }

    /// A batch with what it came to and a page of its members.
    static func batchPage(_ page: BatchPage) -> JSONValue {
        guard case .object(var members) = batchSummary(page) else { return .null }
        members["members"] = .list(page.rows) { row in
            .object([
                "ticket": .id(row.ticket.id), "app_user_id": .id(row.ticket.customer),
                "product_id": .id(row.ticket.product), "money": .money(row.ticket.money),
                "outcome": .text(row.outcome?.code), "grant": .id(row.grant?.id),
                "entitlement": .id(row.grant?.entitlement), "from": .time(row.grant?.startsAt),
                "until": .time(row.grant?.endsAt), "done_at": .time(row.doneAt),
            ])
        }
        members["next"] = .id(page.next)
        return .object(members)
    }

    /// The answers to the customers of a batch.
    static func batchReplies(_ replies: [BatchReplies.Row]) -> JSONValue {
        .object([
            "replies": .list(replies) { row in
                .object([
                    "app_user_id": .id(row.reply.customer), "email": .text(row.email),
                    "name": .text(row.name),
                    "ticket": .id(row.reply.ticket), "language": .string(row.reply.language.rawValue),
                    "situation": .string(row.reply.situation.rawValue), "text": .string(row.reply.text),
                ])
            }
        ])
    }

    private static func excluded(_ excluded: [BatchExclusion: Int]) -> JSONValue {
        .object(
            Dictionary(
                excluded.map { ($0.key.rawValue, .number($0.value)) }, uniquingKeysWith: { first, _ in first }
            ))
    }
}
