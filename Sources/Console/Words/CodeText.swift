import Purchases
import TerminalCore
import Widgets

/// Says what a code means: in a few words beside an event, or at length under labels.
struct CodeText {
    /// What it means.
    let meaning: CodeMeaning

    /// The code and its name: `21005, receipt server unavailable`.
    var brief: String {
        let code = meaning.code.split(separator: "_").joined(separator: " ")
        return code == meaning.name || meaning.family == .cause ? meaning.name : "\(code), \(meaning.name)"
    }

    /// Whose fault it is and whether trying again helps.
    var blame: String { "fault: \(meaning.fault.title); retry: \(meaning.retry.title)" }

    /// Whose fault it is and whether trying again helps, in the fewest words; empty when neither says anything.
    var aside: String { [culprit, remedy].compactMap { $0 }.joined(separator: ", ") }

    /// What happened, in a sentence after the code's name.
    var sentence: StyledLine { [TextSpan("\(brief): ", .strong), TextSpan(meaning.happened)] }

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
}

extension CodeText {
    /// What went wrong in an event that the app reported; nil when nothing did, or nothing tells what.
    init?(of event: PurchaseEvent) {
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
