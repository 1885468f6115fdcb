/// What a lead does about a refund that a customer asked Apple for, with its values.
package enum RefundAct: Hashable, Sendable {
    /// Answers Apple: what the facts say, but for what the lead chooses, and why where that is something else.
    case answer(ConsumptionChoice = ConsumptionChoice(), reason: String? = nil)
    /// Leaves it unanswered, and says why; an answer that waits is not sent.
    case skip(because: String)
}
