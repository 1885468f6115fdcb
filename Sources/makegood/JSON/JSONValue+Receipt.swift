import AppStore

extension JSONValue {
    /// The answer of `receipt show`.
    static func receipt(_ report: ReceiptReport) -> JSONValue {
        .object([
            "receipt": report.receipt.json,
            "checked": .string(report.problem == nil ? "signed" : "unchecked"),
            "reason": .text(report.problem?.reason.rawValue), "device": .flag(report.isOfDevice),
        ])
    }
}
