import AppStore
import ArgumentParser
import CTerminal
import Foundation
import Persistence
import Purchases

/// A time on the command line: RFC 3339, a bare date for 00:00Z, or words such as `yesterday` and `3d ago`.
struct TimeArgument: Hashable {
    private let phrase: TimePhrase

    /// Reads a time that may be said in words.
    static func words(_ text: String) throws -> TimeArgument {
        guard let phrase = TimePhrase(text) else {
            throw ValidationError("'\(text)' is no time: write it as \(TimePhrase.examples).")
        }
        return TimeArgument(phrase: phrase)
    }

    /// The moment that is meant in a run.
    func instant(in invocation: Invocation) -> Instant { phrase.instant(at: invocation.now) }

    /// The moment that a text names exactly: RFC 3339, or a bare date for 00:00Z.
    ///
    /// For times that change something, and for the present itself, which words would be measured from.
    static func parse(_ text: String) throws -> Instant {
        guard let instant = Instant(text) else {
            throw ValidationError(
                Instant.isWithoutZone(text)
                    ? "'\(text)' is a time without a zone: end it with Z for UTC, or with an offset such as +02:00."
                    : "'\(text)' is no time: write RFC 3339 such as 2021-08-10T00:00:00Z, or a date.")
        }
        return instant
    }
}

/// How many rows are asked for.
enum RowCount {
    /// Reads a number from 1 on.
    static func parse(_ text: String) throws -> Int {
        guard let count = Int(text), count > 0 else {
            throw ValidationError("'\(text)' is no number of rows: write 1 or more.")
        }
        return count
    }
}

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
            throw CommandError(.configuration, "\(path) cannot be read", remedy: "check the path")
        }
        do {
            return try TrustedRoots(certificate: bytes)
        } catch {
            throw CommandError(
                .configuration, "\(path) is no root certificate (\(error.detail))",
                remedy: "give one certificate in DER or PEM")
        }
    }
}

/// Reads a secret from standard input, unseen when a person types it.
enum SecretInput {
    /// The secret without the line's end.
    static func read() throws -> String {
        let line = isatty(STDIN_FILENO) == 1 ? unseen() : readLine(strippingNewline: true)
        guard let line, !line.isEmpty else {
            throw CommandError(.usage, "no secret was given", remedy: "write it to standard input")
        }
        return line
    }

    /// A terminal gives a line of 4096 characters at most.
    private static func unseen() -> String? {
        let line = [CChar](unsafeUninitializedCapacity: 4096) { buffer, count in
            count = max(0, ct_read_unseen(STDIN_FILENO, "secret: ", buffer.baseAddress, buffer.count))
        }
        return String(validating: line.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
