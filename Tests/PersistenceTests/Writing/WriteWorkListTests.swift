import Foundation
import Purchases
import Testing

/// The list of writes is whole: the sources are read for what writes, and for what the server does by itself.
struct WriteWorkListTests {
    private static let listed = Set(WriteWork.all.flatMap(\.subjects))

    private static var calls: Set<String> {
        Set(listed.compactMap { if case .call(let name) = $0 { name } else { nil } })
    }

    @Test func everyFunctionOfTheStoreThatWritesIsListed() throws {
        let sources = try StoreSources()
        let writing = sources.writing
        #expect(writing.count > 70)
        let missing = writing.subtracting(Self.calls).filter { !$0.hasPrefix("act(") }.sorted()
        #expect(missing.isEmpty, "add them to WriteWork.all: \(missing)")
    }

    /// What `Store.act` can be asked for, by the type of the act and its code.
    private static let acts = Set(TicketAct.Code.allCases.map { "TicketAct.\($0)" })

    @Test func everyActIsListed() {
        let missing = Self.acts.subtracting(Self.calls).sorted()
        #expect(missing.isEmpty, "add them to WriteWork.all: \(missing)")
    }

    @Test func everythingListedIsThere() throws {
        let known = Self.acts.union(try StoreSources().functions.map(\.name))
        let unknown = Self.calls.subtracting(known).sorted()
        #expect(unknown.isEmpty, "the store has no such functions: \(unknown)")
    }

    @Test func everyKindOfDocumentIsListed() {
        let missing = DocumentKind.allCases.filter { !Self.listed.contains(.document($0)) }
        #expect(missing.isEmpty, "add them to WriteWork.ofDocuments: \(missing)")
    }

    @Test func everyWorkerIsListed() throws {
        let workers = try ServerSources().workers
        #expect(workers.count >= 10)
        let missing = workers.filter { !Self.listed.contains(.worker($0)) }.sorted()
        #expect(
            missing.isEmpty, "add what they do when there is nothing to do to WriteWork.ofWorkers: \(missing)"
        )
        let named = Self.listed.compactMap { if case .worker(let name) = $0 { name } else { nil } }
        #expect(Set(named).isSubset(of: workers))
    }

    @Test func whateverWorkersAskOfTheStoreIsListed() throws {
        // One is for tests alone, the other goes on by what is listed: what changed since.
        let others: Set<Substring> = ["pass", "watch", "act"]
        let known = Set(Self.calls.map { $0.prefix { $0 != "(" } }).union(others)
        let missing = try ServerSources().calls.filter { !known.contains($0[...]) }.sorted()
        #expect(missing.isEmpty, "add them to WriteWork.all: \(missing)")
    }

    /// What is read is found: a helper, a type that writes, one that only reads, labels over several lines.
    @Test func whatWritesIsFound() {
        let example = """
            extension Store {
                /// A doc comment that says write( and more.
                package func give(
                    _ wish: [Wish: (Int, Int)], key: String? = nil, by agent: AgentName
                ) throws -> Answer {
                    try write(.grant, by: agent) { _ in .nothing(()) }
                }
                package func shape(_ id: ID) throws { try helper { $0.name(id) } }
                private func helper(_ act: (Act) throws -> Void) throws {
                    try write(.shape) { act($0) }
                }
                package func bring(_ items: some Collection<Item>) throws { try Run(store: self).run() }
                package func look(at now: Instant) throws -> Int { try read { $0.count } }
                package func once<Value>(_ body: () -> Value) throws { try commit { _ in body() } }
                private func commit(_ body: () -> Void) throws { try committing(db) { _ in body() } }
            }
            struct Run {
                let store: Store
                func run() throws { try store.write(.bring) { _ in .nothing(()) } }
            }
            """
        let sources = StoreSources([example])
        #expect(sources.writing == ["give(_:key:by:)", "shape(_:)", "bring(_:)", "once(_:)"])
        #expect(sources.functions.count == 7)
    }
}

/// The functions of the store, as its sources have them, and which of them write.
///
/// The sources are read by their layout, which the formatter holds: what stands in the margin begins and ends with a line
/// there, what stands in that with one four spaces in.
struct StoreSources {
    /// A function of the store.
    struct Function {
        /// Its name with its labels.
        let name: String
        /// Whether others can call it.
        let isOpen: Bool
        /// What it does, comments left out.
        let body: String
    }

    /// All of them.
    private(set) var functions: [Function] = []
    /// The types beside the store that write through one.
    private var writers: Set<String> = []

    /// Reads the sources of the store.
    init() throws {
        self.init(try SourceFiles.texts(in: "Persistence") + SourceFiles.texts(in: "FileStore"))
    }

    /// Reads some sources.
    init(_ texts: [String]) {
        for text in texts {
            for block in SourceBlock.all(in: SourceFiles.lines(of: text), margin: "") { read(block) }
        }
    }

    /// Those that write and that others can call.
    var writing: Set<String> {
        var names: Set<Substring> = []
        var found: [Function] = []
        repeat {
            found = functions.filter { writes($0, through: names) }
            let next = Set(found.map { $0.name.prefix { $0 != "(" } })
            if next == names { break }
            names = next
        } while true
        return Set(found.filter(\.isOpen).map(\.name))
    }

    private mutating func read(_ block: SourceBlock) {
        if block.head.hasPrefix("extension Store {") || block.head.contains("class Store:") {
            functions += SourceBlock.all(in: block.inside, margin: "    ").compactMap(StoreSources.function)
        } else if block.text.contains("store.write("), let name = block.typeName {
            writers.insert(name)
        }
    }

    private func writes(_ function: Function, through names: Set<Substring>) -> Bool {
        let calls = SourceFiles.calls(in: function.body)
        return calls.contains { $0 == "write" || $0 == "committing" || names.contains($0) }
            || !writers.isDisjoint(with: calls.map(String.init))
    }

