/// What a person does to a ticket, with its values.
///
/// The one list of acts: keys, forms, commands and acts on marked tickets make one of these, the store carries it out,
/// and the audit log says it.
package enum TicketAct: Hashable, Sendable {
    /// Claims it, so that nobody else works on it.
    case claim
    /// Gives it back to its queue, if it is claimed or was handed to the agent.
    case release
    /// Keeps a note on it.
    case note(String)
    /// Hands it over; who hands it over holds it no more.
    case assign(to: AgentName)
    /// Notes that the customer was written to or spoken with.
    case contacted(by: ContactChannel)
    /// Lets it wait; time, news, or a note by somebody else brings it back.
    case wait(for: WaitingParty, until: Instant)
    /// Passes it over, so that the agent is not given it next; leads read why.
    case skip(reason: String)
    /// Notes that another belongs to it.
    case link(to: TicketID)
    /// Asks the server to try again to deliver.
    case retry
    /// Ends it, or asks a lead for that.
    case resolve(TicketEnd)
    /// Takes it up again after it was resolved.
    case reopen(note: String)
}

/// How a person ends a ticket.
package struct TicketEnd: Hashable, Sendable {
    package var resolution: TicketResolution
    /// Why; needed for what is written off, what is credited, and what no fact shows.
    package var note: FreeText?
    /// How many of a consumable were credited; needed for what is credited.
    package var quantity: Int?
    /// The ticket that it is a duplicate of; needed for a duplicate, and for nothing else.
    package var other: TicketID?

    /// An end of a ticket.
    package init(
        _ resolution: TicketResolution, note: FreeText? = nil, quantity: Int? = nil, of other: TicketID? = nil
    ) {
        self.resolution = resolution
        self.note = note
        self.quantity = quantity
        self.other = other
    }
}

extension TicketAct {
    /// The word by which the audit log knows an act; written by hand, so that entries of before a renaming open.
    package enum Code: String, Codable, Sendable, CaseIterable {
        case claim = "claim"
        case release = "release"
        case note = "note"
        case assign = "assign"
        case contacted = "contacted"
        case wait = "wait"
        case skip = "skip"
        case link = "link"
        case retry = "retry"
        case resolve = "resolve"
        case reopen = "reopen"
    }

    package var code: Code {
        switch self {
        case .claim: .claim
        case .release: .release
        case .note: .note
        case .assign: .assign
        case .contacted: .contacted
        case .wait: .wait
        case .skip: .skip
        case .link: .link
        case .retry: .retry
        case .resolve: .resolve
        case .reopen: .reopen
        }
    }
}

/// As the audit log says it: the code under `deed`, the values beside it, times as RFC 3339:
/// `{"deed":"wait","until":"2026-11-24T14:00:00Z","waiting_for":"customer"}`.
extension TicketAct: Codable {
    private enum Key: String, CodingKey {
        case deed, note, to, channel, waitingFor, until, reason, other, resolution, quantity
    }

    /// Reads an act; of a text that was erased or is hidden nothing is left.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        func words(_ key: Key) -> String? { try? values.decode(String.self, forKey: key) }
        switch try values.decode(Code.self, forKey: .deed) {
        case .claim: self = .claim
        case .release: self = .release
        case .note: self = .note(words(.note) ?? "")
        case .assign: self = .assign(to: try values.decode(AgentName.self, forKey: .to))
        case .contacted: self = .contacted(by: try values.decode(ContactChannel.self, forKey: .channel))
        case .wait:
            guard let until = Instant(try values.decode(String.self, forKey: .until)) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .until, in: values, debugDescription: "no moment")
            }
            self = .wait(for: try values.decode(WaitingParty.self, forKey: .waitingFor), until: until)
        case .skip: self = .skip(reason: words(.reason) ?? "")
        case .link: self = .link(to: try values.decode(TicketID.self, forKey: .other))
        case .retry: self = .retry
        case .resolve:
            self = .resolve(
                TicketEnd(
                    try values.decode(TicketResolution.self, forKey: .resolution),
                    note: FreeText(words(.note)),
                    quantity: try values.decodeIfPresent(Int.self, forKey: .quantity),
                    of: try values.decodeIfPresent(TicketID.self, forKey: .other)))
        case .reopen: self = .reopen(note: words(.note) ?? "")
        }
    }

    /// Writes the act; what people typed goes as ``FreeText``.
    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(code, forKey: .deed)
        switch self {
        case .claim, .release, .retry: break
        case .note(let text), .reopen(let text): try values.encodeIfPresent(FreeText(text), forKey: .note)
        case .assign(let agent): try values.encode(agent, forKey: .to)
        case .contacted(let channel): try values.encode(channel, forKey: .channel)
        case .wait(let party, let until):
            try values.encode(party, forKey: .waitingFor)
            try values.encode(until.description, forKey: .until)
        case .skip(let reason): try values.encodeIfPresent(FreeText(reason), forKey: .reason)
        case .link(let other): try values.encode(other, forKey: .other)
        case .resolve(let end):
            try values.encode(end.resolution, forKey: .resolution)
            try values.encodeIfPresent(FreeText(end.note?.whole), forKey: .note)
            try values.encodeIfPresent(end.quantity, forKey: .quantity)
            try values.encodeIfPresent(end.other, forKey: .other)
        }
    }
}

