import Persistence
import Purchases

/// Says a ticket's move between groups, or into and out of its end.
struct MoveText {
    /// The move.
    let move: TicketMove
    /// How moments are said.
    let time: TimeText

    /// From where to where, how it ended, and because of what.
    var sentence: String { "\(way): \(time.humanized(move.because))" }

    /// From where to where, or how it ended.
    var way: String {
        switch (move.from, move.to) {
        case (_, nil): "resolved, \(move.resolution?.title ?? "done")"
        case (nil, .some(let group)): "into the queue “\(group.title)”"
        case (.some(let from), .some(let to)) where from == to: "stays in “\(to.title)”"
        case (.some(let from), .some(let to)): "from “\(from.title)” to “\(to.title)”"
        }
    }
}
