import AppStore
import ArgumentParser
import Foundation
import Persistence

/// The root that signatures must lead to in place of Apple's, for practice.
struct RootOption: ParsableArguments {
    @Option(
        name: .customLong("root"),
        help: "Trust this root certificate (DER or PEM) in place of Apple's; practice stores only.",
        completion: .file())
    var path: String?

    /// The roots to trust; nil for Apple's.
    ///
    /// - Throws: `StoreError`, configuration, when the file is no certificate.
    func roots() throws -> TrustedRoots? {
        guard let path else { return nil }
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw StoreError(.configuration, "\(path) cannot be read", remedy: "check the path")
        }
        do {
            return try TrustedRoots(certificate: bytes)
        } catch {
            throw StoreError(
                .configuration, "\(path) is no root certificate (\(error.detail))",
                remedy: "give one certificate in DER or PEM")
        }
    }
}
