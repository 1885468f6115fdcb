public import Purchases

/// Says what a code means: in a few words beside an event, or at length under labels.
public struct CodeText {
    /// What it means.
    public let meaning: CodeMeaning

    /// Words for a meaning.
    public init(meaning: CodeMeaning) { self.meaning = meaning }

    /// The code and its name: `21005, receipt server unavailable`.
    public var brief: String {
        let code = CodeText.words(meaning.code)
        return code == meaning.name || meaning.family == .cause ? meaning.name : "\(code), \(meaning.name)"
    }

    /// Whose fault it is and whether trying again helps.
    public var blame: String { "fault: \(meaning.fault.title); retry: \(meaning.retry.title)" }

    /// Whose fault it is and whether trying again helps, in the fewest words; empty when neither says anything.
    public var aside: String { [culprit, remedy].compactMap { $0 }.joined(separator: ", ") }

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
    public static func words(_ code: String) -> String { code.split(separator: "_").joined(separator: " ") }
}

extension CodeText {
    /// What went wrong in an event that the app reported; nil when nothing did, or nothing tells what.
    public init?(of event: PurchaseEvent) {
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
