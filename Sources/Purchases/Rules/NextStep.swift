/// What an agent does next, by the rule that decides a verdict or by the ticket of what is owed. `Wording/Access.swift`
/// says it in words, ``ReplySituation`` what the customer is told.
package enum NextStep: Hashable, Codable, Sendable {
    /// What the deciding rule of access asks for.
    case access(Reason.Rule)
    /// What the next renewal of a subscription that gives access asks for.
    case renewal(RenewalConcern)
    /// To have the payment method updated: a subscription fails to renew beside what gives access until then, without end
    /// when `until` is nil.
    case failingBeside(until: Instant?)
    /// What the end of a subscription asks for, by why it ended.
    case expired(ExpirationReason)
    /// To look at the customer to whom an agent attached what this one paid for.
    case attachedToAnother
    /// To explain a commitment that gives access: it is cancelled, and its payments go on.
    case commitment(Commitment)
    /// What the end of a subscription asks for whose customer may have offers of these ids, the best first.
    case winBack([String])
    /// What a ticket asks for.
    case ticket(TicketStep)
    /// Look in the app's own system: nothing was bought but these, which are used up and unlock nothing lasting.
    case usedUp([ProductID])
}

/// An end of a ticket that a lead was asked for, and did not decide about yet.
package struct AskedEnd: Hashable, Codable, Sendable {
    package let request: RequestID
    /// How the ticket is to end.
    package let resolution: TicketResolution

    /// An end that a lead was asked for.
    package init(request: RequestID, resolution: TicketResolution) {
        (self.request, self.resolution) = (request, resolution)
    }
}

/// What an agent does next about a failed purchase.
package enum TicketStep: Hashable, Codable, Sendable {
    /// Nothing: the App Store has told of no charge, which is not to say that there is none.
    case noChargeTold
    /// Leave it to the app's next try, of which so many are left, or make it good; a consumable is credited instead.
    case awaitTry(left: Int, isConsumable: Bool)
    /// Make it good now, or credit it: waiting has not helped, and nothing is gained by waiting on.
    case actNow(left: Int, isUntried: Bool, isConsumable: Bool)
    /// Credit it in the app's own system.
    case credit
    /// Tell the operator that the catalogue gives nothing for the product.
    case reportCatalogue
    /// Look at what was bought: the receipt could not be authenticated.
    case look
    /// Ask for the invoice: nothing but what a person was told says that it was charged.
    case askForInvoice
    /// Wait for the lead who was asked to end it.
    case awaitLead(AskedEnd)
    /// Make good what was lost.
    case makeGood
    /// Nothing: it was delivered.
    case delivered
    /// Ask the customer to open the app, which still has to finish the transaction.
    case askToOpenApp
    /// Ask the App Store to finish the transaction: the ticket ended well, and it still blocks buying again.
    case askForFinish(of: TicketResolution)
    /// Wait: the ticket ended well, and the App Store is asked to finish the transaction, which still blocks buying again.
    case awaitFinish(of: TicketResolution)
    /// Nothing: it is not decided yet.
    case undecided
    /// Nothing: it was restored, not bought.
    case restored
    /// Nothing: it was bought where failed purchases do not count.
    case notServed(AppStoreEnvironment)
    /// What is left to do after the ticket ended.
    case ended(TicketResolution)
    /// Look for the record that proves it: the ticket ended as a person says, and no fact shows it.
    case closedWithoutProof(TicketResolution)
}