/// What a timeline tells of work on a ticket: what an act left, or time, news and Apple.
///
/// Kept it is an object of one member, as a ``MoveCause`` is: the code, and an object of its values, moments in
/// milliseconds since 1970: `{"assigned":{"to":"ben"}}`, `{"claimed":{}}`.
package enum TicketWorkEvent: Hashable, Codable, Sendable {
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
    case skipped(reason: FreeText)
    /// It was said to belong together with another.
    case linked(to: TicketID)
    /// The app's server was asked to try again to deliver it.
    case retryAsked
    /// The App Store was asked to finish its transaction.
    case finishAsked
    /// The App Store finished its transaction.
    case finished

    /// The codes, written by hand: a renaming leaves them.
    private enum CodingKeys: String, CodingKey {
        case claimed = "claimed"
        case released = "released"
        case lapsed = "lapsed"
        case assigned = "assigned"
        case contacted = "contacted"
        case waiting = "waiting"
        case woken = "woken"
        case skipped = "skipped"
        case linked = "linked"
        case retryAsked = "retryAsked"
        case finishAsked = "finishAsked"
        case finished = "finished"
    }
}

extension TicketWorkEvent {
    /// A value that machines read of an event.
    package enum Value: Hashable, Sendable {
        case name(String)
        case number(Int)
        case moment(Instant)
    }

    /// The code, and the values by their names, as machines read them.
    package var told: (code: String, values: [String: Value]) {
        switch self {
        case .claimed: ("claimed", [:])
        case .released(let holder): ("released", ["from": .name(holder.rawValue)])
        case .lapsed(let holder, let hours):
            ("lapsed", ["from": .name(holder.rawValue), "hours": .number(hours)])
        case .assigned(let agent): ("assigned", ["to": .name(agent.rawValue)])
        case .contacted(let channel): ("contacted", ["channel": .name(channel.rawValue)])
        case .waiting(let party, let until):
            ("waiting", ["for": .name(party.rawValue), "until": .moment(until)])
        case .woken(let cause): ("woken", ["because": .name(cause.rawValue)])
        case .skipped(let reason): ("skipped", ["reason": .name(reason.text)])
        case .linked(let other): ("linked", ["to": .name(other.rawValue)])
        case .retryAsked: ("retry_asked", [:])
        case .finishAsked: ("finish_asked", [:])
        case .finished: ("finished", [:])
        }
    }

    /// The same with something else in place of what people typed.
    package func replacingWords(with text: FreeText) -> TicketWorkEvent {
        switch self {
        case .skipped: .skipped(reason: text)
        case .claimed, .released, .lapsed, .assigned, .contacted, .waiting, .woken, .linked, .retryAsked,
            .finishAsked, .finished:
            self
        }
    }
}

/// How a customer was written to or spoken with.
package enum ContactChannel: String, Hashable, Codable, Sendable, CaseIterable {
    /// By e-mail.
    case email
    case chat
    /// By telephone.
    case phone
    /// Inside the app.
    case app
}

/// Whom a ticket waits for.
package enum WaitingParty: String, Hashable, Codable, Sendable, CaseIterable {
    /// The customer is to answer.
    case customer
    /// Apple is to answer or to pay back.
    case apple
    /// The app's makers are to do something.
    case app
}

/// Why a ticket that waited waits no more.
package enum WakingCause: String, Hashable, Codable, Sendable, CaseIterable {
    /// The time came until which it was to wait.
    case time
    /// A document told something new about the purchase or its chain.
    case news
    /// Somebody else wrote a note.
    case note
}
