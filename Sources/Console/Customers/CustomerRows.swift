import Persistence
import Purchases
import Wording

/// A row of `CustomersScreen`: a customer, an ownerless chain or a ticket. The pages and the search results that rows
/// come in stand below.
struct CustomerRow: Hashable, Sendable, Identifiable {
    /// What a row leads to.
    enum Subject: Hashable, Sendable {
        case customer(AppUserID)
        /// A chain that is nobody's.
        case chain(OriginalTransactionID)
        case ticket(TicketID)
        /// A page of another kind.
        case page(SearchResults.Page)

        /// How the list names it.
        var text: String {
            switch self {
            case .customer(let id): id.rawValue
            case .chain(let id): id.rawValue
            case .ticket(let id): "ticket \(id)"
            case .page(let page): "\(SearchText.field(page.kind)) \(page.number)"
            }
        }

        /// What is shown beside the list while the cursor stands on it.
        var beside: Beside {
            switch self {
            case .customer(let id): .customer(id)
            case .chain(let id): .chain(id)
            case .ticket(let id): .ticket(id)
            case .page: .nothing
            }
        }

        /// The screen that a row leads to.
        var route: Route {
            switch self {
            case .customer(let id): .customer(id, asOf: nil)
            case .chain(let id): .chain(id, nil, asOf: nil)
            case .ticket(let id): .ticket(id)
            case .page(.request(let id)): .request(id)
            case .page(.incident(let id)): .incident(id)
            case .page(.batch(let id)): .batch(id)
            case .page(.refund(let id)): .refund(id)
            case .page(.document(let id)): .document(id)
            case .page(.entry(let sequence)): .entry(sequence)
            }
        }
    }

    /// What the row leads to.
    let subject: Subject
    /// What is known of the person.
    let values: CustomerValues
    /// Whether any entitlement holds; nil when not known here.
    let hasAccess: Bool?
    /// The status of the chain bought last; nil when there is none or it is not known here.
    var status: ChainStatus?
    /// What was bought, of a chain; nil for a person.
    var product: ProductID?
    /// Which field matched, in words; empty in lists that are not searched.
    var matchedOn = ""
    var matchedText = ""

    /// Rows are known by what they lead to.
    var id: Subject { subject }
}

extension CustomerRow {
    /// A customer of the list.
    init(_ line: CustomerListPage.Line) {
        self.init(
            subject: .customer(line.customer.id), values: line.customer.values, hasAccess: line.hasAccess,
            status: line.status)
    }

    /// A chain that is nobody's.
    init(_ line: ChainListPage.Line) {
        self.init(
            subject: .chain(line.chain.original), values: CustomerValues(), hasAccess: nil,
            status: line.status,
            product: line.product)
    }

    /// What a search found; nil for what leads nowhere.
    init?(_ match: SearchResults.Match) {
        let subject =
            match.page.map { Subject.page($0) } ?? match.ticket.map { Subject.ticket($0) }
            ?? match.customer.map { Subject.customer($0.id) } ?? match.chain.map { Subject.chain($0) }
        guard let subject else { return nil }
        self.init(
            subject: subject, values: match.customer?.values ?? CustomerValues(),
            hasAccess: match.customer == nil ? nil : match.hasAccess,
            matchedOn: SearchText.field(match.matchedOn), matchedText: match.matchedText.text)
    }
}

/// A page of the list as `CustomersScreen` shows it, made of a `ListedCustomers`.
struct CustomersPage: Equatable, Sendable {
    let rows: [CustomerRow]
    /// Where the next page begins; nil at the end.
    let next: String?
    /// How many there are, capped, for example `312` or `10 000+`; nil when not counted.
    let total: String?
    /// How many chains are nobody's and how they are shown, in words; nil when none are, and on further pages.
    var ofNobody: String?

    /// This page after another: only the first one counts.
    func continuing(_ before: CustomersPage?) -> CustomersPage {
        CustomersPage(rows: rows, next: next, total: total ?? before?.total, ofNobody: before?.ofNobody)
    }
}

