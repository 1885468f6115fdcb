import Foundation
import Persistence
import Practice
import Purchases
import TerminalCore
import Testing
import Widgets
import Wording

@testable import Console

/// What the page of a customer, the next step and the letter say in the practice store: read as an agent would, and kept as
/// docs/advice.md, which `RECORD_SCREENS=1` writes anew.
struct AdviceTableTests {
    private static let now = Instant(milliseconds: 1_795_478_400_000)
    private static let lead = AgentName("lena")
    private static let population = PracticePopulation(customers: 2000, seed: 1, now: now)
    /// Its store, which no test changes.
    private static let made = Result {
        let store = try Store.inMemory(practice: true, by: lead, at: population.start)
        try population.fill(store, lead: lead)
        return store
    }

    /// One customer of each situation that agents were asked about, in this order.
    private static let asked = [
        1001, 1022, 1024, 1000, 1019, 1029, 1005, 1006, 1007, 1009, 1010, 2370, 1008, 1012, 1015, 1020, 1042,
        1045, 1027, 1025, 1023, 1026, 1033, 1059, 1051, 1644, 1403, 1085,
    ]
    /// How many more are told, the first of each state and of each pair of states.
    private static let more = 30

    private let store: Store

    init() throws { store = try Self.made.get() }

    @Test func theTableEqualsTheDocument() throws {
        let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "docs/advice.md")
        let pages = try chosen().map { id in try #require(try store.customerPage(id, at: Self.now)) }
        let markdown = Self.document(pages)
        let kept = try? String(contentsOf: path, encoding: .utf8)
        if ProcessInfo.processInfo.environment["RECORD_SCREENS"] == "1", kept != markdown {
            try Data(markdown.utf8).write(to: path)
            Issue.record("Recorded docs/advice.md")
        } else {
            #expect(kept == markdown)
        }
    }

    /// The rules that no page breaks, whoever the customer is.
    @Test func noPageSendsAwayWhomSomethingIsOwed() throws {
        var owing = 0
        for id in Self.everybody {
            let standing = try #require(try store.customerStanding(id, at: Self.now))
            let advice = standing.access.advice(at: Self.now)
            let words = Reader.program.words(of: advice.nextStep)
            if !standing.access.facts.owed.isEmpty {
                owing += 1
                guard case .ticket = advice.nextStep else {
                    Issue.record("\(id): \(words)")
                    continue
                }
            }
            for verdict in advice.verdicts where words.hasPrefix("Nothing to do") {
                #expect(verdict.owed.isEmpty && !Self.fails(verdict), "\(id)")
            }
            for owed in standing.access.facts.owed where owed.isOverdue(at: Self.now) {
                let told = Reader.program.words(of: owed.nextStep(at: Self.now))
                #expect(!told.contains("wait"), "\(id): \(told)")
            }
        }
        #expect(owing > 20)
    }

    /// In the smallest terminal `j` leads through every entitlement of a customer.
    @Test func theSmallestTerminalShowsEveryEntitlement() throws {
        let context = Frames.context(Size(columns: 40, rows: 10), now: Self.now)
        for id in try chosen() {
            let page = try #require(try store.customerPage(id, at: Self.now))
            var screen = CustomerScreen(id)
            _ = screen.receive(.customer(page), to: .read(.customer(id), at: Self.now), in: context)
            _ = screen.handle("k", in: context)
            var shown: Set<String> = []
            for _ in 0..<100 {
                let view = CustomerView(screen: screen, page: page, context: context)
                let layout = VerdictLayout(view, in: context.body, glyphs: context.options.glyphs)
                #expect(layout.lines.count < context.body.rows, "\(id)")
                shown.formUnion(layout.lines.map(\.text))
                guard screen.isOnVerdict, layout.hasMore else { break }
                _ = screen.handle("j", in: context)
            }
            for verdict in page.verdicts {
                #expect(shown.contains { $0.contains("ACCESS to \(verdict.entitlement)") }, "\(id)")
            }
        }
    }

    private static let everybody = (0..<population.customers).map { AppUserID("u_\(1000 + $0)") }

    private static func fails(_ verdict: EntitlementAccess) -> Bool {
        verdict.because.contains { $0.rule == .billingRetry || $0.rule == .gracePeriod }
    }

    /// The customers who are told: those who were asked about, then the first of each state, then of each pair.
    private func chosen() throws -> [AppUserID] {
        let asked = Self.asked.map { AppUserID("u_\($0)") }
        var (seen, singles, pairs): (Set<[String]>, [AppUserID], [AppUserID]) = ([], [], [])
        for id in Self.everybody where !asked.contains(id) {
            let standing = try #require(try store.customerStanding(id, at: Self.now))
            let states = Self.states(standing.access.advice(at: Self.now))
            guard seen.insert(states).inserted else { continue }
            if states.count == 1 { singles.append(id) } else { pairs.append(id) }
        }
        return asked + (singles + pairs).prefix(Self.more)
    }

    /// What is to be done about each thing that is told, the most pressing first.
    private static func states(_ advice: CustomerAdvice) -> [String] {
        let others = advice.verdicts.map { state($0.nextStep) }
        return if case .verdict = advice.subject { others } else { [state(advice.nextStep)] + others }
    }

    private static func state(_ step: NextStep) -> String {
        switch step {
        case .access(let rule): rule.rawValue
        case .renewal(let concern): concern.rawValue
        case .failingBeside: "failing beside"
        case .expired(let why): "expired \(why)"
        case .commitment: "commitment"
        case .winBack: "win back"
        case .attachedToAnother: "attached to another"
        case .usedUp: "used up"
        case .ticket(let step): ReplySituation(of: step).rawValue
        }
    }

    private static func document(_ pages: [CustomerPage]) -> String {
        """
        # Advice

        What the page of a customer says, the one next step, and the letter, of customers of the practice store (`makegood demo --customers 2000 --seed 1`, as of \(now)): those whom agents asked about, then the first of each state and of each pair of states. A test writes this table and holds it; what stands here can be read as an agent and a customer read it.

        The most pressing comes first: what is owed, whatever it unlocks; what fails to renew, also beside what gives access; what ended within the last 60 days; what the next renewal asks for; what holds; what ended before. Nobody is told to wait for a ticket whose customer waits for longer than the goal of its group.

        | customer | page | next step | letter |
        | --- | --- | --- | --- |

        """ + pages.map(row).joined()
    }

    private static func row(_ page: CustomerPage) -> String {
        let advice = page.access.advice(at: page.at)
        let untold =
            if case .owed(let owed) = advice.subject { [Reader.program.words(of: owed)] } else { [String]() }
        let bought =
            if case .usedUp(let reasons) = advice.subject {
                reasons.isEmpty
                    ? ["no purchase and no grant is known"]
                    : reasons.map { Reader.program.words(of: $0.fact) }
            } else {
                [String]()
            }
        let verdicts = advice.verdicts.map { verdict in
            let because = verdict.mattering.map { Reader.program.words(of: $0.fact) }
            return "\(Reader.program.headline(of: verdict)): \(because.joined(separator: "; "))"
        }
        let step = Reader.program.nextStep(of: advice, isUnchecked: page.restsOnUnchecked)
        let reply = Reply(on: page, in: .english)
        // Whom it greets is no matter here.
        let letter = reply.text.split(separator: "\n").dropFirst().joined(separator: " ")
        let cells = [
            page.customer.id.rawValue, (untold + bought + verdicts).joined(separator: ". "), step,
            "`\(reply.situation.rawValue)` \(letter)",
        ]
        return "| \(cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ")) |\n"
    }
}
