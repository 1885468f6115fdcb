package import Persistence
package import Purchases

// Who else is there, and what they did while somebody typed.

extension PresentConsole {
    /// What is said of this console beside what it has in front, to somebody: `lea edits this`.
    package func words(to reader: AgentName) -> String { words(to: reader, about: "this") }

    /// The same on the page of its customer: `lea edits ticket 28`.
    package func words(onPageOf customer: AppUserID, to reader: AgentName) -> String {
        words(to: reader, about: attention?.ticket.map { "ticket \($0)" } ?? "this")
    }

    /// The same where there is room for two words only: `lea edits`.
    package func briefWords(to reader: AgentName) -> String { "\(name(to: reader)) \(verb(to: reader))" }

    private func words(to reader: AgentName, about what: String) -> String {
        let looks = attention?.manner == .edits ? "" : "at "
        return "\(name(to: reader)) \(verb(to: reader)) \(looks)\(what)"
    }

    /// A console says itself whose it is: nobody's name is longer than a line.
    private func name(to reader: AgentName) -> String {
        agent == reader ? "you, elsewhere," : String(agent.rawValue.prefix(24))
    }

    private func verb(to reader: AgentName) -> String {
        switch (attention?.manner == .edits, agent == reader) {
        case (true, true): "edit"
        case (true, false): "edits"
        case (false, true): "look"
        case (false, false): "looks"
        }
    }
}

extension Reader {
    /// What changed about a ticket or customer since it was seen: who did what when, and what became of the ticket.
    package func news(of standing: SubjectSnapshot, since before: Ticket?) -> String {
        let deeds = standing.deeds.reversed().map { "\(AuditSentence($0, for: self).text), \(moment($0.at))" }
        let told = deeds.isEmpty ? ["documents came in"] : deeds
        let ways = before.flatMap { before in standing.ticket.map { changes(from: before, to: $0) } } ?? []
        return (told + ways).joined(separator: "; ")
    }

    private func changes(from before: Ticket, to after: Ticket) -> [String] {
        [
            before.state == after.state ? nil : "state \(before.state.rawValue) → \(after.state.rawValue)",
            before.group == after.group ? nil : "“\(before.group.title)” → “\(after.group.title)”",
            before.customer == after.customer
                ? nil : after.customer.map { "now \($0)'s" } ?? "now without a customer",
        ].compactMap { $0 }
    }
}
