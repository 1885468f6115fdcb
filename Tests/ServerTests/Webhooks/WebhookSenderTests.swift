import Foundation
import Glibc
import HTTPTypes
import Persistence
import Purchases
import Server
import Synchronization
import Testing

/// One message, one call: what each answer of a receiver means, and that nobody is led elsewhere.
struct WebhookSenderTests {
    private static let now = Instant(milliseconds: 1_700_000_000_500)
    /// For what must come: a busy machine has time for it.
    private static let patient = WebhookSender(limit: .hours(1))
    /// For what never comes.
    private static let brisk = WebhookSender(limit: .seconds(2))

    private static func message(_ number: Int64) -> DueWebhook {
        DueWebhook(
            message: number, id: "msg_shop_\(number)", customer: AppUserID("u_\(number)"),
            type: "ticket.opened",
            body: #"{"data":{"ticket":"\#(number)"},"type":"ticket.opened"}"#, attempts: 0)
    }

    private func send(_ count: Int64 = 1, to backend: Backend, secrets: Int = 1) async throws -> [WebhookTry]
    {
        let (results, continuation) = AsyncStream.makeStream(of: [WebhookTry].self)
        try await backend.run { address in
            let target = try WebhookTarget.of(address, secrets: secrets)
            continuation.yield(
                await WebhookSenderTests.patient.send(
                    (1...count).map(WebhookSenderTests.message), to: target, at: WebhookSenderTests.now))
            continuation.finish()
        }
        return await results.first { _ in true } ?? []
    }

    @Test func isSignedWithEverySecretAndSaysWhen() async throws {
        let backend = Backend()
        let tries = try await send(to: backend, secrets: 2)
        #expect(tries.map(\.result) == [.delivered])
        let all = backend.heard.withLock { $0 }
        let heard = try #require(all.first)
        #expect(heard.id == "msg_shop_1" && heard.timestamp >= 1_700_000_000)
        #expect(heard.body == WebhookSenderTests.message(1).body)
        let expected = try WebhookTarget.of("http://127.0.0.1:1/", secrets: 2).signatures(
            of: heard.body, id: heard.id, timestamp: heard.timestamp)
        #expect(heard.signature == expected && expected.split(separator: " ").count == 2)
    }

    @Test(arguments: [
        (200, "delivered"), (204, "delivered"), (299, "delivered"), (400, "http_400"), (401, "http_401"),
        (404, "http_404"), (410, "gone"), (500, "http_500"),
    ])
    func meansWhatTheConventionSays(_ status: Int, _ code: String) async throws {
        let backend = Backend([Backend.Reply(status: HTTPResponse.Status(code: status))])
        #expect(try await send(to: backend).map(\.result.code) == [code])
    }

    @Test(arguments: [301, 302, 307, 308]) func followsNoRedirect(_ status: Int) async throws {
        let headers: HTTPFields = [.location: "/elsewhere"]
        let backend = Backend([Backend.Reply(status: HTTPResponse.Status(code: status), headers: headers)])
        #expect(
            try await send(to: backend).map(\.result) == [.failed("http_\(status)", notBefore: nil)])
        #expect(backend.ids == ["msg_shop_1"], "nobody else was called")
    }

    @Test func isToldWhenToComeAgain() async throws {
        let backend = Backend([Backend.Reply(status: .tooManyRequests, headers: [.retryAfter: "120"])])
        let tried = try #require(try await send(to: backend).first)
        #expect(tried.result == .failed("http_429", notBefore: tried.at + .seconds(120)))
    }

    @Test func whoWantsNothingMoreIsSentNothingMore() async throws {
        let backend = Backend(Array(repeating: Backend.Reply(status: .gone), count: 64))
        let tries = try await send(40, to: backend)
        #expect(tries.allSatisfy { $0.result == .gone })
        #expect(tries.count <= 8 && backend.ids.count == tries.count, "what was on its way, and no more")
    }

    @Test func whoFailsAgainAndAgainOrIsBusyIsSentNoMore() async throws {
        let failing = Backend(Array(repeating: Backend.Reply(status: .internalServerError), count: 64))
        #expect(try await send(40, to: failing).count < 20 && failing.ids.count < 20)
        let busy = Backend(
            Array(repeating: Backend.Reply(status: .tooManyRequests, headers: [.retryAfter: "60"]), count: 64)
        )
        #expect(try await send(40, to: busy).count <= 8 && busy.ids.count <= 8)
    }

    @Test func whatMayNotGoIsNotSent() async throws {
        let backend = Backend()
        let (results, continuation) = AsyncStream.makeStream(of: [WebhookTry].self)
        try await backend.run { address in
            continuation.yield(
                await WebhookSenderTests.patient.send(
                    (1...12).map(WebhookSenderTests.message), to: try WebhookTarget.of(address),
                    at: WebhookSenderTests.now, where: { $0.message % 3 == 0 }))
            continuation.finish()
        }
        let tries = await results.first { _ in true } ?? []
        #expect(tries.map(\.message).sorted() == [3, 6, 9, 12])
        #expect(backend.ids.sorted() == ["msg_shop_12", "msg_shop_3", "msg_shop_6", "msg_shop_9"])
    }

