import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// The form that makes many good: a reason and a note for all of them.
struct BatchForm: FormContent {
    /// What was previewed.
    let offer: BatchOffer
    /// Makes sending twice the same as sending once.
    let key: String
    var form: Form

    /// The form for what was previewed.
    init(_ offer: BatchOffer, key: String) {
        (self.offer, self.key) = (offer, key)
        form = Form([
            BatchForm.reasonField(GrantPolicy.defaultReasons, selected: offer.subject.reason),
            FormField("note", "Note", placeholder: "what happened, for colleagues"),
            .reference,
        ])
    }

    let title = "Make good"
    // The moment to think better of it comes afterwards: the batch can be stopped, and taken back as a whole.
    let regret = TimeLength.zero
    let stopped = "nothing was given"

    private var totals: BatchTotals { offer.preview.totals }

    func refusal(_ context: ConsoleContext) -> String? { context.bulkRefusal }

    var write: StoreRequest.Write? { .startBatch(wish, key: key) }

    private var wish: BatchRequest {
        BatchRequest(
            offer.subject.target, length: offer.length, reason: form.value("reason"),
            note: FreeText(form.words("note")),
            reference: form.words("reference"))
    }

    func submit(_ context: ConsoleContext) -> FormStep {
        guard form.value("reason") != "other" || form.words("note") != nil else {
            return .correct(["note": "“other” needs a note"])
        }
        let (reader, preview) = (context.reader, offer.preview)
        let out = reader.words(of: totals.excluded)
        let lead = reader.secondLead(of: preview).map {
            StyledLine("\(Counting.capitalized($0)).", .warning)
        }
        let danger = Danger(
            title: preview.needsSecondLead ? "Ask a second lead" : "Make good",
            what: [[TextSpan(offer.subject.name, .strong)], StyledLine(reader.words(of: totals))],
            howLong: StyledLine(
                offer.length == .lost
                    ? "They get back the time they lost."
                    : "They get \(reader.length(of: offer.length))."),
            warnings: [
                out.isEmpty ? nil : StyledLine("Left out: \(out)"), lead,
                form.words("note").map { StyledLine("Note: \($0)") },
            ].compactMap { $0 },
            verb: preview.needsSecondLead ? "ask" : "give it", otherwise: "change")
        return .confirm(danger.dialog(context))
    }

    func leaving(after answer: Answer, to request: StoreRequest, in context: ConsoleContext) -> [Effect] {
        guard case .batch(let batch) = answer else { return [] }
        let news = request.news(answer).map { MessageLine(.success, $0) }
        // The preview is done with; what lies in its place is the batch, which carries itself out.
        return [.closeSaying(news ?? MessageLine(.success, "Batch \(batch.id)"), levels: 2)]
            + [.open(batch.state == .running ? .batchAtWork(batch.id) : .batch(batch.id))]
    }

    func heading(_ context: ConsoleContext) -> StyledLine {
        [
            TextSpan("Make good ", .title), TextSpan(offer.subject.name, .strong),
            TextSpan(" \(context.reader.length(of: offer.length))"),
        ]
    }

    func lines(_ context: ConsoleContext, glyphs: Glyphs) -> [StyledLine] {
        let reader = context.reader
        let out = reader.words(of: totals.excluded)
        return [
            [TextSpan("gives ", .dim), TextSpan(reader.words(of: totals), .strong)],
            [TextSpan("left out ", .dim), TextSpan(out.isEmpty ? "nobody" : out)],
            StyledLine(
                "Every customer is checked again before the grant, and nobody gets it twice.", .dim),
        ]
    }
}
