package import Purchases

/// The verdict on a failed purchase in words: what its facts rest on, why its ticket moved, what is to be done.
/// Entries of a ticket's timeline are in `Tickets.swift`.
extension Reader {
    /// What shows a fact of a failed purchase, or that it is not so.
    package func words(of evidence: FactEvidence) -> String {
        switch evidence {
        case .charge(let id, nil): "the App Store's record of transaction \(id)"
        case .charge(let id, let share?):
            "the App Store's record of transaction \(id), of which Apple gave \(percentage(share)) % back"
        case .paidByWord(let agent): "\(agent) was told that the customer was charged"
        case .notPaidByWord(let agent): "\(agent) was told that the customer was not charged"
        case .reportedPurchased: "the app reported purchased"
        case .sharedByFamily: "the App Store's record is of a purchase shared by family"
        case .reportedNoPayment: "the app reported no payment"
        case .reportedLast(let state): "the app reported \(state.name) last"
        case .knownInTime(let since): "the store knows the transaction since \(moment(since)), in time"
        case .ownerKnownInTime(let since):
            "the store knows whose the transaction is since \(moment(since)), in time"
        case .knownLate(let since, let end):
            "the store knows the transaction only since \(moment(since)), after its period ended at \(moment(end))"
        case .ownerKnownLate(let chain, let since, let end):
            "the store knows whose chain \(chain) is only since \(moment(since)), after its period ended at \(moment(end))"
        case .nobodysChain(let chain): "chain \(chain) has no customer"
        case .anothersChain(let chain, let owner): "chain \(chain) is \(owner)'s, who did not pay for it"
        case .unlocksNothing: "the product unlocks nothing"
        case .untold: "the App Store has told nothing of this charge"
        case .deliveredByWord:
            "the app reported that it delivered; the App Store has told nothing of this charge yet"
        case .reportedDelivery: "the app reported that it delivered"
        case .reportedFailedDelivery: "the app reported that it could not deliver"
        case .reportedNoDelivery: "the app reported no delivery"
        case .finishedByWord(let agent): "\(agent) was told that the app closed the payment transaction"
        case .reportedFinished: "the app closed the payment transaction"
        case .finishedByAppStore(let agent): "the App Store finished it, asked by \(agent)"
        case .reportedNoEnd: "the app reported no end of the payment transaction"
        case .failedVerifications(let count, let limit): "\(Counting.of(count, "failure")), \(limit) allowed"
        case .exhaustedByWord(let agent): "\(agent) was told that the customer did not get it"
        case .foundSilent(let agent): "\(agent) opened a ticket for it: no app told of the charge"
        }
    }

    /// Thousandths of a per cent as per cent, to hundredths: `33.33`.
    private func percentage(_ share: Int) -> String {
        let (whole, hundredths) = ((share + 5) / 1000, (share + 5) / 10 % 100)
        return hundredths == 0 ? "\(whole)" : "\(whole).\(hundredths < 10 ? "0" : "")\(hundredths)"
    }

    /// What a person was told of a purchase, without its words.
    package func words(ofWhatWasTold told: ToldPurchase) -> String {
        guard told.source != .silentLoss else {
            return "nothing: the ticket was opened for a charge of which no app told"
        }
        let charge =
            told.chargedAt.map { "the customer was charged at \(moment($0))" }
            ?? "the customer was not charged"
        return told.isFinished ? "\(charge), and the app closed the payment transaction" : charge
    }

    /// What moved a ticket.
    package func words(of cause: MoveCause) -> String {
        switch cause {
        case .fact(let evidence): words(of: evidence)
        case .restored: "it was restored, not bought"
        case .notServed(let environment): "the store does not serve \(environment.rawValue)"
        case .undecided: "nothing is decided yet"
        case .refunded: "Apple gave the money back"
        case .superseded(.attempt(let attempt)): "the customer bought the product in attempt \(attempt)"
        case .superseded(.charge(let transaction)):
            "the App Store tells of a charge of the product soon after: transaction \(transaction)"
        case .sameCharge(let ticket): "it is the same charge as ticket \(ticket)"
        case .madeGood: "a grant made it good"
        case .grantRevoked(let grant): "grant \(grant) was taken back"
        case .ended(let resolution): resolution.title
        case .reopened(let note): "reopened: \(note)"
        }
    }

