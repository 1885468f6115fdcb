package import Purchases

/// What is to be restored, over what, and by whom.
package struct RestoreRequest: Hashable, Sendable {
    /// The file whose content is to be the store's: a backup, or the store itself, which is then taken as it stands.
    package let backup: String
    package let store: String
    package let agent: AgentName
    /// The present.
    package let at: Instant

    package init(backup: String, over store: String, by agent: AgentName, at: Instant) {
        (self.backup, self.store, self.agent, self.at) = (backup, store, agent, at)
    }
}

/// What a restore does, before it is done and after.
package struct Restoration: Hashable, Sendable {
    /// The end of an audit log.
    package struct Log: Hashable, Sendable {
        /// How many entries it has.
        package let entries: Int64
        /// The hash of the newest.
        package let head: String
    }

    /// What stood in the store's place.
    package struct Replaced: Hashable, Sendable {
        /// Where it is kept; nil before it was replaced.
        package internal(set) var path: String?
        /// Its log; nil where nothing tells it any more.
        package let log: Log?
        /// What it holds and the backup does not.
        package let missing: Missing
    }

    /// What a store has in its log and a backup has not.
    package struct Missing: Hashable, Sendable {
        /// How many entries; nil where nothing tells it. Of a store that cannot be read, no fewer than these.
        package let entries: Int64?
        /// How often each action is among them.
        package let actions: [String: Int]
        /// What was taken away by them and comes back: persons who were erased, agents, keys and secrets that were removed.
        package let returning: [Returning]

        /// Nothing is known of it but how much it is.
        static func entries(_ count: Int64?) -> Missing {
            Missing(entries: count, actions: [:], returning: [])
        }
    }

    /// Something that was taken away since the backup was made, and is there again.
    package enum Returning: Hashable, Sendable {
        /// A person who was erased, by the customer's id.
        case person(String)
        /// A login that was taken out of the agents.
        case agent(String)
        /// An API key that was removed.
        case key(String)
        /// A shared secret that was removed.
        case secret
    }

    package let store: String
    /// The file that is restored.
    package let backup: String
    /// The SHA-256 of that file as it was, in lower-case hexadecimal.
    package let digest: String
    /// The log of what is restored; once it is done, with the entry that tells of it.
    package internal(set) var log: Log
    /// Whether it is a store to practise on.
    package let isPractice: Bool
    /// Who restores does not stand among the agents of what is restored.
    package let isStranger: Bool
    /// What stood there; nil where nothing did.
    package internal(set) var replaced: Replaced?
    /// Whether the store's own file is taken as it stands.
    package let isItself: Bool
}

/// How far a restore has come.
package enum RestoreStep: Hashable, Sendable {
    /// The file is copied; this share of it is.
    case copying(share: Double)
    /// The copy is examined.
    case checking
    /// It is put in the store's place.
    case replacing
}
