import AppStoreClient
import Crypto
import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import SwiftASN1
import Synchronization
import X509

/// A server that reads a request's head and says exactly the bytes that it was told to, then does what it was told.
final class RawServer: Sendable {
    /// What follows the bytes.
    enum Ending: Sendable {
        /// The connection is closed properly.
        case close
        case reset
        /// It stays open, and nothing more is said.
        case silence
        /// The last part is said again and again, that many milliseconds apart.
        case drip(Int64)
        /// The last part is said again and again as fast as it is taken.
        case flood
    }

    private let channel: any Channel
    let asked: Counter

    final class Counter: Sendable {
        private let count = Mutex(0)
        var value: Int { count.withLock { $0 } }
        func add() { count.withLock { $0 += 1 } }
    }

    init(_ bytes: String, _ ending: Ending, tls: NIOSSLContext? = nil) async throws {
        let counter = Counter()
        asked = counter
        channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let tls {
                        try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls))
                    }
                    try channel.pipeline.syncOperations.addHandler(
                        RawHandler(bytes, ending, counter))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
    }

    var port: Int { channel.localAddress?.port ?? 0 }

    func stop() async { try? await channel.close() }
}

private final class RawHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let bytes: String
    private let ending: RawServer.Ending
    private let counter: RawServer.Counter
    private var head = ""
    private var hasAnswered = false

    init(_ bytes: String, _ ending: RawServer.Ending, _ counter: RawServer.Counter) {
        (self.bytes, self.ending, self.counter) = (bytes, ending, counter)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        head += String(buffer: unwrapInboundIn(data))
        guard !hasAnswered, head.contains("\r\n\r\n") else { return }
        hasAnswered = true
        counter.add()
        say(bytes, context)
        let channel = context.channel
        switch ending {
        case .close: channel.close(promise: nil)
        case .reset:
            // Closing with what was not sent yet thrown away is a reset.
            (channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0))
                .whenComplete { _ in channel.close(promise: nil) }
        case .silence: break
        case .drip(let gap): drip(context, gap)
        case .flood: flood(context)
        }
    }

    private func say(_ text: String, _ context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
    }

    private func drip(_ context: ChannelHandlerContext, _ gap: Int64) {
        guard context.channel.isActive else { return }
        say("x", context)
        context.eventLoop.assumeIsolated().scheduleTask(in: .milliseconds(gap)) { self.drip(context, gap) }
    }

    private func flood(_ context: ChannelHandlerContext) {
        guard context.channel.isActive else { return }
        let part = ByteBuffer(string: String(repeating: "x", count: 65_536))
        context.writeAndFlush(wrapOutboundOut(part)).assumeIsolated().whenSuccess { self.flood(context) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}

/// A certificate for this machine that signs itself, made on the spot.
struct SelfSigned {
    let context: NIOSSLContext
    /// A PEM file with it, to be trusted.
    let rootFile: String

    init() throws {
        let key = Certificate.PrivateKey(P256.Signing.PrivateKey())
        let name = try DistinguishedName { CommonName("localhost") }
        let certificate = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: key.publicKey,
            notValidBefore: Date(timeIntervalSinceNow: -3600),
            notValidAfter: Date(timeIntervalSinceNow: 86_400),
            issuer: name, subject: name, signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
                SubjectAlternativeNames([.dnsName("localhost")])
            },
            issuerPrivateKey: key)
        let pem = try certificate.serializeAsPEM()
        rootFile =
            FileManager.default.temporaryDirectory
            .appendingPathComponent("root-\(UUID().uuidString).pem").path
        try Data(pem.pemString.utf8).write(to: URL(fileURLWithPath: rootFile))
        context = try NIOSSLContext(
            configuration: .makeServerConfiguration(
                certificateChain: [.certificate(try NIOSSLCertificate(bytes: pem.derBytes, format: .der))],
                privateKey: .privateKey(
                    try NIOSSLPrivateKey(
                        bytes: Array(try key.serializeAsPEM().pemString.utf8), format: .pem))))
    }
}
