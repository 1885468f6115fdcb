import Foundation
import NIOHTTP1
import Persistence
import Synchronization
import Testing

/// What a server was asked and what it answered, as a golden file keeps it.
///
/// Each part is a request (`>`: method and path, its key, its headers, its body or the body's name), the status
/// and headers of the answer (`<`), and the answer's body as it came. Words stand for the number of a request,
/// which is drawn by lot, and for the release.
///
///     > GET /v1/customers/u_2/access
///     > key: app
///     < 403
///     < content-type: application/problem+json
///     {"detail":"The key is one for app; this needs one for backend.",…}
final class RouteTranscript: Sendable {
    /// What is sent.
    enum Body: Sendable {
        /// A text, which stands in the transcript as it is.
        case text(String)
        /// What is signed, or long: its name stands for it.
        case named(String, Data)

        var data: Data {
            switch self {
            case .text(let text): Data(text.utf8)
            case .named(_, let data): data
            }
        }

        var line: String {
            switch self {
            case .text(let text): text
            case .named(let name, _): "(\(name))"
            }
        }
    }

    /// Headers of the connection, of the clock, and of a length that follows from the number of the request.
    private static let unsaid: Set<String> = ["content-length", "date", "server", "transfer-encoding"]

    private let parts = Mutex<[String]>([])

    /// The transcript so far.
    var text: String { parts.withLock { $0.joined(separator: "\n\n") + "\n" } }

    /// Asks a server with a key of a scope, and notes what it answers.
    @discardableResult
    func ask(
        _ shop: ServedShop, _ method: HTTPMethod, _ path: String, as scope: APIScope? = nil,
        headers: [String: String] = [:], _ body: Body? = nil
    ) async throws -> Answered {
        let answer = try await shop.send(
            method, path, key: scope.map(shop.key), headers: headers, body: body?.data)
        note(RouteTranscript.request("\(method.rawValue) \(path)", scope, headers, body), answer)
        return answer
    }

    /// Says a request that the client's library would not send, and notes what a server answers to it.
    ///
    /// - Parameter length: how long the body is said to be; nil for as long as it is.
    func say(
        _ shop: ServedShop, _ method: HTTPMethod, _ path: String, as scope: APIScope? = nil,
        headers: [(name: String, value: String)] = [("host", "x")], length: Int? = nil, _ body: Body? = nil
    ) async throws {
        var head = ["\(method.rawValue) \(path) HTTP/1.1"] + headers.map { "\($0.name): \($0.value)" }
        if let scope { head.append("authorization: Bearer \(shop.key(of: scope))") }
        if let length = length ?? body?.data.count { head.append("content-length: \(length)") }
        let text = head.joined(separator: "\r\n") + "\r\n\r\n"
        let said = try await RawConnection.talk(
            to: shop.port, text + String(decoding: body?.data ?? Data(), as: UTF8.self))
        let answer = try #require(Answered(said: said), "\(method.rawValue) \(path): \(said.prefix(200))")
        var lines = ["> \(method.rawValue) \(path)"] + headers.map { "> \($0.name): \($0.value)" }
        if let scope { lines.append("> key: \(scope.rawValue)") }
        if let length { lines.append("> content-length: \(length)") }
        if let body { lines.append("> \(body.line)") }
        note(lines, answer)
    }

    /// Notes a request that was made, and its answer.
    func note(_ request: [String], _ answer: Answered) {
        let headers = answer.headers.map { (name: $0.name.lowercased(), value: $0.value) }
            .filter { !RouteTranscript.unsaid.contains($0.name) }
            .map { $0.name == "x-request-id" ? "< \($0.name): REQUEST" : "< \($0.name): \($0.value)" }
        let body = String(decoding: answer.body, as: UTF8.self).trimmingCharacters(in: .newlines)
            .replacing(
                /"instance":"urn:makegood:request:[0-9a-f]+"/,
                with: #""instance":"urn:makegood:request:REQUEST""#
            )
            .replacing(/"version":"[^"]+"/, with: #""version":"RELEASE""#)
        note(request + ["< \(answer.status)"] + headers.sorted() + (body.isEmpty ? [] : [body]))
    }

