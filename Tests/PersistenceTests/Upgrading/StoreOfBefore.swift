import GRDB
import PersistenceTesting
import Purchases

@testable import Persistence

/// Gives a store the charges that version 7 made of the same documents: one for each id.
enum StoreOfBefore {
    /// Makes a charge of its own of each part of one, and brings what follows from charges up to date.
    static func part(_ store: Store) throws {
        try store.unguarded { db in
            let chains: [Int64] = try db.values("SELECT id FROM chains ORDER BY id")
            for chain in chains { try part(chain, in: db) }
            try StoreState.upgradePlace.set("{}", in: db)
        }
    }

    /// Keeps what a document tells of chains that are there as charges of their own.
    static func tell(_ paper: Paper, to store: Store) throws {
        try store.unguarded { db in
            for told in Chain.chains(told: [paper.contents]) {
                guard let stored = try StoredChain.find(told.id, in: db) else { continue }
                _ = try TransactionTable.insert(told.transactions, of: told.id, at: stored.rowID, in: db)
                try follow(stored.rowID, in: db)
            }
            try StoreState.upgradePlace.set("{}", in: db)
        }
    }

    private static func part(_ row: Int64, in db: Connection) throws {
        guard let stored = try StoredChain.at(row, in: db) else { return }
        let id = stored.chain.id
        for kept in stored.rows {
            guard let first = kept.transaction.parts.first else { continue }
            try TransactionTable.update(first, of: id, at: kept.rowID, in: db)
            let rest = Array(kept.transaction.parts.dropFirst())
            _ = try TransactionTable.insert(rest, of: id, at: row, in: db)
        }
        try follow(row, in: db)
    }

    private static func follow(_ row: Int64, in db: Connection) throws {
        var owners = ChainOwnershipUpdate()
        try owners.decide(row, in: db)
        try owners.recompute(CatalogTable.read(db), in: db)
        var tickets = TicketUpdate(try SettingTable.ticketRules(db), at: Shop.now, in: db)
        for attempt in try owners.attempts(db) { tickets.look(atAttempt: attempt) }
        try tickets.settle()
    }
}
