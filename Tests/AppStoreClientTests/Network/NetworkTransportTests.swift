import AppStoreClient
import Foundation
import NIOCore
import Purchases
import Testing

@Suite(.timeLimit(.minutes(30)))
struct NetworkTransportTests {
    /// For what must come: a busy machine has time for it.
    private static let patient = NetworkLimits(
        connect: 300_000, read: 300_000, total: 600_000, bodyBytes: 1024 * 1024)
    /// For what never comes.
    private static let brisk = NetworkLimits(
        connect: 2_000, read: 400, total: 1_200, bodyBytes: 1024 * 1024)
    private static let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n"

    private func send(
        to server: RawServer, trusting roots: String? = nil, scheme: String = "http",
        _ limits: NetworkLimits = patient
    ) async throws -> Result<AppStoreHTTPResponse, TransportError> {
        let transport = try NetworkTransport(trustedRoots: roots, limits: limits)
        let url = try #require(URL(string: "\(scheme)://localhost:\(server.port)/verifyReceipt"))
        let request = AppStoreHTTPRequest(method: "POST", url: url, body: Data("{}".utf8))
        let result: Result<AppStoreHTTPResponse, TransportError>
        do throws(TransportError) { result = .success(try await transport.send(request)) } catch {
            result = .failure(error)
        }
        await transport.shutdown()
        await server.stop()
        return result
    }

    @Test func aWholeAnswerArrives() async throws {
        let server = try await RawServer(
            Self.head + "Date: Tue, 14 Nov 2023 22:13:50 GMT\r\ncontent-length: 2\r\n\r\n{}", .close)
        let answer = try await send(to: server).get()
        #expect(answer.status == 200 && answer.body == Data("{}".utf8))
        #expect(answer.headers["date"] == "Tue, 14 Nov 2023 22:13:50 GMT")
    }

    @Test func aRedirectIsAnAnswerThatNobodyFollows() async throws {
        let server = try await RawServer(
            "HTTP/1.1 302 Found\r\nlocation: /elsewhere\r\ncontent-length: 0\r\n\r\n", .silence)
        #expect(try await send(to: server).get().status == 302)
        #expect(server.asked.value == 1)
    }

    @Test(
        arguments: [
            ("", .reset, .reset), ("", .close, .reset),
            ("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{\"status\":", .close, .reset),
            ("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{\"status\":", .reset, .reset),
            ("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{\"status\":", .silence, .timedOut),
            ("HTTP/1.1 200", .silence, .timedOut), ("", .silence, .timedOut),
            ("HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n", .drip(50), .timedOut),
            ("HTTP/1.1 200 OK\r\ncontent-length: 99999999\r\n\r\n", .silence, .tooLarge),
            ("HTTP/1.1 200 OK\r\n\r\n", .flood, .tooLarge), ("not HTTP at all\r\n\r\n", .close, .garbled),
        ] as [(String, RawServer.Ending, TransportError)])
    func whatIsNoAnswerIsSaid(_ bytes: String, _ ending: RawServer.Ending, _ error: TransportError)
        async throws
    {
        let server = try await RawServer(bytes, ending)
        let limits = error == .timedOut ? Self.brisk : Self.patient
        #expect(try await send(to: server, limits) == .failure(error))
    }

    @Test func nobodyThereIsSaid() async throws {
        let server = try await RawServer("", .close)
        await server.stop()
        #expect(try await send(to: server) == .failure(.refused))
    }

    @Test func aNameThatLeadsNowhereIsSaid() async throws {
        let transport = try NetworkTransport(limits: Self.brisk)
        let url = try #require(URL(string: "https://apple.invalid/verifyReceipt"))
        let error = await #expect(throws: TransportError.self) {
            try await transport.send(AppStoreHTTPRequest(method: "GET", url: url))
        }
        // Some resolvers answer late rather than no.
        #expect([.unknownHost, .timedOut].contains(error))
        await transport.shutdown()
    }

    @Test func aStrangersCertificateIsRefused() async throws {
        let (mine, stranger) = (try SelfSigned(), try SelfSigned())
        let answer = Self.head + "content-length: 2\r\n\r\n{}"
        let trusted = try await RawServer(answer, .close, tls: mine.context)
        #expect(try await send(to: trusted, trusting: mine.rootFile, scheme: "https").get().status == 200)
        let foreign = try await RawServer(answer, .close, tls: stranger.context)
        #expect(
            try await send(to: foreign, trusting: mine.rootFile, scheme: "https") == .failure(.certificate))
        #expect(foreign.asked.value == 0, "nothing is said to a stranger")
        let unknown = try await RawServer(answer, .close, tls: mine.context)
        #expect(try await send(to: unknown, scheme: "https") == .failure(.certificate))
        let plain = try await RawServer(answer, .close)
        // It does not even begin to speak TLS.
        #expect(
            try await send(to: plain, trusting: mine.rootFile, scheme: "https", Self.brisk)
                == .failure(.timedOut))
        #expect(plain.asked.value == 0)
    }

    @Test func whoeverDoesNotWaitAnyMoreIsLetGo() async throws {
        let server = try await RawServer("", .silence)
        let transport = try NetworkTransport()
        let url = try #require(URL(string: "http://localhost:\(server.port)/"))
        let task = Task { () async -> TransportError? in
            do throws(TransportError) {
                _ = try await transport.send(AppStoreHTTPRequest(method: "GET", url: url))
                return nil
            } catch { return error }
        }
        while server.asked.value == 0 { await Task.yield() }
        task.cancel()
        #expect(await task.value == .cancelled)
        await transport.shutdown()
        await server.stop()
    }
}

struct AppStoreAddressTests {
    @Test(arguments: [
        ("https://example.com", true), ("http://127.0.0.1:9090/production", true),
        ("http://localhost:1", true), ("http://[::1]:9", true), ("http://example.com", false),
        ("http://127.0.0.1.example.com", false), ("ftp://127.0.0.1", false), ("https://", false),
        ("/path", false),
    ]) func anAddressIsSafe(_ text: String, _ isSafe: Bool) throws {
        let url = try #require(URL(string: text))
        let place = AppStorePlace(.server, in: .production)
        if isSafe {
            #expect(try AppStoreAddresses(replacing: [place: url])[place] == url)
        } else {
            #expect(throws: AppStoreAddressError.self) {
                try AppStoreAddresses(replacing: [place: url])
            }
        }
    }
}
