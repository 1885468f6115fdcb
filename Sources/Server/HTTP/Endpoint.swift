import Foundation
package import HTTPTypes
import Hummingbird
package import Persistence

/// One route: what it is called, whom it answers, and what it does.
package struct Endpoint: Sendable {
    package let method: HTTPRequest.Method
    /// The path, as OpenAPI writes it: `/v1/customers/{id}/access`.
    package let path: String
    /// Whose keys open it; none: everybody.
    package let scopes: Set<APIScope>
    /// Whether it counts against what an address may ask. Apple's does not: its addresses are few, and what it is refused it
    /// repeats an hour later.
    package let isRationed: Bool
    let answer: @Sendable (Exchange) async throws -> Response

    init(
        _ method: HTTPRequest.Method, _ path: String, for scopes: Set<APIScope> = [], isRationed: Bool = true,
        answer: @escaping @Sendable (Exchange) async throws -> Response
    ) {
        (self.method, self.path, self.scopes) = (method, path, scopes)
        (self.isRationed, self.answer) = (isRationed, answer)
    }

    /// The values that the parts of a request's path have for the names in this one; nil where it is another route's path.
    func parameters(in parts: [Substring]) -> [String: String]? {
        let names = Endpoint.parts(of: path)
        guard names.count == parts.count else { return nil }
        var parameters: [String: String] = [:]
        for (name, part) in zip(names, parts) {
            if name.hasPrefix("{") {
                guard let value = part.removingPercentEncoding, !value.isEmpty else { return nil }
                parameters[String(name.dropFirst().dropLast())] = value
            } else if name != part {
                return nil
            }
        }
        return parameters
    }

    /// An empty part is one: `//` is not `/`.
    static func parts(of path: String) -> [Substring] {
        path.split(separator: "/", omittingEmptySubsequences: false)
    }
}
