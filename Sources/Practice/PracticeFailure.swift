/// How a verification of a purchase failed.
enum PracticeFailure: Hashable, Sendable {
    /// By a status that verifyReceipt answered.
    case receipt(Int)
    /// By a status of the app's own server.
    case http(Int)
    /// By an error of the network, with the code of `NSURLErrorDomain`.
    case network(Int)

    /// Failures that pass, so that trying again makes sense.
    static let passing: [PracticeFailure] = [
        .receipt(21005), .http(503), .receipt(21009), .network(-1001), .receipt(21002), .http(500),
        .network(-1009), .receipt(21100),
    ]
    /// Failures that last.
    static let lasting: [PracticeFailure] = [.receipt(21003), .receipt(21004), .receipt(21010)]
    /// How verification failed while it was down.
    static let ofOutage: [PracticeFailure] = [.http(503), .http(503), .receipt(21005)]
}
