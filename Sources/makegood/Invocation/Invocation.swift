import Foundation
import Persistence
import Purchases

/// One run of a command: the open store, who acts, and what time it is.
struct Invocation {
    /// The store.
    let store: Store
    /// Who acts.
    let agent: AgentName
    /// The present, as far as this run is concerned.
    let now: Instant
    /// Where the answer goes.
    let output: Output

    /// Opens the store that the options name.
    ///
    /// - Throws: `StoreError` when there is none, when it cannot be read, or when a real store is told to pretend.
    init(_ options: GlobalOptions) throws {
        let store = try Store.open(at: StorePath.of(options.store), readOnly: options.readOnly)
        try self.init(store, options)
    }

    /// A run on a store that is open.
    init(_ store: Store, _ options: GlobalOptions) throws {
        if !store.isPractice, options.agent != nil || options.now != nil {
            throw StoreError(
                .refused, "this is a real store, which knows who you are and what time it is",
                remedy: "use --agent and --now on practice stores only")
        }
        self.store = store
        agent = options.agent.map(AgentName.init) ?? Login.current
        now = options.now ?? Clock.now
        output = Output(isJSON: options.json)
    }
}
