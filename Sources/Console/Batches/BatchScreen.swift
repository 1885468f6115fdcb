package import Persistence
package import Purchases
import TerminalCore
import Widgets
import Wording

/// A batch: how far it is, what it came to, and everybody in it.
///
/// What it shows of a batch that this console carries on is newer than the page. Leaving it stops nothing.
struct BatchScreen: ListScreen {
    let id: BatchID
    /// Whether the batch is to be carried on as soon as the screen is there.
    private var isToBegin: Bool
    /// How far it was read.
    private var reading = Reading<BatchPage>()
    /// Whether it is asked if everything is to be taken back.
    private(set) var isAsking = false
    /// Everybody in it.
    var list = PagedList<BatchRow, String>()

    /// A batch, looked at, or carried on from the start.
    init(_ id: BatchID, isAtWork: Bool = false) { (self.id, isToBegin) = (id, isAtWork) }

    private var page: BatchPage? { reading.page }

    /// The batch by the newest answer.
    private func batch(_ context: ConsoleContext) -> Batch? {
        context.carriedBatches[id]?.progress ?? page?.batch
    }

    var awaited: Awaited? { reading.isOpen ? .page : nil }

    func title(_ context: ConsoleContext) -> String { "Batch \(id)" }

    mutating func load(_ context: ConsoleContext) -> [Effect] {
        let begun: [Effect] = isToBegin ? [.carryOn(id)] : []
        isToBegin = false
        return readRows(in: context) + begun
    }

    func question(after place: String?, limit: Int) -> BatchQuery {
        BatchQuery(id, after: place.map(TicketID.init), limit: limit)
    }

    mutating func handle(_ key: Key, in context: ConsoleContext) -> [Effect]? {
        isAsking ? answer(key, in: context) : move(key, in: context)
    }

    mutating func receive(
        _ found: BatchPage?, to question: BatchQuery, in context: ConsoleContext
    ) -> [Effect] {
        reading.take(found)
        guard let found else { return [] }
        list.take(found.rows, after: question.after?.rawValue, next: found.next?.rawValue)
        return []
    }

    mutating func receive(
        other answer: Answer, to request: StoreRequest, in context: ConsoleContext
    ) -> [Effect] {
        switch (answer, request) {
        case (.batch(let batch), .write(.runBatch(_, .cancel), _)):
            return batch.state == .cancelling
                ? [.carryOn(id)] : load(context) + say(Self.end(of: batch, in: context))
        // The reason stands on the message line.
        case (.failed, .write): return load(context)
        default: break
        }
        return []
    }

    private static func end(of batch: Batch, in context: ConsoleContext) -> String {
        "Batch \(batch.id): \(context.reader.progress(of: batch))"
    }

    // MARK: Taking back

    private func danger(_ context: ConsoleContext) -> Danger {
        let given = page.map { context.reader.words(of: $0.figures) } ?? ""
        return Danger(
            title: "Take the batch back", what: [[TextSpan("Batch \(id)", .strong)], StyledLine(given)],
            howLong: batch(context)?.state == .waiting
                ? "The request to a second lead is withdrawn; nothing was given."
                : "Everything that it gave ends now; its tickets are open again.", verb: "take back",
            otherwise: "keep it")
    }

    private mutating func answer(_ key: Key, in context: ConsoleContext) -> [Effect] {
        switch danger(context).dialog(context).handle(key) {
        case .ignored: return []
        case .answered("yes"):
            isAsking = false
            return [.ask(.write(.runBatch(id, .cancel), at: context.now))]
        case .answered, .cancelled:
            isAsking = false
            return batch(context)?.state == .running ? [.say(MessageLine(.note, "Stopped: r goes on"))] : []
        }
    }

    // MARK: Drawing

    func draw(in canvas: inout Canvas, theme: Theme, context: ConsoleContext) {
        drawHead(in: &canvas, theme: theme, context: context)
        guard batch(context) != nil else { return }
        drawRows(in: &canvas, theme: theme, context: context)
        if isAsking { danger(context).dialog(context).draw(in: &canvas, theme: theme) }
    }

    func head(in size: Size, _ context: ConsoleContext) -> StyledLine {
        guard let batch = batch(context) else {
            return StyledLine(reading.isMissing ? "There is no batch \(id)" : "Reading", .dim)
        }
        let (reader, plan) = (context.reader, batch.plan)
        let whom = reader.whom(incident: batch.incident, words: plan.words)
        return [
            TextSpan("Batch \(batch.id) ", .title), TextSpan(whom, .strong),
            TextSpan(" \(reader.length(of: plan.length))"),
            TextSpan("  planned by \(batch.plannedBy)", .dim),
        ]
    }

