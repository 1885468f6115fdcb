package import Foundation

/// Carries a question to Apple and its answer back: over the network, or to a simulator in the same process.
///
/// It follows no redirect, repeats nothing, and knows nothing of what is asked.
package protocol AppStoreTransport: Sendable {
    /// Carries one question.
    func send(_ request: AppStoreHTTPRequest) async throws(TransportError) -> AppStoreHTTPResponse
}

/// A question as HTTP. It holds secrets: its description shows neither headers nor body.
package struct AppStoreHTTPRequest: Sendable, CustomStringConvertible {
    /// `GET`, `POST` or `PUT`.
    package let method: String
    /// Where to, with the query.
    package let url: URL
    /// The headers, names in lower case.
    package let headers: [String: String]
    /// The body; nil for none.
    package let body: Data?

    package init(method: String, url: URL, headers: [String: String] = [:], body: Data? = nil) {
        (self.method, self.url, self.headers, self.body) = (method, url, headers, body)
    }

    /// The method and the host.
    package var description: String { "\(method) \(url.host ?? "")" }
}

/// An answer as HTTP.
package struct AppStoreHTTPResponse: Hashable, Sendable {
    package let status: Int
    /// The headers, names in lower case; of one that comes twice the first.
    package let headers: [String: String]
    /// The body, whole.
    package let body: Data

    package init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
        (self.status, self.headers, self.body) = (status, headers, body)
    }
}

/// Why no whole answer came.
package enum TransportError: Error, Hashable, Sendable {
    /// The name of the host leads nowhere.
    case unknownHost
    /// Nobody took the connection.
    case refused
    /// The connection broke before the answer was whole.
    case reset
    /// The answer, or the rest of it, did not come in time.
    case timedOut
    /// Whoever answered could not prove to be Apple, or spoke no TLS of today.
    case certificate
    /// The answer is longer than any of Apple's, or than we read.
    case tooLarge
    /// What was said was no HTTP, or the question could not be sent.
    case garbled
    /// Whoever asked does not wait any more.
    case cancelled
}
