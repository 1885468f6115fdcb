import Purchases

extension Money {
    /// The amount with its currency, for example `9.99 EUR`; a catalogue's price is marked as such.
    var shown: String { "\(amount) \(currency)\(isListPrice ? " (list)" : "")" }
}
