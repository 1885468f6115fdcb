import Purchases

/// What became of one document of an import.
enum ImportStep {
    /// It was applied.
    case applied(DocumentImport.Outcome)
    /// It was put into quarantine.
    case rejected(Rejection)
}

/// Takes one document in, within a write of many.
struct DocumentStep {
    private let document: AdmittedDocument
    private let rules: DocumentRules
    private let writing: StoreTransaction

    /// A step of a write, under the rules.
    init(_ document: AdmittedDocument, rules: DocumentRules, in writing: StoreTransaction) {
        (self.document, self.rules, self.writing) = (document, rules, writing)
    }

    /// Applies the document; one whose values the store cannot hold goes to quarantine where the step is guarded.
    ///
    /// A savepoint for each document copies every page that it changes, so only parts that need it have them.
    ///
    /// - Throws: `UnheldValue` where it is not guarded and the store cannot hold a value.
    func take(isGuarded: Bool) throws -> ImportStep {
        guard rules.unchecked.accepts(document.contents, checked: document.check, from: writing.role) else {
            return try DocumentStep.keep(document.unvouched(rules.unchecked), rules: rules, in: writing)
        }
        if let carrier = try carrierOfToken() {
            return try DocumentStep.keep(document.givesToken(of: carrier), rules: rules, in: writing)
        }
        return try isGuarded ? guarded() : unguarded()
    }

    /// Who carries the token that the document gives another customer, where who brings it asks a lead for that.
    private func carrierOfToken() throws -> AppUserID? {
        guard writing.role.asksBeforeTaking, let person = document.contents.person,
            let token = person.values.appAccountToken,
            let carrier = try CustomerTable.carrier(of: token, besides: person.id, in: writing.db)
        else { return nil }
        // Of somebody who was erased nothing is kept, in quarantine neither.
        return try CustomerTable.find(person.id, in: writing.db)?.customer.erasedAt == nil ? carrier : nil
    }

    /// Keeps a document that was not understood; where others stand for it nothing changes, and nobody need look again.
    static func keep(
        _ rejection: Rejection, rules: DocumentRules, in writing: StoreTransaction
    ) throws -> ImportStep {
        if try rules.quarantine.keep(rejection, at: writing.now) {
            try writing.changed(.quarantine, rejection.source)
        }
        return .rejected(rejection)
    }

    private func unguarded() throws -> ImportStep {
        do {
            return .applied(try apply())
        } catch  where writing.db.isOfData(error) {
            throw UnheldValue()
        }
    }

    private func guarded() throws -> ImportStep {
        do {
            return .applied(try writing.db.savepoint { try apply() })
        } catch  where writing.db.isOfData(error) {
            return try DocumentStep.keep(document.unheld, rules: rules, in: writing)
        }
    }

    private func apply() throws -> DocumentImport.Outcome {
        let before = writing.db.totalChanges
        let outcome = try DocumentImport.apply(
            document, rules: rules.tickets, by: writing.agent, at: writing.now, in: writing.db)
        for customer in try CustomerTable.names(of: outcome.customers, in: writing.db) {
            try writing.changed(.customer, customer.rawValue)
        }
        // A document that was known changes nothing, and nobody need look again.
        if writing.db.totalChanges > before {
            for chain in document.contents.chains { try writing.changed(.chain, chain.rawValue) }
        }
        try writing.changed(outcome.tickets)
        return outcome
    }
}

/// What a write of many documents goes by, read once for all of them.
struct DocumentRules {
    /// What the rules of tickets depend on.
    let tickets: TicketRules
    /// Who may bring what nothing vouches for.
    let unchecked: UncheckedPolicy
    /// Where what is refused is kept.
    let quarantine: QuarantineTable

    /// The rules that the store holds.
    init(_ db: Connection) throws {
        quarantine = QuarantineTable(db)
        tickets = try SettingTable.ticketRules(db)
        unchecked = try SettingTable.uncheckedPolicy(db)
    }
}

/// The store could not hold some document's values, and the whole write was undone.
struct UnheldValue: Error {}
