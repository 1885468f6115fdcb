import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// Refunds that a customer asked Apple for, the newest first, with what Apple was told.
struct RefundLines {
    let tasks: [RefundTask]
    let time: TimeText

    /// Under a title of their own, an empty line before; nothing where none was ever asked for.
    var section: [StyledLine] {
        guard !tasks.isEmpty else { return [] }
        return ["", StyledLine("Refunds asked of Apple", .title)] + tasks.flatMap(lines)
    }

    private func lines(_ task: RefundTask) -> [StyledLine] {
        let standing = task.standing(at: time.now)
        let head: StyledLine = [
            TextSpan("\(time.moment(task.request.askedAt))  ", .dim), TextSpan(task.request.why, .strong),
            TextSpan("  \(standing.title)", standing.isOpen ? .warning : nil),
            TextSpan("  request \(task.id)", .dim),
        ]
        return [head] + (task.told.map { [StyledLine("  \($0)")] } ?? [])
    }
}
