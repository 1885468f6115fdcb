package import Purchases

/// Why the App Store is not asked to finish a ticket's transaction, in words.
package struct FinishText {
    /// Why not.
    package let refusal: FinishRefusal

    package init(_ refusal: FinishRefusal) { self.refusal = refusal }

    /// What stands against it, about "it", the ticket: for the middle of a sentence.
    package var why: String {
        switch refusal {
        case .notCharged: "the App Store has told of no charge"
        case .finished: "its transaction is finished already"
        case .owed: "it is neither made good nor delivered yet: finished now, it would be a loss"
        case .ended(.duplicate): "it is a duplicate: its charge is another ticket's"
        case .ended(let resolution): "it ended as \(resolution.title): nothing was given for it"
        case .unknownTransaction: "nothing tells the id of its transaction"
        }
    }

    /// What stands against it, of a ticket that is named.
    func what(_ ticket: TicketID) -> String {
        switch refusal {
        case .notCharged: "the App Store has told of no charge for ticket \(ticket)"
        case .finished: "the transaction of ticket \(ticket) is finished already"
        case .owed: "ticket \(ticket) is neither made good nor delivered yet"
        case .ended(.duplicate): "ticket \(ticket) is a duplicate"
        case .ended(let resolution): "ticket \(ticket) ended as \(resolution.title)"
        case .unknownTransaction: "nothing tells the id of ticket \(ticket)'s transaction"
        }
    }

    /// What to do instead.
    var toDo: String {
        switch refusal {
        case .notCharged: "no transaction is known that could block anything"
        case .finished: "the customer can buy again"
        case .owed: "make it good first: finished now, it would be a loss"
        case .ended(.duplicate): "ask for the ticket that it was merged into"
        case .ended: "only what was delivered, made good or credited is finished"
        case .unknownTransaction: "ask the App Store for news of the customer's chains first"
        }
    }
}
