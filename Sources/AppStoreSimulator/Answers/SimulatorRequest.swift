package import Foundation
package import Purchases

/// A request to the simulated Apple.
package struct SimulatorRequest: Sendable {
    /// The method, in capitals.
    package let method: String
    /// Which of Apple's two sides is asked.
    package let environment: AppStoreEnvironment
    /// The path, without what tells the environment.
    package let path: String
    /// The query, in order; names may repeat.
    package let query: [(name: String, value: String)]
    /// The header `Authorization`.
    package let authorization: String?
    package let body: Data

    /// A request by its address: a host or a first path component with `sandbox` in it means the sandbox.
    package init(method: String, url: URL, authorization: String?, body: Data) {
        self.method = method
        self.authorization = authorization
        self.body = body
        let parts = URLComponents(url: url, resolvingAgainstBaseURL: false)
        query = (parts?.queryItems ?? []).map { ($0.name, $0.value ?? "") }
        let path = parts?.path ?? "/"
        let prefix = ["/sandbox", "/production"].first { path.hasPrefix($0 + "/") }
        self.path = String(path.dropFirst(prefix?.count ?? 0))
        let isSandbox = prefix == "/sandbox" || (prefix == nil && (parts?.host ?? "").contains("sandbox"))
        environment = isSandbox ? .sandbox : .production
    }

    /// The first value of a name in the query.
    func value(_ name: String) -> String? { query.first { $0.name == name }?.value }

    /// All values of a name in the query.
    func values(_ name: String) -> [String] { query.filter { $0.name == name }.map(\.value) }
}

/// What the simulated Apple answers.
package struct SimulatorResponse: Sendable {
    /// What is wrong with the way the answer takes.
    package enum Defect: Hashable, Sendable {
        /// The connection is not accepted.
        case down
        /// The connection is reset before the answer.
        case reset
        /// The connection is closed in the middle of the body.
        case half
        /// The answer comes later by that many milliseconds.
        case slow(milliseconds: Int)
    }

    /// The HTTP status.
    package var status: Int
    /// The headers, by their names in lower case.
    package var headers: [String: String]
    package var body: Data
    /// What is wrong with the way; nil when nothing is.
    package var defect: Defect?

    init(_ status: Int, headers: [String: String] = [:], body: Data = Data(), defect: Defect? = nil) {
        (self.status, self.headers, self.body, self.defect) = (status, headers, body, defect)
    }
}
