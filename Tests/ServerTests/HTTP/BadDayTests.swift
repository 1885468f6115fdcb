import AppStoreSimulator
import Foundation
import JSONValues
import Logging
import NIOHTTP1
import NIOPosix
import Persistence
import PersistenceTesting
import Purchases
import Server
import Synchronization
import Testing

/// What bad input and bad days get: refused in time, nothing in the chains, others still served.
struct BadDayTests {
    @Test func whatNobodyVouchesForIsCountedAndKeptUpToALimit() async throws {
        try await ServedShop.serving({ $0.settings.unauthenticBytes = 4000 }) { shop in
            let (delivery, _) = try shop.bought()
            let text = String(decoding: delivery.body, as: UTF8.self)
            // Another byte in the signature, in the payload, and no signature at all.
            let forged = text.replacing(#""}"#, with: #"AA"}"#)
            for body in [forged, #"{"signedPayload":"e30.e30."}"#, #"{"signedPayload":5}"#, "{}", "[]", "x"] {
                let answer = try await shop.post("/apple/notifications", body)
                #expect(answer.status == 400 && answer.kind == "not_authentic", "\(body.prefix(40))")
            }
            for place in 0..<5 {
                let body = #"{"signedPayload":"\#(String(repeating: "x", count: 900))\#(place)"}"#
                #expect(try await shop.post("/apple/notifications", body).status == 400)
            }
            let kept = try shop.store.quarantine(limit: 100)
            #expect(kept.map(\.byteCount).reduce(0, +) <= 4000 && !kept.isEmpty)
            #expect(try shop.documents() == 0)
        }
    }

    @Test func whatIsNoNotificationOfAppleIsRefused() async throws {
        try await ServedShop.serving { shop in
            let (_, bought) = try shop.bought()
            // Apple signs much that is no notification, and every customer of every app holds some of it.
            let jws = try shop.apple.with { try $0.signedTransaction(bought.id) }
            let other = try await shop.post("/apple/notifications", #"{"signedPayload":"\#(jws)","pad":"x"}"#)
            #expect(other.status == 400 && other.kind == "not_authentic")
            // Without a shared secret nothing vouches for version 1.
            let old =
                #"{"notification_type":"CANCEL","password":"x","environment":"PROD","original_transaction_id":"1000"}"#
            let unproven = try await shop.post("/apple/notifications", old)
            #expect(unproven.status == 400 && unproven.code == "no_secret")
            #expect(try shop.documents() == 0)
        }
    }

    @Test func anotherAppsNotificationIsRefused() async throws {
        try await ServedShop.serving({ setup in
            setup.prepare = {
                try $0.set(.bundleIDs, to: "com.example.coffee", by: ServedShop.lead, at: ServedShop.start)
            }
        }) { shop in
            let (delivery, _) = try shop.bought()
            let answer = try await shop.send(.POST, "/apple/notifications", body: delivery.body)
            #expect(answer.status == 400 && answer.code == "other_bundle")
            #expect(try shop.documents() == 0)
        }
    }

    @Test func largeAndDeepBodiesAreRefused() async throws {
        try await ServedShop.serving { shop in
            let large = String(repeating: " ", count: 10 << 20)
            for path in ["/apple/notifications", "/v1/purchase-reports"] {
                // A client of the library gives up when it is answered before it has sent everything.
                let head = "POST \(path) HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(shop.app)\r\n"
                let answer = try await RawConnection.talk(
                    to: shop.port, "\(head)Content-Length: \(large.utf8.count)\r\n\r\n\(large)")
                #expect(answer.hasPrefix("HTTP/1.1 413 ") && answer.contains("too_large"))
            }
            let deep =
                Data(String(repeating: "[", count: 10_000).utf8)
                + Data(String(repeating: "]", count: 10_000).utf8)
            #expect(try await shop.send(.POST, "/apple/notifications", body: deep).status == 400)
            let answer = try await shop.send(.POST, "/v1/purchase-reports", key: shop.app, body: deep)
            #expect(answer.status == 400 && answer.code == "too_deep")
            #expect(try await shop.send(.GET, "/health").status == 200)
        }
    }

    @Test func slowHeadsAndBodiesAreEndedInTime() async throws {
        try await ServedShop.serving({ $0.settings.limits.requestTime = .seconds(2) }) { shop in
            let port = shop.port
            let head = try await RawConnection.talk(
                to: port, "POST /apple/notifications HTTP/1.1\r\nHost: x\r\n")
            #expect(head.isEmpty)
            let body = try await RawConnection.talk(
                to: port, "POST /apple/notifications HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf")
            #expect(body.hasPrefix("HTTP/1.1 408 ") && body.contains("request_timeout"))
            let nothing = try await RawConnection.talk(to: port, "")
            #expect(nothing.isEmpty)
            #expect(try await shop.send(.GET, "/health").status == 200)
        }
    }

    @Test func oneConnectionTooManyIsClosedAndTheOthersAreServed() async throws {
        try await ServedShop.serving({ $0.settings.limits.connections = 20 }) { shop in
            let port = shop.port
            // Answered once, each has its place: connecting alone says nothing of when it is counted.
            let held = try await RawConnection.blocking {
                try (0..<20).map { _ in
                    let connection = try RawConnection(to: port)
                    try #require(connection.isAnswered)
                    return connection
                }
            }
            var refused = 0
            for _ in 0..<1000 {
                let answer = try? await RawConnection.talk(
                    to: port, "GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                if answer?.contains(" 200 ") != true { refused += 1 }
            }
            #expect(refused == 1000)
            let first = try await RawConnection.blocking {
                held[0].talk("GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            }
            #expect(first.contains(" 200 "))
            for connection in held { connection.end() }
            var status = 0
            for _ in 0..<10_000 where status != 200 {
                status = (try? await shop.send(.GET, "/health").status) ?? 0
                if status != 200 { try await Task.sleep(for: .milliseconds(20)) }
            }
            #expect(status == 200)
        }
    }

    @Test func aKeyHasItsRation() async throws {
        try await ServedShop.serving({ $0.settings.limits.perKey = Ration(perSecond: 0.01, atOnce: 3) }) {
            shop in
            let path = "/v1/customers/u_1/access"
            for _ in 0..<3 { #expect(try await shop.send(.GET, path, key: shop.backend).status == 404) }
            let over = try await shop.send(.GET, path, key: shop.backend)
            #expect(over.status == 429 && Int(over.headers.first(name: "Retry-After") ?? "") ?? 0 > 0)
            #expect(try await shop.send(.GET, "/metrics", key: shop.figures).status == 200)
        }
    }

    /// Empty values are counted before anything is made of them, whatever they are and however they stand.
    @Test(arguments: ["{}\n", "[]\n", "\"\"\n", "1\n"])
    func aMillionEmptyLinesAreRefusedBeforeTheyAreRead(_ line: String) async throws {
        try await ServedShop.serving { shop in
            let (path, lines) = ("/v1/purchase-reports", ["content-type": "application/x-ndjson"])
            let size = (4 << 20) / line.utf8.count - 100
            let many = try await shop.post(
                path, key: shop.app, headers: lines, String(repeating: line, count: size))
            #expect(many.status == 413 && many.code == "too_many_reports")
            let element = line.replacing("\n", with: ",")
            let list = "[\(String(repeating: element, count: size - 2))0]"
            #expect(try await shop.post(path, key: shop.app, list).code == "too_many_reports")
            // One document of them has more values than its bytes may stand for.
            let nested = #"{"attempt_id":\#(list)}"#
            for path in [path, "/v1/receipts"] {
                #expect(try await shop.post(path, key: shop.app, nested).code == "too_large")
            }
            #expect(try await shop.post("/apple/notifications", nested).status == 400)
            #expect(try shop.store.quarantine(limit: 10).allSatisfy { $0.byteCount <= 4 << 20 })
        }
    }

    @Test func eachReportCountsAsARequest() async throws {
        try await ServedShop.serving({ $0.settings.limits.perKey = Ration(perSecond: 0.01, atOnce: 10) }) {
            shop in
            let path = "/v1/purchase-reports"
            let lines = ["content-type": "application/x-ndjson"]
            let reports = (0..<12).map { #"{"attempt_id":"a-\#($0)","events":[]}"# }.joined(separator: "\n")
            let first = try await shop.post(path, key: shop.app, headers: lines, reports)
            let second = try await shop.post(path, key: shop.app, headers: lines, reports)
            #expect(first.status == 202 && second.status == 429)
        }
    }

    @Test func whoeverGuessesKeysIsNotListenedTo() async throws {
        try await ServedShop.serving({ $0.settings.limits.refusals = Ration(perSecond: 0.01, atOnce: 5) }) {
            shop in
            var statuses: [Int] = []
            for place in 0..<7 {
                statuses.append(try await shop.send(.GET, "/metrics", key: "mg_\(place)").status)
            }
            #expect(statuses == [401, 401, 401, 401, 401, 429, 429])
        }
    }

    @Test func aLockedStoreIsSaidAndNothingAcknowledgedIsMissing() async throws {
        try await ServedShop.serving { shop in
            let (delivery, _) = try shop.bought()
            let lock = open(shop.path + ".lock", O_RDWR)
            defer { close(lock) }
            try #require(lock >= 0 && flock(lock, LOCK_EX) == 0)
            let busy = try await shop.send(.POST, "/apple/notifications", body: delivery.body)
            #expect(
                busy.status == 503 && busy.code == "store_busy" && busy.headers.contains(name: "Retry-After"))
            #expect(!String(decoding: busy.body, as: UTF8.self).contains(shop.path))
            flock(lock, LOCK_UN)
            #expect(try await shop.send(.POST, "/apple/notifications", body: delivery.body).status == 200)
            #expect(try shop.documents() == 1)
        }
    }

    /// A document waits for the lock as long as it may; whoever asks whether the server is ready is told meanwhile.
    @Test func aHeldStoreIsNotReadyAndThatIsSaidInTime() async throws {
        try await ServedShop.serving { shop in
            let lock = open(shop.path + ".lock", O_RDWR)
            defer { close(lock) }
            try #require(lock >= 0 && flock(lock, LOCK_EX) == 0)
            let held = try await shop.send(.GET, "/ready")
            #expect(held.status == 503 && ["held", "store"].contains(held.code))
            #expect(try await shop.send(.GET, "/health").status == 200)
            flock(lock, LOCK_UN)
            #expect(try await shop.becomesReady())
        }
    }

    @Test func noSecretIsNotedOrAnswered() async throws {
        let notes = Notes()
        try await ServedShop.serving({ setup in
            setup.log = { _ in NotingHandler(notes: notes) }
            setup.prepare = {
                _ = try $0.addSecret("hunter2-right", by: ServedShop.lead, at: ServedShop.start)
            }
        }) { shop in
            let secrets = [shop.app, shop.backend, "hunter2-wrong", "hunter2-right", "u_1_private"]
            var answers: [String] = []
            let notice = #"{"notification_type":"CANCEL","password":"hunter2-wrong","environment":"PROD"}"#
            for answer in [
                try await shop.post("/apple/notifications", notice),
                try await shop.post("/apple/notifications", notice.replacing("wrong", with: "right")),
                try await shop.send(
                    .GET, "/v1/customers/u_1_private/access?at=u_1_private", key: shop.backend),
                try await shop.send(.GET, "/u_1_private?key=\(shop.app)", key: shop.app),
                try await shop.post(
                    "/v1/receipts", key: shop.app, #"{"app_user_id":"u_1_private","receipt":"x"}"#),
            ] { answers.append(String(decoding: answer.body, as: UTF8.self)) }
            let all =
                answers.joined() + notes.text
                + (try shop.store.quarantine(limit: 100).map {
                    String(decoding: $0.body, as: UTF8.self) + ($0.detail?.whole ?? "")
                }.joined())
            for secret in secrets.dropLast() { #expect(!all.contains(secret), "\(secret.prefix(10))") }
            #expect(!notes.text.contains("u_1_private"))
            #expect(!notes.text.isEmpty)
        }
    }
}

/// What was logged.
final class Notes: Sendable {
    private let lines = Mutex<[String]>([])

    var text: String { lines.withLock { $0.joined(separator: "\n") } }

    func add(_ line: String) { lines.withLock { $0.append(line) } }
}

/// Logs into memory.
struct NotingHandler: LogHandler {
    let notes: Notes
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.MetadataValue? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        notes.add("\(event.level) \(event.message) \(event.metadata ?? [:])")
    }
}

/// A connection without any manners.
struct RawConnection: Sendable {
    private let descriptor: Int32

    struct Refused: Error {}

    /// Connects; waits so long with each step that whoever stays silent is at fault, not a busy machine.
    init(to port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var limit = timeval(tv_sec: 600, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        let descriptor = descriptor
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else {
            close(descriptor)
            throw Refused()
        }
    }

    /// Whether a question is answered on it, after which it stays open.
    var isAnswered: Bool {
        let bytes = Array("GET /health HTTP/1.1\r\nHost: x\r\n\r\n".utf8)
        _ = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        var (answer, buffer) = ("", [UInt8](repeating: 0, count: 4096))
        while !answer.contains("}") {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { return false }
            answer += String(decoding: buffer[..<count], as: UTF8.self)
        }
        return answer.hasPrefix("HTTP/1.1 200 ")
    }

    /// Says something, and answers everything that is said back until the other side ends.
    func talk(_ text: String) -> String {
        let bytes = Array(text.utf8)
        _ = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while answer.count < 1 << 20 {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            answer += buffer[..<count]
        }
        return String(decoding: answer, as: UTF8.self)
    }

    func end() { close(descriptor) }

    /// Connects, talks and ends, on a thread that may wait.
    static func talk(to port: Int, _ text: String) async throws -> String {
        try await blocking {
            let connection = try RawConnection(to: port)
            defer { connection.end() }
            return connection.talk(text)
        }
    }

    static func blocking<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws
        -> Value
    {
        try await NIOThreadPool.singleton.runIfActive(work)
    }
}
