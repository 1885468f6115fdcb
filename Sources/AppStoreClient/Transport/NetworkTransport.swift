import AsyncHTTPClient
import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import NIOSSL

/// Carries questions over the network: TLS 1.2 or later, no redirects, every wait and every answer bounded.
package final class NetworkTransport: AppStoreTransport {
    private let client: HTTPClient
    private let limits: NetworkLimits

    /// A way over the network.
    ///
    /// Where `trustedRoots` names a PEM file, its certificates are trusted **instead** of the system's: for practice
    /// against a simulator.
    ///
    /// - Throws: `NIOSSLError` for roots that cannot be read.
    package init(trustedRoots: String? = nil, limits: NetworkLimits = .standard) throws {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.minimumTLSVersion = .tlsv12
        if let trustedRoots {
            tls.trustRoots = .certificates(try NIOSSLCertificate.fromPEMFile(trustedRoots))
        }
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: tls, redirectConfiguration: .disallow,
            timeout: .init(
                connect: .milliseconds(limits.connect), read: .milliseconds(limits.read),
                write: .milliseconds(limits.read)),
            // Nothing unpacks to more than it is where nothing is packed.
            decompression: .disabled)
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = limits.connections
        // Who repeats, and when, is decided above.
        configuration.connectionPool.retryConnectionEstablishment = false
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        self.limits = limits
    }

    deinit {
        let client = client
        Task { try? await client.shutdown() }
    }

    /// Closes every connection; what is asked afterwards fails.
    package func shutdown() async { try? await client.shutdown() }

    /// Carries one question.
    package func send(_ request: AppStoreHTTPRequest) async throws(TransportError) -> AppStoreHTTPResponse {
        do {
            return try await withThrowingTaskGroup(of: AppStoreHTTPResponse.self) { group in
                group.addTask { try await self.exchange(request) }
                // The library's own deadline ends with the answer's head; a slow body needs one, too.
                group.addTask { [limits] in
                    try await Task.sleep(for: .milliseconds(limits.total))
                    throw TransportError.timedOut
                }
                defer { group.cancelAll() }
                return try await group.next() ?? AppStoreHTTPResponse(status: 0)
            }
        } catch {
            throw Task.isCancelled ? .cancelled : NetworkFault(error).meaning
        }
    }

    private func exchange(_ request: AppStoreHTTPRequest) async throws -> AppStoreHTTPResponse {
        var question = HTTPClientRequest(url: request.url.absoluteString)
        question.method = HTTPMethod(rawValue: request.method)
        for (name, value) in request.headers { question.headers.add(name: name, value: value) }
        question.headers.add(name: "accept-encoding", value: "identity")
        if let body = request.body { question.body = .bytes(ByteBuffer(data: body)) }
        let answer = try await client.execute(question, timeout: .milliseconds(limits.total))
        let body = try await answer.body.collect(upTo: limits.bodyBytes)
        let headers = answer.headers.map { ($0.name.lowercased(), $0.value) }
        return AppStoreHTTPResponse(
            status: Int(answer.status.code), headers: Dictionary(headers) { first, _ in first },
            body: Data(buffer: body))
    }
}

/// How long and how much the network may be waited for.
package struct NetworkLimits: Hashable, Sendable {
    /// Milliseconds for a connection, TLS included.
    package let connect: Int64
    /// Milliseconds without a byte.
    package let read: Int64
    /// Milliseconds for the whole of a question and its answer.
    package let total: Int64
    /// Bytes of an answer.
    package let bodyBytes: Int
    /// Connections at once to a host.
    package let connections: Int

    package init(
        connect: Int64, read: Int64, total: Int64, bodyBytes: Int, connections: Int = 8
    ) {
        (self.connect, self.read, self.total) = (connect, read, total)
        (self.bodyBytes, self.connections) = (bodyBytes, connections)
    }

    /// 5 s to connect, 20 s without a byte, 30 s and 16 MiB in all†.
    package static let standard = NetworkLimits(
        connect: 5_000, read: 20_000, total: 30_000, bodyBytes: 16 * 1024 * 1024)
}

/// What an error of the libraries below means.
private struct NetworkFault {
    let meaning: TransportError

    init(_ error: any Error) {
        meaning =
            switch error {
            case let error as TransportError: error
            case let error as HTTPClientError: NetworkFault.meaning(of: error)
            case is NIOTooManyBytesError: .tooLarge
            case let error as NIOSSLError: NetworkFault.meaning(of: error)
            case is NIOSSLExtraError, is BoringSSLError: .certificate
            case let error as IOError: NetworkFault.meaning(ofSystemError: error.errnoCode)
            // The connection was closed in the middle of an answer.
            case HTTPParserError.invalidEOFState: .reset
            case is HTTPParserError: .garbled
            case is ChannelError: .reset
            case is CancellationError: .cancelled
            default: NetworkFault.meaning(ofText: String(describing: type(of: error)), error)
            }
    }

    private static func meaning(of error: HTTPClientError) -> TransportError {
        switch error {
        case .connectTimeout, .readTimeout, .writeTimeout, .deadlineExceeded, .getConnectionFromPoolTimeout:
            .timedOut
        case .tlsHandshakeTimeout: .timedOut
        case .remoteConnectionClosed, .uncleanShutdown, .bodyLengthMismatch: .reset
        case .cancelled: .cancelled
        default: .garbled
        }
    }

    private static func meaning(of error: NIOSSLError) -> TransportError {
        switch error {
        case .uncleanShutdown, .readInInvalidTLSState, .writeDuringTLSShutdown: .reset
        // A server that hangs up in the middle, or says that something failed there, showed no certificate to judge.
        case .handshakeFailed(.syscallError), .handshakeFailed(.zeroReturn): .reset
        case .handshakeFailed(.sslError(let stack)) where stack.contains(where: isBroken): .reset
        default: .certificate
        }
    }

    private static func isBroken(_ error: BoringSSLInternalError) -> Bool {
        error == .eofDuringHandshake || error.description.contains("ALERT_INTERNAL_ERROR")
    }

    private static func meaning(ofSystemError code: Int32) -> TransportError {
        switch code {
        case ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, EADDRNOTAVAIL: .refused
        case ETIMEDOUT: .timedOut
        default: .reset
        }
    }

    /// Errors of rooms that we do not import are told by the names of their types.
    private static func meaning(ofText type: String, _ error: any Error) -> TransportError {
        switch type {
        case "NIOConnectionError": String(describing: error).hasPrefix("DNS") ? .unknownHost : .refused
        default: .garbled
        }
    }
}
