import AppStoreClient
import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// The certificate that the server shows: read when it starts, and anew as soon as its files are others.
///
/// A renewal needs no restart. Files that do not fit together, as in the middle of a renewal, are left alone until
/// they do: the certificate before them is shown on.
final class ShownCertificate: Sendable {
    /// A certificate with its key, and the state of the files that they were read from.
    private struct Pair: Sendable {
        let chain: [NIOSSLCertificate]
        let key: NIOSSLPrivateKey
        let stamps: [FileStamp]
    }

    /// Whether a file is still the one that was read.
    private struct FileStamp: Hashable {
        private let device: UInt64
        private let number: UInt64
        private let bytes: Int64
        private let seconds: Int64
        private let nanoseconds: Int64

        /// The state of a file, of what a link leads to; nil where there is none.
        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            (device, number, bytes) = (UInt64(status.st_dev), UInt64(status.st_ino), Int64(status.st_size))
            (seconds, nanoseconds) = (Int64(status.st_mtim.tv_sec), Int64(status.st_mtim.tv_nsec))
        }
    }

    private let files: TLSFiles
    private let shown: Mutex<Pair>

    /// Reads the files.
    ///
    /// - Throws: `SettingsError`: which of them is wrong, and what to do.
    init(_ files: TLSFiles) throws {
        self.files = files
        shown = Mutex(try ShownCertificate.read(files))
    }

    /// When it or a part of its chain expires, in seconds since 1970.
    var end: Int64 {
        shown.withLock { pair in pair.chain.map { Int64($0.notValidAfter) }.min() ?? 0 }
    }

    /// TLS of 1.2 and later with it; each new connection is shown what the files hold by then.
    var configuration: TLSConfiguration {
        let pair = shown.withLock { $0 }
        var configuration = ShownCertificate.configuration(pair)
        configuration.sslContextCallback = { [self] _, answer in
            NIOThreadPool.singleton.submit { _ in answer.succeed(self.present()) }
        }
        return configuration
    }

    /// What a new connection is shown.
    private func present() -> NIOSSLContextConfigurationOverride {
        let known = shown.withLock { $0 }
        var pair = known
        if known.stamps != ShownCertificate.stamps(of: files), let fresh = try? ShownCertificate.read(files) {
            pair = fresh
            shown.withLock { $0 = fresh }
        }
        var override = NIOSSLContextConfigurationOverride()
        override.certificateChain = pair.chain.map { .certificate($0) }
        override.privateKey = .privateKey(pair.key)
        return override
    }

    private static func stamps(of files: TLSFiles) -> [FileStamp] {
        [files.certificate, files.key].compactMap(FileStamp.init)
    }

    private static func read(_ files: TLSFiles) throws -> Pair {
        do {
            let stamps = stamps(of: files)
            // It is a secret as others are: nobody else may read it.
            let secret = try SecretFile.read(files.key)
            let key = try secret.use { try NIOSSLPrivateKey(bytes: Array($0.utf8), format: .pem) }
            let pair = Pair(
                chain: try NIOSSLCertificate.fromPEMFile(files.certificate), key: key, stamps: stamps)
            // A key that is not the certificate's is refused here, and not by everybody who connects.
            _ = try NIOSSLContext(configuration: configuration(pair))
            return pair
        } catch let error as SecretFileError {
            throw SettingsError(error.words)
        } catch {
            throw SettingsError(
                "\(files.certificate) or \(files.key) is no certificate or key in PEM, or they are no pair: check both"
            )
        }
    }

    private static func configuration(_ pair: Pair) -> TLSConfiguration {
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: pair.chain.map { .certificate($0) }, privateKey: .privateKey(pair.key))
        configuration.minimumTLSVersion = .tlsv12
        return configuration
    }
}
