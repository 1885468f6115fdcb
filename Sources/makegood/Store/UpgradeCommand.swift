import ArgumentParser
import Foundation
import JSONAnswers
package import JSONValues
import Persistence
import Purchases
import Wording

/// Brings what a store had before to the present format.
struct UpgradeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "upgrade",
        abstract: "Bring older charges to the present format, when a release counts charges differently.",
        discussion: """
            Opening an older store brings its tables to the present format and leaves its charges as they were: what \
            is one charge, whose it is and what became of it may differ under the present rules, and access may move \
            between people. `upgrade run --dry-run` lists all of it, `upgrade run` does it, and `upgrade tell` says \
            whether backends hear of it by webhooks and events. docs/store.md tells how long it takes.
            """,
        subcommands: [Show.self, Run.self, Tell.self], defaultSubcommand: Show.self)

    @OptionGroup var global: GlobalOptions

    /// Shows how far it is.
    struct Show: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show whether anything is left to do.")

        @OptionGroup var global: GlobalOptions

        func run(in invocation: Invocation) throws -> ExitCode {
            let standing = try invocation.store.upgradeStanding()
            invocation.output.answer(standing.json, Answers.upgradeStanding(standing))
            return .success
        }
    }

    /// Does it, or lists what it would do.
    struct Run: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "run", abstract: "Bring all charges to the present format (leads).",
            discussion: """
                It is done in parts, between which others write. When it is ended in between, the next run goes on. \
                Backends are told nothing of whom it changed until `makegood upgrade tell`.
                """)

        static let permission = Permission.upgrade

        @Flag(
            name: .customLong("dry-run"),
            help: "List which charges become one and who gains and loses access, and change nothing.")
        var isPreview = false
        @OptionGroup var global: GlobalOptions

        var deed: String? { isPreview ? nil : "the store was brought to its present format" }

        func run(in invocation: Invocation) throws -> ExitCode {
            let (store, now) = (invocation.store, invocation.now)
            let meter = ProgressMeter()
            defer { meter.finish() }
            guard isPreview else {
                let counts = try store.upgrade(by: invocation.agent, at: now) {
                    meter.show(share: $0, "bringing charges to the present format")
                }
                meter.finish()
                let standing = try store.upgradeStanding()
                invocation.output.answer(
                    .object([
                        "dry_run": false, "chains": counts?.chains ?? 0, "joined": counts?.joined ?? 0,
                        "moved": counts?.moved ?? 0, "customers": counts?.customers ?? 0,
                        "tickets": counts?.tickets ?? 0, "held": standing.held,
                    ]),
                    Answers.upgrade(counts) + Answers.held(standing))
                return .success
            }
            let preview = try store.previewUpgrade(at: now) { meter.show(share: $0, "looking at charges") }
            meter.finish()
            invocation.output.answer(preview.json, Answers.upgradePreview(preview))
            return .success
        }
    }

    /// Says what backends are to hear of it.
    struct Tell: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "tell",
            abstract: "Tell backends which customers an upgrade changed, or count them as told (leads).")

        static let permission = Permission.upgrade

        @Flag(help: "Tell them nothing: they count as told.") var silently = false
        @OptionGroup var global: GlobalOptions

        var deed: String? { silently ? "backends are not told" : "backends are told" }

        func run(in invocation: Invocation) throws -> ExitCode {
            let word: HeldNewsWord = silently ? .keepQuiet : .tell
            let done = try invocation.store.settleHeldNews(word, by: invocation.agent, at: invocation.now)
            let what = Answers.upgraded(customers: done.customers, tickets: done.tickets)
            invocation.output.answer(
                .object(["customers": done.customers, "tickets": done.tickets, "told": !silently]),
                ["backends are \(silently ? "not told" : "told") of \(what) that the upgrade changed"])
            return .success
        }
    }
}

extension Answers {
    fileprivate static func upgraded(customers: Int, tickets: Int) -> String {
        "\(Counting.of(customers, "customer")) and \(Counting.of(tickets, "ticket"))"
    }

    fileprivate static func upgradeStanding(_ standing: UpgradeProgress) -> [String] {
        let work =
            switch (standing.share, standing.isBegun) {
            case (nil, _): "every charge is what the present format makes of it"
            case (let share?, true): "\(Int(share * 100)) % is done: `makegood upgrade run` goes on with it"
            case (_?, false):
                "older charges are still told apart by the old rules: look at `makegood upgrade run --dry-run`"
            }
        return [work] + held(standing)
    }

    fileprivate static func held(_ standing: UpgradeProgress) -> [String] {
        guard standing.isHeld else { return [] }
        let what = upgraded(customers: standing.heldCustomers, tickets: standing.heldTickets)
        return ["backends are not told yet what changed of \(what): `makegood upgrade tell`"]
    }

