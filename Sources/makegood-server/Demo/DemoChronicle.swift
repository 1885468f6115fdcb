import Persistence
import Purchases
import Wording

/// Something that happened in the demonstration, as it is told.
enum DemoEvent: Hashable, Sendable {
    /// A new part of the day begins.
    case chapter(DemoChapter)
    /// The App Store charged a customer, or somebody bought without a charge.
    case bought(TransactionID, by: AppUserID, product: ProductID)
    /// The store knows of a purchase and gives access: so long after it was charged.
    case delivered(TransactionID, to: AppUserID, product: ProductID, after: TimeLength, atOnce: Bool)
    /// A purchase that was charged and did not arrive became a ticket.
    case opened(TicketID, AppUserID?, ProductID?)
    /// A ticket was tried to verify again.
    case tried(TicketID, count: Int, limit: Int, cause: TicketCause)
    /// A ticket became a loss of funds.
    case lost(TicketID, AppUserID?, ProductID?, cause: TicketCause)
    /// An alarm rang for a ticket.
    case rang(TicketID)
    /// So many failures were too many to be chance.
    case incident(IncidentID, title: String)
    case resolved(TicketID, as: TicketResolution?, AppUserID?)
    /// A customer has access until Apple can be asked.
    case bridged(AppUserID, EntitlementID, until: Instant?)
    /// A customer wants money back, and Apple asks what was consumed.
    case refundAsked(TransactionID, by: AppUserID, product: ProductID)
    /// Apple decided about a refund, with an answer or without.
    case refundDecided(TransactionID, isGranted: Bool, wasAnswered: Bool)
    /// Something that people asked of Apple came to its end.
    case asked(String, outcome: String, by: AgentName)
    /// A customer cannot buy a product again, since the last transaction of it is not finished.
    case blocked(AppUserID, ProductID)
    /// The same customer can, since it was finished.
    case unblocked(AppUserID, ProductID)
}

/// A part of the demonstration's day.
enum DemoChapter: String, Hashable, Sendable {
    case purchases, appleDown, appleBack, present

    /// Its heading.
    var words: String {
        switch self {
        case .purchases: "A day of purchases: Apple charges and notifies, the app sends receipts and reports."
        case .appleDown:
            "Apple is away: nothing can be verified, and its notifications do not come."
        case .appleBack: "Apple is back: the gaps are filled from its history of notifications."
        case .present: "The day has met the present. It goes on at the pace of the clock, until Ctrl-C."
        }
    }
}

/// Tells what happens, one line for each thing that matters: what happens often is summed up.
///
/// Pure, so that a test can read it: it is told what happened and when, and answers what is to be said.
struct DemoChronicle: Sendable {
    /// What there was of everything.
    struct Sums: Hashable, Sendable {
        /// Purchases that were charged.
        var bought = 0
        /// Purchases that gave access at once.
        var atOnce = 0
        /// Purchases that gave access later.
        var late = 0
        /// Tickets that were opened.
        var tickets = 0
        /// Tickets that became losses of funds.
        var losses = 0
        /// Tickets that were resolved as delivered.
        var recovered = 0
        /// Alarms that rang.
        var alarms = 0
        /// Customers who had access while Apple could not be asked.
        var bridged = 0
    }

    /// How often a kind of event is told by itself in each part of the day; the others are in the sums.
    private static let patience = 4

    /// What there was so far.
    private(set) var sums = Sums()
    private var told: [String: Int] = [:]
    private var opened: Set<TicketID> = []
    /// The losses that nobody has ended yet.
    private(set) var lost: Set<TicketID> = []
    private var rung: Set<TicketID> = []

