import AppStoreClient
import Crypto
import Foundation
import Persistence
import Purchases
import Server
import SwiftASN1
import Testing
import X509

/// A certificate that was renewed is shown without a restart; files that are no pair are left alone.
struct ShownCertificateTests {
    /// A certificate of this machine, with its key.
    private struct Identity {
        let certificate: String
        let key: String

        init(endingIn days: Double = 90) throws {
            let key = Certificate.PrivateKey(P256.Signing.PrivateKey())
            let name = try DistinguishedName { CommonName("localhost") }
            let now = Date(timeIntervalSince1970: Double(ServerClock.system.now().milliseconds) / 1000)
            let certificate = try Certificate(
                version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: key.publicKey,
                notValidBefore: now - 3600, notValidAfter: now + days * 86_400, issuer: name, subject: name,
                signatureAlgorithm: .ecdsaWithSHA256,
                extensions: try Certificate.Extensions {
                    Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
                    SubjectAlternativeNames([.dnsName("localhost")])
                }, issuerPrivateKey: key)
            self.certificate = try certificate.serializeAsPEM().pemString
            self.key = try key.serializeAsPEM().pemString
        }
    }

    /// The files of a certificate, in a folder of their own.
    private struct Place {
        let folder: URL
        var files: TLSFiles {
            TLSFiles(
                certificate: folder.appending(path: "chain.pem").path,
                key: folder.appending(path: "key.pem").path)
        }

        init() throws {
            folder = FileManager.default.temporaryDirectory.appending(path: "tls-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }

        /// Puts a file in the place of another, as whatever renews a certificate does.
        func put(_ text: String, at path: String) throws {
            let draft = path + ".new"
            try Data(text.utf8).write(to: URL(filePath: draft))
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: draft)
            guard rename(draft, path) == 0 else { throw CocoaError(.fileWriteUnknown) }
        }

        func put(_ identity: Identity) throws {
            try put(identity.key, at: files.key)
            try put(identity.certificate, at: files.certificate)
        }

        /// Whether who trusts a certificate alone reaches the server.
        func reaches(_ shop: ServedShop, trusting identity: Identity) async throws -> Bool {
            let roots = folder.appending(path: "roots-\(UUID().uuidString).pem").path
            try Data(identity.certificate.utf8).write(to: URL(filePath: roots))
            let transport = try NetworkTransport(
                trustedRoots: roots,
                // A busy machine does not come to these: what is tried is which certificate is shown.
                limits: NetworkLimits(
                    connect: 300_000, read: 300_000, total: 300_000, bodyBytes: 1 << 20))
            let url = try #require(URL(string: "https://localhost:\(shop.port)/health"))
            var status = 0
            do throws(TransportError) {
                status = try await transport.send(AppStoreHTTPRequest(method: "GET", url: url)).status
            } catch { #expect(error == .certificate) }
            await transport.shutdown()
            return status == 200
        }
    }

    @Test func aRenewedCertificateIsShownWithoutARestart() async throws {
        let place = try Place()
        defer { try? FileManager.default.removeItem(at: place.folder) }
        let (old, new) = (try Identity(), try Identity())
        try place.put(old)
        try await ServedShop.serving {
            $0.settings.tls = place.files
        } _: { shop in
            #expect(try await place.reaches(shop, trusting: old))
            #expect(try await !place.reaches(shop, trusting: new))
            // In the middle of a renewal, the files are no pair.
            try place.put(new.key, at: place.files.key)
            #expect(try await place.reaches(shop, trusting: old))
            try place.put(new.certificate, at: place.files.certificate)
            #expect(try await place.reaches(shop, trusting: new))
            #expect(try await !place.reaches(shop, trusting: old))
        }
    }

    @Test(arguments: [(90.0, "ok"), (13, "warning"), (-0.01, "error")])
    func theCheckSaysWhenItEnds(_ days: Double, _ level: String) async throws {
        let place = try Place()
        defer { try? FileManager.default.removeItem(at: place.folder) }
        try place.put(try Identity(endingIn: days))
        let files = place.files
        try await ServedShop.serving { _ in
        } _: { shop in
            let check = ServerCheck(
                store: StoreAccess(shop.store, as: ServedShop.service), client: nil, tls: files,
                clock: .system)
            let found = try await check.findings(test: .none).first { $0.code == "tls" }
            #expect(found?.level.rawValue == level)
        }
    }

    @Test func aKeyOfAnotherIsRefusedAtTheStart() async throws {
        let place = try Place()
        defer { try? FileManager.default.removeItem(at: place.folder) }
        try place.put(try Identity())
        try place.put(try Identity().key, at: place.files.key)
        let files = place.files
        await #expect(throws: SettingsError.self) {
            try await ServedShop.serving {
                $0.settings.tls = files
            } _: { _ in
                Issue.record("it serves")
            }
        }
    }
}
