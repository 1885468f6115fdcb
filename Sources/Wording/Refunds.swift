package import Persistence
package import Purchases

/// Refund requests in words: acts, what Apple asked and was told, prepared answers, and the columns of their lists.
extension RefundAct {
    /// What has happened once it is done, the beginning of a sentence.
    package var deed: String {
        switch self {
        case .answer: "the answer was given"
        case .skip: "it was left unanswered"
        }
    }
}

extension Reader {
    /// What an act about a refund did, in one sentence.
    package func news(of act: RefundAct, on id: RefundRequestID) -> String {
        switch act {
        case .answer: "Answered: refund request \(id); the server sends it by itself"
        case .skip: "Refund request \(id) is left unanswered"
        }
    }
}

extension RefundRequest {
    /// Why the customer wants the money back, in words: `not received`.
    package var why: String { RefundReasonText.words(of: reason) }
}

extension RefundAsking {
    /// Why the customer wants the money back, in words.
    package var why: String { RefundReasonText.words(of: reason) }
}

/// Apple's `consumptionRequestReason` in words.
private enum RefundReasonText {
    static func words(of reason: String?) -> String {
        guard let reason else { return "no reason given" }
        return Codes.meanings(of: reason).first { $0.family == .refundReason }?.name ?? reason
    }
}

extension RefundTask {
    /// What Apple was told, is to be told, or was not told in the end; nil where no answer was given.
    package var told: String? {
        guard let said, let state = answer?.request.state else { return nil }
        switch state {
        case .done: return "Apple was told: \(said.words)"
        case .waiting: return "Apple is to be told: \(said.words)"
        case .failed, .cancelled:
            return refusal.map { "Apple did not take: \(said.words) (\($0))" }
                ?? "not confirmed by Apple: \(said.words)"
        }
    }

    /// Why Apple did not take the answer; nil where it did, or said nothing to it.
    package var refusal: String? {
        guard let request = answer?.request, request.isRefused else { return nil }
        return request.outcome.map(ServerText.answer)
    }
}

extension RefundRequest {
    /// When Apple asked; where it asked again, how often: `3 times, 14 Aug 06:02 to 14 Aug 15:40`.
    package func asked(_ moment: (Instant) -> String) -> String {
        guard askings.count > 1, let last = askings.last else { return moment(askedAt) }
        return "\(Counting.of(askings.count, "time")), \(moment(askedAt)) to \(moment(last.at))"
    }
}

extension RefundStatus {
    /// How it stands, in a few words for a list.
    package var title: String {
        switch self {
        case .open: "to answer"
        case .noConsent: "no consent"
        case .sending: "being sent"
        case .answered: "answered"
        case .unanswered: "unanswered"
        case .skipped: "left out"
        case .decided(.refunded): "refunded"
        case .decided(.declined): "declined"
        case .decided(.reversed): "refund reversed"
        }
    }
}

extension ConsumptionAnswer.DeliveryStatus {
    /// What it says: `delivered`, `not delivered: outage`.
    package var title: String {
        switch self {
        case .delivered: "delivered"
        case .qualityIssue: "not delivered: quality"
        case .wrongItem: "not delivered: wrong item"
        case .serverOutage: "not delivered: outage"
        case .other: "not delivered: other"
        }
    }
}

extension ConsumptionAnswer.RefundPreference {
    /// What is preferred: `no refund`, `a full refund`, `a prorated refund`.
    package var title: String {
        switch self {
        case .decline: "no refund"
        case .grantFull: "a full refund"
        case .grantProrated: "a prorated refund"
        }
    }
}

extension ConsumptionAnswer {
    /// A share in thousandths of a per cent as per cent: `12.34 %`.
    package static func share(_ milliunits: Int) -> String {
        let (whole, hundredths) = (milliunits / 1000, milliunits / 10 % 100)
        return hundredths == 0
            ? "\(whole) %" : "\(whole).\(hundredths < 10 ? "0" : "")\(hundredths) %"
    }

    /// The whole answer in a few words: `delivered, 40 % used, preferring no refund`.
    package var words: String {
        let used =
            deliveryStatus == .delivered
            ? consumptionPercentage.map { "\(ConsumptionAnswer.share($0)) used" } : nil
        let wish = refundPreference.map { "preferring \($0.title)" }
        return [deliveryStatus.title, used, wish].compactMap { $0 }.joined(separator: ", ")
    }
}

extension Reader {
    /// What happened to a refund that a customer asked for; who says it stands beside.
    package func words(of step: RefundStep) -> String {
        switch step {
        case .asked(let asking):
            "asked what was consumed of \(asking.transaction), the customer wants the money back: \(asking.why); answer by \(moment(asking.dueAt))"
        case .askedAgain(let asking):
            "asked again what was consumed of \(asking.transaction): answer by \(moment(asking.dueAt))"
        case .answered(let answer, _): "answers Apple about the refund: \(answer.words)"
        case .sent(let answer): "was told: \(answer.words)"
        case .skipped(_, let reason): "leaves the refund request unanswered: \(reason)"
        }
    }

    /// The same as a sentence that stands alone.
    package func sentence(of step: RefundStep) -> String { "\(teller(of: step)) \(words(of: step))" }

    package func teller(of step: RefundStep) -> String {
        switch step {
        case .asked, .askedAgain, .sent: "Apple"
        case .answered(_, let agent), .skipped(let agent, _): agent.rawValue
        }
    }