    /// Notes something, and answers what is to be said of it; nil where it is only counted.
    mutating func note(_ event: DemoEvent) -> String? {
        switch event {
        case .chapter(let chapter):
            told = [:]
            return chapter.words
        case .bought(_, let customer, let product):
            sums.bought += 1
            return sparingly("bought", "\(customer) buys \(product)")
        case .delivered(_, let customer, let product, let wait, let atOnce):
            guard !atOnce else {
                sums.atOnce += 1
                return sparingly("delivered", "\(customer) has \(product): it arrived at once")
            }
            sums.late += 1
            return sparingly(
                "late", "\(customer) has \(product) at last: it arrived \(words(wait)) after it was paid")
        case .opened(let ticket, let customer, let product):
            sums.tickets += 1
            opened.insert(ticket)
            return sparingly(
                "opened",
                "ticket \(ticket): \(name(customer)) paid for \(name(product)), and it did not arrive; it is verified again"
            )
        case .tried(let ticket, let count, let limit, let cause):
            return sparingly("tried", "ticket \(ticket): try \(count) of \(limit) failed (\(cause))")
        case .lost(let ticket, let customer, let product, let cause):
            sums.losses += 1
            lost.insert(ticket)
            return sparingly(
                "lost",
                "ticket \(ticket) is a loss of funds: \(name(customer)) paid for \(name(product)) and has nothing (\(cause))"
            )
        case .rang(let ticket):
            guard rung.insert(ticket).inserted else { return nil }
            sums.alarms += 1
            return sparingly("rang", "the alarm rings for ticket \(ticket)")
        case .incident(let incident, let title):
            return
                "incident \(incident): \(title); one alarm rings for all of it, and x on its page has its subscribers renewed later"
        case .resolved(let ticket, .delivered?, let customer):
            // One of before the day is told, and is none of its sums.
            if opened.contains(ticket) { sums.recovered += 1 }
            lost.remove(ticket)
            return sparingly(
                "resolved",
                "ticket \(ticket): delivered after all, \(customer?.rawValue ?? "the customer") has access"
            )
        case .resolved(let ticket, let resolution, _):
            lost.remove(ticket)
            return sparingly("resolved", "ticket \(ticket): \(resolution?.rawValue ?? "resolved")")
        case .bridged(let customer, let entitlement, let end):
            sums.bridged += 1
            let limit = end.map { ", until \(DemoLine.clock($0)) at the most" } ?? ""
            return sparingly("bridged", "\(customer) has \(entitlement) until Apple can be asked\(limit)")
        case .refundAsked(let transaction, let customer, let product):
            return
                "\(customer) wants the money for \(product) back: Apple asks what was consumed of \(transaction), a lead "
                + "answers within 12 hours"
        case .refundDecided(let transaction, let isGranted, let wasAnswered):
            return "Apple \(isGranted ? "refunds" : "does not refund") \(transaction)"
                + (wasAnswered ? ", after what it was told" : "; nobody told it anything")
        case .blocked(let customer, let product):
            return
                "\(customer) cannot buy \(product) again: the last one is not finished. Credit its ticket (r), then f unblocks it"
        case .unblocked(let customer, let product):
            return "\(customer) can buy \(product) again: the App Store finished the last one"
        case .asked(let what, let outcome, let agent): return "\(agent) asked Apple: \(what): \(outcome)"
        }
    }

    /// What there was so far, on one line.
    var soFar: String {
        var parts = [Counting.of(sums.bought, "purchase"), "\(sums.atOnce) delivered at once"]
        if sums.late > 0 { parts.append("\(sums.late) late") }
        if sums.tickets > 0 { parts.append(Counting.of(sums.tickets, "ticket")) }
        if sums.losses > 0 { parts.append("\(Counting.of(lost.count, "loss", "losses")) of funds open") }
        if sums.bridged > 0 { parts.append("\(sums.bridged) bridged") }
        if sums.alarms > 0 { parts.append("\(Counting.of(sums.alarms, "alarm")) rung") }
        return "so far: " + parts.joined(separator: ", ")
    }

    /// What there was in all, a line each.
    var summary: [String] {
        [
            "\(sums.bought) purchases were charged",
            "\(sums.atOnce) gave access at once",
            "\(sums.late) gave access late, when Apple was back",
            "\(sums.tickets) became tickets, of which \(sums.recovered) were delivered after all",
            "\(Counting.of(lost.count, "loss of funds stays", "losses of funds stay")) for people to make good",
            "\(sums.alarms) alarms rang",
        ]
    }

    /// A line, unless enough of its kind were told in this part of the day.
    private mutating func sparingly(_ kind: String, _ line: String) -> String? {
        told[kind, default: 0] += 1
        return told[kind, default: 0] <= DemoChronicle.patience ? line : nil
    }

    private func name(_ customer: AppUserID?) -> String { customer?.rawValue ?? "somebody" }

    private func name(_ product: ProductID?) -> String { product?.rawValue ?? "something" }

    private func words(_ length: TimeLength) -> String {
        let minutes = length.wholeSeconds / 60
        return minutes < 120 ? "\(minutes) minutes" : "\(minutes / 60) hours"
    }
}
