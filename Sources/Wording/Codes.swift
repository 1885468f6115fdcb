package import Purchases

/// Says what a code means: in a few words beside an event, or at length under labels.
package struct CodeText {
    package let meaning: CodeMeaning

    package init(meaning: CodeMeaning) { self.meaning = meaning }

    /// The code and its name: `21005, receipt server unavailable`.
    package var brief: String {
        let code = CodeText.words(meaning.code)
        return code == meaning.name || meaning.family == .cause ? meaning.name : "\(code), \(meaning.name)"
    }

    /// Whose fault it is and whether trying again helps.
    package var blame: String { "fault: \(meaning.fault.title); retry: \(meaning.retry.title)" }

    /// Whose fault it is and whether trying again helps, in the fewest words; empty when neither says anything.
    package var aside: String { [culprit, remedy].compactMap { $0 }.joined(separator: ", ") }

    private var culprit: String? {
        switch meaning.fault {
        case .customer: "customer's side"
        case .app: "our side"
        case .appStore: "App Store"
        case .network: "network"
        case .nobody: nil
        case .unknown: "nobody knows whose fault"
        }
    }

    private var remedy: String? {
        switch meaning.retry {
        case .yes: "try again"
        case .no: "trying again is no use"
        case .afterFix: "fix it first"
        case .notApplicable: nil
        }
    }

    /// A code as words: `billing_retry` is “billing retry”.
    package static func words(_ code: String) -> String { code.split(separator: "_").joined(separator: " ") }
}

extension CodeText {
    /// What went wrong in an event that the app reported; nil when nothing did, or nothing tells what.
    package init?(of event: PurchaseEvent) {
        if let status = event.receiptStatus, status != 0 {
            meaning = Codes.receiptStatus(status)
        } else if let status = event.httpStatus, !(200..<300).contains(status) {
            meaning = Codes.httpStatus(status)
        } else if let error = event.error {
            meaning = CodeText.meaning(of: error)
        } else {
            return nil
        }
    }

    private static func meaning(of error: ReportedError) -> CodeMeaning {
        if error.isStoreKit, let code = error.code.flatMap(Int.init) { return Codes.storeKitError(code) }
        return Codes.meaning(ofCause: error.cause.rawValue)
    }
}
