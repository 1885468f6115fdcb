import JSONAnswers
import JSONValues
import Persistence
import Purchases
import Wording

/// The lines of `ticket show` and of every act on a ticket; their JSON is in `JSONAnswers/TicketPageAnswer.swift`.
extension Answers {
    /// A ticket's page, in the order in which an agent asks.
    static func ticket(_ page: TicketPage) -> [String] {
        head(page) + work(page) + cause(page.ticket) + facts(page.facts)
            + headed("told", page.told.map(told)) + headed("attempts", page.attempts.map(attempt))
            + headed("timeline (happened, learned, told by)", timeline(page.events))
            + [page.ticket.incident.map { "belongs to incident \($0)" }, similar(page.similar)].compactMap {
                $0
            }
            + outcome(page) + [
                "next: \(reader.words(of: page.nextStep))"
            ]
    }

    private static func head(_ page: TicketPage) -> [String] {
        let ticket = page.ticket
        let name = page.customer?.values.name?.text
        let facts = [
            "ticket \(ticket.id)", "group \(ticket.group.rawValue), \(ticket.title)", state(of: ticket),
            ticket.customer.map { "customer \($0)" } ?? "no customer", name,
            ticket.reference.map { "ref \($0)" },
        ]
        let work = [
            reader.due(ticket, at: page.at), reader.waiting(ticket), reader.contact(ticket),
            ticket.assignedTo.map { "handed to \($0)" },
            ticket.skips > 0 ? "passed over \(Counting.of(ticket.skips, "time"))" : nil,
            page.retry.map { reader.words(of: $0) }, reader.proof(of: ticket),
            page.links.isEmpty
                ? nil : "linked to \(page.links.map { "ticket \($0.id)" }.joined(separator: ", "))",
        ]
        let purchase = [
            ticket.product?.rawValue, ticket.money.map { money($0) },
            ticket.chargedAt.map { "charged \(moment($0))" } ?? ticket.withoutCharge,
            ticket.transactionID.map { "transaction \($0)" }, ticket.environment.rawValue, ticket.storefront,
            ticket.appVersion.map { "app \($0)" },
            ticket.blocksRepurchase ? "blocks buying the product again" : nil,
        ]
        return [facts, purchase, work].map { $0.compactMap { $0 }.joined(separator: " · ") }
            .filter { !$0.isEmpty }
    }

    /// That a lead was asked to end it.
    private static func work(_ page: TicketPage) -> [String] {
        page.askedEnd.map { ["work: \(reader.words(of: $0))"] } ?? []
    }

    private static func state(of ticket: Ticket) -> String {
        if let end = ticket.endTitle {
            return end + (ticket.resolvedBy.map { " by \($0)" } ?? "")
                + (ticket.resolvedAt.map { " at \(moment($0))" } ?? "")
        }
        guard let agent = ticket.claimedBy else { return ticket.state.rawValue }
        return ticket.state == .claimed
            ? "claimed by \(agent)" : "\(ticket.state.rawValue), claimed by \(agent)"
    }

    /// What the code of the cause means, and what is done about it in general where that fits.
    private static func cause(_ ticket: Ticket) -> [String] {
        guard ticket.hasCause else { return [] }
        let meaning = Codes.meaning(ofCause: ticket.cause.rawValue)
        let general = [
            ticket.usualMeaning.map(blame), ticket.usualAdvice.map { "usually: \($0)" },
        ]
        return headed(
            "cause \(meaning.code), \(meaning.name)", [meaning.happened] + general.compactMap { $0 })
    }

    private static func facts(_ facts: TicketFacts) -> [String] {
        let rows = [
            ("charged", facts.charged), ("delivered", facts.extended), ("closed", facts.finished),
            ("tries gone", facts.exhausted),
        ]
        return headed(
            "facts",
            Columns.lines(
                rows.map { name, fact in
                    [
                        name, fact.value ? "yes" : "no", fact.at.map(moment) ?? "",
                        reader.words(of: fact.evidence),
                    ]
                }))
    }

    private static func told(_ told: ToldPurchase) -> String {
        let words = [
            told.agent.rawValue, moment(told.at), reader.words(ofWhatWasTold: told), told.text?.text,
            told.reference.map { "ref \($0)" },
        ]
        return words.compactMap { $0 }.joined(separator: " · ")
    }

    private static func attempt(_ attempt: PurchaseAttempt) -> String {
        let told = [
            attempt.values.appVersion.map { "app \($0)" },
            attempt.values.systemVersion.map { "system \($0)" },
            attempt.values.device,
        ]
        return ([attempt.id.rawValue] + told.compactMap { $0 }).joined(separator: " · ")
    }

    private static func timeline(_ events: [TicketEvent]) -> [String] {
        Columns.lines(
            events.map { event in
                let isAtOnce = event.learnedAt == event.happenedAt
                return [
                    moment(event.happenedAt), isAtOnce ? "at once" : moment(event.learnedAt),
                    reader.teller(of: event.content), text(of: event),
                ]
            })
    }

    private static func similar(_ similar: SimilarTickets) -> String? {
        guard similar.count.counted > 0 else { return nil }
        return "similar: \(similar.count) like this" + (similar.since.map { " since \(moment($0))" } ?? "")
    }

    /// What the customer did not get, or waited for, and what became of the alarm.
    private static func outcome(_ page: TicketPage) -> [String] {
        let lost = page.lost.map { span in
            "lost: \(moment(span.from)) – \(span.until.map(moment) ?? "without end")"
                + (span.length.map { ", \(age($0))" } ?? "")
        }
        let waited = page.waited.map { "waited: \(age($0)), then it was delivered in time" }
        let alarm = page.alarm.flatMap { alarm in
            alarm.failure.map { why in
                "alarm not delivered: \(why)"
                    + (alarm.nextAt.map { ", tried \(alarm.attempts)×, again from \(moment($0)) on" } ?? "")
            }
        }
        return [lost, waited, alarm].compactMap { $0 }
    }
}

extension Answers {
    /// What an entry of a ticket's timeline tells, and the code that it tells.
    private static func text(of event: TicketEvent) -> String {
        let said = reader.words(of: event.content)
        return CodeText(of: event.content).map { "\(said): \($0.brief)" } ?? said
    }
}
