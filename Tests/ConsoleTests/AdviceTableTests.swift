import FileStore
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
    private let store: Store

    init() throws { store = try Self.made.get() }

    @Test func theTableEqualsTheDocument() throws {
        let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "docs/advice.md")
        let pages = try chosen().map { id in
            try #require(try store.wholePage(of: CustomerQuery(id), at: Self.now))
        }
        let markdown = Self.document(pages, try pairs())
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
            let page = try #require(try store.wholePage(of: CustomerQuery(id), at: Self.now))
            var screen = CustomerScreen(id)
            _ = screen.take(page, of: CustomerQuery(id), in: context)
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

    /// The customers who are told: those who were asked about, then the first of each state alone, then the first of each
    /// pair of states that nobody before shows.
    private func chosen() throws -> [AppUserID] {
        let states = try states()
        let asked = Self.asked.map { AppUserID("u_\($0)") }
        let others = states.filter { !asked.contains($0.id) }
        var shown: Set<[String]> = []
        let singles = others.filter { $0.states.count == 1 && shown.insert($0.states).inserted }.map(\.id)
        shown = Set(states.filter { asked.contains($0.id) }.flatMap { Self.pairs(of: $0.states) })
        let paired = others.filter { customer in
            let pairs = Self.pairs(of: customer.states)
            defer { shown.formUnion(pairs) }
            return !shown.isSuperset(of: pairs)
        }
        return asked + singles + paired.map(\.id)
    }

    /// Everybody with what is to be done about them, the most pressing first.
    private func states() throws -> [(id: AppUserID, states: [String])] {
        try Self.everybody.map { id in
            let standing = try #require(try store.customerStanding(id, at: Self.now))
            return (id, Self.states(standing.access.advice(at: Self.now)))
        }
    }

    /// Two states of one customer, the more pressing first; each pair once.
    private static func pairs(of states: [String]) -> Set<[String]> {
        Set(states.indices.flatMap { first in states[(first + 1)...].map { [states[first], $0] } })
    }

    /// Each pair of states that a customer has: how many have it, and the first of them.
    private func pairs() throws -> [(pair: [String], count: Int, first: AppUserID)] {
        var found: [[String]: (count: Int, first: AppUserID)] = [:]
        for (id, states) in try states() {
            for pair in Self.pairs(of: states) { found[pair, default: (0, id)].count += 1 }
        }
        return found.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { ($0, $1.count, $1.first) }
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

    /// A state as it is read.
    private static func words(_ state: String) -> String {
        state.map { $0 == "_" ? " " : $0.isUppercase ? " \($0.lowercased())" : String($0) }.joined()
    }

    private static func document(
        _ pages: [CustomerPage], _ pairs: [(pair: [String], count: Int, first: AppUserID)]
    ) -> String {
        """
        # Advice

        What the page of a customer says, the one next step, and the letter, of customers of the practice store (`makegood demo --customers 2000 --seed 1`, as of \(now)): those whom agents asked about, then the first of each state and of each pair of states that a customer has. A test writes this table and holds it; what stands here can be read as an agent and a customer read it.

        The most pressing comes first: what is owed, whatever it unlocks; what fails to renew, also beside what gives access; what ended within the last 60 days; what the next renewal asks for; what holds; what ended before. Nobody is told to wait for a ticket whose customer waits for longer than the goal of its group.

        | customer | page | next step | letter |
        | --- | --- | --- | --- |

        """ + pages.map(row).joined() + """

            ## Which of two comes first

            Where two things are to be done about one customer, the next step is that of the first. What ended more than 60 days ago stands behind what holds, so a pair can stand in both orders.

            | first | then | customers | the first of them |
            | --- | --- | --- | --- |

            """
            + pairs.map { pair, count, first in
                "| \(pair.map(words).joined(separator: " | ")) | \(count) | \(first) |\n"
            }.joined()
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
