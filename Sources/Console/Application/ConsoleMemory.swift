package import Foundation
import Persistence

/// What a console remembers of how its lists were looked at, until the next start: filters, orders and what was selected.
///
/// No text that was searched is in it, and nothing that was typed about a person. `ConsoleMemoryFile` of `makegood`
/// keeps it.
package struct ConsoleMemory: Equatable, Sendable {
    /// The longest text that is read, in bytes: a longer one is no memory of ours.
    private static let longest = 64 * 1024
    /// Which form its text has.
    private static let version = 1

    private var looks: [String: Kept] = [:]

    /// How a list was looked at.
    private struct Kept: Codable, Equatable {
        var query: String
        var sort: String?
        var queue: Int?
        var selected: String?
        var rows: Int
    }

    /// The memory as JSON.
    private struct Document: Codable {
        let version: Int
        let lists: [String: Kept]
    }

    /// No memory.
    package init() {}

    /// Reads a memory as ``data`` writes it; anything else is no memory.
    package init(_ data: Data) {
        guard data.count <= ConsoleMemory.longest,
            let document = try? JSONDecoder().decode(Document.self, from: data),
            document.version == ConsoleMemory.version
        else { return }
        looks = document.lists.filter { ViewedList(rawValue: $0.key) != nil }
    }

    /// The memory to be kept.
    package var data: Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        let document = Document(version: ConsoleMemory.version, lists: looks)
        return (try? encoder.encode(document)) ?? Data()
    }

    /// Remembers a list.
    mutating func keep(_ look: ListLook) {
        looks[look.list.rawValue] = Kept(
            query: look.query, sort: look.sort, queue: look.queue, selected: look.selected, rows: look.rows)
    }

    /// How a list was looked at; nil where nothing is remembered.
    func look(at list: ViewedList) -> ListLook? {
        looks[list.rawValue].map { kept in
            var look = ListLook(list)
            (look.query, look.sort, look.queue) = (kept.query, kept.sort, kept.queue)
            (look.selected, look.rows) = (kept.selected, kept.rows)
            return look
        }
    }
}

extension ConsoleState {
    /// How the lists at the bottom of the tabs are looked at.
    var memory: ConsoleMemory {
        var memory = ConsoleMemory()
        for screen in roots { memory.keep(screen.look) }
        return memory
    }

    /// Looks at the lists at the bottom of the tabs as they were remembered; what makes no sense any more is left out.
    mutating func recall(_ memory: ConsoleMemory) {
        changeRoots { screen, context in
            guard let look = memory.look(at: screen.look.list) else { return }
            _ = screen.take(look, in: context)
        }
    }
}
