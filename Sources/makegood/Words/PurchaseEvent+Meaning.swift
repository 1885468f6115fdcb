import Purchases

extension PurchaseEvent {
    /// What the code of an event that failed means; nil of one that did not fail.
    var meaning: CodeMeaning? { cause.map { Codes.meaning(ofCause: $0.rawValue) } }
}
