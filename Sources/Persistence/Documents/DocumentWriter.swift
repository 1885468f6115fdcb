internal import Foundation
import Purchases

/// Takes documents in, one after the other, within one write of many: a part of an ``ImportRun``, or a
/// ``BatchedImport``.
///
/// The settings that it obeys are read once for all of them; one document's facts are merged by ``DocumentImport``.
struct DocumentWriter {
    /// What the rules of tickets depend on.
    let rules: TicketRules
    /// Who may bring what nothing vouches for.
    private let unchecked: UncheckedPolicy
    private let quarantine: QuarantineTable
    private let isGuarded: Bool
    private let writing: StoreTransaction
    private var arrivals: ArrivalTally

    /// A writer that gives each document a way back of its own where it is guarded.
    ///
    /// A savepoint for each document copies every page that it changes, so only parts that need it have them.
    init(isGuarded: Bool, in writing: StoreTransaction) throws {
        (self.isGuarded, self.writing) = (isGuarded, writing)
        rules = try SettingTable.ticketRules(writing.db)
        unchecked = try SettingTable.uncheckedPolicy(writing.db)
        quarantine = QuarantineTable(writing.db)
        arrivals = ArrivalTally(rules)
    }

    /// Takes a document in, or keeps it with why not.
    ///
    /// - Throws: `UnheldValue` where it is not guarded and the store cannot hold a value.
    mutating func take(_ item: ImportItem) throws -> ImportStep {
        switch item {
        case .document(let document): try take(document)
        case .rejected(let rejection): try keep(rejection)
        }
    }

    /// Applies a document that was understood; one that this agent may not bring, or whose values the store cannot hold, goes
    /// to quarantine.
    ///
    /// - Throws: `UnheldValue` where it is not guarded and the store cannot hold a value.
    mutating func take(_ document: DecodedDocument) throws -> ImportStep {
        if let rejection = try refusal(of: document) { return try keep(rejection) }
        let outcome: DocumentImport.Outcome
        do {
            outcome = try isGuarded ? writing.db.savepoint { try apply(document) } : apply(document)
        } catch  where writing.db.isOfData(error) {
            guard isGuarded else { throw UnheldValue() }
            return try keep(document.unheld)
        }
        if !outcome.isDuplicate { arrivals.note(document, at: writing.now) }
        try writing.faults.pass(.documentApplied)
        return .applied(outcome)
    }

    /// Keeps a document that is not taken in; where others stand for it nothing changes, and nobody need look again.
    func keep(_ rejection: Rejection) throws -> ImportStep {
        if try quarantine.keep(rejection, at: writing.now) {
            try writing.changed(.quarantine, rejection.source)
        }
        try writing.faults.pass(.documentApplied)
        return .rejected(rejection)
    }

    /// Keeps what was counted of all of them; to be called last.
    func finish() throws { try arrivals.keep(at: writing.now, in: writing.db) }

    /// Why the writer may not bring a document; nil where that is allowed.
    private func refusal(of document: DecodedDocument) throws -> Rejection? {
        guard unchecked.accepts(document.contents, checked: document.check, from: writing.role) else {
            return document.unvouched(unchecked)
        }
        return try carrierOfToken(in: document.contents).map(document.givesToken)
    }

    /// Who carries the token that a document gives another customer, where the writer's role asks a lead for that.
    private func carrierOfToken(in contents: DocumentContents) throws -> AppUserID? {
        guard writing.role.asksBeforeTaking, let person = contents.person,
            let token = person.values.appAccountToken?.whole,
            let carrier = try CustomerTable.carrier(of: token, besides: person.id, in: writing.db)
        else { return nil }
        // Of somebody who was erased nothing is kept, in quarantine neither.
        return try CustomerTable.find(person.id, in: writing.db)?.customer.erasedAt == nil ? carrier : nil
    }

    private func apply(_ document: DecodedDocument) throws -> DocumentImport.Outcome {
        let before = writing.db.totalChanges
        let outcome = try DocumentImport.apply(
            document, rules: rules, by: writing.agent, at: writing.now, in: writing.db)
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

/// What became of one document of an import.
enum ImportStep {
    case applied(DocumentImport.Outcome)
    /// It was put into quarantine.
    case rejected(Rejection)
}

/// The store could not hold some document's values, and the whole write was undone.
struct UnheldValue: Error {}

/// Why the store itself does not take a document that was understood.
extension DecodedDocument {
    /// The reason of what nothing vouches for.
    private static let unvouchedReason = "unchecked"
    /// The reason of what gives a customer a token that another carries.
    private static let tokenReason = "token_of_another"
    /// The reason of values that the store cannot hold.
    private static let unheldReason = "bad_value"

    /// The reasons that the store gives while it writes, where whoever read the document had nothing to say.
    package static let reasonsOfTheStore: Set<String> = [unheldReason, unvouchedReason, tokenReason]

    fileprivate var unheld: Rejection {
        rejection(
            DecodedDocument.unheldReason,
            "the store cannot hold its values: look at them with 'quarantine show'")
    }

    fileprivate func unvouched(_ policy: UncheckedPolicy) -> Rejection {
        let who = policy.roles.isEmpty ? "nobody" : "only \(policy.description.replacing(",", with: " and "))"
        return rejection(
            DecodedDocument.unvouchedReason,
            "nothing vouches for it, neither Apple's signature nor a shared secret, and \(who) may bring such documents: have the app send what Apple signed, or ask a lead for 'quarantine retry'"
        )
    }

    fileprivate func givesToken(of carrier: AppUserID) -> Rejection {
        rejection(
            DecodedDocument.tokenReason,
            "app_account_token is \(carrier)'s, whose purchases would become another's: a lead takes it in with 'quarantine retry'"
        )
    }
}