    @Test func manyAreSentAndEachIsAnswered() async throws {
        let backend = Backend()
        let tries = try await send(40, to: backend)
        #expect(Set(tries.map(\.message)) == Set(1...40) && tries.allSatisfy { $0.result == .delivered })
        #expect(Set(backend.ids).count == 40 && backend.ids.count == 40)
    }

    /// What a receiver says on its connection, and what is made of it.
    @Test(arguments: [
        BadPort.Habit.refuses, .says(""), .says("HTTP/1.1 2"), .says("nonsense\r\n\r\n"),
    ])
    func whatIsNoAnswerIsNone(_ habit: BadPort.Habit) async throws {
        let port = try BadPort(habit)
        defer { port.close() }
        let target = try WebhookTarget.of("http://127.0.0.1:\(port.number)/hook")
        let tries = await WebhookSenderTests.patient.send(
            [WebhookSenderTests.message(1)], to: target, at: WebhookSenderTests.now)
        #expect(tries.map(\.result) == [.failed("network", notBefore: nil)])
    }

    /// It takes the whole time that is waited, once for all messages that are on their way.
    @Test func whoSaysNothingIsLeftAfterAWhile() async throws {
        let port = try BadPort(.silent)
        defer { port.close() }
        let target = try WebhookTarget.of("http://127.0.0.1:\(port.number)/hook")
        let tries = await WebhookSenderTests.brisk.send(
            (1...4).map(WebhookSenderTests.message), to: target, at: WebhookSenderTests.now)
        #expect(Set(tries.map(\.message)) == [1, 2, 3, 4])
        #expect(tries.allSatisfy { $0.result == .failed("timeout", notBefore: nil) })
    }

    /// A byte every now and then keeps a connection, not the server: the status was the answer.
    @Test func whoNeverEndsItsAnswerIsLeftAfterAWhile() async throws {
        let port = try BadPort(.drips("HTTP/1.1 200 OK\r\ncontent-length: 60000\r\n\r\n"))
        defer { port.close() }
        let target = try WebhookTarget.of("http://127.0.0.1:\(port.number)/hook")
        let tries = await WebhookSender().send(
            [WebhookSenderTests.message(1)], to: target, at: WebhookSenderTests.now)
        #expect(tries.map(\.result) == [.delivered])
    }

    @Test func aPrivateAddressIsNotCalledUnlessItIsAllowed() async throws {
        let settings = WebhookSettings(name: "shop", url: "https://127.0.0.1:1/hook")
        let target = try settings.target(
            environment: ["MAKEGOOD_WEBHOOK_SECRET_SHOP": WebhookTarget.secrets[0]])
        let tries = await WebhookSenderTests.patient.send(
            [WebhookSenderTests.message(1)], to: target, at: WebhookSenderTests.now)
        #expect(tries.map(\.result) == [.failed("private_address", notBefore: nil)])
    }

    /// Where the library cannot be installed within a minute, the test says so and judges nothing: the convention's vector
    /// is in the table of secrets all the same.
    @Test(.timeLimit(.minutes(30))) func theConventionsOwnLibraryVerifiesIt() async throws {
        guard let judge = try await ForeignConvention() else {
            print("standardwebhooks cannot be installed here: signatures are not judged by it")
            return
        }
        let backend = Backend()
        _ = try await send(3, to: backend, secrets: 2)
        let heard = backend.heard.withLock { $0 }
        #expect(heard.count == 3)
        for secret in WebhookTarget.secrets {
            #expect(try await judge.signs(heard, with: secret))
        }
    }
}

/// A port on this machine that behaves badly.
final class BadPort: Sendable {
    /// How it behaves.
    enum Habit: Hashable, Sendable {
        /// Nobody listens.
        case refuses
        /// Whoever connects hears nothing.
        case silent
        /// Whoever connects hears this, and the connection is closed.
        case says(String)
        /// Whoever connects hears this, and then a byte every few moments without end.
        case drips(String)
    }

    struct NotThere: Error {}

    let number: Int
    private let socket: Int32

    init(_ habit: Habit) throws {
        let fd = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        socket = fd
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { plain in
                bind(fd, plain, length) == 0 && listen(fd, 16) == 0 && getsockname(fd, plain, &length) == 0
            }
        }
        guard isBound else { throw NotThere() }
        number = Int(UInt16(bigEndian: address.sin_port))
        switch habit {
        case .refuses: shutdown(fd, Int32(SHUT_RDWR))
        case .silent: break
        case .says(let text): BadPort.answer(at: fd, text, goesOn: false)
        case .drips(let text): BadPort.answer(at: fd, text, goesOn: true)
        }
    }

    /// Nobody listens any more.
    func close() {
        shutdown(socket, Int32(SHUT_RDWR))
        Glibc.close(socket)
    }

    private static func answer(at socket: Int32, _ text: String, goesOn: Bool) {
        let thread = Thread {
            while true {
                let connection = accept(socket, nil, nil)
                guard connection >= 0 else { return }
                var buffer = [UInt8](repeating: 0, count: 8192)
                _ = recv(connection, &buffer, buffer.count, 0)
                let bytes = Array(text.utf8)
                _ = send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
                while goesOn, send(connection, "x", 1, Int32(MSG_NOSIGNAL)) == 1 { usleep(200_000) }
                Glibc.close(connection)
            }
        }
        thread.start()
    }
}
