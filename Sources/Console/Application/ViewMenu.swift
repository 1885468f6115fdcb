import Persistence
import Purchases
import TerminalCore
import Widgets

/// The menu of the kept views of a list: a digit shows one, letters keep, share and drop.
struct ViewMenu: Equatable, Sendable {
    /// What a key led to.
    enum Outcome: Equatable, Sendable {
        case open
        /// The person wants to go back.
        case cancelled
        /// This is to be shown.
        case chosen(SavedView)
        /// This is to be written; the menu stays open.
        case write(StoreRequest.Write)
        /// This cannot be done now.
        case refused(String)
    }

    /// What is asked.
    private enum Stage: Hashable {
        case choosing
        /// Under which digit: to keep for oneself, or to share.
        case placing(isShared: Bool)
        case naming(Prompt, position: Int, isShared: Bool)
    }

    /// How the list is looked at now: what would be kept.
    let look: ListLook
    /// Why nothing can be kept; nil when it can.
    private let keepingRefusal: String?
    /// Why nothing can be shared; nil when it can.
    private let sharingRefusal: String?
    private var stage = Stage.choosing
    private var views: [SavedView]?
    private var cursor = ListCursor<Int>()
    /// The digit that was pressed before the views were read.
    private var awaited: Int?

    /// A menu over a list.
    init(_ look: ListLook, in context: ConsoleContext) {
        self.look = look
        keepingRefusal = context.refusal(without: .keepViews, "a \(context.role.rawValue) keeps no views")
        sharingRefusal = context.refusal(without: .shareViews, "only a lead shares views")
    }

    /// Takes the views as they were read; the selection stays where it was. A digit that was pressed before shows its
    /// view now.
    mutating func take(_ read: [SavedView]) -> Outcome {
        views = read
        cursor.update(Array(read.indices))
        guard let digit = awaited else { return .open }
        awaited = nil
        return show(digit)
    }

    /// Takes a pasted text where a name is asked for.
    mutating func paste(_ text: String) {
        guard case .naming(var prompt, let position, let isShared) = stage else { return }
        prompt.paste(text)
        stage = .naming(prompt, position: position, isShared: isShared)
    }

    /// Takes any key.
    mutating func handle(_ key: Key) -> Outcome {
        switch stage {
        case .choosing: return choose(key)
        case .placing(let isShared):
            guard let digit = ViewMenu.digit(key) else {
                if key == .escape { stage = .choosing }
                return .open
            }
            let name = views?.first { $0.position == digit && $0.isShared == isShared }?.name ?? ""
            let prompt = Prompt("name", "Name", text: name, placeholder: "what it shows, in few words")
            stage = .naming(prompt, position: digit, isShared: isShared)
            return .open
        case .naming(var prompt, let position, let isShared):
            switch prompt.handle(key) {
            case .editing: stage = .naming(prompt, position: position, isShared: isShared)
            case .cancelled: stage = .choosing
            case .answered(let text):
                let view = SavedView(
                    of: look.list, at: position, name: text, query: look.query, sort: look.sort)
                guard !view.name.isEmpty else {
                    prompt.problem = "Give it a name, or leave with Esc"
                    stage = .naming(prompt, position: position, isShared: isShared)
                    return .open
                }
                stage = .choosing
                return .write(isShared ? .shareView(view) : .keepView(view))
            }
            return .open
        }
    }

    private mutating func choose(_ key: Key) -> Outcome {
        if let digit = ViewMenu.digit(key) { return show(digit) }
        switch key {
        case .escape, "q": return .cancelled
        case .enter: return selected.map { .chosen($0) } ?? .cancelled
        case "s":
            if let keepingRefusal { return .refused(keepingRefusal) }
            stage = .placing(isShared: false)
        case "S":
            if let sharingRefusal { return .refused(sharingRefusal) }
            stage = .placing(isShared: true)
        case "x":
            guard let selected else { return .refused("no view is kept yet") }
            if let refusal = selected.isShared ? sharingRefusal : keepingRefusal { return .refused(refusal) }
            return .write(.dropView(selected))
        default: _ = cursor.handle(key, page: views?.count ?? 1)
        }
        return .open
    }

    /// One's own comes before a shared one under the same digit.
    private mutating func show(_ digit: Int) -> Outcome {
        guard let views else {
            awaited = digit
            return .open
        }
        return views.first { $0.position == digit }.map { .chosen($0) }
            ?? .refused("no view is kept under \(digit): s keeps the present view")
    }

    private var selected: SavedView? {
        guard let views, let index = cursor.selectedID, views.indices.contains(index) else { return nil }
        return views[index]
    }

    private static func digit(_ key: Key) -> Int? {
        guard case .character(let character) = key, let digit = character.wholeNumberValue,
            SavedView.positions.contains(digit), character.isASCII
        else { return nil }
        return digit
    }

    /// Draws the menu in the middle, and below it what is asked.
    func draw(in canvas: inout Canvas, theme: Theme) {
        let count = max(1, views?.count ?? 1)
        let size = Size(columns: min(76, canvas.size.columns), rows: min(count + 6, canvas.size.rows))
        canvas.within(canvas.bounds.centered(size)) { box in
            box.fill(style: theme.style(.dialog))
            box.drawBox(
                title: StyledLine("Views of \(look.list.rawValue)"), trailing: "Esc leaves", theme: theme,
                .focusedBorder)
            let inner = box.size.columns - 2
            let rows = max(1, box.size.rows - 5)
            box.within(Rectangle(column: 1, row: 1, columns: inner, rows: rows)) { list in
                let empty = views == nil ? "Reading" : "No view is kept yet"
                cursor.draw(in: &list, theme: theme, rowsPerItem: 1, empty: empty) {
                    [line($0, columns: inner)]
                }
            }
            for (offset, line) in foot.enumerated() where rows + 2 + offset < box.size.rows - 1 {
                box.draw(
                    line, at: Position(column: 3, row: rows + 2 + offset), theme: theme, over: .dialog,
                    limit: inner - 4)
            }
        }
        guard case .naming(let prompt, _, _) = stage else { return }
        canvas.hideCursor()
        prompt.draw(in: &canvas, theme: theme)
    }

    private func line(_ index: Int, columns: Int) -> StyledLine {
        guard let views, views.indices.contains(index) else { return StyledLine() }
        let view = views[index]
        let what = [view.query.isEmpty ? "everything" : view.query, view.sort.map { "sorted by \($0)" }]
        let name = CellText.fitted(view.name, .strong, to: min(24, max(8, columns / 3)))
        return [TextSpan("\(view.position) ", .key)] + name
            + [
                TextSpan(view.isShared ? " shared " : " own    ", .dim),
                TextSpan(what.compactMap { $0 }.joined(separator: ", "), .dim),
            ]
    }

    private var foot: [StyledLine] {
        switch stage {
        case .choosing, .naming:
            let keys: [(String, String)] = [("1…9", "show"), ("s", "keep"), ("S", "share"), ("x", "drop")]
            let present = look.query.isEmpty ? "everything" : look.query
            return [
                StyledLine(
                    keys.flatMap { [TextSpan($0.0, .key), TextSpan(" \($0.1)  ")] }),
                StyledLine("now: \(present)\(look.sort.map { ", sorted by \($0)" } ?? "")", .dim),
            ]
        case .placing(let isShared):
            return [
                StyledLine(isShared ? "Share under which digit? 1…9" : "Keep under which digit? 1…9", .strong)
            ]
        }
    }
}
