package import Persistence
package import Purchases
import TerminalCore
import Widgets
import Wording

/// What making many good would do: everybody with access before and after, who is left out and why, and what it comes to.
struct BatchPreviewScreen: ListScreen {
    let subject: BatchSubject
    /// How long everybody is given.
    private(set) var length = BatchLength.lost
    /// Everybody; nil before the first answer.
    private(set) var preview: BatchPreview?
    /// Why it cannot be done; nil when it can.
    private(set) var problem: String?
    var list = PagedList<BatchPreview.Member, String>()

    /// The lengths that are offered, in order.
    static let lengths: [BatchLength] = BatchLength.presets.compactMap { BatchLength($0) }.sorted { left, _ in
        left == .lost
    }

    /// A preview for somebody who may do it.
    init(_ subject: BatchSubject) { self.subject = subject }

    var awaited: Awaited? { preview == nil && problem == nil ? .page : nil }

    func title(_ context: ConsoleContext) -> String { "Make good" }

    /// It is read once: whoever carries it out looks at everybody again.
    mutating func load(_ context: ConsoleContext) -> [Effect] {
        preview == nil && problem == nil ? readRows(in: context) : []
    }

    func question(after place: String?, limit: Int) -> BatchPreviewQuery { BatchPreviewQuery(wish) }

    /// The wish as far as the preview depends on it.
    private var wish: BatchRequest { BatchRequest(subject.target, length: length, reason: subject.reason) }

    mutating func receive(
        _ page: BatchPreview, to question: BatchPreviewQuery, in context: ConsoleContext
    ) -> [Effect] {
        guard question.wish == wish else { return [] }
        (preview, problem) = (page, nil)
        list.take(
            page.members.sorted { ($0.gift == nil ? 1 : 0) < ($1.gift == nil ? 1 : 0) }, after: nil,
            next: nil)
        return []
    }

    mutating func miss(
        _ question: BatchPreviewQuery, because failure: StoreFailure, in context: ConsoleContext
    ) {
        guard question.wish == wish else { return }
        (preview, problem) = (nil, failure.text(context))
        list.failed()
    }

    /// Takes the next length, or the one before.
    private mutating func step(_ step: Int, in context: ConsoleContext) -> [Effect] {
        length = Self.lengths.turned(by: step, from: length)
        (preview, problem) = (nil, nil)
        return readRows(in: context)
    }

    func empty(_ context: ConsoleContext) -> String {
        problem == nil ? "It has no customers" : "There is nothing to show"
    }

    func head(in size: Size, _ context: ConsoleContext) -> StyledLine {
        [
            TextSpan("Make good ", .title), TextSpan(subject.name, .strong),
            TextSpan(" \(context.reader.length(of: length))"), TextSpan("  l another length", .dim),
        ]
    }

    func notes(in size: Size, _ context: ConsoleContext) -> [StyledLine] {
        guard size.rows >= 8 else { return [] }
        let reader = context.reader
        if let problem { return [StyledLine("\(context.options.glyphs.bad) \(problem)", .error)] }
        guard let preview else { return [StyledLine("Checking every customer", .dim)] }
        let out = reader.words(of: preview.totals.excluded)
        return [
            [TextSpan("gives ", .dim), TextSpan(reader.words(of: preview.totals), .strong)],
            [
                TextSpan("left out ", .dim), TextSpan(out.isEmpty ? "nobody" : out),
                TextSpan(
                    reader.secondLead(of: preview).map { "  \(context.options.glyphs.alert) \($0)" } ?? "",
                    .warning),
            ],
        ]
    }

    func layout(in size: Size, _ context: ConsoleContext) -> RowLayout<BatchPreview.Member> {
        let room = size.columns - 3
        let given = ScreenColumns(Self.columns, in: room, atLeast: 3, context)
        // Why somebody is left out takes the place of what the others are given.
        let leftOut = ScreenColumns(
            columns: Self.columns.prefix(2) + [Self.leftOut], widths: given.widths.prefix(2) + [60],
            context: context)
        let columns = { (member: BatchPreview.Member) in member.gift == nil ? leftOut : given }
        return RowLayout(
            list.rows, columns: room, isPlain: context.isPlain, heads: given.heads,
            cells: { columns($0).cells($0) }, lines: { [columns($0).line($0)] })
    }

    private static let columns: [ScreenColumn<BatchPreview.Member>] = [
        ScreenColumn(.ticket), ScreenColumn(.customer),
        ScreenColumn(.accessNow).scoped { member, _ in
            member.gift?.isEntitled == true ? nil : "verdict.no"
        },
        ScreenColumn(.accessThen, in: "verdict.yes"), ScreenColumn(.product),
    ]

    private static let leftOut = ScreenColumn<BatchPreview.Member>("") { member, _ in
        StyledLine(member.exclusion.map { "left out: \($0.words)" } ?? "", .dim)
    }

    func room(in size: Size, _ context: ConsoleContext) -> Rectangle {
        Self.room(below: (size.rows >= 8 ? 3 : 1) + (size.rows >= 12 ? 2 : 1), in: size)
    }
}

extension BatchPreviewScreen {
    static let nothing = "there is no ticket"

    /// What can be done with a preview.
    static let commands: Commands = Binding.section(
        "Make good for many",
        [
            Binding(
                "batch.make_good", "Make good for all of them: a form and a question follow", keys: ["m"],
                label: "make good", footer: 1,
                unless: { screen, context in
                    if let refusal = context.bulkRefusal { return refusal }
                    guard let preview = screen.preview else { return screen.problem ?? loading }
                    return preview.totals.tickets == 0 ? "no customer would get anything" : nil
                }
            ) { screen, _ in
                screen.preview.map {
                    let offer = BatchOffer(subject: screen.subject, length: screen.length, preview: $0)
                    return [.open(.batchForm(offer))]
                } ?? []
            },
            Binding(
                "batch.length", "Give another length: the lost period, or one for all", keys: ["l"],
                label: "length", footer: 2
            ) { screen, context in screen.step(1, in: context) },
            Binding(
                "batch.length.before", "Give the previous length", keys: ["h"]
            ) { screen, context in screen.step(-1, in: context) },
            onSelected("open", "Open the selected ticket", keys: [.enter], label: "ticket", footer: 3) {
                member, _ in [.open(.ticket(member.ticket))]
            },
            Binding(
                "batch.again", "Check every customer again", keys: ["a"], label: "again", footer: 5
            ) { screen, context in screen.readRows(in: context) },
        ])
}

extension BatchPreview.Member: Identifiable {
    /// Each ticket is in it once.
    package var id: TicketID { ticket }
}
