import Foundation
import Testing

/// The console links nothing of the network: what the server is made of stays with the server.
struct ConsoleAloneTests {
    private static let network: Set<String> = [
        "AppStoreClient", "Server", "AppStoreSimulator", "hummingbird", "asyncHTTPClient", "jwtKit",
        "lifecycle",
        "metrics", "configuration",
    ]

    @Test func noRoomOfTheConsoleDependsOnTheNetwork() throws {
        let tree = try SourceTree.read()
        let manifest = try String(contentsOf: tree.root.appending(path: "Package.swift"), encoding: .utf8)
        let rooms = try Self.rooms(manifest)
        #expect(rooms["Server"]?.contains("hummingbird") == true, "the manifest is read")
        var (open, seen): ([String], Set<String>) = (["makegood"], [])
        while let room = open.popLast() {
            guard seen.insert(room).inserted else { continue }
            let found = rooms[room] ?? []
            #expect(
                found.isDisjoint(with: Self.network), "\(room) depends on \(found.intersection(Self.network))"
            )
            open += found.filter { rooms[$0] != nil }
        }
        #expect(seen.isSuperset(of: ["Console", "Persistence", "Alarms", "JSONAnswers"]))
    }

    /// The words that the manifest names in the declaration of each room.
    private static func rooms(_ manifest: String) throws -> [String: Set<String>] {
        let start = try #require(manifest.range(of: "    targets: ["))
        let declaration = /(?:room|executableTarget|target)\(\s*(?:name: )?"([\w-]+)"/
        let text = manifest[start.upperBound...]
        let matches = Array(text.matches(of: declaration))
        return Dictionary(
            uniqueKeysWithValues: matches.enumerated().map { index, match -> (String, Set<String>) in
                let end = index + 1 < matches.count ? matches[index + 1].range.lowerBound : text.endIndex
                let own = text[match.range.upperBound..<end]
                return (String(match.output.1), Set(own.matches(of: /\w+/).map { String($0.output) }))
            })
    }
}