    fileprivate static func upgrade(_ counts: UpgradeCounts?) -> [String] {
        guard let counts else { return ["nothing was left to do"] }
        return [
            "looked at \(Counting.of(counts.chains, "chain"))",
            "\(Counting.of(counts.joined, "charge")) turned out to be the same as another",
            "\(Counting.of(counts.moved, "chain")) moved to another customer",
            "something changed of \(upgraded(customers: counts.customers, tickets: counts.tickets))",
        ]
    }

    fileprivate static func upgradePreview(_ preview: UpgradePreview) -> [String] {
        let counts = UpgradePreview.AccessChange.Kind.allCases.map { kind in
            "\(preview.changeCounts[kind] ?? 0) \(words(of: kind))"
        }
        return ["would look at \(Counting.of(preview.chains, "chain"))"]
            + headed(
                "charges that become one: \(preview.meetingCount)",
                preview.meetings.map(line) + more(preview.meetingCount))
            + headed(
                "chains that move to another customer: \(preview.moveCount)",
                preview.moves.map(line) + more(preview.moveCount))
            + headed(
                "access: \(counts.joined(separator: ", "))",
                preview.changes.map(line) + more(preview.changeCounts.values.max() ?? 0))
    }

    private static func more(_ count: Int) -> [String] {
        count > UpgradePreview.most ? ["and more, which are counted only"] : []
    }

    private static func line(_ meeting: UpgradePreview.Meeting) -> String {
        let ids = meeting.ids.map(\.rawValue).joined(separator: ", ")
        let tickets = meeting.tickets.map(\.rawValue).joined(separator: ", ")
        let grants = meeting.grants.map(\.rawValue).joined(separator: ", ")
        return joined(
            "chain \(meeting.chain.original): \(Counting.of(meeting.charges, "charge")) under \(ids)",
            tickets.isEmpty ? "" : "· tickets \(tickets)", grants.isEmpty ? "" : "· grants \(grants)")
    }

    private static func line(_ move: UpgradePreview.Move) -> String {
        let (from, to) = (move.from?.rawValue ?? "nobody", move.to?.rawValue ?? "nobody")
        return "chain \(move.chain.original): from \(from) to \(to)"
    }

    private static func line(_ change: UpgradePreview.AccessChange) -> String {
        let until = { (end: Instant?) in end.map { "until \(moment($0))" } ?? "without end" }
        let times =
            switch change.kind {
            case .gains: until(change.after)
            case .loses: "held \(until(change.before))"
            case .longer, .shorter: "\(until(change.after)), held \(until(change.before))"
            }
        return "\(change.customer) \(words(of: change.kind)) \(change.entitlement): \(times)"
    }

    private static func words(of kind: UpgradePreview.AccessChange.Kind) -> String {
        switch kind {
        case .gains: "gains"
        case .loses: "loses"
        case .longer: "has longer"
        case .shorter: "has shorter"
        }
    }
}

extension UpgradeProgress: JSONEncodable {
    package var json: JSONValue {
        .object([
            "is_done": share == nil, "is_begun": isBegun, "percent": share.map { Int($0 * 100) },
            "held": held,
        ])
    }

    /// What backends are not told yet.
    fileprivate var held: [String: Int] { ["customers": heldCustomers, "tickets": heldTickets] }
}

extension UpgradePreview: JSONEncodable {
    package var json: JSONValue {
        let counts = AccessChange.Kind.allCases.map { ($0.rawValue, changeCounts[$0] ?? 0) }
        return .object([
            "dry_run": true, "chains": chains,
            "charges": .object(["count": meetingCount, "listed": meetings]),
            "owners": .object(["count": moveCount, "listed": moves]),
            "access": Dictionary(uniqueKeysWithValues: counts).json.adding(["listed": changes]),
        ])
    }
}

extension UpgradePreview.Meeting: JSONEncodable {
    package var json: JSONValue {
        .object([
            "original_transaction_id": chain.original, "environment": chain.environment,
            "transaction_ids": ids, "charges": charges, "tickets": tickets, "grants": grants,
        ])
    }
}

extension UpgradePreview.Move: JSONEncodable {
    package var json: JSONValue {
        .object([
            "original_transaction_id": chain.original, "environment": chain.environment, "from": from,
            "to": to,
        ])
    }
}

extension UpgradePreview.AccessChange: JSONEncodable {
    package var json: JSONValue {
        .object([
            "app_user_id": customer, "entitlement": entitlement, "change": kind.rawValue,
            "until_before": before, "until_after": after,
        ])
    }
}
