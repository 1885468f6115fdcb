/// Something read from the store; two readings are equal when they are the same reading.
struct Reading<Page: Sendable>: Equatable, Sendable {
    /// What was read.
    let page: Page
    /// Which reading of its screen it is.
    let number: Int

    /// Compares the readings' numbers: pages themselves are large and come from one place.
    static func == (left: Reading, right: Reading) -> Bool { left.number == right.number }
}
