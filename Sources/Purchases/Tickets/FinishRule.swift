/// Why the App Store is not asked to finish a failed purchase's transaction.
package enum FinishRefusal: Hashable, Sendable {
    /// No charge is known: there is no transaction that could block anything.
    case notCharged
    case finished
    /// The customer has not got what was paid for yet.
    case owed
    /// The ticket ended otherwise than by giving the customer what was paid for.
    case ended(TicketResolution)
    /// Nothing tells an id of the transaction that can be one of the App Store's.
    case unknownTransaction
}

/// Which failed purchases' transactions may be finished by asking the App Store. `TicketAdvice` proposes it by this
/// rule; `Ticket.finishRefusal` in `Persistence/Tables` says for a stored ticket why not.
///
/// An app finishes a transaction once it has handed the goods over; until then the App Store sells nobody the same product
/// again, and offers the transaction to the app at each start. To finish it before the customer has got something takes
/// the app's last chance to deliver: that would make a loss of it. So only what was delivered, made good or credited is
/// finished†.
///
/// Source: Apple, App Store Server API, Finish Transaction; `SKPaymentQueue.finishTransaction(_:)`.
package enum FinishRule {
    /// Why a transaction is not finished; nil when it may be.
    ///
    /// - Parameters:
    ///   - charged: whether the customer paid.
    ///   - finished: whether the payment transaction was closed.
    ///   - resolution: how the ticket ended; nil while it is in a queue.
    ///   - transaction: the App Store's id of the charge; nil when nothing tells it.
    package static func refusal(
        charged: Bool, finished: Bool, resolution: TicketResolution?, transaction: TransactionID?
    ) -> FinishRefusal? {
        guard charged else { return .notCharged }
        if finished { return .finished }
        switch resolution {
        case nil: return .owed
        case .delivered?, .madeGood?, .credited?:
            return transaction?.canBeAppStores == true ? nil : .unknownTransaction
        case .refunded?, .superseded?, .duplicate?, .notCharged?, .writtenOff?, .withdrawn?:
            return resolution.map(FinishRefusal.ended)
        }
    }
}

/// That the App Store finished a transaction because it was asked to.
package struct StoreClosing: Hashable, Sendable {
    /// When it answered that it did.
    package let at: Instant
    package let askedBy: AgentName

    /// An end of a payment transaction.
    package init(at: Instant, askedBy: AgentName) { (self.at, self.askedBy) = (at, askedBy) }
}