    /// Notes some lines as a part.
    func note(_ lines: [String]) { parts.withLock { $0.append(lines.joined(separator: "\n")) } }

    /// The lines of a request.
    static func request(
        _ line: String, _ scope: APIScope? = nil, _ headers: [String: String] = [:], _ body: Body? = nil
    ) -> [String] {
        ["> \(line)"] + (scope.map { ["> key: \($0.rawValue)"] } ?? [])
            + headers.map { "> \($0.key): \($0.value)" }.sorted() + (body.map { ["> \($0.line)"] } ?? [])
    }
}

extension RouteTranscript {
    /// An exchange that a transcript holds: method, path and query, and the status of the answer.
    struct Exchange {
        let method: String
        let path: String
        let status: String
    }

    /// The exchanges of a transcript.
    static func exchanges(in text: String) -> [Exchange] {
        text.components(separatedBy: "\n\n").compactMap { part in
            let lines = part.split(separator: "\n")
            let words = lines.first.map { $0.split(separator: " ") } ?? []
            guard words.count == 3, words[0] == ">",
                let status = lines.first(where: { $0.hasPrefix("< ") })?.dropFirst(2)
            else { return nil }
            return Exchange(method: String(words[1]), path: String(words[2]), status: String(status))
        }
    }
}

extension ServedShop {
    /// The key of a scope.
    func key(of scope: APIScope) -> String {
        switch scope {
        case .app: app
        case .backend: backend
        case .metrics: figures
        }
    }
}

extension Answered {
    /// An answer as it came over a connection; nil for what is none.
    init?(said text: String) {
        let parts = text.components(separatedBy: "\r\n\r\n")
        let lines = parts[0].components(separatedBy: "\r\n")
        let words = lines[0].split(separator: " ")
        guard parts.count > 1, words.count > 1, let status = Int(words[1]) else { return nil }
        let headers = lines.dropFirst().map { line in
            let name = line.prefix { $0 != ":" }
            return (String(name), line.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces))
        }
        self.init(
            status: status, headers: HTTPHeaders(headers),
            body: Data(parts.dropFirst().joined(separator: "\r\n\r\n").utf8))
    }
}

/// A file that keeps what programs rely on, to the letter.
struct Golden {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "Answers")

    let file: URL

    /// The file of a subject.
    init(_ subject: String) { file = Golden.folder.appending(path: "\(subject).txt") }

    /// What all of them hold, by subject.
    static func all() throws -> [String: String] {
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        return Dictionary(
            uniqueKeysWithValues: try files.filter { $0.hasSuffix(".txt") }.map { name in
                let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
                return (String(name.dropLast(4)), text)
            })
    }

    /// Compares a text with the file; `RECORD_SCREENS=1` writes it, and fails all the same.
    func expect(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let kept = try? String(contentsOf: file, encoding: .utf8)
        guard text != kept else { return }
        if ProcessInfo.processInfo.environment["RECORD_SCREENS"] == "1" {
            try Data(text.utf8).write(to: file)
            Issue.record("recorded \(file.lastPathComponent)", sourceLocation: sourceLocation)
            return
        }
        let (new, old) = (
            text.components(separatedBy: "\n"), (kept ?? "").components(separatedBy: "\n")
        )
        let place = zip(new, old).enumerated().first { $0.element.0 != $0.element.1 }?.offset
        let line = place ?? min(new.count, old.count)
        func around(_ lines: [String]) -> String {
            lines[max(0, min(line, lines.count) - 6)..<min(line + 3, lines.count)].joined(separator: "\n")
        }
        Issue.record(
            """
            \(file.lastPathComponent), line \(line + 1) is
            \(around(new))
            and was
            \(around(old))
            """, sourceLocation: sourceLocation)
    }
}
