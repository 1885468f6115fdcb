import NIOPosix
package import Persistence
package import Purchases

/// The store for code that must not block a thread of the cooperative pool: every call runs on a thread of a pool of its
/// own.
package struct StoreAccess: Sendable {
    package let store: Store
    /// As whom the server acts: a login with the role `service`, or a lead's.
    package let agent: AgentName
    /// Which server of those that serve the store: it works under leases of its own.
    package let server: ServerID
    /// By which clock it works.
    let clock: ServerClock
    private let threads: NIOThreadPool

    /// More threads than there are workers: while all of those wait for the store's lock, routes still read.
    private static let pool: NIOThreadPool = {
        let pool = NIOThreadPool(numberOfThreads: 12)
        pool.start()
        return pool
    }()

    /// Access for an agent, and for a server where several may be.
    package init(
        _ store: Store, as agent: AgentName, server: ServerID = .only, clock: ServerClock = .system
    ) {
        (self.store, self.agent, self.server, self.clock) = (store, agent, server, clock)
        threads = StoreAccess.pool
    }

    /// Does something with the store, off the cooperative pool.
    ///
    /// - Throws: what the work throws, most often a `StoreError`.
    package func run<Value: Sendable>(
        _ work: @escaping @Sendable (Store, AgentName) throws -> Value
    ) async throws -> Value {
        let (store, agent) = (store, agent)
        return try await threads.runIfActive { try work(store, agent) }
    }

    /// Asks the store something, off the cooperative pool.
    ///
    /// - Throws: what the work throws, most often a `StoreError`.
    package func ask<Value: Sendable>(
        _ work: @escaping @Sendable (Store) throws -> Value
    ) async throws -> Value {
        try await run { store, _ in try work(store) }
    }
}

/// What this server works on, so that no other does it meanwhile.
extension StoreAccess {
    /// Takes or keeps a lease; answers whether it is this server's.
    func lease(_ subject: LeaseSubject, at now: Instant) async throws -> Bool {
        try await run { [server] store, agent in
            try store.lease(subject, for: server, by: agent, at: now)
        }
    }

    /// Whether nobody else took meanwhile what this server works on.
    func holds(_ subject: LeaseSubject) async throws -> Bool {
        try await ask { [server] in try $0.holds(subject, server) }
    }

    /// Whether something that is asked is still this server's to ask.
    func mayAsk(_ request: AppStoreRequestID) async throws -> Bool {
        try await ask { [server] in try $0.mayAsk(request, server) }
    }

    /// Lets go of what this server works on no more.
    func letGo(of subjects: [LeaseSubject], at now: Instant) async throws {
        try await run { [server] store, agent in
            try store.letGo(of: subjects, server, by: agent, at: now)
        }
    }
}
