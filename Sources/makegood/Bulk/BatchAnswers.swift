import JSONAnswers
import JSONValues
import Persistence
import Purchases
import Wording

extension Answers {
    /// What making many good would do.
    static func batchPreview(_ preview: BatchPreview, limit: Int, at now: Instant) -> Listing {
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
    static func members(_ preview: BatchPreview, limit: Int, at now: Instant) -> Table {
        let columns: [Table.Column] = [
            .number("ticket", "ticket"), .decisive("customer", "app_user_id"),
            .useful("product", "product_id"), .useful("money", nil), .useful("what", "entitlement"),
            .decisive("access now", nil), .decisive("access then", nil), .useful("left out", nil),
        ]
        let values = [
            "amount", "currency", "entitled_before", "until_before", "from", "until", "gained_seconds",
            "restitution", "excluded",
        ]
        return Table(
            columns: columns + values.map(Table.Column.value),
            rows: preview.members.prefix(max(0, limit)).map { row(of: $0) })
    }

    private static func row(of member: BatchPreview.Member) -> [Table.Cell] {
        let gift = member.gift
        let before = gift.map { gift in gift.isEntitled ? reader.term(until: gift.beforeUntil) : "none" }
        let shown: [Table.Cell] = [
            .init(member.ticket.rawValue),
            .init(shown: member.customer?.rawValue ?? "no customer", value: member.customer?.rawValue),
            .init(member.product?.rawValue), .init(money(member.money)), .init(gift?.entitlement.rawValue),
            .init(before), .init(gift.map { reader.term(until: $0.span.until) }),
            .init(member.exclusion?.words),
        ]
        return shown + [
            .init(member.money?.amount), .init(member.money?.currency),
            .init(gift.map { $0.isEntitled ? "true" : "false" }), .init(gift?.beforeUntil?.description),
            .init(gift?.span.from.description), .init(gift?.span.until?.description),
            .init(gift.flatMap { $0.span.length.map { String($0.wholeSeconds) } }),
            .init(gift.map { $0.isRestitution ? "true" : "false" }), .init(member.exclusion?.rawValue),
        ]
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
    static func batch(_ page: BatchPage, at now: Instant) -> Listing {
        Listing(
            table: members(page, at: now), empty: "nobody in it fits",
            remarks: summary(page) + next(page.next?.rawValue))
    }

    /// The members of a batch, a row each.
    static func members(_ page: BatchPage, at now: Instant) -> Table {
        let columns: [Table.Column] = [
            .number("ticket", "ticket"), .decisive("customer", "app_user_id"), .extra("name", "name"),
            .useful("product", "product_id"), .useful("money", nil), .decisive("what became of it", nil),
            .useful("grant", "grant"), .useful("what", "entitlement"), .useful("until", nil),
        ]
        let values = ["amount", "currency", "outcome", "from", "until", "done_at"]
        let rows = page.rows.map { row -> [Table.Cell] in
            [
                .init(row.ticket.id.rawValue),
                .init(
                    shown: row.ticket.customer?.rawValue ?? "no customer",
                    value: row.ticket.customer?.rawValue),
                .init(row.ticket.customerName?.text), .init(row.ticket.product?.rawValue),
                .init(money(row.ticket.money)), .init(row.outcome?.words ?? "still to be done"),
                .init(row.grant?.id.rawValue), .init(row.grant?.entitlement.rawValue),
                .init(row.grant.map { reader.term(until: $0.endsAt) }),
                .init(row.ticket.money?.amount), .init(row.ticket.money?.currency), .init(row.outcome?.code),
                .init(row.grant?.startsAt.description), .init(row.grant?.endsAt?.description),
                .init(row.doneAt?.description),
            ]
        }
        return Table(columns: columns + values.map(Table.Column.value), rows: rows)
    }

    /// Batches, a row each.
    static func batches(
        _ batches: [Batch], unfinished: CappedCount, next cursor: String?, at now: Instant
    ) -> Listing {
        let columns: [Table.Column] = [
            .number("batch", "id"), .decisive("state", "state"), .useful("whom", nil),
            .number("customers", "customers"), .number("granted", "granted"), .number("left", "left"),
            .useful("planned by", "planned_by"), .useful("planned", "planned_at"), .value("incident"),
        ]
        let rows = batches.map { batch -> [Table.Cell] in
            [
                .init(batch.id.rawValue), .init(shown: batch.state.title, value: batch.state.rawValue),
                .init(reader.whom(incident: batch.incident, words: batch.plan.words)),
                .init(batch.customers), .init(batch.counts.granted), .init(batch.counts.left),
                .init(batch.plannedBy.rawValue), .init(batch.plannedAt, asOf: now),
                .init(batch.incident?.rawValue),
            ]
        }
        return Listing(
            table: Table(columns: columns, rows: rows), empty: "no batch was made yet",
            remarks: [reader.unfinished(unfinished).map { "\($0): `makegood bulk run ID` goes on" }]
                .compactMap { $0 } + next(cursor))
    }

    /// The answers to the customers of a batch, under their heads.
    static func replies(_ replies: [BatchReplies.Row]) -> [[String]] {
        [["app_user_id", "email", "name", "ticket", "language", "situation", "text"]]
            + replies.map { row in
                [
                    row.reply.customer?.rawValue ?? "", row.email ?? "", row.name ?? "",
                    row.reply.ticket?.rawValue ?? "", row.reply.language.rawValue,
                    row.reply.situation.rawValue, row.reply.text,
                ]
            }
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
