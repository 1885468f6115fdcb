import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// What is written costs the same in a large store, whoever writes it: SQLite's own steps are counted, over everything
/// that a write runs, among few customers and among eight times as many.
///
/// Whoever adds a write, a kind of document or a worker adds it to ``WriteWork/all``: ``WriteWorkListTests`` asks for it.
struct WriteWorkTests {
    /// Whether steps among many are no more than a growth allows.
    private static func allows(_ growth: WriteWork.Growth, _ few: Int, _ many: Int) -> Bool {
        switch growth {
        case .constant: many <= few + few / 2
        case .log: many <= few * 2
        case .rows: true
        }
    }

    @Test(arguments: WriteWork.all)
    func noWriteCostsMoreInALargerStore(_ work: WriteWork) throws {
        guard let few = try work.steps(in: WriteTown(of: \.few)) else { return }
        #expect(few > 0)
        if case .rows(let reason) = work.growth { return #expect(!reason.isEmpty) }
        let town = try WriteTown(of: \.many)
        let many = try #require(try work.steps(in: town))
        guard !Self.allows(work.growth, few, many) else { return }
        let run = try Self.statements(of: work, in: town)
        Issue.record("\(few) steps among few, \(many) among many:\n\(run.joined(separator: "\n"))")
    }

    /// What a write runs in a town, for who is to find what costs.
    private static func statements(of work: WriteWork, in town: WriteTown) throws -> [String] {
        let heard = HeardStatements()
        guard let act = try work.act?(town) else { return [] }
        try heard.hear(town.store, act)
        return heard.statements.map(\.expanded)
    }

    /// Statements that read well and walk: a join of the view of all ids under a DISTINCT, which SQLite writes down whole,
    /// and a column without an index.
    static let walks = [
        WriteWork("the view of all ids under a DISTINCT") { town in
            let chain = try town.subscriber().chain
            return {
                try town.store.write(.customerNote, by: People.agent, at: town.now) { writing in
                    let attempts: [Int64] = try writing.db.values(
                        """
                        SELECT DISTINCT a.id FROM chains c JOIN transactions t ON t.chain_id = c.id
                        JOIN transaction_ids i ON i."transaction" = t.id JOIN attempts a ON a.transaction_id = i.transaction_id
                        WHERE c.original_transaction_id = ? AND a.environment <> c.environment
                        """, [chain])
                    town.expect(attempts.isEmpty)
                    return .nothing(())
                }
            }
        },
        WriteWork("a column without an index") { town in
            {
                _ = try town.store.write(.serverNote, by: People.service, at: town.now) { writing in
                    .noted(try writing.db.run("DELETE FROM receipts WHERE made_ms = 0"))
                }
            }
        },
    ]

    @Test(arguments: walks)
    func aWalkIsSeen(_ work: WriteWork) throws {
        let few = try #require(try work.steps(in: WriteTown(of: \.few)))
        let many = try #require(try work.steps(in: WriteTown(of: \.many)))
        #expect(many > few * 3, "\(few) steps among few, \(many) among many")
        #expect(!Self.allows(.constant, few, many) && !Self.allows(.log, few, many))
    }
}
