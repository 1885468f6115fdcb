import Purchases

/// Decodes one event of a purchase report.
///
/// Words that nobody knows yet are kept, and what stands beside them is not looked at.
struct PurchaseEventDecoder {
    private let fields: FieldReader

    /// Reads an event at a place of its report; throws `wrong_type` when it is no object.
    init(_ event: JSONValue, path: String) throws(DocumentProblem) {
        fields = try FieldReader(event, path: path)
    }

    /// The event; throws `bad_date` without a time, `bad_value` without a word for it, else what is wrong with it.
    var event: PurchaseEvent {
        get throws(DocumentProblem) {
            let (at, step) = (try moment, try step)
            let text = try text(at: at)
            switch step {
            case .failed:
                return PurchaseEvent(at: at, step: step, error: try error, text: text)
            case .verify, .deliver:
                return PurchaseEvent(
                    at: at, step: step, receiptStatus: try fields.integer("receipt_status"),
                    httpStatus: try fields.integer("http_status"), error: try error,
                    isDelivered: step == .deliver ? try fields.flag("ok") : nil, text: text)
            default:
                return PurchaseEvent(at: at, step: step, text: text)
            }
        }
    }

    private var moment: Instant {
        get throws(DocumentProblem) {
            guard let value = fields.value("at"),
                let moment = try DateField(value, of: fields, "at").instant
            else {
                throw fields.problem(.badDate, "at", "is missing", "say when it happened, as RFC 3339")
            }
            return moment
        }
    }

    /// What happened; where both words are there, the one that is known, and the payment's state before the app's step.
    private var step: PurchaseEvent.Step {
        get throws(DocumentProblem) {
            let words = [try fields.identifier("state"), try fields.identifier("step")]
            let steps = words.compactMap { $0 }.map(PurchaseEvent.Step.init(named:))
            guard let step = steps.first(where: \.isKnown) ?? steps.first else {
                throw fields.problem(.badValue, "state", "and step are missing", "say what happened")
            }
            return step
        }
    }

    private var error: ReportedError? {
        get throws(DocumentProblem) { try ReportedErrorDecoder(fields).error }
    }

    /// The event's one text, whichever way its time was written.
    private func text(at moment: Instant) throws(DocumentProblem) -> String {
        var members = fields.members
        members["at"] = .string(moment.description)
        let text = JSONValue.object(members).withoutReceiptData.canonicalText
        guard text.utf8.count <= FieldReader.textLimit else {
            throw DocumentProblem(
                .tooLarge,
                "\(fields.path) is longer than \(FieldReader.textLimit) bytes: send what happened, not logs")
        }
        return text
    }
}

extension PurchaseEvent.Step {
    /// Whether the word is one that reports are documented to use.
    fileprivate var isKnown: Bool { if case .other = self { false } else { true } }
}