    /// What is to be done about a failed purchase, in one sentence.
    package func words(of step: TicketStep) -> String {
        switch step {
        case .noChargeTold: "Nothing to do: the App Store has told of no charge."
        case .awaitTry(left: let left, isConsumable: let isConsumable):
            "\(tries(left)) left, and the app makes the next one by itself; if the customer asks, \(remedy(isConsumable)) now: the product cannot be bought again until then."
        case .actNow(left: _, isUntried: true, isConsumable: let isConsumable):
            "The app has not tried to deliver it; \(remedy(isConsumable)) now: the customer cannot buy the product again until then."
        case .actNow(left: let left, isUntried: false, isConsumable: let isConsumable):
            "\(tries(left)) left, but none has helped for too long; \(remedy(isConsumable)) now: the customer cannot buy the product again until then."
        case .credit:
            "Credit it in the app's own system and resolve the ticket as credited, then tell the customer."
        case .reportCatalogue:
            "Tell the operator: the product unlocks nothing in the catalogue, so no grant can make it good."
        case .look:
            "Look at what the customer bought before anything is made good: the receipt could not be authenticated."
        case .askForInvoice:
            "Ask the customer for the invoice before anything is credited or made good: no app and no App Store record tells of the charge."
        case .awaitLead(let asked):
            "A lead decides request \(asked.request), which asks to end it as \(asked.resolution.title): do nothing else about it before."
        case .makeGood: "Make good what was lost and tell the customer, before the customer has to ask."
        case .delivered: "Nothing to do: it was delivered."
        case .askToOpenApp:
            "Ask the customer to open the app: it was delivered, and the app still has to finish the transaction."
        case .askForFinish(.delivered):
            "It was delivered, but it still blocks buying again: ask for its finish, or ask the customer to open the app."
        case .askForFinish(let end):
            "\(sentence(of: end)), but it still blocks buying again: ask for its finish."
        case .awaitFinish(let end):
            "\(sentence(of: end)), but it still blocks buying again: wait, the App Store is asked to finish it."
        case .undecided: "Nothing to do: nothing is decided yet."
        case .restored: "Nothing to do: it was restored, not bought."
        case .notServed(let environment): "Nothing to do: the store does not serve \(environment.rawValue)."
        case .ended(let resolution): words(after: resolution)
        case .closedWithoutProof(let resolution):
            "Look for the record that proves it: it was closed as \(resolution.title), and no fact shows that."
        }
    }

    private func tries(_ left: Int) -> String { left == 1 ? "One try" : "\(left) tries" }

    private func remedy(_ isConsumable: Bool) -> String {
        isConsumable ? "credit it in the app's own system" : "make it good"
    }

    /// How a ticket ended that gave the customer what was paid for.
    private func sentence(of resolution: TicketResolution) -> String {
        switch resolution {
        case .madeGood: "A grant made it good"
        case .credited: "It was credited in the app"
        default: "It was delivered"
        }
    }

    /// What is left to do after a ticket's end.
    private func words(after resolution: TicketResolution) -> String {
        switch resolution {
        case .delivered: "Nothing to do: it was delivered."
        case .madeGood: "Nothing to do: a grant made it good."
        case .credited: "Nothing to do: it was credited in the app."
        case .refunded: "Nothing to do: Apple gave the money back."
        case .superseded: "Nothing to do: the customer bought it soon after."
        case .duplicate: "Look at the ticket that it is a duplicate of."
        case .notCharged: "Nothing to do: nobody was charged."
        case .writtenOff: "Nothing to do: a lead decided that it ends here."
        case .withdrawn: "Nothing to do: the ticket was opened by mistake."
        }
    }
}
