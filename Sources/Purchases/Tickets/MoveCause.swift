/// What moved a ticket: a code with the values that its sentence needs.
///
/// Encoded it is an object of one member: the code, and an object of its values, moments in milliseconds since 1970. A
/// fact's own code stands there: `{"superseded":{"by":"5b0f"}}`, `{"reportedFinished":{}}`.
package enum MoveCause: Hashable, Sendable {
    /// A fact of the purchase; as JSON the fact stands alone.
    case fact(FactEvidence)
    /// It was restored, not bought.
    case restored
    /// The store does not serve the environment.
    case notServed(in: AppStoreEnvironment)
    /// Nothing is decided yet.
    case undecided
    /// Apple gave all of the money back.
    case refunded
    /// The customer bought the product soon after.
    case superseded(by: Superseding)
    /// It is the same charge as another ticket, which stays.
    case sameCharge(as: TicketID)
    /// A grant made it good.
    case madeGood
    /// The last grant that made it good was taken back.
    case grantRevoked(grant: GrantID)
    /// A person ended it.
    case ended(as: TicketResolution)
    /// A person took it up again, and wrote why.
    case reopened(note: FreeText)
}

extension MoveCause: Codable {
    private enum Code: String, CodingKey {
        case restored, notServed, undecided, refunded, superseded, sameCharge, madeGood, grantRevoked, ended,
            reopened
    }

    private enum Value: String, CodingKey {
        case environment, by, transaction, `as`, grant, note
    }

    /// Reads a code with its values; every code that is no move's own is a fact's.
    package init(from decoder: any Decoder) throws {
        let codes = try decoder.container(keyedBy: Code.self)
        guard let code = codes.allKeys.first else {
            self = .fact(try FactEvidence(from: decoder))
            return
        }
        let values = try codes.nestedContainer(keyedBy: Value.self, forKey: code)
        switch code {
        case .restored: self = .restored
        case .notServed:
            self = .notServed(in: try values.decode(AppStoreEnvironment.self, forKey: .environment))
        case .undecided: self = .undecided
        case .refunded: self = .refunded
        case .superseded:
            if let charge = try values.decodeIfPresent(TransactionID.self, forKey: .transaction) {
                self = .superseded(by: .charge(charge))
            } else {
                self = .superseded(by: .attempt(try values.decode(AttemptID.self, forKey: .by)))
            }
        case .sameCharge: self = .sameCharge(as: try values.decode(TicketID.self, forKey: .as))
        case .madeGood: self = .madeGood
        case .grantRevoked:
            self = .grantRevoked(grant: try values.decode(GrantID.self, forKey: .grant))
        case .ended: self = .ended(as: try values.decode(TicketResolution.self, forKey: .as))
        case .reopened: self = .reopened(note: try values.decode(FreeText.self, forKey: .note))
        }
    }

    /// Writes the code with its values.
    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .fact(let evidence): try evidence.encode(to: encoder)
        case .restored: try write(.restored, to: encoder)
        case .notServed(let environment):
            try write(.notServed, [.environment: environment.rawValue], to: encoder)
        case .undecided: try write(.undecided, to: encoder)
        case .refunded: try write(.refunded, to: encoder)
        case .superseded(.attempt(let attempt)):
            try write(.superseded, [.by: attempt.rawValue], to: encoder)
        case .superseded(.charge(let transaction)):
            try write(.superseded, [.transaction: transaction.rawValue], to: encoder)
        case .sameCharge(let ticket): try write(.sameCharge, [.as: ticket.rawValue], to: encoder)
        case .madeGood: try write(.madeGood, to: encoder)
        case .grantRevoked(let grant):
            try write(.grantRevoked, [.grant: grant.rawValue], to: encoder)
        case .ended(let resolution): try write(.ended, [.as: resolution.rawValue], to: encoder)
        case .reopened(let note): try write(.reopened, [.note: note.text], to: encoder)
        }
    }

    private func write(_ code: Code, _ values: [Value: String] = [:], to encoder: any Encoder) throws {
        var codes = encoder.container(keyedBy: Code.self)
        var container = codes.nestedContainer(keyedBy: Value.self, forKey: code)
        for (key, value) in values { try container.encode(value, forKey: key) }
    }
}

extension MoveCause {
    /// The same with something else in place of what people typed.
    package func replacingWords(with text: FreeText) -> MoveCause {
        if case .reopened = self { .reopened(note: text) } else { self }
    }
}
