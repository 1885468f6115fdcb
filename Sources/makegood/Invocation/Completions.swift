import Alarms
import ArgumentParser
internal import FileStore
import Foundation
import Persistence
import Purchases
import Widgets

/// What shells offer when a person presses Tab: names that the store knows.
///
/// Each is asked for in a run of its own between two keys. It looks into the store while others work with it, takes
/// no lock, writes nothing, and offers nothing when anything is wrong: an error has no place on a command line that is
/// still being written.
extension CompletionKind {
    /// The reasons that the policy knows.
    static var reasons: CompletionKind { asking { try $0.wholePage(of: GrantPolicyQuery()).reasons } }

    /// The reasons for which a grant can be taken back.
    static var revocationReasons: CompletionKind {
        asking { try $0.wholePage(of: GrantPolicyQuery()).revocationReasons }
    }

    /// The numbers of the requests that wait for a lead.
    static var requests: CompletionKind {
        asking { look in
            try look.wholePage(of: RequestListQuery(limit: 200)).rows.map(\.request.id.rawValue)
        }
    }

    /// The keys of the policy, as short as they may be typed.
    static var policies: CompletionKind { .list(Setting.policies.map(\.shortName)) }

    /// What the catalogue's products unlock.
    static var entitlements: CompletionKind {
        asking { look in
            let products = try look.store.catalog().products.values
            return Set(products.flatMap(\.entitlements).map(\.rawValue)).sorted()
        }
    }

    /// The catalogue's products.
    static var products: CompletionKind {
        asking { try $0.store.catalog().products.keys.map(\.rawValue).sorted() }
    }

    /// Who may use the store.
    static var agents: CompletionKind {
        asking { try $0.wholePage(of: AgentListQuery()).map(\.login.rawValue) }
    }

    /// The numbers of unresolved tickets, in queue order.
    static var tickets: CompletionKind {
        asking { look in
            var filter = TicketFilter()
            filter.isUnresolvedOnly = true
            return try look.tickets(filter)
        }
    }

    /// The numbers of resolved tickets, the newest first.
    static var resolvedTickets: CompletionKind {
        asking { look in
            var filter = TicketFilter()
            filter.state = .resolved
            return try look.tickets(filter)
        }
    }

    /// The customers whose ids begin with what is typed; the first of the list when nothing is.
    static var customers: CompletionKind {
        asking { look in
            guard !look.word.isEmpty else {
                return try look.wholePage(of: CustomerListQuery())
                    .lines.map(\.customer.id.rawValue)
            }
            let found = try look.found()
            return look.beginning(found.compactMap(\.customer?.id.rawValue))
        }
    }

    /// The chains whose ids begin with what is typed.
    static var chains: CompletionKind {
        asking { look in
            guard !look.word.isEmpty else { return [] }
            let found = try look.found()
            return look.beginning(found.compactMap(\.chain?.rawValue))
        }
    }

    /// The numbers of the documents in quarantine.
    static var quarantined: CompletionKind {
        asking { try $0.wholePage(of: QuarantineQuery(limit: 200)).map { String($0.id) } }
    }

    /// Why the documents in quarantine are there.
    static var quarantineReasons: CompletionKind {
        asking { try Set($0.wholePage(of: QuarantineQuery(limit: 10_000)).map(\.reason)).sorted() }
    }

    /// The keys of settings.
    static var settings: CompletionKind { .list(Setting.allCases.map(\.rawValue)) }

    /// Where purchases are made.
    static var environments: CompletionKind { .list(AppStoreEnvironment.known.map(\.rawValue)) }

    /// The types of notifications of both versions.
    static var notificationTypes: CompletionKind {
        .list(Set([1, 2].flatMap { Codes.notificationTypes(ofVersion: $0) }).sorted())
    }

    /// The themes that are compiled in, and a person's own.
    static var themes: CompletionKind {
        .custom { _, _, _ in
            let own = (try? FileManager.default.contentsOfDirectory(atPath: ThemeFolder.path)) ?? []
            let names = own.filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }
            return Set(ThemeLibrary.builtInNames + names).sorted()
        }
    }

    private static func asking(
        _ names: @escaping @Sendable (CompletionLook) throws -> [String]
    ) -> CompletionKind {
        .custom { words, index, _ in (try? names(CompletionLook(words: words, index: index))) ?? [] }
    }
}

/// A look into the store that the command line names so far, by the agent who writes it.
private struct CompletionLook {
    /// The store, in which nothing can be written.
    let store: Store
    /// The word that is to be completed, as far as it is typed.
    let word: String
    let agent: AgentName
    let now = Clock.now

    /// Opens the store.
    ///
    /// - Throws: `StoreError` when there is none, or none that this agent may read.
    init(words: [String], index: Int) throws {
        var line = words.map(CompletionLook.unquoted)
        word = line.indices.contains(index) ? line[index] : ""
        // What is being typed names nobody yet: the names of agents are asked for after `--agent`.
        if line.indices.contains(index) { line[index] = "" }
        store = try Store.glimpse(at: Store.path(CompletionLook.value(of: "--store", in: line)))
        let asked = store.isPractice ? CompletionLook.value(of: "--agent", in: line) : nil
        agent = asked.map(AgentName.init) ?? Login.current
        try store.require(.read, of: agent)
    }

    /// The page that answers a question, of which names alone are offered.
    func wholePage<Query: StoreQuery>(of query: Query) throws -> Query.Page {
        try store.wholePage(of: query, by: agent, at: now)
    }

    /// The numbers of tickets that fit.
    func tickets(_ filter: TicketFilter) throws -> [String] {
        try wholePage(of: TicketListQuery(filter, limit: 200)).tickets.map(\.id.rawValue)
    }

    /// What a search for the typed word finds; names that begin with it need nothing of people's addresses.
    func found() throws -> [SearchResults.Match] {
        try wholePage(of: SearchQuery(word, reach: .wholes)).matches
    }

    /// The names that begin with what is typed, each once.
    func beginning(_ names: [String]) -> [String] {
        Set(names.filter { $0.hasPrefix(word) }).sorted()
    }

    private static func value(of option: String, in line: [String]) -> String? {
        for (place, word) in line.enumerated() {
            if word.hasPrefix(option + "=") { return String(word.dropFirst(option.count + 1)) }
            if word == option, line.indices.contains(place + 1), !line[place + 1].isEmpty {
                return line[place + 1]
            }
        }
        return nil
    }

    /// A word without the quotes that shells hand over, and with the home that `~` means.
    private static func unquoted(_ word: String) -> String {
        let bare = word.filter { !"\"'\\".contains($0) }
        guard bare.hasPrefix("~/"), let home = ProcessInfo.processInfo.environment["HOME"] else {
            return bare
        }
        return home + bare.dropFirst()
    }
}