    private static func function(_ block: SourceBlock) -> Function? {
        guard let place = block.text.firstRange(of: /\bfunc (\w+)(<[^(]*>)?\(/) else { return nil }
        let rest = block.text[place.upperBound...]
        let (parameters, body) = SourceFiles.split(rest)
        let named = block.text[place].dropFirst("func ".count).prefix {
            $0.isLetter || $0.isNumber || $0 == "_"
        }
        let labels = SourceFiles.parts(of: parameters).map { part in
            "\(part.drop(while: \.isWhitespace).prefix { !$0.isWhitespace && $0 != ":" }):"
        }
        let before = block.text[..<place.lowerBound]
        return Function(
            name: "\(named)(\(labels.joined()))",
            isOpen: before.contains("package "), body: String(body))
    }
}

/// What the server does by itself, as its sources have it.
struct ServerSources {
    /// The types of workers and of services that run as long as the server does.
    let workers: Set<String>
    /// The functions of the store that they call.
    let calls: Set<String>

    /// Reads the sources of the server, and of the alarms that it tells.
    init() throws {
        let server = try SourceFiles.texts(in: "Server")
        workers = Set(
            server.flatMap { text in
                text.matches(of: /(?:struct|class|actor) (\w+): (?:Worker|Service) \{/).map { String($0.1) }
            })
        let byThemselves =
            try ["Server/Workers", "Server/Webhooks", "Server/Application", "Server/Gathering", "Alarms"]
            .flatMap { try SourceFiles.texts(in: $0) }
        let found = byThemselves.flatMap { text in
            SourceFiles.lines(of: text).joined(separator: "\n").matches(of: /\b(?:store|\$0)\.(\w+)\(/).map {
                String($0.1)
            }
        }
        let known = Set(try StoreSources().functions.map { $0.name.prefix { $0 != "(" } })
        calls = Set(found.filter { known.contains($0[...]) })
    }
}

/// Lines that begin and end at one margin.
private struct SourceBlock {
    /// All of its lines.
    let lines: [Substring]

    var head: Substring { lines.first.map { $0.drop(while: \.isWhitespace) } ?? "" }
    var inside: [Substring] { Array(lines.dropFirst().dropLast()) }
    var text: String { lines.joined(separator: "\n") }

    /// The type that it declares or extends.
    var typeName: String? {
        text.firstMatch(of: /\b(?:struct|class|enum|actor|extension) (\w+)/).map { String($0.1) }
    }

    /// The blocks of some lines.
    static func all(in lines: [Substring], margin: String) -> [SourceBlock] {
        var (blocks, open): ([SourceBlock], [Substring]) = ([], [])
        for line in lines {
            let rest = line.dropFirst(margin.count)
            let isInMargin = line.hasPrefix(margin) && rest.first?.isWhitespace == false
            guard isInMargin || !open.isEmpty else { continue }
            open.append(line)
            guard isInMargin, ends(rest, of: open) else { continue }
            blocks.append(SourceBlock(lines: open))
            open = []
        }
        return blocks
    }

    /// Whether a line in the margin ends what began with the first of some.
    private static func ends(_ line: Substring, of lines: [Substring]) -> Bool {
        if line.hasSuffix("{") || line.hasSuffix("(") { return false }
        if line.hasSuffix("}") { return true }
        // What has a body goes on behind its parameters; a constant does not.
        return lines[0].firstMatch(of: /\b(func|init|subscript)\b/) == nil
    }
}

/// The project's own sources.
enum SourceFiles {
    /// The texts of the Swift files in a folder below `Sources`.
    static func texts(in folder: String) throws -> [String] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources/\(folder)")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path).sorted()
        return try paths.filter { $0.hasSuffix(".swift") }.map {
            try String(contentsOf: root.appending(path: $0), encoding: .utf8)
        }
    }

    /// The lines of a text without those that are comments or empty.
    static func lines(of text: String) -> [Substring] {
        text.split(separator: "\n").filter { line in
            let rest = line.drop(while: \.isWhitespace)
            return !rest.isEmpty && !rest.hasPrefix("//") && !rest.hasPrefix("import ")
        }
    }

    /// What a text calls: the words before an opening parenthesis or brace, of this object or of `store`.
    static func calls(in text: String) -> Set<Substring> {
        Set(
            text.matches(of: /(?:(\.)|(\w+)\.)?(\w+)(?:<\w+>)?\s*[({]/).compactMap { match in
                let (_, isMember, owner, name) = match.output
                guard isMember == nil else { return nil }
                return owner.map { ["self", "store"].contains($0) } ?? true ? name : nil
            })
    }

    /// What stands before the parenthesis that closes, and what behind it.
    static func split(_ text: Substring) -> (inside: Substring, behind: Substring) {
        var depth = 0
        for place in text.indices {
            if text[place] == "(" { depth += 1 }
            guard text[place] == ")" else { continue }
            if depth == 0 { return (text[..<place], text[text.index(after: place)...]) }
            depth -= 1
        }
        return (text, "")
    }

    /// The parts of a list of parameters.
    static func parts(of text: Substring) -> [Substring] {
        var (depth, start, parts) = (0, text.startIndex, [Substring]())
        for place in text.indices {
            switch text[place] {
            case "(", "[", "{", "<": depth += 1
            case ")", "]", "}": depth -= 1
            case ">" where place == text.startIndex || text[text.index(before: place)] != "-": depth -= 1
            case "," where depth == 0:
                parts.append(text[start..<place])
                start = text.index(after: place)
            default: break
            }
        }
        parts.append(text[start...])
        return parts.filter { !$0.allSatisfy(\.isWhitespace) }
    }
}