    /// How far it is, and where there is room what it came to.
    func notes(in size: Size, _ context: ConsoleContext) -> [StyledLine] {
        guard let batch = batch(context) else { return [] }
        let reader = context.reader
        let out = reader.words(of: batch.counts.excluded)
        let left = page?.cancelUntil.flatMap { $0 > context.now ? $0 - context.now : nil }
        let undo = left.map { TextSpan("  u takes it back: \(($0.count + 999) / 1000) s", .warning) }
        let bar = Self.bar(batch, columns: size.columns - 2, context)
        let lines: [StyledLine] = [
            bar + StyledLine([undo].compactMap { $0 }),
            [
                TextSpan("gave ", .dim),
                TextSpan(page.map { reader.words(of: $0.figures) } ?? "", .strong),
            ],
            [TextSpan("left out ", .dim), TextSpan(out.isEmpty ? "nobody" : out)],
        ]
        return Array(lines.prefix(size.rows >= 10 ? 3 : 1))
    }

    /// How far it is, as a bar with the numbers beside it.
    private static func bar(_ batch: Batch, columns: Int, _ context: ConsoleContext) -> StyledLine {
        let words = context.reader.progress(of: batch)
        guard [.running, .cancelling].contains(batch.state), columns >= 50 else {
            return StyledLine(words, batch.state == .done ? .success : .strong)
        }
        let (done, all) = batch.progress
        let filled = all == 0 ? 20 : done * 20 / all
        let isASCII = context.options.glyphs == .ascii
        return [
            TextSpan(String(repeating: isASCII ? "#" : "█", count: filled), .progress),
            TextSpan(String(repeating: isASCII ? "." : "░", count: 20 - filled), .dim),
            TextSpan(" \(words)", .strong),
        ]
    }

    func layout(in size: Size, _ context: ConsoleContext) -> RowLayout<BatchRow> {
        RowLayout(list.rows, in: size, context, columns: Self.columns, atLeast: 3)
    }

    func empty(_ context: ConsoleContext) -> String { "It has no customers" }

    private static let columns: [ScreenColumn<BatchRow>] = [
        ScreenColumn(.ticket),
        ScreenColumn(.customer) { row, context in
            let name = row.ticket.customerName?.text ?? ""
            return StyledLine(name.isEmpty ? row.ticket.customer?.rawValue ?? "no customer" : name)
        },
        ScreenColumn(.outcome).scoped { row, _ in
            switch row.outcome {
            case nil: .dim
            case .granted?: .success
            case .some: nil
            }
        },
        ScreenColumn(.until), ScreenColumn(.product),
    ]

    func room(in size: Size, _ context: ConsoleContext) -> Rectangle {
        Self.room(below: (size.rows >= 10 ? 4 : 2) + (size.rows >= 12 ? 2 : 1), in: size)
    }
}

extension BatchScreen {
    static let nothing = "there is no ticket"

    /// What can be done with a batch.
    static let commands: Commands = Binding.section(
        "Batch",
        [
            Binding(
                "batch.go_on", "Go on with the batch, or stop it where it is", keys: ["r"], label: "go on",
                footer: 1,
                unless: { screen, context in
                    if let refusal = context.bulkRefusal { return refusal }
                    guard let batch = screen.batch(context) else { return loading }
                    return Self.rest(batch)
                }
            ) { screen, context in
                context.carriedBatches[screen.id] == nil
                    ? [.carryOn(screen.id)]
                    : [.hold(screen.id), .say(MessageLine(.note, "Stopped: r goes on"))]
            },
            Binding(
                "batch.cancel", "Take back everything that it gave", keys: ["u"], label: "take back",
                footer: 2,
                unless: { screen, context in
                    if let refusal = context.bulkRefusal { return refusal }
                    guard let page = screen.page else { return loading }
                    switch page.batch.state {
                    case .waiting, .running: return nil
                    case .cancelling: return "it is being taken back: r goes on"
                    case .cancelled, .declined: return "it \(context.reader.progress(of: page.batch))"
                    case .done:
                        return (page.cancelUntil.map { $0 > context.now } ?? false)
                            ? nil : "the time to take it back is over"
                    }
                }
            ) { screen, _ in
                screen.isAsking = true
                return [.hold(screen.id)]
            },
            onSelected("open", "Open the selected ticket", keys: [.enter], label: "ticket", footer: 3) {
                row, _ in
                [.open(.ticket(row.ticket.id))]
            },
            toCustomer("batch.customer", "Go to the selected ticket's customer", footer: 4) {
                $0.ticket.customer
            },
        ])

    /// Why there is nothing to go on with; nil when there is.
    private static func rest(_ batch: Batch) -> String? {
        switch batch.state {
        case .running, .cancelling: nil
        case .waiting: "it waits for a second lead"
        case .done, .cancelled, .declined: "it is \(batch.state.title)"
        }
    }
}

extension BatchRow: Identifiable {
    /// Each ticket is in it once.
    package var id: TicketID { ticket.id }
}
