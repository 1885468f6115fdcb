/// Something that not everyone may do.
package enum Permission: String, Hashable, Sendable, CaseIterable {
    case read
    /// Noting what follows from what came in and from time, which nobody decides: incidents.
    case upkeep
    /// Seeing personal data unmasked.
    case reveal
    /// Seeing one customer's personal data for a moment, with a reason that is kept.
    case revealOnce = "reveal_once"
    /// Taking everything about a person out.
    case export
    /// Keeping views of lists.
    case keepViews = "keep_views"
    /// Taking documents in.
    case importDocuments = "import"
    /// Adding and changing customers, and writing notes.
    case keepCustomers = "keep_customers"
    /// Claiming, opening, noting, resolving and reopening tickets, and asking for a retry.
    case workTickets = "work_tickets"
    /// Granting within limits.
    case grant
    /// Ending a grant.
    case revoke
    /// Moving a chain, and recording order ids.
    case keepChains = "keep_chains"
    /// Trying quarantined documents again.
    case retryQuarantine = "retry_quarantine"
    /// Asking things of the App Store, which the server then does.
    case askAppStore = "ask_app_store"
    /// Moving renewal dates, which Apple does and nobody undoes.
    case extend
    /// Telling Apple whose a chain is.
    case setAccountToken = "set_account_token"
    /// Answering Apple about refunds that customers want.
    case answerRefunds = "answer_refunds"
    /// Copying the store.
    case backup
    /// Granting above the limits and for life, and deciding requests to.
    case grantBeyondLimits = "grant_beyond_limits"
    /// Changing the catalogue.
    case catalog
    /// Changing settings and policy.
    case settings
    /// Doing the server's work: trying what is asked of the App Store, and noting how far it has come.
    case serve
    /// Adding and removing shared secrets and API keys.
    case secrets
    /// Adding and removing agents.
    case agents
    /// Marking customers as testers.
    case testers
    /// Writing a loss off.
    case writeOff = "write_off"
    /// Acting on many tickets at once.
    case bulk
    /// Dropping quarantined documents.
    case dropQuarantine = "drop_quarantine"
    /// Erasing a person.
    case erase
    /// Deciding what agents ask for.
    case approve
    /// Sharing views of lists with everybody.
    case shareViews = "share_views"
    /// Putting a backup in the store's place.
    case restore
    /// Making of what a store had before what it is by the present format.
    case upgrade

    /// Whether leads alone have it.
    package var isLeadsAlone: Bool {
        switch self {
        case .extend, .setAccountToken, .answerRefunds, .grantBeyondLimits, .catalog, .settings, .serve,
            .secrets, .agents,
            .testers, .writeOff, .bulk,
            .dropQuarantine, .erase, .approve, .shareViews, .restore, .upgrade:
            true
        default: false
        }
    }
}

/// What an agent is trusted with.
package enum Role: String, Hashable, Codable, Sendable, CaseIterable {
    /// Reads, masked.
    case viewer
    /// Helps customers, within limits.
    case agent
    /// Decides everything.
    case lead
    /// A program that brings documents, such as the server.
    case service

    /// Whether the role may do something.
    package func may(_ permission: Permission) -> Bool {
        switch self {
        case .lead: true
        case .agent: !permission.isLeadsAlone
        case .viewer: [.read, .revealOnce, .upkeep].contains(permission)
        case .service: [.importDocuments, .upkeep, .serve].contains(permission)
        }
    }
}