    /// What a delivery status follows from.
    package func words(of delivery: PreparedConsumption.Delivery) -> String {
        switch delivery {
        case .fact(let fact): words(of: fact.evidence)
        case .madeGood(let given?): "it was made good with \(term(of: given))"
        case .madeGood(nil): "it was made good"
        case .resolved(let agent):
            "\(agent) ended its ticket, and no fact shows that it was delivered: a lead has to say"
        case .incident: "its ticket belongs to an incident"
        case .failed(let cause): "it was not delivered: \(cause.rawValue)"
        case .late(let cause): "it was not delivered before Apple asked: \(cause.rawValue)"
        case .knownSince:
            "it is known only since Apple asked: a lead has to say whether the customer had it before"
        case .untold: "only the app knows whether it was delivered, and it told nothing"
        case .chosen: "a lead says so"
        }
    }

    /// What the share that was consumed follows from.
    package func words(of share: PreparedConsumption.Share) -> String {
        switch share {
        case .elapsed(let span): "what has passed of \(term(of: span))"
        case .undelivered: "nothing was delivered"
        case .appleKnows: "left out: Apple works it out itself"
        case .appKnows: "left out: only the app knows"
        }
    }

    /// What the preference follows from.
    package func words(of wish: PreparedConsumption.Basis) -> String {
        switch wish {
        case .undelivered: "what was not delivered is to be given back"
        case .madeGood: "it was made good: with the money the customer would have both"
        case .policy: "the policy's refund_preference"
        case .refunded: "left out: the money is back already"
        case .untold: "left out until the delivery is known"
        case .notProrated:
            "left out: Apple gives back a part only for a share between nothing and all, and the policy's refund_preference names nothing else"
        case .chosen: "a lead says so"
        case .notTaken:
            "a lead says so, and Apple does not take it: it gives back a part only for a share between nothing and all"
        }
    }

    /// How a refund that a customer asked for stands, in one sentence.
    package func words(of page: RefundPage) -> String {
        let request = page.task.request
        let left = length(request.dueAt - page.at)
        switch page.standing {
        case .open where page.task.refusal != nil:
            let next =
                page.prepared?.answer == nil ? "Say whether it was delivered" : "Another answer is prepared"
            return "Apple did not take the answer (\(page.task.refusal ?? "")). \(next): \(left) are left."
        case .open where page.prepared?.answer == nil:
            return "Say whether it was delivered: \(left) are left to answer."
        case .open where page.isByItself && page.task.answer == nil:
            return "The server sends the answer by itself; \(left) are left."
        case .open: return "An answer is prepared; \(left) are left to send it."
        case .noConsent:
            return
                "Without the customer's consent nothing is answered; \(left) are left to ask for it."
        case .sending:
            return "The answer waits for the server; \(left) are left."
        case .answered: return "Apple has the answer, and decides."
        case .unanswered:
            let wasTried = page.task.answer?.tries.isEmpty == false
            let what = wasTried ? "Apple confirmed no answer" : "Apple was told nothing"
            return "\(what): it took answers to \(moment(request.dueAt))."
        case .skipped:
            return "Nothing is answered\(request.skip.map { ", says \($0.by): \($0.reason)" } ?? "")."
        case .decided(let decision):
            let at = request.decidedAt.map { " \(moment($0))" } ?? ""
            let said = page.task.answer?.request.state == .done ? "" : " Apple was told nothing by us."
            switch decision {
            case .refunded: return "Apple gave the money back\(at).\(said)"
            case .declined: return "Apple declined the refund\(at).\(said)"
            case .reversed: return "Apple gave the money back and took it again\(at).\(said)"
            }
        }
    }

    private func term(of span: Span) -> String {
        span.until.map { "\(moment(span.from)) to \(moment($0))" } ?? "\(moment(span.from)) on"
    }
}

/// A prepared answer as rows: what is said, its value, and what that follows from.
package struct PreparedText {
    private let prepared: PreparedConsumption
    private let reader: Reader

    /// Words for a prepared answer.
    package init(_ prepared: PreparedConsumption, for reader: Reader) {
        (self.prepared, self.reader) = (prepared, reader)
    }

    /// The rows, in the order in which Apple's page lists them.
    package var rows: [(name: String, value: String, because: String)] {
        [
            (
                "delivery", prepared.deliveryStatus?.title ?? "nobody knows",
                reader.words(of: prepared.delivery)
            ),
            (
                "used", prepared.consumptionPercentage.map(ConsumptionAnswer.share) ?? "not said",
                reader.words(of: prepared.share)
            ),
            (
                "we prefer", prepared.refundPreference?.title ?? "nothing said",
                reader.words(of: prepared.wish)
            ),
            (
                "tried before", prepared.sampleContentProvided ? "yes" : "no",
                prepared.sampleContentProvided ? "a trial came before" : "no trial came before"
            ),
        ]
    }
}

/// The columns of lists of refunds that customers asked for.
extension ListColumn<RefundTask> {
    package static var state: Self {
        .decisive("state", "state") { task in
            ListCell(
                shown: { task.standing(at: $0.now).title }, value: { task.standing(at: $0.now).name })
        }
    }
    package static var customer: Self { .decisive("customer", "app_user_id") { .customer($0.customer) } }
    package static var product: Self { .useful("product", "product_id") { .product($0.request.product) } }
    package static var why: Self {
        .useful("why", "reason") { .words($0.request.why, value: $0.request.reason) }
    }
}