extension CustomersPage {
    /// A page of what is listed.
    init(_ page: ListedCustomers) {
        switch page {
        case .customers(let page, let ofNobody):
            self.init(
                rows: page.lines.map { CustomerRow($0) }, next: page.next, total: page.count.description)
            guard let ofNobody, ofNobody.counted > 0 else { return }
            self.ofNobody =
                "\(Counting.of(ofNobody, "chain has", "chains have")) no customer: n"
        case .chains(let page):
            self.init(
                rows: page.lines.map { CustomerRow($0) }, next: page.next, total: page.count.description)
        }
    }
}

/// Asks for the list of customers, or of unassigned chains. One type asks for both, so that a newer question supersedes
/// the older one when the list is changed.
struct CustomersQuery: StoreQuery {
    /// What is listed.
    let filter: CustomersFilter
    /// Where the page begins; nil for the first.
    let after: String?
    private let limit: Int

    /// A page of so many rows.
    init(_ filter: CustomersFilter, after: String? = nil, limit: Int) {
        (self.filter, self.after, self.limit) = (filter, after, limit)
    }

    func page(in reading: StoreReading) throws -> ListedCustomers {
        guard !filter.isOfNobody else {
            return .chains(try UnassignedChainListQuery(after: after, limit: limit).page(in: reading))
        }
        let page = try CustomerListQuery(filter.values, after: after, limit: limit).page(in: reading)
        guard after == nil, filter.isEmpty else { return .customers(page, ofNobody: nil) }
        return .customers(
            page, ofNobody: try UnassignedChainListQuery(limit: 0).page(in: reading).count)
    }
}

/// The answer to a `CustomersQuery`, in the store's own pages.
enum ListedCustomers: Sendable {
    /// Customers; with the first of all, the number of unassigned chains.
    case customers(CustomerListPage, ofNobody: CappedCount?)
    /// Unassigned chains.
    case chains(ChainListPage)
}

/// What a search found, and how that is said.
struct SearchFindings: Equatable, Sendable {
    let rows: [CustomerRow]
    /// What the text was taken for, in words.
    let reading: String
    /// Whether there is more than is shown.
    let isTruncated: Bool
    /// Whether the rows do not fit, and are one letter away.
    let isNear: Bool
    /// The order id that nothing is recorded for; nil when the text is none.
    let unknownOrder: OrderID?
    /// What to do where nothing was found; nil where the text looks like nothing of its own.
    let advice: [String]?

    /// What was read into the text, and how much was found.
    var caption: String {
        if isNear { return SearchText.didYouMean }
        let count = "\(rows.count) found\(isTruncated ? ", there may be more" : "")"
        return reading.isEmpty ? count : "read as \(reading): \(count)"
    }

    /// What is said when nothing was found; it depends on how much of a person's data has to be typed.
    func nothing(within reach: SearchReach) -> [String] {
        if let advice { return advice }
        guard reach == .parts else { return ["Nothing fits. \(SearchText.wholesAlone)"] }
        return [
            "Nothing fits. Try an order id (M…), a transaction id, an e-mail, a part of the name, #34 for a "
                + "ticket, 9.99 EUR 13 Nov for a charge, or paste the whole e-mail"
        ]
    }

    /// What stands below an empty box over a screen: what it takes, and the last searches.
    static func invitation(_ searches: [String]) -> [String] {
        let takes =
            "Type or paste what the customer sent: an id, an address, a name, or the whole e-mail. Esc leads back."
        guard !searches.isEmpty else { return [takes] }
        return [takes, "", "Last searches (↑):"] + searches.prefix(8).map { "  \($0)" }
    }
}

extension SearchFindings {
    /// What the store found.
    init(_ results: SearchResults) {
        let text = SearchText(results)
        let rows = (results.matches + results.nearest).compactMap { CustomerRow($0) }
        self.init(
            rows: rows, reading: text.reading, isTruncated: results.isTruncated,
            isNear: results.matches.isEmpty && !rows.isEmpty, unknownOrder: results.unknownOrder,
            advice: text.nothing(in: .console))
    }
}
