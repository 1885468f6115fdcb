/// How a customer was written to or spoken with.
public enum ContactChannel: String, Hashable, Codable, Sendable, CaseIterable {
    /// By e-mail.
    case email
    /// In a chat.
    case chat
    /// By telephone.
    case phone
    /// Inside the app.
    case app
}

/// Whom a ticket waits for.
public enum WaitingParty: String, Hashable, Codable, Sendable, CaseIterable {
    /// The customer is to answer.
    case customer
    /// Apple is to answer or to pay back.
    case apple
    /// The app's makers are to do something.
    case app
}

/// Why a ticket that waited waits no more.
public enum WakingCause: String, Hashable, Codable, Sendable, CaseIterable {
    /// The time came until which it was to wait.
    case time
    /// A document told something new about the purchase or its chain.
    case news
    /// Somebody else wrote a note.
    case note
}

/// What was done to a ticket that is no move between groups: a code with its values.
///
/// Encoded it is an object of one member, as a ``MoveCause`` is: the code, and an object of its values, moments in
/// milliseconds since 1970: `{"assigned":{"to":"ben"}}`, `{"claimed":{}}`.
public enum TicketDeed: Hashable, Sendable {
    /// Somebody began to work on it.
    case claimed
    /// It was given back to its queue; by a lead, from its holder.
    case released(from: AgentName)
    /// The holder did nothing for so many hours, and it went back to its queue.
    case lapsed(holder: AgentName, hours: Int)
    /// It was handed over.
    case assigned(to: AgentName)
    /// The customer was written to.
    case contacted(by: ContactChannel)
    /// It began to wait.
    case waiting(for: WaitingParty, until: Instant)
    /// It came back from waiting.
    case woken(because: WakingCause)
    /// Somebody passed it over, and said why.
    case skipped(reason: String)
    /// It was said to belong together with another.
    case linked(to: TicketID)
    /// The app's server was asked to try again to deliver it.
    case retryAsked
    /// The App Store was asked to finish its transaction.
    case finishAsked
    /// The App Store finished its transaction.
    case finished
}

extension TicketDeed: Codable {
    private enum Code: String, CodingKey {
        case claimed, released, lapsed, assigned, contacted, waiting, woken, skipped, linked, retryAsked,
            finishAsked, finished
    }

    private enum Value: String, CodingKey {
        case from, holder, hours, to, by, `for`, until, because, reason
    }

    /// Reads a code with its values.
    public init(from decoder: any Decoder) throws {
        let codes = try decoder.container(keyedBy: Code.self)
        guard let code = codes.allKeys.first else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: codes.codingPath, debugDescription: "no deed"))
        }
        let values = try codes.nestedContainer(keyedBy: Value.self, forKey: code)
        switch code {
        case .claimed: self = .claimed
        case .released: self = .released(from: try values.decode(AgentName.self, forKey: .from))
        case .lapsed:
            self = .lapsed(
                holder: try values.decode(AgentName.self, forKey: .holder),
                hours: try values.decode(Int.self, forKey: .hours))
        case .assigned: self = .assigned(to: try values.decode(AgentName.self, forKey: .to))
        case .contacted: self = .contacted(by: try values.decode(ContactChannel.self, forKey: .by))
        case .waiting:
            self = .waiting(
                for: try values.decode(WaitingParty.self, forKey: .for),
                until: Instant(milliseconds: try values.decode(Int64.self, forKey: .until)))
        case .woken: self = .woken(because: try values.decode(WakingCause.self, forKey: .because))
        case .skipped: self = .skipped(reason: try values.decode(String.self, forKey: .reason))
        case .linked: self = .linked(to: try values.decode(TicketID.self, forKey: .to))
        case .retryAsked: self = .retryAsked
        case .finishAsked: self = .finishAsked
        case .finished: self = .finished
        }
    }

    /// Writes the code with its values.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .claimed: try write(.claimed, to: encoder)
        case .released(let holder): try write(.released, [.from: holder.rawValue], to: encoder)
        case .lapsed(let holder, let hours):
            var values = container(.lapsed, of: encoder)
            try values.encode(holder, forKey: .holder)
            try values.encode(hours, forKey: .hours)
        case .assigned(let agent): try write(.assigned, [.to: agent.rawValue], to: encoder)
        case .contacted(let channel): try write(.contacted, [.by: channel.rawValue], to: encoder)
        case .waiting(let party, let until):
            var values = container(.waiting, of: encoder)
            try values.encode(party, forKey: .for)
            try values.encode(until.milliseconds, forKey: .until)
        case .woken(let cause): try write(.woken, [.because: cause.rawValue], to: encoder)
        case .skipped(let reason): try write(.skipped, [.reason: reason], to: encoder)
        case .linked(let ticket): try write(.linked, [.to: ticket.rawValue], to: encoder)
        case .retryAsked: try write(.retryAsked, to: encoder)
        case .finishAsked: try write(.finishAsked, to: encoder)
        case .finished: try write(.finished, to: encoder)
        }
    }

    private func container(_ code: Code, of encoder: any Encoder) -> KeyedEncodingContainer<Value> {
        var codes = encoder.container(keyedBy: Code.self)
        return codes.nestedContainer(keyedBy: Value.self, forKey: code)
    }

    private func write(_ code: Code, _ values: [Value: String] = [:], to encoder: any Encoder) throws {
        var container = container(code, of: encoder)
        for (key, value) in values { try container.encode(value, forKey: key) }
    }
}
