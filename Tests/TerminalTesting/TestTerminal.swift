package import TerminalCore
package import Testing

/// A terminal in memory: keys come from a script, and the last frame can be read.
@MainActor
package final class TestTerminal: Terminal {
    /// Columns and rows now.
    package private(set) var size: Size
    /// How many colours it shows.
    package let depth: ColorDepth
    /// Everything that happens; finished by `close()`.
    package nonisolated let events = EventQueue()
    /// The last frame; blank before the first.
    package private(set) var grid: CellGrid
    /// Where the last frame put the cursor; nil when hidden.
    package private(set) var cursor: Position?
    /// How many frames were shown.
    package private(set) var frames = 0
    /// How often the process would have stopped.
    package private(set) var suspensions = 0
    /// What was copied, oldest first.
    package private(set) var copies: [String] = []
    /// Whether the terminal was given back.
    package private(set) var isClosed = false

    /// A terminal of a size.
    package init(size: Size = Size(columns: 80, rows: 24), depth: ColorDepth = .trueColor) {
        self.size = size
        self.depth = depth
        grid = CellGrid(size: size)
    }

    /// Types the keys of a script such as `/yamada<Enter>`.
    package func type(_ script: KeyScript) {
        for key in script.keys { post(.key(key)) }
    }

    package func paste(_ text: String) {
        post(.paste(text))
    }

    /// Gives the terminal another size.
    package func resize(to size: Size) {
        self.size = size
        post(.resize(size))
    }

    /// Takes a frame.
    package func present(_ grid: CellGrid, cursor: Position?) {
        self.grid = grid
        self.cursor = cursor
        frames += 1
    }

    /// Notes the stop and goes on at once.
    package func suspend() {
        suspensions += 1
        post(.resumed)
    }

    /// Keeps the text.
    @discardableResult
    package func copy(_ text: String) -> Bool {
        guard Clipboard.takes(text) else { return false }
        copies.append(text)
        return true
    }

    /// Ends the events.
    package func close() {
        isClosed = true
        events.finish()
    }

    /// Puts an event among the others, from any thread.
    package nonisolated func post(_ event: Event) {
        events.post(event)
    }
}

/// Keys written as `/yamada<Enter>`; a test fails where a key's name is unknown.
package struct KeyScript: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The keys in order; none when the script was wrong.
    package let keys: [Key]

    /// A script; an unknown name is reported as an issue of the running test.
    package init(_ notation: String, sourceLocation: SourceLocation = #_sourceLocation) {
        if let keys = Key.sequence(notation) {
            self.keys = keys
        } else {
            keys = []
            Issue.record("“\(notation)” names an unknown key", sourceLocation: sourceLocation)
        }
    }

    package init(stringLiteral value: String) {
        self.init(value)
    }
}
